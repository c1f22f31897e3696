//! What is counted in the layouts of Fortunes.

use super::records::{LayoutKey, PlacedCard};
use crate::{
    games::{Fortunes, Game, Player, fortunes::Deal},
    reading::{Layout, Tricks, Verdict},
    service::{engine, records::StoredGame},
};

/// What the layouts of a game have in them: of each deal two, one for each pair of partners. Partners read the same
/// cards, so the seats 0 and 1 stand for them.
pub fn layouts(game: &StoredGame) -> Vec<LayoutKey> {
    if !game.record.ruleset.has_readings() {
        return Vec::new();
    }
    let each = |deal: &Deal| [Player(0), Player(1)].map(|player| laid_out(deal, player));
    deals(game).iter().flat_map(each).flatten().collect()
}

/// The deals of a game; none of one that is damaged, which a scrub tells.
fn deals(game: &StoredGame) -> Vec<Deal> {
    let replayed = engine::stored_log::<Fortunes>(game).ok().and_then(|log| log.replay().ok());
    replayed.and_then(|state| state.outcome()).map(|outcome| outcome.detail.deals).unwrap_or_default()
}

/// A layout, and each card in a place of it.
fn laid_out(deal: &Deal, player: Player) -> Vec<LayoutKey> {
    let tricks = Tricks::of_deal(deal, player);
    let layout = Layout::of(tricks.own.len(), tricks.partner.len());
    let verdict = Verdict::from(tricks.outcome);
    let mut keys = vec![LayoutKey { layout, verdict, placed: None }];
    for (source, trick) in tricks.all() {
        if let Some(place) = layout.places().find(|place| place.sources().contains(&source)) {
            let placed = PlacedCard { place, card: trick.card, disposition: trick.disposition };
            keys.push(LayoutKey { layout, verdict, placed: Some(placed) });
        }
    }
    keys
}
