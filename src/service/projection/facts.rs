//! What one game says of those who played it: what is counted when it is stored, and taken back when it is deleted.

use super::records::PairCounts;
use crate::{
    games::{Game, Player, Ruleset, with_game},
    service::{engine, records::SeatRecord},
    statistics::Counted,
};

/// The beginning of the names of bots.
pub const BOT: &str = "bot:";

/// Under which name a seat is counted: a bot's is `bot:adept@2`, whatever it was called. A person who is called like a bot
/// is not counted, so that nobody is taken for one.
pub fn counted_name(seat: &SeatRecord) -> Option<String> {
    match &seat.bot {
        Some((bot, version)) => Some(format!("{BOT}{bot}@{version}")),
        None => Some(&seat.name).filter(|name| !name.starts_with(BOT)).cloned(),
    }
}

/// The sides that the seats of a game are on, as its rules have it; of one whose options cannot be read, each alone.
pub fn sides(ruleset: Ruleset, options: &str, players: usize) -> Vec<usize> {
    let found = with_game!(ruleset, G => {
        let game = engine::stored_options::<G>(options).ok().and_then(|options| G::new(players, options).ok());
        game.map(|game| Player::all(players).map(|seat| game.side(seat)).collect())
    });
    found.unwrap_or_else(|| (0..players).collect())
}

/// Who sat where, and who won. The names are numbers that stand for them.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The side of each seat.
    pub sides: &'a [usize],
    /// By seat, those that are counted.
    pub names: &'a [Option<usize>],
    /// The seats that won.
    pub winners: &'a [Player],
}

/// What a game says of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// The name.
    pub name: usize,
    /// Its seats, with whether each of them won.
    pub seats: Vec<(Player, bool)>,
    /// Did one of its seats win?
    pub won: bool,
    /// Did another side win as well?
    pub shared: bool,
}

impl Facts<'_> {
    fn seats(&self) -> impl Iterator<Item = (Player, usize)> + Clone {
        Player::all(self.names.len()).zip(self.names).filter_map(|(seat, name)| Some((seat, (*name)?)))
    }

    fn won(&self, seat: Player) -> bool {
        self.winners.contains(&seat)
    }

    fn side(&self, seat: Player) -> Option<usize> {
        self.sides.get(seat.index()).copied()
    }

    /// Each name once, in the order of the seats.
    pub fn appearances(&self) -> Vec<Appearance> {
        let mut all: Vec<Appearance> = Vec::with_capacity(self.names.len());
        for (seat, name) in self.seats() {
            let won = self.won(seat);
            let shared = won && self.winners.iter().any(|other| self.side(*other) != self.side(seat));
            match all.iter_mut().find(|one| one.name == name) {
                Some(one) => {
                    one.seats.push((seat, won));
                    one.won |= won;
                    one.shared |= shared;
                }
                None => all.push(Appearance { name, seats: vec![(seat, won)], won, shared }),
            }
        }
        all
    }

    /// Each name with each other one. Where a name has several seats, two can be partners and opponents in one game.
    pub fn meetings(&self) -> Vec<(usize, usize, PairCounts)> {
        let mut all: Vec<(usize, usize, PairCounts)> = Vec::new();
        for (seat, name) in self.seats() {
            for (opposite, other) in self.seats().filter(|(_, other)| *other != name) {
                let met = self.met(seat, opposite);
                match all.iter_mut().find(|(one, two, _)| (*one, *two) == (name, other)) {
                    Some((_, _, counts)) => *counts = either(*counts, met),
                    None => all.push((name, other, met)),
                }
            }
        }
        all
    }

    /// How one seat met another one.
    fn met(&self, seat: Player, opposite: Player) -> PairCounts {
        let (won, other_won) = (self.won(seat), self.won(opposite));
        let partners = self.side(seat) == self.side(opposite);
        let when = i64::from;
        PairCounts {
            games: 1,
            partner_games: when(partners),
            partner_wins: when(partners && won),
            opponent_games: when(!partners),
            opponent_wins: when(!partners && won && !other_won),
            opponent_losses: when(!partners && other_won && !won),
        }
    }
}

/// What happened between any of the seats of two names.
fn either(one: PairCounts, two: PairCounts) -> PairCounts {
    PairCounts {
        games: one.games.max(two.games),
        partner_games: one.partner_games.max(two.partner_games),
        partner_wins: one.partner_wins.max(two.partner_wins),
        opponent_games: one.opponent_games.max(two.opponent_games),
        opponent_wins: one.opponent_wins.max(two.opponent_wins),
        opponent_losses: one.opponent_losses.max(two.opponent_losses),
    }
}

#[cfg(test)]
mod tests;
