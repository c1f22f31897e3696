//! Counts of the layouts of Fortunes.

use super::records::{LayoutKey, PlacedCard, ShownIn};
use crate::{
    games::{Fortunes, Game, Player, fortunes::Deal},
    reading::{Layout, Tricks, Verdict, rarity::placed},
    service::{engine, records::StoredGame},
};

/// The layouts of a game and the cards in them: four for each deal, since partners lay out the same tricks differently.
/// The reference run counts the same.
pub fn layouts(game: &StoredGame) -> Vec<(LayoutKey, ShownIn)> {
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
