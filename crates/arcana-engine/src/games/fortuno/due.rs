//! What the game waits for, and what each viewer knows of that.

use super::{
    Fortuno,
    moment::Moment,
    step::StepKind,
    task::{Offers, Question},
    view::is_one_of,
};
use crate::games::{Due, Kinds, Player, PlayerSet, Viewer};

/// An answer is due from an unknown player.
const FROM_SOMEBODY: Due<StepKind> =
    Due::Players { must: PlayerSet::EMPTY, may: PlayerSet::EMPTY, kinds: Kinds::EMPTY };

impl Fortuno {
    /// Who may do something in Act, and with which kinds of step.
    #[inline]
    pub(super) fn due_to_act(&self, moment: Moment) -> Due<StepKind> {
        let (must, kinds) = (self.actors(), self.act_kinds(moment));
        let accusers = if self.window.is_some() { self.players_in() } else { PlayerSet::EMPTY };
        Due::Players { must, may: accusers.without(must), kinds }
    }

    /// Who must answer a question, and with which kinds of step.
    pub(super) fn due_at(&self, question: &Question) -> Due<StepKind> {
        let actors = |kinds| Due::Players { must: self.actors(), may: PlayerSet::EMPTY, kinds };
        let actors_with = |kind| actors(Kinds::of(&[kind]));
        match *question {
            Question::Deal => Due::Table(StepKind::Deal),
            Question::Reshuffle => Due::Table(StepKind::Reshuffle),
            Question::Rps => Due::Table(StepKind::Rps),
            Question::Slap { .. } => Due::Table(StepKind::Slap),
            Question::Seats { .. } => Due::Table(StepKind::Seats),
            Question::Redeal { .. } => Due::Table(StepKind::Redeal),
            Question::Act(moment) => self.due_to_act(moment),
            Question::Give { giver, .. } => Due::player(giver, &[StepKind::Give]),
            Question::Divorce => from(self.team.map(|team| team.lover), StepKind::Divorce),
            Question::Steal { first, fourth } => from(self.thief(first, fourth), StepKind::Steal),
            Question::Chariot(_) => from(self.charioteer(), StepKind::Chariot),
            Question::NameFool { .. } | Question::NameArt { .. } => actors_with(StepKind::Name),
            Question::PickLover | Question::PickSun => actors_with(StepKind::Pick),
            Question::Gambit { .. } => actors_with(StepKind::Gambit),
            Question::Orgy => actors_with(StepKind::Orgy),
            Question::Return => actors_with(StepKind::Return),
            Question::Offers { left, .. } => from_each(left, StepKind::Offer),
            Question::Judgement(offers) => actors(judgement_kinds(offers)),
            Question::Switch { .. } => actors_with(StepKind::Switch),
            Question::PassCards { left, .. } => from_each(left, StepKind::PassCard),
            Question::Ask => actors_with(StepKind::Ask),
            Question::MoonPlay { .. } => actors_with(StepKind::MoonPlay),
        }
    }

    /// The same for a viewer: it hides who must answer for `steal` and `chariot`, and what depends on hidden cards.
    pub(super) fn due_as_seen(&self, viewer: Viewer) -> Due<StepKind> {
        let Some(question) = self.question() else { return Due::Over };
        let due = self.due_at(question);
        let Due::Players { must, may, kinds } = due else { return due };
        let asked = is_one_of(viewer, due.players());
        match *question {
            Question::Steal { .. } | Question::Chariot(_) if !asked => FROM_SOMEBODY,
            Question::Act(moment) if !is_one_of(viewer, self.speakers()) => {
                Due::Players { must, may, kinds: self.without_hands(moment, kinds) }
            }
            Question::Judgement(_) if !asked => {
                Due::Players { must, may, kinds: Kinds::of(&[StepKind::Jaccuse, StepKind::Take]) }
            }
            // Everything about these is public. Listed so that a new question must decide this.
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

    /// The kinds of step that may be due in Act, as far as a viewer knows who does not see the actors' hands.
    fn without_hands(&self, moment: Moment, kinds: Kinds<StepKind>) -> Kinds<StepKind> {
        let kinds = match moment {
            Moment::Flip | Moment::Free { .. } => return kinds,
            Moment::Reward { .. } | Moment::Answer { .. } => kinds.with(StepKind::Play),
            Moment::Follow { .. } | Moment::Search => {
                let drawable = !self.draw.is_empty() || !self.reshuffle_brings().is_empty();
                if drawable { kinds.with(StepKind::Play).with(StepKind::Draw) } else { kinds.with(StepKind::Play) }
            }
        };
        if self.may_dispute() { kinds.with(StepKind::Dispute) } else { kinds }
    }
}

/// `take` closes The Devil; `jaccuse` is due while there is a denier to accuse.
fn judgement_kinds(offers: Offers) -> Kinds<StepKind> {
    let kinds = Kinds::of(&[StepKind::Take]);
    if offers.accusable().is_empty() { kinds } else { kinds.with(StepKind::Jaccuse) }
}

fn from(player: Option<Player>, kind: StepKind) -> Due<StepKind> {
    from_each(player.map_or(PlayerSet::EMPTY, PlayerSet::of), kind)
}

fn from_each(must: PlayerSet, kind: StepKind) -> Due<StepKind> {
    Due::Players { must, may: PlayerSet::EMPTY, kinds: Kinds::of(&[kind]) }
}
