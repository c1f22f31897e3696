//! Counts games in memory, in commit order.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Utc};

use super::{
    facts::{Appearance, CountedGame, PairTotals, counted_names},
    records::{Advance, AsOf, LayoutCount, LayoutKey, NextGame, PlacedCard, SeatCount, ShownIn, Standing, StandingKey},
};
use crate::{
    games::{Fortunes, Game, Player, fortunes::Deal},
    reading::{Layout, Tricks, Verdict, rarity::placed},
    service::{
        Cancel, ServiceError, engine,
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

/// The standings that these games alone give, in this order, whatever came before them.
///
/// # Errors
/// `Unavailable` if the work was cancelled.
pub fn standings_of<'a>(
    games: impl IntoIterator<Item = &'a CountedGame>,
    cancel: &Cancel,
) -> Result<Vec<Standing>, ServiceError> {
    let mut fold = Fold::default();
    for game in games {
        cancel.check()?;
        fold.add_standings(game);
    }
    Ok(fold.standings.into_values().collect())
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
        let counted = CountedGame::of(&game.record);
        self.add_standings(&counted);
        self.pairs.add(counted.ruleset, &counted.facts());
        for (key, shown) in layouts(game) {
            let counted = self.layouts.entry(key).or_insert(LayoutCount { key, count: 0, first: shown, last: shown });
            counted.count += 1;
            counted.last = shown;
        }
    }

    fn add_standings(&mut self, game: &CountedGame) {
        let (facts, ratings) = (game.facts(), self.rated(game));
        for appearance in facts.appearances() {
            let key = StandingKey { name: appearance.name.to_owned(), ruleset: game.ruleset };
            let standing =
                self.standings.entry(key).or_insert_with_key(|key| newcomer(key.clone(), (game.id, game.played)));
            (standing.last_game, standing.former) = (game.id, standing.rating);
            count(standing, &appearance, game.played);
            // Partners of one name have one rating before and after. On several sides a name would play against itself.
            if let Some(seat) = facts.only_side(&appearance) {
                standing.rating = ratings[seat.index()];
            }
            standing.course.add(standing.rating);
        }
    }

    /// The ratings of all seats after a game.
    fn rated(&self, game: &CountedGame) -> Vec<Rating> {
        let facts = game.facts();
        let rating = |name: &Option<String>| {
            let key = StandingKey { name: name.clone()?, ruleset: game.ruleset };
            self.standings.get(&key).map(|standing| standing.rating)
        };
        let before: Vec<Rating> = facts.names.iter().map(|name| rating(name).unwrap_or(Rating::NEWCOMER)).collect();
        rate(facts.sides, &before, &game.places)
    }
}

/// The standing of a name before its first game.
fn newcomer(key: StandingKey, (game, at): (GameId, DateTime<Utc>)) -> Standing {
    Standing {
        key,
        games: 0,
        wins: 0,
        shared_wins: 0,
        points: 0,
        seats: Vec::new(),
        streak: 0,
        longest_wins: 0,
        longest_losses: 0,
        first_at: at,
        last_at: at,
        rating: Rating::NEWCOMER,
        last_game: game,
        former: Rating::NEWCOMER,
        course: Course::default(),
    }
}

/// Adds a game to a standing.
fn count(standing: &mut Standing, appearance: &Appearance<'_>, played: DateTime<Utc>) {
    widen(standing, played);
    add(standing, appearance);
    standing.streak = match (appearance.won, standing.streak) {
        (true, streak) => streak.max(0) + 1,
        (false, streak) => streak.min(0) - 1,
    };
    standing.longest_wins = standing.longest_wins.max(standing.streak);
    standing.longest_losses = standing.longest_losses.max(-standing.streak);
}

/// Has the time of a game lie between the first and the last.
fn widen(standing: &mut Standing, at: DateTime<Utc>) {
    standing.first_at = standing.first_at.min(at);
    standing.last_at = standing.last_at.max(at);
}

/// Adds what does not depend on the order of games.
fn add(standing: &mut Standing, appearance: &Appearance<'_>) {
    standing.games += 1;
    standing.wins += i64::from(appearance.won);
    standing.shared_wins += i64::from(appearance.shared);
    standing.points += appearance.points;
    for (seat, won) in &appearance.seats {
        if standing.seats.len() <= seat.index() {
            standing.seats.resize(seat.index() + 1, SeatCount::default());
        }
        let seat = &mut standing.seats[seat.index()];
        seat.games += 1;
        seat.wins += i64::from(*won);
    }
}

/// Counts a corrected game for the names that it has now, where `found` are the standings that exist of those and of the
/// names that it had. A name that is gone with it leaves its rating to the other spelling, if that is new.
pub fn correct(mut found: Vec<Standing>, before: &GameRecord, after: &GameRecord) -> Vec<Standing> {
    let (old, new) = (CountedGame::of(before), CountedGame::of(after));
    let (had, has) = (old.facts().appearances(), new.facts().appearances());
    for appearance in has.iter().filter(|appearance| !had.contains(appearance)) {
        let place = found.iter().position(|standing| standing.key.name == appearance.name);
        let place = place.unwrap_or_else(|| {
            let key = StandingKey { name: appearance.name.to_owned(), ruleset: after.ruleset };
            let former = had.iter().find(|former| former.seats == appearance.seats);
            let former = former.and_then(|former| found.iter().find(|standing| standing.key.name == former.name));
            let only = former.filter(|standing| standing.games == 1);
            found.push(match only {
                Some(standing) => emptied(Standing { key, ..standing.clone() }),
                None => newcomer(key, (after.id, after.played())),
            });
            found.len() - 1
        });
        add(&mut found[place], appearance);
    }
    for standing in &mut found {
        let of = |all: &'_ [Appearance<'_>]| all.iter().position(|appearance| appearance.name == standing.key.name);
        let (former, present) = (of(&had), of(&has));
        if let Some(gone) = former.map(|place| &had[place]).filter(|former| !has.contains(former)) {
            subtract(standing, gone);
        }
        if present.is_some() {
            widen(standing, after.played());
        }
    }
    found
}

/// A standing without what is added of games.
fn emptied(standing: Standing) -> Standing {
    Standing { games: 0, wins: 0, shared_wins: 0, points: 0, seats: Vec::new(), ..standing }
}

/// Subtracts a deleted game from a standing. Ratings, streaks and times are corrected only by reindexing.
pub fn subtract(standing: &mut Standing, appearance: &Appearance<'_>) {
    standing.games -= 1;
    standing.wins -= i64::from(appearance.won);
    standing.shared_wins -= i64::from(appearance.shared);
    standing.points -= appearance.points;
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
