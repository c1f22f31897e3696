//! Swapping two cards that a viewer has never seen, in a whole log, does not change what the viewer sees.

use arcana::{
    cards::{Card, Hand},
    chance::Chance,
    games::{Log, Player, Viewer},
    players::Skill,
};
use serde_json::{Value, json};

use crate::{
    received::{all_received, cards_in},
    setups::{Setups, for_every_game, played},
};

/// Number of positions checked in each game, and of pairs swapped for each viewer.
const MOMENTS: usize = 2;
const PAIRS: usize = 4;

for_every_game! {
    unknown_cards_may_be_swapped:
    fortunes(Fortunes, 6, 2),
    foolery(Foolery, 6, 3),
    fortuno(Fortuno, 12, 8),
}

fn unknown_cards_may_be_swapped<G: Setups>(number: usize, skill: Skill) {
    let whole = played::<G>(number, skill);
    let mut probe = Chance::of_table(&format!("{} {number}", G::INFO.id), "swapped");
    let mut found = 0;
    for _ in 0..MOMENTS {
        let count = 1 + probe.below(whole.steps.len() as u32) as usize;
        let log = Log::<G> { steps: whole.steps[..count].to_vec(), ..whole.clone() };
        let Some(deal) = log.steps.iter().rposition(|step| json!(step)["type"] == "deal") else { continue };
        for viewer in Player::all(log.players).map(Viewer::Player).chain([Viewer::Public]) {
            let told = all_received(&log, deal, viewer);
            let unknown = !told.iter().fold(Hand::EMPTY, |known, told| known | cards_in(told));
            let swapped = (0..PAIRS).fold(log.clone(), |log, _| swap_any(log, deal, unknown, &mut probe));
            if swapped != log {
                found += 1;
                let same = all_received(&swapped, deal, viewer) == told;
                assert!(same, "set-up {number}, {count} steps: {viewer:?} can tell {swapped:?} from {log:?}");
            }
        }
    }
    assert!(number > 0 || found > 0, "nothing could be swapped in {}", G::INFO.id);
}

/// The log with two of these cards swapped since the deal, or the log itself if the game would have gone differently.
fn swap_any<G: Setups>(log: Log<G>, deal: usize, unknown: Hand, probe: &mut Chance) -> Log<G> {
    let any = |probe: &mut Chance| unknown.nth(probe.below(unknown.len().max(1) as u32) as usize);
    let (Some(one), Some(two)) = (any(probe), any(probe)) else { return log };
    let mut steps = log.steps[..deal].to_vec();
    for step in &log.steps[deal..] {
        steps.push(serde_json::from_value(swap(json!(step), one, two)).expect("a step with other cards"));
    }
    let swapped = Log::<G> { steps, ..log.clone() };
    if goes_alike(&log, &swapped, |state| swap(state, one, two)) { swapped } else { log }
}

/// Whether both logs are legal, with states that differ only in the swap. A card may have other effects in another
/// position: the number of cards drawn depends on it, and is public.
fn goes_alike<G: Setups>(log: &Log<G>, other: &Log<G>, swap: impl Fn(Value) -> Value) -> bool {
    let new = || G::new(log.players, log.options.clone()).expect("a game that was played");
    let (mut game, mut swapped) = (new(), new());
    log.steps.iter().zip(&other.steps).all(|(step, other)| {
        game.apply(step).expect("a legal step");
        let whole = |game: &G, swap: &dyn Fn(Value) -> Value| in_pack_order(swap(json!(game.state(Viewer::All))));
        swapped.apply(other).is_ok() && whole(&game, &swap) == whole(&swapped, &|state| state)
    })
}

/// Sorts lists of cards, since hands are shown in pack order.
fn in_pack_order(value: Value) -> Value {
    match value {
        Value::Array(mut items) => {
            if items.iter().all(Value::is_string) {
                items.sort_by(|one, two| one.as_str().cmp(&two.as_str()));
            }
            items.into_iter().map(in_pack_order).collect()
        }
        Value::Object(fields) => fields.into_iter().map(|(name, field)| (name, in_pack_order(field))).collect(),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// Swaps two cards in a value.
fn swap(value: Value, one: Card, two: Card) -> Value {
    match value {
        Value::String(text) if text == one.id() => two.id().into(),
        Value::String(text) if text == two.id() => one.id().into(),
        Value::Array(items) => items.into_iter().map(|item| swap(item, one, two)).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, field)| (name, swap(field, one, two))).collect(),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}
