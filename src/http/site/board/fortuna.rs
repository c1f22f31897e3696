//! Fortuna: dice, bricks, marbles and the call.

use maud::{Markup, html};

use super::{
    face,
    parts::{Seat, SeenHand, line, words},
    view::{BoardPage, BoardView},
};
use crate::{
    cards::{Card, Hand},
    games::{
        Fortuna, Observe, Player, Viewer,
        fortuna::{MARBLES, PhaseId, State, Step},
    },
    narration::{counted, fortuna::called},
};

impl BoardPage for Fortuna {
    const PART: &'static str = "turn";

    fn part(game: &Fortuna) -> u32 {
        game.state(Viewer::Public).turns.into()
    }

    fn hand(_state: &State, _player: Player) -> Option<SeenHand> {
        None
    }

    fn moved(_step: &Step) -> Hand {
        Hand::EMPTY
    }

    fn thrown(step: &Step) -> Vec<u8> {
        match step {
            Step::Roll { dice } => dice.iter().map(|face| face.0).collect(),
            Step::OpeningRoll { .. }
            | Step::Flip { .. }
            | Step::Call { .. }
            | Step::Accept { .. }
            | Step::Challenge { .. } => Vec::new(),
        }
    }

    fn is_throw(step: &Step) -> bool {
        match step {
            Step::Roll { .. } | Step::Flip { .. } => true,
            Step::OpeningRoll { .. } | Step::Call { .. } | Step::Accept { .. } | Step::Challenge { .. } => false,
        }
    }

    fn play_of(_player: Player, _card: Card) -> Option<Step> {
        None
    }

    fn middle(view: &BoardView<'_, Fortuna>) -> Markup {
        let (state, name) = (&view.state, |player| view.names.player(player));
        let held: u32 = state.marbles.iter().map(|held| u32::from(*held)).sum();
        html! {
            p.label { "Turn " (state.turns + u16::from(!view.due.is_over())) @if let Some(roller) = state.roller { ": " (name(roller)) " rolls" } }
            @if let Some(Step::OpeningRoll { rolls }) = view.made {
                @for roll in rolls.iter() { (line("Opening roll", &face::dice(roll.iter(), "Opening roll"))) }
            }
            @match state.dice {
                Some(dice) => (line("Dice", &face::dice(dice.iter(), "Dice"))),
                None => (last_turn(view)),
            }
            @if let Some(bricks) = state.bricks { (line("Bricks", &face::bricks(bricks.iter()))) }
            @if let Some(call) = state.call { (words("Call", called(call.name))) }
            (words("In the dungeon", counted(u32::from(MARBLES) * view.players() as u32 - held, "marble")))
        }
    }

    fn seat(view: &BoardView<'_, Fortuna>, player: Player) -> Seat {
        let (state, marbles) = (&view.state, view.state.marbles[player.index()]);
        let mut seat = Seat::default();
        seat.mark("gold disc", state.gold == Some(player));
        seat.mark("rolls", state.roller == Some(player));
        seat.mark("answers", state.opponent == Some(player));
        seat.figure("Points", state.points[player.index()]);
        seat.figure("Marbles", marbles);
        seat.before = Some(face::marbles(marbles, None));
        seat
    }

    /// The result of the dice or bricks.
    fn upshot(view: &BoardView<'_, Fortuna>) -> Option<String> {
        match view.made? {
            Step::Roll { dice } => Some(format!("They show {}.", face::faces(dice.iter(), "blank"))),
            Step::Flip { bricks } => Some(format!("They show {}.", face::faces(bricks.iter(), "blank"))),
            Step::OpeningRoll { .. } => {
                let gold = view.state.gold?;
                Some(format!("{} the gold disc.", view.does(gold, "take", "takes")))
            }
            Step::Call { .. } | Step::Accept { .. } | Step::Challenge { .. } => None,
        }
    }

    fn rule(view: &BoardView<'_, Fortuna>) -> String {
        if let Some(waits) = view.waits_for_table() {
            return waits;
        }
        match view.state.state {
            PhaseId::Call => format!("{} what the turn shows, or nothing.", view.all_due("call", "calls")),
            PhaseId::Answer => format!("{} the call.", view.all_due("accept or challenge", "accepts or challenges")),
            PhaseId::Opening | PhaseId::Roll | PhaseId::Flip | PhaseId::Over => String::new(),
        }
    }
}

/// The dice and bricks of the turn before, which stay on the table until the next roll.
fn last_turn(view: &BoardView<'_, Fortuna>) -> Markup {
    html! {
        @for step in &view.thrown {
            @match step {
                Step::Roll { dice } => (line("Last turn", &face::dice(dice.iter(), "Last turn"))),
                Step::Flip { bricks } => (line("Its bricks", &face::bricks(bricks.iter()))),
                Step::OpeningRoll { .. } | Step::Call { .. } | Step::Accept { .. } | Step::Challenge { .. } => {},
            }
        }
    }
}
