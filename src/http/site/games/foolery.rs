//! Foolery: the standing play, who is out, the titles, the hands.

use maud::{Markup, html};

use super::{GamePage, Seat, TableView, line, words};
use crate::{
    games::{
        Foolery, Player,
        foolery::{Kind, Step, Title, Wish},
    },
    http::site::narration::{Names, Narration},
};

impl GamePage for Foolery {
    fn narrate(names: &Names<'_>, step: &Step) -> Narration {
        match step {
            Step::Deal { hands: _ } => Narration::table("The cards are dealt."),
            Step::Request { player, wants } => {
                let wishes: Vec<_> = wants.iter().map(|wish| wished(names, wish)).collect();
                names.by(*player, format_args!("wishes for {}", wishes.join(" and ")))
            }
            Step::Give { player, cards } => names.by_cards(*player, "gives", cards.hand()),
            Step::Play { player, cards } => names.by_cards(*player, "plays", cards.hand()),
            Step::Pass { player } => names.by(*player, "passes"),
        }
    }

    fn middle(view: &TableView<'_, Foolery>) -> Markup {
        let (state, name) = (&view.state, |player| view.names.player(player));
        html! {
            (words("Deal", state.deal))
            @if let Some(standing) = &state.standing {
                (line(
                    &format!("Standing: {}, by {}", kind(standing.kind), name(standing.player)),
                    &view.row(standing.cards, "Standing play"),
                ))
            }
            @for give in state.exchange.iter().flat_map(|exchange| &exchange.gives) {
                (words("Exchange", format_args!("{} gives {} {} cards", name(give.from), name(give.to), give.count)))
            }
            (words("Played", format_args!("{} cards in {} tricks", state.pile.len(), state.tricks)))
            @if !state.out.is_empty() { (words("Gone out", view.names.list(state.out.iter().copied()))) }
        }
    }

    /// The title and the hand.
    fn seat(view: &TableView<'_, Foolery>, player: Player) -> Seat {
        let (state, index) = (&view.state, player.index());
        let mut seat = Seat::default();
        if let Some(titles) = &state.titles {
            seat.mark(title(titles[index]), true);
        }
        seat.mark("out", state.out.contains(&player));
        seat.mark("passed", state.passed.contains(player));
        seat.mark("stuck with the Fool", state.stuck == Some(player));
        seat.figure("Score", state.scores[index]);
        seat.figure("Cards", state.hands[index].size);
        seat.cards = Some(view.row(state.hands[index].cards.unwrap_or_default(), "Hand"));
        seat
    }
}

fn wished(names: &Names<'_>, wish: Wish) -> String {
    match wish {
        Wish::Card(card) => names.deck.card_name(card),
        Wish::Rank(rank) => format!("any {}", names.deck.rank_name(rank)),
        Wish::Suit(suit) => format!("any of {}", names.deck.suit_name(suit)),
        Wish::Trump => "any trump".to_owned(),
        Wish::Unknown => "a card".to_owned(),
    }
}

const fn title(title: Title) -> &'static str {
    match title {
        Title::King => "king",
        Title::Prince => "prince",
        Title::Noble => "noble",
        Title::Merchant => "merchant",
        Title::Peasant => "peasant",
    }
}

const fn kind(kind: Kind) -> &'static str {
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
    fn wishes_are_told_in_words() {
        let names = Names { players: vec!["Ada"], deck: crate::cards::Deck::WaiteSmith };
        for (wants, sentence) in [
            (r#"["wa02"]"#, "Ada wishes for Two of Wands."),
            (r#"["qu", "cu"]"#, "Ada wishes for any Queen and any of Cups."),
            (r#"["ar"]"#, "Ada wishes for any trump."),
        ] {
            let step = serde_json::from_str(&format!(r#"{{"type": "request", "player": 0, "wants": {wants}}}"#));
            assert_eq!(Foolery::narrate(&names, &step.expect("a step")).sentence, sentence);
        }
    }
}
