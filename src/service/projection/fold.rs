//! Counts games in memory, in commit order.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{
    facts::{Appearance, GameFacts, counted_name, sides},
    layouts::layouts,
    pair_counts::{Names, NumberedPair, PairCounts, PairIncrements},
    records::{Advance, AsOf, LayoutCount, LayoutKey, NextGame, SeatCount, Standing, StandingKey},
};
use crate::{
    games::Ruleset,
    service::{
        page::Position,
        records::{GameId, GameRecord, StoredGame},
    },
    statistics::{
        course::Course,
        rating::{Rating, rate},
    },
};

/// Games counted in memory, starting from the stored standings. Names are represented by numbers.
#[derive(Default)]
pub struct Fold {
    games: usize,
    last: Option<Position>,
    as_of: Option<AsOf>,
    names: Names,
    standings: HashMap<(usize, Ruleset), Standing>,
    pairs: HashMap<NumberedPair, PairCounts>,
    layouts: BTreeMap<LayoutKey, LayoutCount>,
}

impl Fold {
    /// Number of games so far, including those that do not count.
    pub const fn games(&self) -> usize {
        self.games
    }

    /// The keys of standings that these games need and that were not loaded yet.
    pub fn missing(&self, games: &[NextGame]) -> Vec<StandingKey> {
        let mut keys = HashSet::new();
        for record in games.iter().filter_map(|next| next.game.as_ref()).map(|game| &game.record) {
            let names = record.players.iter().filter_map(counted_name);
            keys.extend(names.map(|name| StandingKey { name, ruleset: record.ruleset }).filter(|key| !self.has(key)));
        }
        let mut keys: Vec<StandingKey> = keys.into_iter().collect();
        keys.sort_unstable();
        keys
    }

    fn has(&self, key: &StandingKey) -> bool {
        self.names.find(&key.name).is_some_and(|name| self.standings.contains_key(&(name, key.ruleset)))
    }

    /// Adds the next games, and those of the missing standings that exist.
    pub fn add(&mut self, games: &[NextGame], before: Vec<Standing>) {
        for standing in before {
            let name = self.names.number(standing.key.name.clone());
            self.standings.insert((name, standing.key.ruleset), standing);
        }
        for next in games {
            if let Some(game) = &next.game {
                self.add_game(game);
                self.as_of = Some(AsOf { game: GameId(next.position.id), stored_at: next.stored_at });
            }
            self.last = Some(next.position);
        }
        self.games += games.len();
    }

    fn add_game(&mut self, game: &StoredGame) {
        let record = &game.record;
        let names: Vec<Option<usize>> =
            record.players.iter().map(|seat| counted_name(seat).map(|name| self.names.number(name))).collect();
        let sides = sides(record.ruleset, &record.options, names.len());
        let facts = GameFacts { sides: &sides, names: &names, winners: &record.winners };
        let ratings = self.rated(record, &sides, &names);
        for appearance in facts.appearances() {
            let standing = self.standing(appearance.name, record);
            count(standing, &appearance, record);
            // Partners of one name have one rating before and after. On several sides a name would play against itself.
            if let Some(seat) = facts.only_side(&appearance) {
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
        let key = || StandingKey { name: self.names.name(name).to_owned(), ruleset: record.ruleset };
        self.standings.entry((name, record.ruleset)).or_insert_with(|| newcomer(key(), record))
    }

    /// The changes of all games, sorted by key, so that a database visits each of its pages once; `None` without games.
    pub fn finish(self) -> Option<Advance> {
        let mut standings: Vec<Standing> = self.standings.into_values().collect();
        standings.sort_unstable_by(|one, two| one.key.cmp(&two.key));
        let pairs = PairIncrements::new(self.names, self.pairs);
        let layouts = self.layouts.into_values().collect();
        Some(Advance { games: self.games, position: self.last?, as_of: self.as_of, standings, pairs, layouts })
    }
}

/// The standing of a name before its first game.
fn newcomer(key: StandingKey, record: &GameRecord) -> Standing {
    let at = record.played();
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
    let at = record.played();
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
