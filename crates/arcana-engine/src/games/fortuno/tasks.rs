//! What the game still has to do, as a small stack, and the steps that it waits for.
//!
//! A card's function may be interrupted (a `reshuffle` in the middle of a draw, a `chariot` before a group card) and
//! resumes where it stopped: the rest of it is below the interruption. If a question is on top, the game waits for the
//! step that answers it; any other task runs and may push more tasks.

use arrayvec::ArrayVec;

use super::{Fortuno, cards::Group, request::Request, steps::StepKind};
use crate::{
    cards::{Card, Hand, Rank},
    games::{Due, Kinds, Player, PlayerSet, Viewer},
};

/// The deepest stack has six tasks: the end of a turn with a win check, a divorce and a question.
pub(super) type Tasks = ArrayVec<Task, 12>;

/// One thing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Waits for a step.
    Wait(Question),
    /// Act (fortuno.md, "Turn structure", 2): finds out what is acceptable.
    Act,
    /// This player draws `left` more cards.
    Draw { player: Player, left: u8 },
    /// Each of these draws `amount` cards, from the next one in the direction.
    DrawEach { players: PlayerSet, amount: u8 },
    /// The seat draws until a card may be played; then Act again.
    Search,
    /// The top card of the draw pile is flipped.
    Flip,
    /// The seat draws one card for The Moon, which may be played when it fits.
    MoonDraw(Request),
    /// The actors put cards back for The Hanged Man.
    Return,
    /// The next accusation of The Devil, or the taking.
    Judgement(Offers),
    /// The team parts.
    Divorce,
    /// The turn ends (fortuno.md, "End of the turn", 1).
    EndTurn,
    /// Players without cards win (2).
    WinCheck,
    /// The game ends at the turn limit (4), or there is the race, or the next seat (5, 6).
    TurnLimit,
    /// This player's turn begins.
    BeginTurn { seat: Player, reward: bool },
}

/// A step that the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The table does something.
    Table(TableStep),
    /// The actors act.
    Act(Moment),
    /// A card of the giver's hand goes to the other player.
    Give { giver: Player, to: Player, why: Why },
    /// The lover keeps half.
    Divorce,
    /// The holder of the fourth card may take over the reward.
    Steal { first: Player, fourth: Card },
    /// The holder of The Chariot may become immune.
    Chariot(Group),
    /// What The Fool counts as.
    NameFool { flipped: bool },
    /// What Art counts as; as an answer it must stack or be Fortune.
    NameArt { answer: Option<Pending> },
    /// Who becomes the lover.
    PickLover,
    /// Whose hand is looked at.
    PickSun,
    /// Whether this card is laid on the other for the Church Gambit; otherwise the seat draws `amount` cards.
    Gambit { lay: Card, amount: u8 },
    /// Which Princesses and Princes join Lust.
    Orgy,
    /// Cards to put back on the draw pile.
    Return,
    /// What each of `left` offers to The Devil.
    Offers { left: PlayerSet, offers: Offers },
    /// Who is accused of a lie, or what is taken.
    Judgement(Offers),
    /// Players who swap hands for The Tower.
    Switch { most: PlayerSet, fewest: PlayerSet },
    /// What each of `left` passes on for The Star.
    PassCards { left: PlayerSet, touched: PlayerSet, passed: Hand },
    /// Who is asked for The Moon, and for what.
    Ask,
    /// Whether the card drawn for The Moon is played.
    MoonPlay { card: Card, request: Request },
}

/// A step of the table that the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableStep {
    /// It deals.
    Deal,
    /// It forms a new draw pile.
    Reshuffle,
    /// It reports which partner won.
    Rps,
    /// It reports who slapped first.
    Slap { fourth: Card },
    /// It reports a new seating order; these players are touched.
    Seats { touched: PlayerSet },
    /// It redeals the hands of these players.
    Redeal { touched: PlayerSet },
}

impl TableStep {
    const fn kind(self) -> StepKind {
        match self {
            TableStep::Deal => StepKind::Deal,
            TableStep::Reshuffle => StepKind::Reshuffle,
            TableStep::Rps => StepKind::Rps,
            TableStep::Slap { .. } => StepKind::Slap,
            TableStep::Seats { .. } => StepKind::Seats,
            TableStep::Redeal { .. } => StepKind::Redeal,
        }
    }
}

/// Why a card is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The recipient was caught without a call.
    Caught,
    /// The recipient accused the giver falsely: the giver may keep the card.
    Falsely,
    /// The Moon asked for it.
    Asked(Request),
}

/// What was offered to The Devil; the cards stay in their hands until one is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offers {
    /// The cards offered.
    pub(super) cards: Hand,
    /// Who offered `null`.
    pub(super) deniers: PlayerSet,
    /// Deniers who have been accused of a lie.
    pub(super) accused: PlayerSet,
}

impl Task {
    /// The offers to The Devil, if this task is about them and all have offered.
    pub(super) const fn offers(self) -> Option<Offers> {
        match self {
            Task::Judgement(offers) | Task::Wait(Question::Judgement(offers)) => Some(offers),
            Task::Wait(_)
            | Task::Act
            | Task::Draw { .. }
            | Task::DrawEach { .. }
            | Task::Search
            | Task::Flip
            | Task::MoonDraw(_)
            | Task::Return
            | Task::Divorce
            | Task::EndTurn
            | Task::WinCheck
            | Task::TurnLimit
            | Task::BeginTurn { .. } => None,
        }
    }
}

impl Offers {
    /// Who may be accused.
    pub(super) const fn accusable(self) -> PlayerSet {
        self.deniers.without(self.accused)
    }

    /// Whether there is nothing to take and nobody left to accuse.
    pub(super) const fn done(self) -> bool {
        self.cards.is_empty() && self.accusable().is_empty()
    }
}

impl Fortuno {
    /// Pushes a task: it runs before all others.
    pub(super) fn then(&mut self, task: Task) {
        self.tasks.push(task);
    }

    /// Waits for a step.
    pub(super) fn wait(&mut self, question: Question) {
        self.tasks.push(Task::Wait(question));
    }

    /// The question that the game waits for an answer to; `None` once it is over.
    #[inline]
    pub(super) fn question(&self) -> Option<&Question> {
        let Some(Task::Wait(question)) = self.tasks.last() else { return None };
        if self.end.is_none() { Some(question) } else { None }
    }

    /// The draw that Art answers, if Art is being named for that.
    pub(super) fn answering(&self) -> Option<Pending> {
        if let Some(Question::NameArt { answer }) = self.question() { *answer } else { None }
    }

    /// Runs tasks until a question is on top or the game is over.
    pub(super) fn run(&mut self) {
        while self.end.is_none() && self.perform_next() {}
    }

    /// Performs the task on top; false if there is none, or a question.
    ///
    /// Each task is read in place, field by field: copying it whole would stall until all of it is written.
    fn perform_next(&mut self) -> bool {
        let Some(task) = self.tasks.last() else { return false };
        match *task {
            Task::Wait(_) => return false,
            Task::Act => self.do_next(Fortuno::act),
            Task::Draw { player, left } => self.do_next(|game| game.go_on_drawing(player, left)),
            Task::DrawEach { players, amount } => self.do_next(|game| game.draw_each(players, amount)),
            Task::Search => self.do_next(Fortuno::search),
            Task::Flip => self.do_next(Fortuno::flip),
            Task::MoonDraw(request) => self.do_next(|game| game.draw_for_the_moon(request)),
            Task::Return => self.do_next(Fortuno::return_cards),
            Task::Judgement(offers) => self.do_next(|game| game.judgement(offers)),
            Task::Divorce => self.do_next(Fortuno::divorce),
            Task::EndTurn => self.do_next(Fortuno::end_turn),
            Task::WinCheck => self.do_next(Fortuno::win_check),
            Task::TurnLimit => self.do_next(Fortuno::turn_limit),
            Task::BeginTurn { seat, reward } => self.do_next(|game| game.begin_turn(seat, reward)),
        }
        true
    }

    /// Pops the task on top and performs it.
    fn do_next(&mut self, task: impl FnOnce(&mut Fortuno)) {
        self.tasks.pop();
        task(self);
    }
}

/// A line of the table of moments, with the single cards that may be played in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// A race's reward: one card, or none.
    Reward { playable: Hand },
    /// A draw is pending: these cards answer it.
    Answer { playable: Hand },
    /// No top, or a Major on top, and a card can be drawn.
    Flip,
    /// No top, or a Major on top, and no card can be drawn.
    Free { playable: Hand },
    /// A Minor on top on which these cards may be played.
    Follow { playable: Hand },
    /// A Minor on top on which no card may be played, and a card can be drawn.
    Search,
}

impl Moment {
    /// The single cards that may be played.
    #[inline]
    pub(super) const fn playable(self) -> Hand {
        match self {
            Moment::Reward { playable }
            | Moment::Answer { playable }
            | Moment::Free { playable }
            | Moment::Follow { playable } => playable,
            Moment::Flip | Moment::Search => Hand::EMPTY,
        }
    }

    /// Whether a set may be played.
    #[inline]
    pub(super) const fn takes_sets(self) -> bool {
        match self {
            Moment::Free { .. } | Moment::Follow { .. } => true,
            Moment::Reward { .. } | Moment::Answer { .. } | Moment::Flip | Moment::Search => false,
        }
    }

    /// The step allowed besides `play`.
    #[inline]
    pub(super) fn other(self) -> Kinds<StepKind> {
        match self {
            Moment::Reward { .. } => Kinds::of(&[StepKind::Decline]),
            Moment::Answer { .. } | Moment::Search => Kinds::of(&[StepKind::Draw]),
            Moment::Flip => Kinds::of(&[StepKind::Flip]),
            Moment::Free { .. } | Moment::Follow { .. } => Kinds::EMPTY,
        }
    }
}

/// A draw that the seat must take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Number of cards.
    pub amount: u8,
    /// The rank that may be stacked.
    pub rank: Option<Rank>,
    /// Who played it; `None` if Fortune is not an answer.
    pub source: Option<Player>,
}

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
            Question::Table(step) => Due::Table(step.kind()),
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
        let asked = viewer.is_one_of(due.players());
        match *question {
            Question::Steal { .. } | Question::Chariot(_) if !asked => FROM_SOMEBODY,
            Question::Act(moment) if !viewer.is_one_of(self.speakers()) => {
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
            | Question::Table(_)
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
