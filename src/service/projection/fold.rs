//! Folds a batch of games in memory, in commit order.

use std::collections::{BTreeMap, HashMap};

use super::{
    facts::{Appearance, Facts, counted_name, sides},
    layouts::layouts,
    records::{Advance, AsOf, LayoutCount, LayoutKey, NextGame, Pair, PairCounts, SeatCount, Standing, StandingKey},
};
use crate::{
    games::Ruleset,
    service::{
        page::Place,
        records::{GameId, GameRecord, StoredGame},
    },
    statistics::{
        course::Course,
        rating::{Rating, rate},
    },
};

/// The standings that a batch needs: those of all its players.
pub fn needed(games: &[NextGame]) -> Vec<StandingKey> {
    let records = games.iter().filter_map(|next| next.game.as_ref()).map(|game| &game.record);
    let keys = records.flat_map(|record| {
        let names = record.players.iter().filter_map(counted_name);
        names.map(|name| StandingKey { name, ruleset: record.ruleset })
    });
    let mut keys: Vec<StandingKey> = keys.collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The changes that a batch makes to the given standings; `None` for an empty batch.
pub fn fold(games: &[NextGame], before: Vec<Standing>) -> Option<Advance> {
    let last = games.last()?;
    let mut batch = Batch::new(before);
    games.iter().filter_map(|next| next.game.as_ref()).for_each(|game| batch.add(game));
    let place = last.place;
    let listed = games.iter().rev().find(|next| next.game.is_some());
    let as_of = listed.map(|next| AsOf { game: GameId(next.place.id), stored_at: next.stored_at });
    Some(batch.finish(place, as_of))
}

/// The state of the fold. Names are numbers within a batch.
#[derive(Default)]
struct Batch {
    numbers: HashMap<String, usize>,
    names: Vec<String>,
    standings: BTreeMap<(usize, Ruleset), Standing>,
    pairs: BTreeMap<(usize, Ruleset, usize), PairCounts>,
    layouts: BTreeMap<LayoutKey, LayoutCount>,
}

impl Batch {
    fn new(before: Vec<Standing>) -> Batch {
        let mut batch = Batch::default();
        for standing in before {
            let name = batch.number(standing.key.name.clone());
            batch.standings.insert((name, standing.key.ruleset), standing);
        }
        batch
    }

    fn number(&mut self, name: String) -> usize {
        if let Some(number) = self.numbers.get(&name) {
            return *number;
        }
        self.names.push(name.clone());
        self.numbers.insert(name, self.names.len() - 1);
        self.names.len() - 1
    }

    fn add(&mut self, game: &StoredGame) {
        let record = &game.record;
        let names: Vec<Option<usize>> =
            record.players.iter().map(|seat| counted_name(seat).map(|name| self.number(name))).collect();
        let sides = sides(record.ruleset, &record.options, names.len());
        let facts = Facts { sides: &sides, names: &names, winners: &record.winners };
        let ratings = self.rated(record, &sides, &names);
        for appearance in facts.appearances() {
            let standing = self.standing(appearance.name, record);
            count(standing, &appearance, record);
            if let &[(seat, _)] = &appearance.seats[..] {
                standing.rating = ratings[seat.index()];
            }
            standing.course.add(standing.rating);
        }
        for (name, other, met) in facts.meetings() {
            self.pairs.entry((name, record.ruleset, other)).or_default().add(met);
        }
        for (key, shown) in layouts(game) {
            let counted = self.layouts.entry(key).or_insert(LayoutCount { key, count: 0, first: shown, last: shown });
            counted.count += 1;
            counted.last = shown;
        }
    }

    /// The ratings of all seats after a game.
    fn rated(&self, record: &GameRecord, sides: &[usize], names: &[Option<usize>]) -> Vec<Rating> {
        let known = |name: usize| self.standings.get(&(name, record.ruleset)).map(|standing| standing.rating);
        let before: Vec<Rating> = names.iter().map(|name| name.and_then(known).unwrap_or(Rating::NEWCOMER)).collect();
        rate(sides, &before, &record.places)
    }

    fn standing(&mut self, name: usize, record: &GameRecord) -> &mut Standing {
        let key = || StandingKey { name: self.names[name].clone(), ruleset: record.ruleset };
        self.standings.entry((name, record.ruleset)).or_insert_with(|| newcomer(key(), record))
    }

    fn finish(self, place: Place, as_of: Option<AsOf>) -> Advance {
        let pair = |((name, ruleset, other), counts): ((usize, Ruleset, usize), PairCounts)| Pair {
            key: StandingKey { name: self.names[name].clone(), ruleset },
            other: self.names[other].clone(),
            counts,
        };
        Advance {
            place,
            as_of,
            pairs: self.pairs.into_iter().map(pair).collect(),
            standings: self.standings.into_values().collect(),
            layouts: self.layouts.into_values().collect(),
        }
    }
}

/// The standing of a name before its first game.
fn newcomer(key: StandingKey, record: &GameRecord) -> Standing {
    let at = record.played_at.unwrap_or(record.created_at);
    Standing {
        key,
        games: 0,
        wins: 0,
        shared_wins: 0,
        seats: Vec::new(),
        streak: 0,
        longest_wins: 0,
        longest_losses: 0,
        first_at: at,
        last_at: at,
        rating: Rating::NEWCOMER,
        course: Course::default(),
    }
}

/// Adds a game to a standing.
fn count(standing: &mut Standing, appearance: &Appearance, record: &GameRecord) {
    let at = record.played_at.unwrap_or(record.created_at);
    standing.first_at = standing.first_at.min(at);
    standing.last_at = standing.last_at.max(at);
    standing.games += 1;
    standing.wins += i64::from(appearance.won);
    standing.shared_wins += i64::from(appearance.shared);
    for (seat, won) in &appearance.seats {
        if standing.seats.len() <= seat.index() {
            standing.seats.resize(seat.index() + 1, SeatCount::default());
        }
        let seat = &mut standing.seats[seat.index()];
        seat.games += 1;
        seat.wins += i64::from(*won);
    }
    standing.streak = match (appearance.won, standing.streak) {
        (true, streak) => streak.max(0) + 1,
        (false, streak) => streak.min(0) - 1,
    };
    standing.longest_wins = standing.longest_wins.max(standing.streak);
    standing.longest_losses = standing.longest_losses.max(-standing.streak);
}

/// Subtracts a deleted game from a standing. Ratings, streaks and times are corrected only by reindexing.
pub fn take_back(standing: &mut Standing, appearance: &Appearance) {
    standing.games -= 1;
    standing.wins -= i64::from(appearance.won);
    standing.shared_wins -= i64::from(appearance.shared);
    for (seat, won) in &appearance.seats {
        if let Some(seat) = standing.seats.get_mut(seat.index()) {
            seat.games -= 1;
            seat.wins -= i64::from(*won);
        }
    }
}
