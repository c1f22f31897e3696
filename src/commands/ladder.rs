//! `arcana ladder`: bots play the same deals with their seats changed: every pair with half of the seats each, or each bot
//! alone among adepts.

use std::{
    fmt::Write,
    process::ExitCode,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
};

use indicatif::ProgressBar;
use parking_lot::Mutex;
use serde::Serialize;

use super::{local, output};
use crate::{
    chance::Chance,
    config::{Ladder, LadderFormat},
    games::{Ruleset, with_game},
    players::{HasBots, Skill, play_out, seat},
    service::{Ids, records::Seed},
    statistics::{
        Estimate,
        interval::{Clusters, rounded},
    },
};

/// A won game in parts, so that as many as four winners share it in whole numbers.
const WON: i64 = 12;
/// The place of `adept` among the bots, its rating, and the difference that stands for ten wins to one.
const ADEPT: usize = 1;
const RATED: f64 = 1500.0;
const TENFOLD: f64 = 400.0;
/// Rounds in which ratings settle.
const ROUNDS: u32 = 2_000;

/// Who plays, and on which deals.
struct Field {
    ruleset: Ruleset,
    bots: Vec<Skill>,
    alone: bool,
    deals: u64,
    seed: String,
}

/// A bot and those that it plays against, by their places among the bots.
type Pair = (usize, usize);

/// How a bot did against another one.
#[derive(Clone, Debug, Serialize)]
struct PairResult {
    bot: String,
    against: String,
    /// Number of games that somebody has won.
    decided: u64,
    /// The share of them that the bot has won, a shared one in part.
    share: Option<Estimate>,
}

/// A bot with its rating.
#[derive(Debug, Serialize)]
struct Rated {
    bot: String,
    /// Null where bots play alone among adepts.
    rating: Option<f64>,
}

/// All results.
#[derive(Debug, Serialize)]
struct Results {
    ruleset: Ruleset,
    alone: bool,
    deals: u64,
    seed: String,
    bots: Vec<Rated>,
    pairs: Vec<PairResult>,
}

/// Plays all pairs and prints how they did.
pub fn ladder(settings: &Ladder) -> anyhow::Result<ExitCode> {
    let ruleset: Ruleset = settings.ruleset.parse()?;
    let seed = settings.seed.clone().unwrap_or_else(|| Seed::Made(Ids::default().secret()).text());
    let mut bots = vec![Skill::Random, Skill::Adept];
    for effort in &settings.efforts {
        let sage = Skill::Sage(*effort);
        if !bots.contains(&sage) {
            bots.push(sage);
        }
    }
    let field = Field { ruleset, bots, alone: settings.alone, deals: settings.deals, seed };
    let results = field.played(settings.threads.map_or_else(local::threads, usize::from))?;
    output::print(&match settings.format {
        LadderFormat::Json => serde_json::to_string(&results)? + "\n",
        LadderFormat::Markdown => results.markdown()?,
    })?;
    Ok(ExitCode::SUCCESS)
}

impl Field {
    /// Who plays whom: all others alone among adepts, or each with those before it.
    fn pairs(&self) -> Vec<Pair> {
        let all = 0..self.bots.len();
        let pairs = all.clone().flat_map(|one| all.clone().map(move |other| (one, other)));
        pairs.filter(|(one, other)| if self.alone { one != other && *other == ADEPT } else { other < one }).collect()
    }

    /// Plays all deals of all pairs on so many threads.
    fn played(&self, threads: usize) -> anyhow::Result<Results> {
        let pairs = self.pairs();
        let all = pairs.len() as u64 * self.deals;
        let (bar, next) = (local::games_progress(all * self.sides().len() as u64)?, AtomicU64::new(0));
        let counts: Vec<_> = pairs.iter().map(|_| Mutex::new(Clusters::default())).collect();
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| self.play(&pairs, &counts, (&next, all), &bar));
            }
        });
        bar.finish_and_clear();
        let told: Vec<_> = pairs.into_iter().zip(counts.into_iter().map(Mutex::into_inner)).collect();
        Ok(self.results(&told))
    }

    /// Plays deals until none is left. What is counted does not depend on who plays which.
    fn play(&self, pairs: &[Pair], counts: &[Mutex<Clusters>], (next, all): (&AtomicU64, u64), bar: &ProgressBar) {
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= all {
                return;
            }
            let (place, seed) = ((number / self.deals) as usize, format!("{}/{}", self.seed, number % self.deals));
            let (mut decided, mut won) = (0, 0);
            for side in self.sides() {
                let parts = with_game!(self.ruleset, G => self.won::<G>(pairs[place], &side, &seed));
                decided += u64::from(parts.is_some());
                won += parts.unwrap_or_default();
                bar.inc(1);
            }
            counts[place].lock().add(decided, won);
        }
    }

    /// The seats of a bot in the games of a deal: half of them, or each in turn; where two play in a team, those of a team.
    fn sides(&self) -> Vec<Vec<usize>> {
        let info = self.ruleset.info();
        let seats = 0..usize::from(info.players.default);
        match self.alone && !info.has_readings {
            true => seats.map(|seat| vec![seat]).collect(),
            false => (0..2).map(|first| seats.clone().filter(|seat| seat % 2 == first).collect()).collect(),
        }
    }

    /// How much of a game a bot in these seats wins, in parts; `None` if nobody does.
    fn won<G: HasBots>(&self, (bot, against): Pair, side: &[usize], seed: &str) -> Option<i64> {
        let players = usize::from(G::INFO.players.default);
        let sits = |seat: usize| if side.contains(&seat) { self.bots[bot] } else { self.bots[against] };
        let skills: Vec<_> = (0..players).map(sits).collect();
        let mut game = G::new(players, Default::default()).expect("the usual number plays by the usual rules");
        play_out(&mut game, &mut seat(&skills, seed, ""), &mut Chance::of_table(seed, ""), |_, _| ());
        let winners = game.outcome().map(|outcome| outcome.winners).filter(|winners| !winners.is_empty())?;
        let own = winners.iter().filter(|winner| side.contains(&winner.index())).count();
        Some(WON * own as i64 / winners.len() as i64)
    }

    fn results(&self, told: &[(Pair, Clusters)]) -> Results {
        let name = |place: usize| self.bots[place].label();
        let pairs = told.iter().map(|((bot, against), games)| PairResult {
            bot: name(*bot),
            against: name(*against),
            decided: games.values,
            share: games.estimate().map(|parts| parts.scaled(1.0 / WON as f64)),
        });
        let ratings = (!self.alone).then(|| ratings(self.bots.len(), told));
        let rating = |place: usize| ratings.as_ref().map(|ratings| ratings[place]);
        Results {
            ruleset: self.ruleset,
            alone: self.alone,
            deals: self.deals,
            seed: self.seed.clone(),
            pairs: pairs.collect(),
            bots: (0..self.bots.len()).map(|place| Rated { bot: name(place), rating: rating(place) }).collect(),
        }
    }
}

/// Ratings by which the shares of all pairs are most likely (Bradley and Terry 1952, by Hunter's iteration); half a game
/// is added on either side, so that who wins all has one.
fn ratings(bots: usize, told: &[(Pair, Clusters)]) -> Vec<f64> {
    let mut strength = vec![1.0_f64; bots];
    for _ in 0..ROUNDS {
        let mut next = strength.clone();
        for (bot, value) in next.iter_mut().enumerate() {
            let (mut won, mut expected) = (0.0, 0.0);
            for ((one, other), games) in told.iter().filter(|((one, other), _)| *one == bot || *other == bot) {
                let (decided, own) = (games.values as f64, games.sum as f64 / WON as f64);
                won += 0.5 + if *one == bot { own } else { decided - own };
                expected += (decided + 1.0) / (strength[*one] + strength[*other]);
            }
            *value = won / expected;
        }
        strength = next;
    }
    strength.iter().map(|value| rounded(RATED + TENFOLD * (value / strength[ADEPT]).log10()).round()).collect()
}

impl Results {
    /// A table with a row for each bot, and the shares of games that it won from those before it, or from adepts.
    fn markdown(&self) -> Result<String, std::fmt::Error> {
        let how = if self.alone { "each bot alone among adepts in every seat" } else { "with half of the seats each" };
        let name = self.ruleset.info().name;
        let mut text = format!("{name}, {} deals a pair, {how}; seed `{}`\n\n| bot |", self.deals, self.seed);
        text += if self.alone { "" } else { " rating |" };
        let columns: Vec<_> =
            self.bots.iter().filter(|bot| self.pairs.iter().any(|pair| pair.against == bot.bot)).collect();
        columns.iter().try_for_each(|bot| write!(text, " against {} |", bot.bot))?;
        text += "\n|";
        text += &" --- |".repeat(1 + usize::from(!self.alone) + columns.len());
        // Whoever all others are measured against has no row.
        for row in self.bots.iter().filter(|row| self.pairs.iter().any(|pair| pair.bot == row.bot)) {
            write!(text, "\n| {} |", row.bot)?;
            row.rating.map_or(Ok(()), |rating| write!(text, " {rating:.0} |"))?;
            for column in &columns {
                let pair = self.pairs.iter().find(|pair| pair.bot == row.bot && pair.against == column.bot);
                write!(text, " {} |", pair.map(PairResult::words).unwrap_or_default())?;
            }
        }
        Ok(text + "\n")
    }
}

impl PairResult {
    /// The share of the decided games with its interval.
    fn words(&self) -> String {
        let percent = |share: f64| 100.0 * share;
        match self.share {
            Some(Estimate { value, low: Some(low), high: Some(high) }) => {
                format!("{:.1} % ({:.1} to {:.1}) of {}", percent(value), percent(low), percent(high), self.decided)
            }
            Some(Estimate { value, .. }) => format!("{:.1} % of {}", percent(value), self.decided),
            None => "none decided".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(ruleset: Ruleset, alone: bool) -> Field {
        let bots = vec![Skill::Random, Skill::Adept, Skill::Easy];
        Field { ruleset, bots, alone, deals: 12, seed: "any text".to_owned() }
    }

    fn told(field: &Field, threads: usize) -> String {
        field.played(threads).expect("a terminal is not needed").markdown().expect("a text")
    }

    #[test]
    fn the_results_do_not_depend_on_the_number_of_threads() {
        let field = field(Ruleset::Reversal, false);
        let one = told(&field, 1);
        assert_eq!(told(&field, 3), one);
        assert!(one.contains("| adept | 1500 |") && one.contains(" of 24 |"), "{one}");
    }

    #[test]
    fn who_plays_alone_sits_in_every_seat_in_turn() {
        assert_eq!(field(Ruleset::Foolery, true).sides(), [[0], [1], [2], [3]]);
        assert_eq!(field(Ruleset::Foolery, false).sides(), [[0, 2], [1, 3]]);
        assert_eq!(field(Ruleset::Fortunes, true).sides(), [[0, 2], [1, 3]], "there are teams");
        let told = told(&field(Ruleset::Foolery, true), 2);
        let rows: Vec<_> = told.lines().filter(|line| line.starts_with("| ")).collect();
        assert!(rows[0] == "| bot | against adept |" && rows.len() == 4, "{told}");
        assert!(rows[2].starts_with("| random | ") && rows[2].ends_with(" of 48 |"), "{told}");
    }

    #[test]
    fn who_wins_ten_of_eleven_is_four_hundred_points_better() {
        let mut games = Clusters::default();
        games.add(11_000_000, 10_000_000 * WON);
        assert_eq!(ratings(2, &[((1, 0), games)]), [1100.0, 1500.0]);
    }
}
