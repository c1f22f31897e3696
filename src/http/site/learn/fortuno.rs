//! Fortuno in five minutes.

use maud::{Markup, html};

use super::{
    lesson::{CardRule, Example, Lesson, Played, Stage},
    pictures::{cards, figure, named, step_list},
};
use crate::{
    cards::{Card, Deck, Rank},
    games::Fortuno,
    http::site::board::middle,
};

const DECK: Deck = Deck::Thoth;

/// Minors with a function.
const FUNCTIONS: [(&str, &str); 5] =
    [("cupa", "draw 2"), ("cukn", "draw 3"), ("cuqu", "skip one"), ("cuki", "turn round"), ("cuac", "on any Minor")];

impl Lesson for Fortuno {
    const LEAD: &'static str =
        "Be the first without cards, while the Major Arcana turn hands, seats and turns upside down.";

    const EXAMPLE: Example = Example {
        seed: "dawn",
        players: 4,
        start: "Ada has dealt, six cards each. Nothing lies on the discard pile yet, so Bel begins with a flip.",
        ends_with_rolls: false,
        stages: &[
            Stage {
                name: "Bel flips",
                steps: r#"[{"type": "flip", "player": 1}]"#,
                why: "The Queen of Swords acts as if it had been played just before: it skips, and Bel’s turn is over.",
            },
            Stage {
                name: "Cyd hits Dov",
                steps: r#"[{"type": "play", "player": 2, "cards": ["swkn"]}, {"type": "draw", "player": 3}]"#,
                why: "The Prince is a Sword like the Queen. Dov has no Prince to lay on it and no Fortune to send it back: he draws \
                      three, and his turn is over.",
            },
            Stage {
                name: "Three quiet cards",
                steps: r#"[{"type": "play", "player": 0, "cards": ["cuac"]}, {"type": "play", "player": 1, "cards": ["cu07"]},
                    {"type": "play", "player": 2, "cards": ["cu06"]}]"#,
                why: "An Ace goes on any Minor. Then Cups follow Cups; numbers do nothing by themselves.",
            },
            Stage {
                name: "Dov plays The Tower",
                steps: r#"[{"type": "play", "player": 3, "cards": ["ar16"]}]"#,
                why: "A Major goes on any Minor. The players with the most and the fewest cards swap hands: Dov has eight, Cyd has four. \
                      A Major lies on top now, so Ada has to flip.",
            },
        ],
    };

    fn text() -> Markup {
        html! {
            h2 { "The cards" }
            p {
                "Four to eight play with one pack. The 22 Major Arcana are " strong { "Majors" } ", all other cards " strong { "Minors" }
                ". Everybody gets six; the rest is the draw pile. The player after the dealer begins."
            }
            h2 { "Your turn" }
            p { "Look at the top of the discard pile." }
            ul {
                li {
                    strong { "A Minor: " } "play one card of the same suit or rank, any Ace, or any Major but Fortune and, on an Ace, Lust. If you "
                    "can, you must. If not, draw until you can."
                }
                li {
                    strong { "A Major, or nothing: " } "flip the top card of the draw pile. A Minor acts as if the player before you had "
                    "played it, and unless that ends your turn, you go on. A Major acts as if you had played it, at times a little "
                    "differently, and your turn is over."
                }
            }
            p { "All four suits of one number, 2 to 10, may be played at once." }
            h2 { "What Minors do" }
            (figure(&named(FUNCTIONS.into_iter().flat_map(|(id, what)| cards(id).into_iter().map(move |card| (card, what))), DECK),
                "Princess, Prince, Queen, Knight and Ace. The numbers do nothing."))
            p {
                "If you have to draw for a Princess you may lay a Princess on it instead, and on a Prince a Prince: the next player faces the sum. Fortune "
                "sends the draw back to where it came from."
            }
            h2 { "A few Majors" }
            (figure(&named([("ar13", "draw 6"), ("ar16", "swap hands"), ("ar21", "pass hands on"), ("ar06", "a team"), ("ar10", "send it back")]
                .into_iter().flat_map(|(id, what)| cards(id).into_iter().map(move |card| (card, what))), DECK),
                "Death, The Tower, The Universe, The Lovers, Fortune. But the player who flips Death is out of the game."))
            p { "You need not learn them: each card’s page says what it does, and the table asks you for what it needs." }
            h2 { "Call, and slap" }
            p {
                "When a play takes your hand down to one card, call “Fortuno!” with it. If you forget, somebody may accuse you before the next "
                "action, and gives you a card. A false accusation can be paid back in the same way."
            }
            p {
                "Three Minors of one rank in a row, the last three of three suits, start a race: everybody slaps, and the first takes the next "
                "turn with any card but Fortune. Another player who holds the fourth suit may throw that card in and steal the turn."
            }
            h2 { "The end" }
            p {
                "A player without cards at the end of a turn wins, and so does the last one who is not out of the game. While only two "
                "are left, the wildest cards do nothing any more."
            }
        }
    }

    fn picture(stage: &Played<Fortuno>) -> Markup {
        html! { (step_list(stage)) div.middle { (middle(&stage.scene())) } }
    }

    fn of_card(card: Card) -> Option<CardRule> {
        let text = match card.rank() {
            None => *MAJORS.get(card.index())?,
            Some(Rank::ACE) => "It may be played on any Minor.",
            Some(Rank::PAGE) => "The next player draws two and loses the turn, or lays another Princess on it.",
            Some(Rank::KNIGHT) => "The next player draws three and loses the turn, or lays another Prince on it.",
            Some(Rank::QUEEN) => "The next player is skipped.",
            Some(Rank::KING) => "Play turns round and goes on in the other direction.",
            Some(_) => return None,
        };
        Some(CardRule { text, section: "card-functions" })
    }
}

/// The effects of the Majors when played, by number.
const MAJORS: [&str; Card::TRUMPS] = [
    "It counts as a card from 2 to 10 that its player names, and the next player draws four.",
    "The players take new seats.",
    "Its player draws two cards; with The Hierophant laid on it, everybody else does instead.",
    "The next two players are skipped.",
    "The next three players are skipped.",
    "Its player draws three cards; with The Priestess laid on it, everybody else draws two instead.",
    "Its player picks a lover: for a while the two are a team.",
    "Nothing by itself; thrown in out of turn it keeps its owner out of a card that touches everybody.",
    "All hands are gathered and dealt anew.",
    "The next player is a hermit for two turns: skipped, and untouched.",
    "Only an answer: it turns the direction, and a draw goes back to where it came from.",
    "Princesses and Princes may be laid on it; the next player draws their sum.",
    "Its player draws six cards and puts three back on the draw pile.",
    "The next player draws six; the player who flips it is out of the game.",
    "It becomes any card that its player names, but for a few.",
    "The others offer a card that is not a number, or say that they have none; its player takes one.",
    "The players with the most and the fewest cards swap hands.",
    "Everybody passes a card to the next player.",
    "Its player asks somebody for a card of a certain sort.",
    "Its player looks at somebody’s hand.",
    "Its player puts the whole hand away and draws six.",
    "Everybody’s hand goes to the next player.",
];
