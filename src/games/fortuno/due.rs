//! What the game waits for, and what each viewer knows of that.

use super::{
    Fortuno,
    act::Moment,
    step::{
        ASK, CHARIOT, DEAL, DISPUTE, DIVORCE, DRAW, GAMBIT, GIVE, JACCUSE, MOON_PLAY, NAME, OFFER, ORGY, PASS_CARD,
        PICK, PLAY, REDEAL, RESHUFFLE, RETURN, RPS, SEATS, SLAP, STEAL, SWITCH, TAKE,
    },
    task::{Offers, Question},
    view::is_one_of,
};
use crate::games::{Due, Player, PlayerSet, StepType, StepTypes, Viewer};

/// An answer is awaited, and nobody knows from whom.
const FROM_SOMEBODY: Due = Due::Players { must: PlayerSet::EMPTY, may: PlayerSet::EMPTY, types: StepTypes::EMPTY };

impl Fortuno {
    /// Who has to answer a question, with which types of step.
    pub(super) fn due_at(&self, question: Question) -> Due {
        let actors = |types| Due::Players { must: self.actors(), may: PlayerSet::EMPTY, types };
        let actors_with = |step_type| actors(StepTypes::of(&[step_type]));
        match question {
            Question::Deal => Due::Table(DEAL),
            Question::Reshuffle => Due::Table(RESHUFFLE),
            Question::Rps => Due::Table(RPS),
            Question::Slap { .. } => Due::Table(SLAP),
            Question::Seats { .. } => Due::Table(SEATS),
            Question::Redeal { .. } => Due::Table(REDEAL),
            Question::Act(moment) => {
                let (must, types) = (self.actors(), self.act_types(moment));
                let accusers = if self.window.is_some() { self.players_in() } else { PlayerSet::EMPTY };
                Due::Players { must, may: accusers.without(must), types }
            }
            Question::Give { giver, .. } => Due::player(giver, &[GIVE]),
            Question::Divorce => from(self.team.map(|team| team.lover), DIVORCE),
            Question::Steal { first, fourth } => from(self.thief(first, fourth), STEAL),
            Question::Chariot(_) => from(self.charioteer(), CHARIOT),
            Question::NameFool { .. } | Question::NameArt { .. } => actors_with(NAME),
            Question::PickLover | Question::PickSun => actors_with(PICK),
            Question::Gambit { .. } => actors_with(GAMBIT),
            Question::Orgy => actors_with(ORGY),
            Question::Return => actors_with(RETURN),
            Question::Offers { left, .. } => from_each(left, OFFER),
            Question::Judgement(offers) => actors(judgement_types(offers)),
            Question::Switch { .. } => actors_with(SWITCH),
            Question::PassCards { left, .. } => from_each(left, PASS_CARD),
            Question::Ask => actors_with(ASK),
            Question::MoonPlay { .. } => actors_with(MOON_PLAY),
        }
    }

    /// The same for a viewer: hidden are who is asked for `steal` and `chariot`, and what only hidden cards tell.
    pub(super) fn due_as_seen(&self, viewer: Viewer) -> Due {
        let Some(question) = self.question() else { return Due::Over };
        let due = self.due_at(question);
        let Due::Players { must, may, types } = due else { return due };
        let asked = is_one_of(viewer, due.players());
        match question {
            Question::Steal { .. } | Question::Chariot(_) if !asked => FROM_SOMEBODY,
            Question::Act(moment) if !is_one_of(viewer, self.speakers()) => {
                Due::Players { must, may, types: self.without_hands(moment, types) }
            }
            Question::Judgement(_) if !asked => Due::Players { must, may, types: StepTypes::of(&[JACCUSE, TAKE]) },
            // All may know who is asked for these, and for what: a new question has to say whether that holds for it.
            Question::Steal { .. }
            | Question::Chariot(_)
            | Question::Act(_)
            | Question::Judgement(_)
            | Question::Deal
            | Question::Reshuffle
            | Question::Rps
            | Question::Slap { .. }
            | Question::Seats { .. }
            | Question::Redeal { .. }
            | Question::Give { .. }
            | Question::Divorce
            | Question::NameFool { .. }
            | Question::NameArt { .. }
            | Question::PickLover
            | Question::PickSun
            | Question::Gambit { .. }
            | Question::Orgy
            | Question::Return
            | Question::Offers { .. }
            | Question::Switch { .. }
            | Question::PassCards { .. }
            | Question::Ask
            | Question::MoonPlay { .. } => due,
        }
    }

    /// The types of an Act that may be due for all that is known to who does not see the actors' hands.
    fn without_hands(&self, moment: Moment, types: StepTypes) -> StepTypes {
        let types = match moment {
            Moment::Flip | Moment::Free { .. } => return types,
            Moment::Reward { .. } | Moment::Answer { .. } => types.with(PLAY),
            Moment::Follow { .. } | Moment::Search => {
                let drawable = !self.draw.is_empty() || !self.reshuffle_brings().is_empty();
                if drawable { types.with(PLAY).with(DRAW) } else { types.with(PLAY) }
            }
        };
        if self.may_dispute() { types.with(DISPUTE) } else { types }
    }
}

/// `take` closes The Devil; `jaccuse` is due while there is a denier to accuse.
fn judgement_types(offers: Offers) -> StepTypes {
    let types = StepTypes::of(&[TAKE]);
    if offers.accusable().is_empty() { types } else { types.with(JACCUSE) }
}

fn from(player: Option<Player>, step_type: StepType) -> Due {
    from_each(player.map_or(PlayerSet::EMPTY, PlayerSet::of), step_type)
}

fn from_each(must: PlayerSet, step_type: StepType) -> Due {
    Due::Players { must, may: PlayerSet::EMPTY, types: StepTypes::of(&[step_type]) }
}
