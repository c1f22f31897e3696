//! Steps told as sentences.

use serde_json::Value;

use super::{card, games::TableView};
use crate::cards::{Rank, Suit};

/// What the step that led to this table did.
pub fn told(view: &TableView<'_>) -> String {
    let Some(step) = &view.made else { return "Nothing has happened yet.".to_owned() };
    let Some(kind) = step["type"].as_str() else { return "A step was made.".to_owned() };
    match &step["player"] {
        Value::Null => by_table(view, kind, step),
        player => {
            let call = if step["fortuno"] == true { " and calls “Fortuno”" } else { "" };
            format!("{} {}{call}.", view.name(player), by_player(view, kind, step))
        }
    }
}

fn by_table(view: &TableView<'_>, kind: &str, step: &Value) -> String {
    match kind {
        "deal" => "The cards are dealt.".to_owned(),
        "reshuffle" => format!("{} discards become the new draw pile.", count(&step["cards"])),
        "redeal" => "All cards are gathered and dealt anew.".to_owned(),
        "seats" => format!("The seats change: {}.", view.listed(&step["order"])),
        "slap" => format!("{} slaps first.", view.name(&step["first"])),
        "rps" => format!("{} wins at rock-paper-scissors.", view.name(&step["winner"])),
        "opening_roll" => "The opening roll: who gets the gold disc?".to_owned(),
        "roll" => "The dice are rolled.".to_owned(),
        "flip" => "The bricks are flipped.".to_owned(),
        "reroll" => "The liable dice are rolled again.".to_owned(),
        other => format!("The table: {}.", other.replace('_', " ")),
    }
}

fn by_player(view: &TableView<'_>, kind: &str, step: &Value) -> String {
    let target = || view.name(&step["target"]);
    let cards = || named(view, step);
    let used = step["use"] == true;
    let whether = |yes: &str, no: &str| if used { yes.to_owned() } else { no.to_owned() };
    match kind {
        "play" => format!("plays {}", cards()),
        "pass" => "passes".to_owned(),
        "wager" => format!("wagers {}", step["amount"]),
        "bid" => format!("bids {} tricks", step["tricks"]),
        "stake" => format!("{}s", step["choice"].as_str().unwrap_or("stay")),
        "request" => format!("wishes for {}", wishes(view, &step["wants"])),
        "give" | "pass_card" => format!("gives {}", cards()),
        "call" => {
            let name = step["name"].as_str().map_or_else(|| "nothing".to_owned(), |name| name.replace('_', " "));
            format!("calls {name}")
        }
        "challenge" => "challenges the call".to_owned(),
        "accept" => "accepts the call".to_owned(),
        "choose" => format!("chooses to {} {} luck", step["action"].as_str().unwrap_or_default(), step["amount"]),
        "flip" => "flips the top card of the draw pile".to_owned(),
        "draw" => "draws".to_owned(),
        "decline" => "leaves the reward".to_owned(),
        "accuse" => format!("says that {} did not call", target()),
        "jaccuse" => format!("accuses {} of a lie", target()),
        "dispute" => "objects".to_owned(),
        "divorce" => format!("divorces and keeps {}", cards()),
        "steal" => whether("steals the reward", "does not steal the reward"),
        "chariot" => whether("uses The Chariot", "does not use The Chariot"),
        "gambit" => whether("lays the card for the Church Gambit", "lays no card for the Church Gambit"),
        "moon_play" => whether("plays the card drawn for The Moon", "keeps the card drawn for The Moon"),
        "name" => format!("names {}", cards()),
        "pick" => format!("picks {}", target()),
        "orgy" => format!("lets {} join Lust", cards()),
        "return" => format!("puts {} back on the draw pile", cards()),
        "offer" => format!("offers {}", cards()),
        "take" => format!("takes {}", cards()),
        "switch" => format!("has {} and {} swap hands", view.name(&step["most"]), view.name(&step["fewest"])),
        "ask" => format!("asks {} for {}", target(), wish(view, &step["request"])),
        other => format!("makes the step “{}”", other.replace('_', " ")),
    }
}

fn count(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}

/// The cards of a step by name.
fn named(view: &TableView<'_>, step: &Value) -> String {
    let mut cards = card::cards(&step["cards"]);
    cards.extend(card::card(&step["card"]));
    let names: Vec<_> = cards.into_iter().map(|card| view.deck().card_name(card)).collect();
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((one, [])) => one.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// A list of wishes.
fn wishes(view: &TableView<'_>, wants: &Value) -> String {
    let all: Vec<_> = wants.as_array().into_iter().flatten().map(|want| wish(view, want)).collect();
    all.join(" and ")
}

/// A card, a rank or a suit that is wished for.
fn wish(view: &TableView<'_>, want: &Value) -> String {
    let deck = view.deck();
    let suit = |id: &Value| id.as_str().and_then(Suit::from_id).map(|suit| deck.suit_name(suit));
    let rank = |id: &Value| id.as_str().and_then(Rank::from_id).map(|rank| deck.rank_name(rank));
    let name = card::card(&want["card"]).or_else(|| card::card(want)).map(|card| deck.card_name(card));
    let rank = rank(&want["rank"]).map(|rank| format!("any {rank}"));
    let suit = suit(&want["suit"]).map(|suit| format!("any of {suit}"));
    name.or(rank).or(suit).unwrap_or_else(|| "a card".to_owned())
}
