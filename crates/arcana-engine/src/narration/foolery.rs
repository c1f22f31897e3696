//! Sentences for Foolery.

use super::{Names, Narrate, Narration, cards};
use crate::games::{
    Foolery, Player,
    foolery::{Kind, Play, Step, StepKind, Title, Wish},
};

impl Narrate for Foolery {
    const TABLE: &'static [(StepKind, &'static str)] = &[(StepKind::Deal, "deals the cards")];

    fn narrate(names: &Names<'_>, step: &Step) -> Narration {
        match step {
            Step::Deal { hands: _ } => Narration::table("The cards are dealt."),
            Step::Request { player, wants } => {
                let wishes: Vec<_> = wants.iter().map(|wish| wished(names, wish)).collect();
                names.by(*player, format_args!("wishes for {}", wishes.join(" and ")))
            }
            Step::Give { player, cards } => names.by_cards(*player, "gives", cards.hand()),
            Step::Play { player, cards } => {
                let what = Play::of(cards.hand()).filter(|play| play.count > 1).map(|play| kind(play.kind));
                let verb = what.map_or("plays".to_owned(), |what| format!("plays {what}:"));
                names.by_cards(*player, &verb, cards.hand())
            }
            Step::Pass { player } => names.by(*player, "passes"),
        }
    }

    fn narrate_part(names: &Names<'_>, kind: StepKind, player: Option<Player>, count: Option<usize>) -> String {
        match kind {
            StepKind::Deal => "The cards are dealt.".to_owned(),
            StepKind::Give => names.hidden(player, format_args!("gives {}", cards(count))),
            // These steps are never hidden.
            StepKind::Request | StepKind::Play | StepKind::Pass => names.hidden(player, "acts"),
        }
    }
}

/// A wish, as in `any Queen`.
pub fn wished(names: &Names<'_>, wish: Wish) -> String {
    match wish {
        Wish::Card(card) => names.deck.card_name(card),
        Wish::Rank(rank) => format!("any {}", names.deck.rank_name(rank)),
        Wish::Suit(suit) => format!("any card of {}", names.deck.suit_name(suit)),
        Wish::Trump => "any trump".to_owned(),
        Wish::Unknown => "a card".to_owned(),
    }
}

/// A title, as in `king`.
pub const fn title(title: Title) -> &'static str {
    match title {
        Title::King => "king",
        Title::Prince => "prince",
        Title::Noble => "noble",
        Title::Merchant => "merchant",
        Title::Peasant => "peasant",
    }
}

/// The kinds of plays, each with what it is.
pub const KINDS: [(&str, &str); 8] = [
    ("Single, pair, triple, four", "one to four cards of a rank"),
    ("Straight", "five ranks in a row"),
    ("Flush", "five cards of a suit"),
    ("Full house", "three cards of a rank and two of another"),
    ("Straight flush", "five ranks of a suit in a row"),
    ("Five of a kind", "all four cards of a rank, and the trump of its number"),
    ("Trumps", "one to three of them: one beats one or two cards, two beat three or four, three beat five"),
    ("The Fool", "alone, on anything: it ends the trick"),
];

/// The name of a combination, as in `full house`.
pub const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Single => "single",
        Kind::Pair => "pair",
        Kind::Triple => "triple",
        Kind::Four => "four",
        Kind::Straight => "straight",
        Kind::Flush => "flush",
        Kind::FullHouse => "full house",
        Kind::StraightFlush => "straight flush",
        Kind::FiveOfAKind => "five of a kind",
        Kind::Trumps => "trumps",
        Kind::Fool => "fool",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_described() {
        let names = Names { players: vec!["Ada"], deck: crate::cards::Deck::WaiteSmith };
        for (wants, sentence) in [
            (r#"["wa02"]"#, "Ada wishes for Two of Wands."),
            (r#"["qu", "cu"]"#, "Ada wishes for any Queen and any card of Cups."),
            (r#"["ar"]"#, "Ada wishes for any trump."),
        ] {
            let step = serde_json::from_str(&format!(r#"{{"type": "request", "player": 0, "wants": {wants}}}"#));
            assert_eq!(Foolery::narrate(&names, &step.expect("a step")).sentence, sentence);
        }
    }
}
