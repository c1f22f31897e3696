//! Foolery in five minutes.

use maud::{Markup, html};

use super::{
    lesson::{CardRule, Example, Lesson, Played, Stage},
    pictures::{cards, figure, laid, step_list},
};
use crate::{
    cards::{Card, Deck, Hand, Rank},
    games::{Foolery, foolery::Play},
    http::site::board::row,
    narration::foolery::kind,
};

const DECK: Deck = Deck::French;

/// Five-card combinations of each kind, lowest kind first.
const FIVES: [&str; 5] = [
    "waac cu02 wa03 sw04 pe05",
    "cu04 cu06 cu09 cu10 cuki",
    "wa09 sw09 pe09 wa08 pe08",
    "pe04 pe05 pe06 pe07 pe08",
    "wa07 cu07 sw07 pe07 ar07",
];

impl Lesson for Foolery {
    const LEAD: &'static str = "Be the first to get rid of your cards, and be King: the last pays the first with the best cards of the next hand.";

    const EXAMPLE: Example = Example {
        seed: "lesson",
        players: 4,
        start: "In the first deal the dealer leads: Ada.",
        ends_with_rolls: false,
        stages: &[
            Stage {
                name: "Three of a rank",
                steps: r#"[{"type": "play", "player": 0, "cards": ["cu03", "sw03", "wa03"]},
                    {"type": "play", "player": 1, "cards": ["cu08", "pe08", "sw08"]}, {"type": "pass", "player": 2},
                    {"type": "play", "player": 3, "cards": ["cuqu", "swqu", "waqu"]},
                    {"type": "play", "player": 0, "cards": ["cuki", "swki", "waki"]}, {"type": "pass", "player": 1},
                    {"type": "pass", "player": 2}, {"type": "pass", "player": 3}]"#,
                why: "Three cards are answered by three. Nobody wants to beat three Kings, which two trumps could do. The turn comes \
                      back to Ada: the trick is over and she leads again.",
            },
            Stage {
                name: "A pair, trumped",
                steps: r#"[{"type": "play", "player": 0, "cards": ["swac", "waac"]},
                    {"type": "play", "player": 1, "cards": ["cu09", "pe09"]}, {"type": "play", "player": 2, "cards": ["ar05"]},
                    {"type": "play", "player": 3, "cards": ["ar11"]}, {"type": "pass", "player": 0},
                    {"type": "pass", "player": 1}, {"type": "pass", "player": 2}]"#,
                why: "A pair is trumped by exactly one trump, and one trump by one that is higher. Dov wins and leads.",
            },
            Stage {
                name: "An equal card, and the Fool",
                steps: r#"[{"type": "play", "player": 3, "cards": ["pe10"]}, {"type": "play", "player": 0, "cards": ["wa10"]},
                    {"type": "play", "player": 2, "cards": ["pequ"]}, {"type": "play", "player": 3, "cards": ["ar00"]}]"#,
                why: "Ada’s Ten on a Ten skips Bel. Dov lays the Fool on the Queen: the trick is over at once, and he leads.",
            },
        ],
    };

    fn text() -> Markup {
        html! {
            h2 { "The deal" }
            p {
                "Three to seven play, each alone. All 78 cards are dealt: the four suits, in which the Ace is low and the Cavalier stands "
                "between Jack and Queen, 21 trumps, and the Fool, which is no trump. Suits are equal; only ranks count."
            }
            h2 { "What you may lead" }
            p { "One card, a pair, three or four of a rank; or five cards that are one of these, the lowest kind first:" }
            div.kinds { @for ids in FIVES { (five(ids)) } }
            p {
                "Five of a kind are the four cards of a rank and the trump of that number. You may lead one to three trumps only when you "
                "hold no card of a suit, and the Fool never. The leader may not pass."
            }
            h2 { "What may follow" }
            p {
                "In turn, play as many cards as lie there, of the same rank or higher, or pass. You may come back in when your turn comes "
                "again. On five cards play five: a higher kind, or the same kind as high or higher. A single card or a pair laid on one "
                "of the same rank skips the next player. When the turn comes back to the one whose cards lie there, the trick is over, "
                "and that player leads."
            }
            h2 { "Trumps and the Fool" }
            p {
                "You may always trump, but in the exact number: one trump on one or two cards, two on three or four, three on five. On "
                "five of a kind the highest of the three must be above its number. Trumps are beaten with higher ones only: three with "
                "two, two with one, one with one."
            }
            (laid("ar04 ar11", DECK, "Two trumps, the highest XI: they beat three trumps up to X, three of a rank or four of a rank."))
            p {
                "The Fool, alone, goes on anything and ends the trick. But if the lead falls to you and the Fool is all that you have, you are stuck "
                "with it and come last."
            }
            h2 { "Going out" }
            p {
                "Who goes out first is King, the next is Prince; the last two are Merchant and Peasant, and those between are Nobles. "
                "(Three players have only King, Noble and Peasant.) You score a point for everybody behind you. Before the next "
                "deal is played, the Peasant gives the King the two highest cards and gets any two back; Merchant and Prince "
                "exchange one in the same way. Then the King leads."
            }
        }
    }

    fn picture(stage: &Played<Foolery>) -> Markup {
        step_list(stage)
    }

    fn of_card(card: Card) -> Option<CardRule> {
        let text = match (card.number(), card.rank()) {
            (Some(0), _) => {
                "No trump: played alone it goes on anything and ends the trick. It may not be led, and a player who has to lead with \
                 nothing else comes last."
            }
            (Some(1..=14), _) => {
                "A trump, by its number; it also makes four cards of the rank of its number five of a kind."
            }
            (Some(_), _) => "A trump, by its number.",
            (None, Some(Rank::ACE)) => "The lowest of its suit; in a straight it stands below the Two.",
            (None, _) => return None,
        };
        Some(CardRule { text, section: "plays" })
    }
}

/// Five cards with the engine's name for them.
fn five(ids: &str) -> Markup {
    let hand: Hand = cards(ids).into_iter().collect();
    let play = Play::of(hand).expect("a test makes every picture of each lesson");
    figure(&row(cards(ids), DECK, Hand::EMPTY, "Cards"), kind(play.kind))
}
