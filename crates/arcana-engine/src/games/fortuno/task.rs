//! What the game still has to do, and the steps that it waits for.

use arrayvec::ArrayVec;

use super::{
    moment::{Moment, Pending},
    named_cards::Group,
    request::Request,
};
use crate::{
    cards::{Card, Hand},
    games::{Player, PlayerSet},
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
    /// The table deals.
    Deal,
    /// The table forms a new draw pile.
    Reshuffle,
    /// The actors act.
    Act(Moment),
    /// The table reports which partner won.
    Rps,
    /// A card of the giver's hand goes to the other player.
    Give { giver: Player, to: Player, why: Why },
    /// The lover keeps half.
    Divorce,
    /// The table reports who slapped first.
    Slap { fourth: Card },
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
    /// The table reports a new seating order; these players are touched.
    Seats { touched: PlayerSet },
    /// The table redeals the hands of these players.
    Redeal { touched: PlayerSet },
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
