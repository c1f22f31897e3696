//! The row, the Satanic Ritual and the race (fortuno.md, "The row and the race").

use super::{
    Fortuno, LoversWin,
    end::Ended,
    named_cards::THE_DEVIL,
    task::{Question, Task},
};
use crate::{
    cards::{Card, Rank, Suit},
    games::{Player, PlayerSet},
};

/// The rank of the Satanic Ritual.
const SIX: Rank = Rank::new(6).expect("6 is a rank");

impl Fortuno {
    /// A Minor flipped, or played on another rank, starts a row.
    pub(super) fn start_row(&mut self, card: Card) {
        self.row.clear();
        self.row.push(card);
    }

    /// A Minor played joins the row of its rank, or starts one; returns whether this causes a Ritual or a race.
    pub(super) fn join_row(&mut self, card: Card) -> bool {
        if self.row.last().is_none_or(|last| last.rank() != card.rank()) {
            self.start_row(card);
            return false;
        }
        if self.row.is_full() {
            self.row.remove(0);
        }
        self.row.push(card);
        self.row.is_full() && (self.ritual(card) || self.race())
    }

    /// The Satanic Ritual: the player who holds The Devil wins at once.
    fn ritual(&mut self, card: Card) -> bool {
        if card.rank() != Some(SIX) || self.order.len() <= 2 {
            return false;
        }
        let Some(holder) = self.holder(THE_DEVIL) else { return false };
        let winners = match (self.options.lovers_win, self.partner(holder)) {
            (LoversWin::Both | LoversWin::Joint, Some(partner)) => [holder, partner].into_iter().collect(),
            (LoversWin::Own | LoversWin::Both | LoversWin::Joint, _) => PlayerSet::of(holder),
        };
        self.end_with(Ended::Ritual, winners);
        true
    }

    /// Starts a race after the turn if the last three are of three suits.
    fn race(&mut self) -> bool {
        let [first, second, third] = self.row[..] else { return false };
        let missing = |suit: &Suit| [first, second, third].iter().all(|card| card.suit() != Some(*suit));
        let mut suits = Suit::ALL.into_iter().filter(missing);
        let (Some(suit), None, Some(rank), true) = (suits.next(), suits.next(), third.rank(), self.options.slap_races)
        else {
            return false;
        };
        self.after.race = Some(Card::minor(suit, rank));
        self.row.clear();
        true
    }

    /// The player in who holds this card.
    pub(super) fn holder(&self, card: Card) -> Option<Player> {
        self.order.iter().copied().find(|player| self.hands[player.index()].contains(card))
    }

    /// The players who may be first in a race: all players in except hermits.
    pub(super) fn slappers(&self) -> PlayerSet {
        self.players_in().without(self.hermits())
    }

    /// The table has reported who was first; the holder of the fourth card may steal the reward.
    pub(super) fn slapped(&mut self, first: Player, fourth: Card) {
        self.races += 1;
        if self.thief(first, fourth).is_some() {
            return self.wait(Question::Steal { first, fourth });
        }
        self.then(Task::BeginTurn { seat: first, reward: true });
    }

    /// The holder of the fourth card, if it is another player than the first and not a hermit.
    pub(super) fn thief(&self, first: Player, fourth: Card) -> Option<Player> {
        self.holder(fourth).filter(|holder| *holder != first && self.slappers().contains(*holder))
    }

    /// The fourth card is discarded and its holder has the reward.
    pub(super) fn steal(&mut self, thief: Player, fourth: Card, call: bool) {
        self.leave_hands(crate::cards::Hand::of(fourth), call);
        self.lay(fourth);
        self.row.clear();
        self.then(Task::BeginTurn { seat: thief, reward: true });
    }
}
