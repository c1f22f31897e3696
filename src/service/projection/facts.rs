//! What one game contributes to the counts of its players: added when it is stored, subtracted when it is deleted.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::records::{Pair, PairCounts, StandingKey};
use crate::{
    games::{Game, Player, Ruleset, with_game},
    service::{
        engine,
        records::{BotRecord, GameId, GameRecord, SeatRecord},
    },
    statistics::Counted,
};

/// Prefix of the names of bots.
pub const BOT: &str = "bot:";

/// The name that a seat is counted under. A bot is `bot:adept@2`, whatever its display name. A person with such a name
/// is not counted, so that no person passes for a bot, and neither is a foreign bot: it is none of ours, and no person.
fn counted_name(seat: &SeatRecord) -> Option<String> {
    match &seat.bot {
        Some(bot) => Some(bot).filter(|bot| !bot.is_foreign()).map(BotRecord::label),
        None => Some(&seat.name).filter(|name| !name.starts_with(BOT)).cloned(),
    }
}

/// The names that the seats of a game are counted under. Whoever uses the name of a profile without its key is not counted.
pub fn counted_names(game: &GameRecord) -> Vec<Option<String>> {
    let seats = Player::all(game.players.len()).zip(&game.players);
    seats.map(|(player, seat)| counted_name(seat).filter(|_| !game.unrated.contains(&player))).collect()
}

/// The side of each seat, by the game's rules. If the options cannot be parsed, each seat is its own side.
fn sides(ruleset: Ruleset, options: &str, players: usize) -> Vec<usize> {
    let found = with_game!(ruleset, G => {
        let game = engine::stored_options::<G>(options).ok().and_then(|options| G::new(players, options).ok());
        game.map(|game| Player::all(players).map(|seat| game.side(seat)).collect())
    });
    found.unwrap_or_else(|| (0..players).collect())
}

/// What is counted of a game.
#[derive(Clone, Debug)]
pub struct CountedGame {
    /// Its id.
    pub id: GameId,
    /// Its ruleset.
    pub ruleset: Ruleset,
    sides: Vec<usize>,
    names: Vec<Option<String>>,
    winners: Vec<Player>,
    scores: Vec<i64>,
    /// 1 for best, by seat.
    pub places: Vec<u8>,
    /// When it was played, or stored if that is unknown.
    pub played: DateTime<Utc>,
}

impl CountedGame {
    /// That of a game.
    pub fn of(game: &GameRecord) -> CountedGame {
        let GameRecord { id, ruleset, options, players, winners, scores, places, .. } = game;
        CountedGame {
            id: *id,
            ruleset: *ruleset,
            sides: sides(*ruleset, options, players.len()),
            names: counted_names(game),
            winners: winners.clone(),
            scores: scores.clone(),
            places: places.clone(),
            played: game.played(),
        }
    }

    /// Its seats, winners and scores.
    pub fn facts(&self) -> GameFacts<'_> {
        GameFacts { sides: &self.sides, names: &self.names, winners: &self.winners, scores: &self.scores }
    }
}

/// The seats, winners and scores of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameFacts<'a> {
    /// The side of each seat.
    pub sides: &'a [usize],
    /// By seat, the name that is counted.
    pub names: &'a [Option<String>],
    /// The seats that won.
    pub winners: &'a [Player],
    /// By seat, the score.
    pub scores: &'a [i64],
}

/// What a game contributes to one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appearance<'a> {
    /// The name.
    pub name: &'a str,
    /// Its seats, and whether each won.
    pub seats: Vec<(Player, bool)>,
    /// Did one of its seats win?
    pub won: bool,
    /// Did another side win as well?
    pub shared: bool,
    /// The scores of its seats together.
    pub points: i64,
}

impl<'a> GameFacts<'a> {
    fn won(&self, seat: Player) -> bool {
        self.winners.contains(&seat)
    }

    fn side(&self, seat: Player) -> Option<usize> {
        self.sides.get(seat.index()).copied()
    }

    /// A seat of a name, if all of its seats are on one side.
    pub fn only_side(&self, appearance: &Appearance<'_>) -> Option<Player> {
        let ((first, _), others) = appearance.seats.split_first()?;
        others.iter().all(|(seat, _)| self.side(*seat) == self.side(*first)).then_some(*first)
    }

    /// Each name once, in seat order.
    pub fn appearances(&self) -> Vec<Appearance<'a>> {
        let mut all: Vec<Appearance<'a>> = Vec::with_capacity(self.names.len());
        for (seat, name) in Player::all(self.names.len()).zip(self.names) {
            let Some(name) = name.as_deref() else { continue };
            let (won, points) = (self.won(seat), self.scores.get(seat.index()).copied().unwrap_or_default());
            let shared = won && self.winners.iter().any(|other| self.side(*other) != self.side(seat));
            match all.iter_mut().find(|one| one.name == name) {
                Some(one) => {
                    one.seats.push((seat, won));
                    one.won |= won;
                    one.shared |= shared;
                    one.points += points;
                }
                None => all.push(Appearance { name, seats: vec![(seat, won)], won, shared, points }),
            }
        }
        all
    }

    /// Each pair of different names. With several seats, two names can be both partners and opponents in one game.
    pub fn meetings(&self) -> Vec<(&'a str, &'a str, PairCounts)> {
        let all = self.appearances();
        let mut met = Vec::new();
        for one in &all {
            for other in all.iter().filter(|other| other.name != one.name) {
                met.push((one.name, other.name, self.between(one, other)));
            }
        }
        met
    }

    /// The relation between two names. As partners they win if a side with both does. As opponents one wins if it has
    /// won and the other has not, on whichever side.
    fn between(&self, one: &Appearance<'_>, other: &Appearance<'_>) -> PairCounts {
        let pairs =
            one.seats.iter().flat_map(|(seat, won)| other.seats.iter().map(move |(facing, _)| (seat, facing, *won)));
        let partners = |(seat, facing, _): &(&Player, &Player, bool)| self.side(**seat) == self.side(**facing);
        let opposed = pairs.clone().any(|pair| !partners(&pair));
        let when = i64::from;
        PairCounts {
            games: 1,
            partner_games: when(pairs.clone().any(|pair| partners(&pair))),
            partner_wins: when(pairs.clone().any(|pair| partners(&pair) && pair.2)),
            opponent_games: when(opposed),
            opponent_wins: when(opposed && one.won && !other.won),
            opponent_losses: when(opposed && other.won && !one.won),
        }
    }
}

/// Counts of pairs, in the order of their keys, in which a database visits each of its pages once.
#[derive(Debug, Default)]
pub struct PairTotals(BTreeMap<(StandingKey, String), PairCounts>);

impl PairTotals {
    /// Adds a game of this ruleset.
    pub fn add(&mut self, ruleset: Ruleset, facts: &GameFacts<'_>) {
        for (name, other, met) in facts.meetings() {
            let key = StandingKey { name: name.to_owned(), ruleset };
            self.0.entry((key, other.to_owned())).or_default().add(met);
        }
    }

    /// All pairs.
    pub fn into_pairs(self) -> impl Iterator<Item = Pair> {
        self.0.into_iter().map(|((key, other), counts)| Pair { key, other, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::records::BotRecord;

    /// Sides of partners who sit opposite each other.
    const PARTNERS: [usize; 4] = [0, 1, 0, 1];

    fn seat(name: &str, bot: Option<(&str, u32)>) -> SeatRecord {
        SeatRecord { name: name.to_owned(), bot: bot.map(|(id, version)| BotRecord::new(id, version)) }
    }

    fn names(names: &[&str]) -> Vec<Option<String>> {
        names.iter().map(|name| Some((*name).to_owned())).collect()
    }

    fn met(facts: GameFacts<'_>, name: &str, other: &str) -> PairCounts {
        let found = facts.meetings().into_iter().find(|(one, two, _)| (*one, *two) == (name, other));
        found.expect("they met").2
    }

    #[test]
    fn a_bot_is_counted_by_name_and_version_and_a_person_never_as_a_bot() {
        assert_eq!(counted_name(&seat("Ada", None)).as_deref(), Some("Ada"));
        assert_eq!(counted_name(&seat("Ada", Some(("adept", 2)))).as_deref(), Some("bot:adept@2"));
        assert_eq!(counted_name(&seat("bot:adept@2", None)), None);
        let foreign = SeatRecord { name: "Player 3".to_owned(), bot: Some(BotRecord::foreign("adept", 2)) };
        assert_eq!(counted_name(&foreign), None, "neither a bot of ours nor a person");
    }

    #[test]
    fn a_win_is_shared_with_another_team_and_not_with_a_partner() {
        let names = names(&["Ada", "Bob", "Cy", "Di"]);
        let shared = |sides: &[usize], winners: &[Player]| -> Vec<bool> {
            GameFacts { sides, names: &names, winners, scores: &[] }
                .appearances()
                .iter()
                .map(|one| one.shared)
                .collect()
        };
        assert_eq!(shared(&PARTNERS, &[Player(0), Player(2)]), [false; 4]);
        assert_eq!(shared(&[0, 1, 2, 3], &[Player(0), Player(2)]), [true, false, true, false]);
        assert_eq!(shared(&[0, 1, 2, 3], &[Player(0)]), [false; 4]);
    }

    #[test]
    fn partners_win_together_and_opponents_against_each_other() {
        let names = names(&["Ada", "Bob", "Cy", "Di"]);
        let facts =
            GameFacts { sides: &PARTNERS, names: &names, winners: &[Player(0), Player(2)], scores: &[9, 5, 10, 7] };
        let partners = PairCounts { games: 1, partner_games: 1, partner_wins: 1, ..PairCounts::default() };
        assert_eq!(met(facts, "Ada", "Cy"), partners);
        let won = PairCounts { games: 1, opponent_games: 1, opponent_wins: 1, ..PairCounts::default() };
        assert_eq!(met(facts, "Ada", "Bob"), won);
        let lost = PairCounts { games: 1, opponent_games: 1, opponent_losses: 1, ..PairCounts::default() };
        assert_eq!(met(facts, "Bob", "Ada"), lost);
        assert_eq!(facts.meetings().len(), 12);
    }

    #[test]
    fn a_name_with_several_seats_appears_once_and_meets_another_once() {
        let names = [names(&["Ada", "Bob", "Bob"]), vec![None]].concat();
        let facts =
            GameFacts { sides: &PARTNERS, names: &names, winners: &[Player(0), Player(2)], scores: &[9, 5, 10, 7] };
        let appearances = facts.appearances();
        assert_eq!(appearances.iter().map(|one| one.points).collect::<Vec<_>>(), [9, 15]);
        assert_eq!(
            (appearances[1].won, &appearances[1].seats[..]),
            (true, &[(Player(1), false), (Player(2), true)][..])
        );
        let both = PairCounts {
            games: 1,
            partner_games: 1,
            partner_wins: 1,
            opponent_games: 1,
            opponent_wins: 0,
            opponent_losses: 0,
        };
        assert_eq!(met(facts, "Ada", "Bob"), both, "both names have won");
        let facts = GameFacts { winners: &[Player(1), Player(3)], ..facts };
        let lost = PairCounts { partner_wins: 0, opponent_losses: 1, ..both };
        assert_eq!(met(facts, "Ada", "Bob"), lost, "one of its seats has won, on the other side");
        let won = PairCounts { partner_wins: 0, opponent_wins: 1, ..both };
        assert_eq!(met(facts, "Bob", "Ada"), won);
    }

    #[test]
    fn sides_follow_from_the_rules() {
        assert_eq!(sides(Ruleset::Fortunes, "{}", 4), [0, 1, 0, 1]);
        assert_eq!(sides(Ruleset::Fortuna, r#"{"teams":true}"#, 6), [0, 1, 0, 1, 0, 1]);
        assert_eq!(sides(Ruleset::Fortuna, "{}", 4), [0, 1, 2, 3]);
        assert_eq!(sides(Ruleset::Foolery, "{}", 3), [0, 1, 2]);
        assert_eq!(sides(Ruleset::Fortuna, "damaged", 2), [0, 1]);
    }
}
