//! Reversal of Fortune in five minutes.

use maud::{Markup, html};

use super::{
    lesson::{CardRule, Example, Lesson, Played, Stage},
    pictures::figure,
};
use crate::{
    cards::Card,
    games::{
        Player, Reversal,
        reversal::{LUCK_LIMIT, Step},
    },
    http::site::board::{dice, marbles},
};

impl Lesson for Reversal {
    const LEAD: &'static str =
        "Five dice and a store of luck: those who store luck roll worse now, those who spend it roll better.";

    const EXAMPLE: Example = Example {
        seed: "arcana",
        players: 2,
        start: "Ada and Bel begin without points and without luck. So both can only store in the first round.",
        ends_with_rolls: true,
        stages: &[
            Stage {
                name: "The first round",
                steps: r#"[{"type": "choose", "player": 0, "action": "store", "amount": 3},
                    {"type": "choose", "player": 1, "action": "store", "amount": 1}]"#,
                why: "Ada rerolls three successes, the lowest ones, and keeps one; Bel rerolls one of two and keeps one. One against \
                      one: the sums of all five dice decide, 10 against 13, and Bel gains the point.",
            },
            Stage {
                name: "The second round",
                steps: r#"[{"type": "choose", "player": 0, "action": "spend", "amount": 3},
                    {"type": "choose", "player": 1, "action": "store", "amount": 3}]"#,
                why: "Ada has set 3, but only two failures to reroll: she lacks a die, and since she spent, that is a point for her. \
                      Bel has to reroll three successes and keeps one. Ada ends with three and gains the point of the round too.",
            },
        ],
    };

    fn text() -> Markup {
        html! {
            h2 { "What you have" }
            p {
                "Two to twenty play, all at once. Everybody has five dice, points that start at 0, and a luck track from 0 to 8 that "
                "starts at 0. A die that shows 4, 5 or 6 is a " strong { "success" } "; 1, 2 or 3 is a " strong { "failure" } "."
            }
            h2 { "A round" }
            ol {
                li {
                    strong { "Choose in secret: " } "store or spend, and how much, at least 1. You can spend no more luck than you have, and "
                    "store no more than there is room for up to 8."
                }
                li { strong { "Luck moves " } "when all have chosen: it goes up by what you stored, or down by what you spent." }
                li { strong { "Roll " } "your five dice." }
                li {
                    strong { "Reroll: " } "if you spent, you reroll failures; if you stored, you have to reroll successes: as many as the amount that was "
                    "set, the lowest first, each once. What they show then stands."
                }
                li {
                    strong { "Lacking dice: " } "did you set more than you had such dice? If you spent, you gain a point; if you stored, "
                    "you lose one."
                }
                li {
                    strong { "The point of the round " } "goes to the most successes; among those tied, to the largest sum of all five dice; "
                    "and if that is tied too, to nobody."
                }
            }
            (figure(&html! { (shown(&[1, 3, 2, 6, 6])) }, "Spend 2: the failures 1 and 2, the lowest, are rolled again."))
            (figure(&html! { (shown(&[6, 5, 4, 2, 1])) }, "Store 3: the successes 4, 5 and 6 have to be rolled again."))
            h2 { "What to store, when to spend" }
            p {
                "Storing costs successes now; spending is only worth it when there are failures to mend, and you choose before you roll. A "
                "large amount is a bet. Of five dice about half are failures. Spend 5 and you will probably lack dice, which is a point by "
                "itself; store 5 and you will probably lose one. Points can fall below zero."
            }
            h2 { "The end" }
            p {
                "Have at least 10 points after a round, and more than everybody else, and you have won. While the lead is shared, play goes on, but for "
                "200 rounds at the most. Luck that is left counts for nothing."
            }
        }
    }

    fn picture(stage: &Played<Reversal>) -> Markup {
        let names = stage.names();
        let state = stage.view(&names).state;
        html! {
            div.places { @for player in Player::all(Self::EXAMPLE.players) {
                div.seat {
                    p.who { (names.player(player)) }
                    @for (step, sentence) in stage.sentences() { (seen(step, &sentence, player)) }
                    dl.figures {
                        div { dt { "Points" } dd { (state.points[player.index()]) } }
                        div { dt { "Luck" } dd { (state.luck[player.index()]) } }
                    }
                    (marbles(state.luck[player.index()], Some(LUCK_LIMIT)))
                }
            } }
        }
    }

    /// Reversal is played without cards.
    fn of_card(_card: Card) -> Option<CardRule> {
        None
    }
}

/// A step as shown to one player: the player's own choice and dice.
fn seen(step: &Step, sentence: &str, player: Player) -> Markup {
    let own = |dice: &crate::games::reversal::TableDice| dice.iter().nth(player.index());
    match step {
        Step::Choose { player: chooser, .. } => html! { @if *chooser == player { p.label { (sentence) } } },
        Step::Roll { dice: all } => html! { @if let Some(own) = own(all) { (dice(own.iter(), "Dice")) } },
        Step::Reroll { dice: all } => html! {
            @if let Some(own) = own(all).filter(|own| own.iter().len() > 0) {
                p.label { "Rerolled" } (dice(own.iter(), "Rerolled"))
            }
        },
    }
}

fn shown(values: &[u8; 5]) -> Markup {
    dice(values.map(crate::games::Face).into_iter(), "Dice")
}
