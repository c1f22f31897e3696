//! What is told of a game of Fortunes besides its decisions: what its cards were worth, and the fortune that would have
//! been.

use serde::{Deserialize, Serialize};

use super::{Decision, Mark, SEED, Unit, estimate};
use crate::{
    chance::Chance,
    games::{
        Fortunes, Game, Log, Observe, Player, Viewer, Violation,
        fortunes::{PLAYERS, Step, by_team, team},
    },
    players::{Effort, Judged, Skill, seat, try_play_out},
    reading::PlayedDeal,
    statistics::Estimate,
};

/// What is told of a player of a game of Fortunes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fortune {
    /// Points that the player's team takes more than the other where adepts play the deals, on average of all: an even
    /// deal has 0.
    pub luck: Estimate,
    /// What would have been; `None` if no decision has lost anything.
    pub would_be: Option<WouldBe>,
}

/// A deal as it would have gone on after the decision that lost most: with what was better, and then with a sage in the
/// player's seat and adepts in the others.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WouldBe {
    /// Number of steps that were played before.
    pub after: u32,
    /// The steps from there to the end of the deal.
    pub steps: Vec<Step>,
}

/// What the cards were worth to a team, in words.
pub fn luck_in_words(points: f64) -> String {
    let whose = if points < 0.0 { "the other team" } else { "the team" };
    format!("The cards were worth {:.1} points more to {whose}, where adepts play them.", points.abs())
}

impl Fortune {
    /// How often adepts play a deal to tell what its cards are worth.
    pub const PLAYOUTS: u32 = 100;

    /// What is told of a player; `None` if it is stopped.
    ///
    /// # Errors
    /// The log cannot be set up. Its steps must be legal.
    pub fn of(
        log: &Log<Fortunes>,
        (player, effort): (Player, Effort),
        decisions: &[Decision],
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Fortune>, Violation> {
        let luck = luck(log, player, stop)?;
        let worst = Mark::of(decisions).turning_points.first().map(|place| &decisions[*place]);
        let would_be = match worst {
            Some(worst) => WouldBe::of(log, (player, effort), worst, stop)?,
            None => None,
        };
        Ok((!stop()).then_some(Fortune { luck, would_be }))
    }
}

impl WouldBe {
    /// What the fortune of it is, in a sentence.
    pub fn about(&self, name: &str) -> String {
        let step = self.after + 1;
        format!(
            "The fortune that would have been, had {name} chosen otherwise at step {step}: it is not what was played."
        )
    }

    fn of(
        log: &Log<Fortunes>,
        (player, effort): (Player, Effort),
        worst: &Decision,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<WouldBe>, Violation> {
        let Ok(better) = serde_json::from_str::<Step>(worst.best.get()) else { return Ok(None) };
        let mut game = played(log, log.steps.iter().take(worst.after as usize))?;
        game.apply_unchecked(&better);
        let (mut skills, mut steps) = ([Skill::Adept; PLAYERS], vec![better]);
        skills[player.index()] = Skill::Sage(effort);
        let ended = play_deal(game, skills, &format!("{SEED} from {}", worst.after), stop, |step| steps.push(step));
        Ok(ended.map(|_| WouldBe { after: worst.after, steps }))
    }

    /// The deal, as if it had been played.
    ///
    /// # Errors
    /// The log cannot be set up. It must be the one that it follows from.
    pub fn deal(&self, log: &Log<Fortunes>) -> Result<Option<PlayedDeal>, Violation> {
        let steps: Vec<_> = log.steps.iter().take(self.after as usize).chain(&self.steps).cloned().collect();
        let game = played(log, &steps)?;
        Ok(PlayedDeal::all(&steps, game.view(Viewer::Public).finished().to_vec()).pop())
    }
}

/// The game of a log after these steps.
fn played<'a>(log: &Log<Fortunes>, steps: impl IntoIterator<Item = &'a Step>) -> Result<Fortunes, Violation> {
    let mut game = Fortunes::new(log.players, log.options)?;
    steps.into_iter().for_each(|step| game.apply_unchecked(step));
    Ok(game)
}

/// What adepts make of the deals of a log for the team of a player.
fn luck(log: &Log<Fortunes>, player: Player, stop: &dyn Fn() -> bool) -> Result<Estimate, Violation> {
    let (mut game, mut worth) = (played(log, [])?, Judged::new(()));
    for (index, step) in log.steps.iter().enumerate() {
        game.apply_unchecked(step);
        if !matches!(step, Step::Deal { .. }) {
            continue;
        }
        for number in 0..Fortune::PLAYOUTS {
            let seed = format!("{SEED} of {index} {number}");
            let ended = play_deal(game.clone(), [Skill::Adept; PLAYERS], &seed, stop, drop);
            ended.into_iter().for_each(|points| worth.add(points[team(player)] - points[1 - team(player)]));
        }
    }
    Ok(estimate(&worth, Unit::Points))
}

/// Has bots play the current deal to its end: the points of the teams in it, or `None` if they are stopped.
fn play_deal(
    mut game: Fortunes,
    bots: [Skill; PLAYERS],
    seed: &str,
    stop: &dyn Fn() -> bool,
    mut record: impl FnMut(Step),
) -> Option<[i64; 2]> {
    let (deal, mut table) = (game.view(Viewer::Public).finished().len(), Chance::of_table(seed, ""));
    let each = |game: &Fortunes, step| {
        record(step);
        match game.view(Viewer::Public).finished().get(deal) {
            Some(deal) => Err(Some(by_team(deal.points))),
            None if stop() => Err(None),
            None => Ok(()),
        }
    };
    let ended = try_play_out(&mut game, &mut seat(&bots, seed, ""), |game| Ok(game.draw(&mut table)), each);
    ended.err().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::tests::{ADA, decisions, is_far_apart, with_blunder},
        games::Ruleset,
    };

    #[test]
    fn the_line_leads_from_the_worst_decision_through_the_better_step_to_the_end_of_the_deal() {
        let (log, blundered) = with_blunder::<Fortunes>(Ruleset::Fortunes, |found| is_far_apart(found, 4.0));
        let decisions = decisions(&log, Ruleset::Fortunes);
        let told = || Fortune::of(&log, (ADA, Effort::LEAST), &decisions, &|| false).expect("a game");
        let fortune = told().expect("nobody stops it");
        let would_be = fortune.would_be.as_ref().expect("a blunder");
        assert_eq!(would_be.after as usize, blundered);
        assert_ne!(would_be.steps[0], log.steps[blundered]);
        let steps: Vec<_> = log.steps[..blundered].iter().chain(&would_be.steps).cloned().collect();
        let line = Log::<Fortunes> { steps, ..log.clone() };
        let outcome = line.replay().expect("legal steps").outcome().expect("the end");
        let deal = would_be.deal(&log).expect("a game").expect("a deal");
        assert_eq!((deal.number, &deal.deal), (1, &outcome.detail.deals[0]));
        assert_eq!(serde_json::to_string(&told()).expect("JSON"), serde_json::to_string(&Some(fortune)).expect("JSON"));
    }

    #[test]
    fn what_the_cards_are_worth_to_one_team_the_other_lacks() {
        let (log, _) = with_blunder::<Fortunes>(Ruleset::Fortunes, |found| found.len() > 1);
        let luck = |player| luck(&log, Player(player), &|| false).expect("a game");
        let [own, next, partner] = [luck(0), luck(1), luck(2)];
        assert_eq!((own, own.value), (partner, -next.value));
        assert!(own.low < Some(own.value) && own.value != 0.0, "{own:?}");
    }

    #[test]
    fn nothing_is_told_of_what_is_stopped_or_lost_nothing() {
        let (log, _) = with_blunder::<Fortunes>(Ruleset::Fortunes, |found| found.len() > 1);
        assert!(Fortune::of(&log, (ADA, Effort::LEAST), &[], &|| true).expect("a game").is_none());
        let unlost = Fortune::of(&log, (ADA, Effort::LEAST), &[], &|| false).expect("a game").expect("what is told");
        assert!(unlost.would_be.is_none());
    }
}
