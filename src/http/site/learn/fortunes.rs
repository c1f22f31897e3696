//! Fortunes in five minutes.

use maud::{Markup, html};

use super::{
    lesson::{CardRule, Example, Lesson, Played, Stage},
    pictures::{cards, figure, played_in_turn},
};
use crate::{
    cards::{Card, Deck},
    games::{
        Fortunes, Player,
        fortunes::{DispositionRule, Trick},
    },
    http::site::board::middle,
};

const DECK: Deck = Deck::Fortunes;
const NAMES: [&str; 4] = ["Ada", "Bel", "Cyd", "Dov"];

impl Lesson for Fortunes {
    const LEAD: &'static str =
        "Win tricks with your partner, high ones or low ones; the cards that won them become your fortune.";

    const EXAMPLE: Example = Example {
        seed: "arcana",
        players: 4,
        start: "Ada deals, so she and Cyd are the High team, Bel and Dov the Low team.",
        ends_with_rolls: false,
        stages: &[
            Stage {
                name: "Ada leads: the trick starts high",
                steps: r#"[{"type": "play", "player": 0, "card": "waki"}, {"type": "play", "player": 1, "card": "wa10"},
                    {"type": "play", "player": 2, "card": "wa02"}, {"type": "play", "player": 3, "card": "waac"}]"#,
                why: "All have Wands and follow. The Righ is the highest, so Ada takes the trick. It ended high and she is on \
                      the High team: well-disposed, 2 points.",
            },
            Stage {
                name: "Bel leads: the trick starts low",
                steps: r#"[{"type": "play", "player": 1, "card": "cu02"}, {"type": "play", "player": 2, "card": "cu07"},
                    {"type": "play", "player": 3, "card": "cuac"}, {"type": "play", "player": 0, "card": "cupa"}]"#,
                why: "The lead goes round the table and does not follow the winner. In a low trick the lowest card wins: Dov’s Ace. He is on the \
                      Low team: 2 points.",
            },
            Stage {
                name: "Cyd leads, and a Star falls",
                steps: r#"[{"type": "play", "player": 2, "card": "waqu"}, {"type": "play", "player": 3, "card": "wa03"},
                    {"type": "play", "player": 0, "card": "wakn"}, {"type": "play", "player": 1, "card": "ar10"}]"#,
                why: "Bel has no Wands left and throws the Wheel of Fortune. The trick turns from high to low, and Dov’s Three, the \
                      lowest Wand, wins it. From now on Stars are broken.",
            },
            Stage {
                name: "Dov leads, and the wrong team wins",
                steps: r#"[{"type": "play", "player": 3, "card": "sw04"}, {"type": "play", "player": 0, "card": "sw08"},
                    {"type": "play", "player": 1, "card": "sw10"}, {"type": "play", "player": 2, "card": "swac"}]"#,
                why: "A low trick, and the Ace is the lowest Sword: Cyd wins what the other team would have liked. He is \
                      ill-disposed to it, and its card will lie turned: 1 point.",
            },
        ],
    };

    fn text() -> Markup {
        html! {
            h2 { "The table" }
            p {
                "Four play, and partners sit across from each other. The pack has four suits, Wands, Cups, Swords and Pentacles, from "
                "the Ace, which is low, up to the Ten and then Herald, Knight, Riga and Righ; and 22 Stars, from 0, the Fool, to XXI. "
                "Two cards are set aside unseen; everybody gets 19. The dealer and the partner are the " strong { "High" }
                " team of this deal, the other two the " strong { "Low" } " team."
            }
            h2 { "A trick" }
            p {
                "Everybody plays one card. The dealer leads the first trick, then the lead passes clockwise from trick to trick; it "
                "does not go to the winner. If you hold the suit that was led, follow it; if not, play anything. Only cards of the led suit can win. A trick "
                "that the High team leads starts " strong { "high" } ": the highest card wins. One that the Low team leads starts "
                strong { "low" } ": the lowest wins."
            }
            (trick("cu05 cu09 cuki cuac", "Ada of the High team has led, and the highest Cup wins."))
            h2 { "Stars turn the trick" }
            p {
                "A Star in a trick of another suit never wins. It turns the trick: high becomes low, and low becomes high. A second Star "
                "turns it back."
            }
            (trick("cu05 cu09 cuki ar10", "The same trick, but Dov has no Cups and throws a Star: now the lowest Cup wins."))
            p {
                "No Star may be led until one has been played, unless you hold nothing else. Once one has been played, Stars are "
                em { "broken" } ": you may lead them, and play one instead of following a suit. A Star that was led must be followed "
                "with Stars by those who have any, and then nothing turns: the Stars count by number. The Fool is the lowest, except "
                "that in a high trick with XXI in it the Fool is the highest."
            }
            h2 { "Points and fortune" }
            p {
                "If the trick ended as your team likes it, high for High and low for Low, the winner is well-disposed to it: 2 points. "
                "Otherwise ill-disposed: 1 point. After nineteen tricks the team with more points wins. Then everybody lays out the "
                "cards that won their tricks, well-disposed ones upright and ill-disposed ones turned, together with the partner’s: "
                "that is the " a href="/rules/reading" { "reading" } ", fortune for those who won, doom for those who lost, and balance for all after a tie."
            }
        }
    }

    fn picture(stage: &Played<Fortunes>) -> Markup {
        html! { div.middle { (middle(&stage.scene())) } }
    }

    fn of_card(card: Card) -> Option<CardRule> {
        let text = match card.number()? {
            0 => {
                "The lowest Star; but in a high trick led with a Star it is the highest, if XXI was played to it too. In a trick of \
                 another suit it turns high and low."
            }
            21 => {
                "The highest Star, until the Fool joins it in a high trick led with a Star. In a trick of another suit it turns high \
                 and low."
            }
            _ => {
                "A Star: in a trick of another suit it turns high and low and cannot win. Led, it counts by its number."
            }
        };
        Some(CardRule { text, section: "who-wins-a-trick" })
    }
}

/// A trick led by Ada, the dealer; the engine determines the winner.
fn trick(ids: &str, caption: &str) -> Markup {
    let cards = cards(ids);
    let four = cards.as_slice().try_into().expect("a test makes every picture of each lesson");
    let won = Trick::of(Player(0), Player(0), four, DispositionRule::default());
    figure(&played_in_turn(cards.into_iter().zip(NAMES), won.card, DECK), caption)
}
