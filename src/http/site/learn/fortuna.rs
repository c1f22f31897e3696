//! Fortuna in five minutes.

use maud::{Markup, html};

use super::{
    lesson::{CardRule, Example, Lesson, Played, Stage},
    pictures::{figure, thrown},
};
use crate::{
    cards::Card,
    games::{
        Fortuna, GameStep, Player,
        fortuna::{MARBLES, Options, Shown, Step, Turn, TurnFaces},
    },
    http::site::board::marbles,
    narration::{counted, fortuna::called},
};

/// Examples of each special score: dice, bricks and the reason.
const SPECIALS: [([u8; 2], [u8; 2], &str); 6] = [
    ([5, 6], [5, 6], "a five and a six on both sides"),
    ([2, 3], [2, 3], "each die matches a brick of its own"),
    ([2, 4], [2, 5], "a die is half the other, and a brick equals the lower"),
    ([1, 1], [1, 4], "two equal dice, and a brick equals them"),
    ([2, 4], [5, 4], "a die is half the other, and a brick equals the higher"),
    (
        [3, 3],
        [1, 4],
        "two equal dice, and two bricks make their value by sum or difference, or one brick is twice as much",
    ),
];

impl Lesson for Fortuna {
    const LEAD: &'static str =
        "Roll two dice, turn up two bricks, and see what they have in common before your opponent does.";

    const EXAMPLE: Example = Example {
        seed: "arcana",
        players: 2,
        start: "Ada and Bel roll for the gold disc. Their first totals are equal, 5 and 5, so they roll again: 11 against 7. Ada is \
                gold and begins.",
        ends_with_rolls: false,
        stages: &[
            Stage {
                name: "Ada rolls",
                steps: r#"[{"type": "call", "player": 0, "name": "smile"}, {"type": "accept", "player": 1}]"#,
                why: "One is half of two, and a brick equals the one: a Smile. Twice the bricks, blank and 1, is 2 points. Ada has \
                      no marble to retrieve; Bel loses one.",
            },
            Stage {
                name: "Bel rolls",
                steps: r#"[{"type": "call", "player": 1, "name": null}, {"type": "accept", "player": 0}]"#,
                why: "5 − 2 = 3, and the 3 lies there: 3 points. No special score is shown and none is called, which is right. Bel \
                      retrieves her marble.",
            },
            Stage {
                name: "Ada rolls again",
                steps: r#"[{"type": "call", "player": 0, "name": null}, {"type": "accept", "player": 1}]"#,
                why: "5, 1, their sum 6 and their difference 4: the bricks show none of these. A miss: Ada loses a marble.",
            },
            Stage {
                name: "Bel forgets to call",
                steps: r#"[{"type": "call", "player": 1, "name": null}, {"type": "challenge", "player": 0}]"#,
                why: "Two fives and a five: a Grin, twice the bricks, 10 points. Bel did not call it and Ada challenges. The points \
                      stand, but instead of what a Grin moves Bel loses a marble and Ada retrieves one.",
            },
        ],
    };

    fn text() -> Markup {
        html! {
            h2 { "The kit" }
            p {
                "An even number of players, from 2 to 20. For every two there are two dice, six marbles and eight gold bricks: 1 to 6 and two "
                "blanks. Everybody starts with three marbles. Marbles that are lost lie in the dungeon. The largest opening roll takes "
                "the gold disc and begins; ties roll again."
            }
            h2 { "Your turn" }
            p {
                "Roll two dice. The bricks lie face down; turn up two. A brick is " em { "met" } " when it equals a die, or the sum or the "
                "difference of both dice; a blank is never met."
            }
            (figure(&picture([1, 3], [4, 5]), "1 + 3 = 4: the brick 4 is met, 4 points."))
            ul {
                li { "A brick is met: you score the highest one that is, and retrieve a marble of yours, if one is in the dungeon." }
                li { "Nothing is met and nothing else shown: a miss. No points, and you lose a marble." }
            }
            h2 { "Special scores" }
            p {
                "Six patterns count for more or for less. The first that holds is what the turn shows, from the top down; the first four "
                "score twice the sum of the bricks, a blank as zero."
            }
            div.kinds { @for (dice, bricks, why) in SPECIALS { (special(dice, bricks, why)) } }
            p {
                "After one of the first four you retrieve a marble and your opponent loses one; after a cheese the opponent loses two. The "
                "last two score only the lower brick, and no marble moves."
            }
            h2 { "Call it" }
            p {
                "Before you score, name the special score that you see, or nothing. Your opponent, the next player with a marble, accepts "
                "or challenges. A right call counts, whatever the answer. A wrong one, or one forgotten, counts too if it is accepted; "
                "challenged, you keep the points, but you lose a marble, the opponent retrieves one, and no other marble moves."
            }
            h2 { "The end" }
            p {
                "The game ends as soon as somebody has no marble left, or after 200 turns. The most points win; marbles count for nothing. A table may also agree on a "
                "number of points that ends it, or on teams."
            }
        }
    }

    fn picture(stage: &Played<Fortuna>) -> Markup {
        let names = stage.names();
        let state = stage.view(&names).state;
        let faces = stage.steps.iter().fold((None, None), |(rolled, flipped), step| match step {
            Step::Roll { dice } => (Some(dice), flipped),
            Step::Flip { bricks } => (rolled, Some(bricks)),
            Step::OpeningRoll { .. } | Step::Call { .. } | Step::Challenge { .. } | Step::Accept { .. } => {
                (rolled, flipped)
            }
        });
        let said = stage.sentences().filter(|(step, _)| step.player().is_some());
        html! {
            div.middle {
                @if let (Some(dice), Some(bricks)) = faces { (thrown(dice.iter(), bricks.iter())) }
                p.label { @for (_, sentence) in said { (sentence) " " } }
            }
            div.places {
                @for player in Player::all(Self::EXAMPLE.players) {
                    @let (points, held) = (state.points[player.index()], state.marbles[player.index()]);
                    div.seat {
                        p.who { (names.player(player)) }
                        dl.figures { div { dt { "Points" } dd { (points) } } div { dt { "Marbles" } dd { (held) } } }
                        (marbles(held, Some(MARBLES)))
                    }
                }
            }
        }
    }

    /// Fortuna is played without cards.
    fn of_card(_card: Card) -> Option<CardRule> {
        None
    }
}

fn faces(values: [u8; 2]) -> TurnFaces {
    serde_json::from_value(values.to_vec().into()).expect("a test makes every picture of each lesson")
}

fn picture(dice: [u8; 2], bricks: [u8; 2]) -> Markup {
    thrown(faces(dice).iter(), faces(bricks).iter())
}

/// A turn with the engine's description and score.
fn special(dice: [u8; 2], bricks: [u8; 2], why: &str) -> Markup {
    let (options, turn) = (Options::default(), Turn::new(&faces(dice), &faces(bricks)));
    let shown = turn.shown(&options);
    let points = turn.points(shown, &options);
    let name = match shown {
        Shown::Special(special) => called(Some(special)),
        Shown::Plain => "a brick met",
        Shown::Miss => "a miss",
    };
    figure(&picture(dice, bricks), &format!("{name}, {}: {why}", counted(points, "point")))
}
