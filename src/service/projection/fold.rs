//! Counts games in memory, in commit order.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    facts::{Appearance, GameFacts, PairTotals, counted_names, sides},
    records::{Advance, AsOf, LayoutCount, LayoutKey, NextGame, PlacedCard, SeatCount, ShownIn, Standing, StandingKey},
};
use crate::{
    games::{Fortunes, Game, Player, fortunes::Deal},
    reading::{Layout, Tricks, Verdict, rarity::placed},
    service::{
        engine,
        records::{GameId, GameRecord, StoredGame},
    },
    statistics::{
        course::Course,
        rating::{Rating, rate},
    },
};

/// The keys of the standings that these games change, in ascending order.
pub fn changed_standings(games: &[NextGame]) -> Vec<StandingKey> {
    let records = games.iter().filter_map(|next| next.game.as_ref()).map(|game| &game.record);
    let keys = records.flat_map(|record| {
        let names = counted_names(record).into_iter().flatten();
        names.map(|name| StandingKey { name, ruleset: record.ruleset })
    });
    keys.collect::<BTreeSet<_>>().into_iter().collect()
}

/// What these games change, where `before` are the standings that exist among those that they change; `None` without
/// games.
pub fn fold(games: &[NextGame], before: Vec<Standing>) -> Option<Advance> {
    let mut fold = Fold::default();
    fold.standings.extend(before.into_iter().map(|standing| (standing.key.clone(), standing)));
    let mut as_of = None;
    for next in games {
        if let Some(game) = &next.game {
            fold.add(game);
            as_of = Some(AsOf { game: GameId(next.position.id), stored_at: next.stored_at });
        }
    }
    let Fold { standings, pairs, layouts } = fold;
    // In the order of the keys, so that a database visits each of its pages once.
    let mut standings: Vec<Standing> = standings.into_values().collect();
    standings.sort_unstable_by(|one, two| one.key.cmp(&two.key));
    let (pairs, layouts) = (pairs.into_pairs().collect(), layouts.into_values().collect());
    Some(Advance { games: games.len(), position: games.last()?.position, as_of, standings, pairs, layouts })
}

/// The games counted so far.
#[derive(Default)]
struct Fold {
    standings: HashMap<StandingKey, Standing>,
    pairs: PairTotals,
    layouts: BTreeMap<LayoutKey, LayoutCount>,
}

impl Fold {
    fn add(&mut self, game: &StoredGame) {
        let record = &game.record;
        let names = counted_names(record);
        let sides = sides(record.ruleset, &record.options, names.len());
        let facts = GameFacts { sides: &sides, names: &names, winners: &record.winners };
        let ratings = self.rated(record, &sides, &names);
        for appearance in facts.appearances() {
            let key = StandingKey { name: appearance.name.to_owned(), ruleset: record.ruleset };
            let standing = self.standings.entry(key).or_insert_with_key(|key| newcomer(key.clone(), record));
            count(standing, &appearance, record);
            // Partners of one name have one rating before and after. On several sides a name would play against itself.
            if let Some(seat) = facts.only_side(&appearance) {
                standing.rating = ratings[seat.index()];
            }
            standing.course.add(standing.rating);
        }
        self.pairs.add(record.ruleset, &facts);
        for (key, shown) in layouts(game) {
            let counted = self.layouts.entry(key).or_insert(LayoutCount { key, count: 0, first: shown, last: shown });
            counted.count += 1;
            counted.last = shown;
        }
    }

    /// The ratings of all seats after a game.
    fn rated(&self, record: &GameRecord, sides: &[usize], names: &[Option<String>]) -> Vec<Rating> {
        let rating = |name: &Option<String>| {
            let key = StandingKey { name: name.clone()?, ruleset: record.ruleset };
            self.standings.get(&key).map(|standing| standing.rating)
        };
        let before: Vec<Rating> = names.iter().map(|name| rating(name).unwrap_or(Rating::NEWCOMER)).collect();
        rate(sides, &before, &record.places)
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
fn count(standing: &mut Standing, appearance: &Appearance<'_>, record: &GameRecord) {
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
pub fn subtract(standing: &mut Standing, appearance: &Appearance<'_>) {
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

/// The layouts of a game and the cards in them: four for each deal, since partners lay out the same tricks differently.
/// The reference run counts the same.
fn layouts(game: &StoredGame) -> Vec<(LayoutKey, ShownIn)> {
    if !game.record.ruleset.has_readings() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (number, deal) in (1..).zip(deals(game)) {
        for player in Player::all(deal.points.len()) {
            let shown = ShownIn { game: game.record.id, deal: number, player };
            all.extend(laid_out(&deal, player).into_iter().map(|key| (key, shown)));
        }
    }
    all
}

/// The deals of a game; empty for a damaged game, which scrubbing reports.
fn deals(game: &StoredGame) -> Vec<Deal> {
    let replayed = engine::stored_log::<Fortunes>(game).ok().and_then(|log| log.replay().ok());
    replayed.and_then(|state| state.outcome()).map(|outcome| outcome.detail.deals).unwrap_or_default()
}

/// The keys of one layout: the layout itself, and each card in a position of it.
fn laid_out(deal: &Deal, player: Player) -> Vec<LayoutKey> {
    let tricks = Tricks::of_deal(deal, player);
    let layout = Layout::of(tricks.own.len(), tricks.partner.len());
    let verdict = Verdict::from(tricks.outcome);
    let cards = placed(layout, &tricks).map(|(place, card, disposition)| PlacedCard { place, card, disposition });
    let placed = std::iter::once(None).chain(cards.map(Some));
    placed.map(|placed| LayoutKey { layout, verdict, placed }).collect()
}
