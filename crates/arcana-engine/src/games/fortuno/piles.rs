//! Draw pile, discard pile, and the row on it: drawing, the Satanic Ritual and the race (fortuno.md, "The top card",
//! "Drawing", "The row and the race").

use super::{
    Fortuno, LoversWin,
    cards::{THE_CHARIOT, THE_DEVIL},
    score::Ended,
    tasks::{Question, TableStep, Task},
};
use crate::{
    cards::{Card, Hand, Rank, Suit},
    games::{Player, PlayerSet},
};

/// The result of drawing a card.
pub(super) enum Drawn {
    /// This card.
    Card(Card),
    /// The table must form a new draw pile first.
    Reshuffle,
    /// No card is left: drawing stops.
    Nothing,
}

impl Fortuno {
    /// The index of the top card: the uppermost discard that does not count as The Chariot.
    fn top_place(&self) -> Option<usize> {
        self.discard.iter().rposition(|discard| discard.counts_as != THE_CHARIOT)
    }

    /// What the top card counts as.
    pub(super) const fn top(&self) -> Option<Card> {
        self.cached.top
    }

    /// Updates the cache after a change of the discard pile other than a plain discard.
    pub(super) fn find_top(&mut self) {
        self.cached.top = self.top_place().map(|place| self.discard[place].counts_as);
    }

    /// What the top card counted as before the last discard.
    pub(super) fn top_before(&self) -> Option<Card> {
        let (_, below) = self.discard.split_last()?;
        below.iter().rev().map(|discard| discard.counts_as).find(|card| *card != THE_CHARIOT)
    }

    /// Every discard below the top card.
    pub(super) fn below_the_top(&self) -> &[Discard] {
        &self.discard[..self.top_place().unwrap_or(0)]
    }

    /// The cards that a reshuffle would bring, without doomed ones.
    pub(super) fn reshuffle_brings(&self) -> Hand {
        self.below_the_top().iter().map(|discard| discard.card).collect::<Hand>() - self.doomed
    }

    /// Whether a card can be drawn: draw pile and reshuffle contain one that is not barred.
    pub(super) fn can_draw(&self) -> bool {
        let barred = self.barred();
        self.draw.iter().any(|card| !barred.contains(*card)) || !(self.reshuffle_brings() - barred).is_empty()
    }

    /// Takes the next card from the draw pile; barred cards drawn before it leave the game.
    pub(super) fn draw_one(&mut self) -> Drawn {
        let barred = self.barred();
        while let Some(card) = self.draw.pop() {
            if !barred.contains(card) {
                return Drawn::Card(card);
            }
            self.out.insert(card);
        }
        if self.reshuffle_brings().is_empty() { Drawn::Nothing } else { Drawn::Reshuffle }
    }

    /// Waits for a reshuffle and continues with this task after it.
    pub(super) fn after_reshuffle(&mut self, task: Task) {
        self.then(task);
        self.wait(Question::Table(TableStep::Reshuffle));
    }

    /// The table's new draw pile, top first.
    pub(super) fn reshuffle(&mut self, cards: impl DoubleEndedIterator<Item = Card>) {
        let place = self.top_place().unwrap_or(0);
        let doomed = self.discard.drain(..place).map(|discard| discard.card).collect::<Hand>() & self.doomed;
        self.doomed = self.doomed - doomed;
        self.out = self.out | doomed;
        self.draw.extend(cards.rev());
        self.find_top();
        self.reshuffles += 1;
    }

    pub(super) fn go_on_drawing(&mut self, player: Player, left: u8) {
        for left in (1..=left).rev() {
            match self.draw_one() {
                Drawn::Card(card) => drop(self.hands[player.index()].insert(card)),
                Drawn::Reshuffle => return self.after_reshuffle(Task::Draw { player, left }),
                Drawn::Nothing => return,
            }
        }
    }

    pub(super) fn draw_each(&mut self, players: PlayerSet, amount: u8) {
        let Some(player) = self.ring(players).first().copied() else { return };
        self.then(Task::DrawEach { players: players.without(PlayerSet::of(player)), amount });
        self.then(Task::Draw { player, left: amount });
    }

    /// Lays a card on the discard pile as itself; a barred one is doomed.
    pub(super) fn lay(&mut self, card: Card) {
        self.discard.push(Discard::plain(card));
        if card != THE_CHARIOT {
            self.cached.top = Some(card);
        }
        if self.barred().contains(card) {
            self.doomed.insert(card);
        }
    }

    /// Puts cards under the discard pile, in pack order, the first at the very bottom.
    pub(super) fn put_under(&mut self, cards: Hand) {
        let above = std::mem::take(&mut self.discard);
        self.discard.extend(cards.iter().map(Discard::plain));
        self.discard.extend(above);
        self.find_top();
    }
}

/// A card on the discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Discard {
    /// The card itself.
    pub(super) card: Card,
    /// What it counts as: The Fool and Art as the card named for them, any other as itself.
    pub(super) counts_as: Card,
}

impl Discard {
    /// A card that counts as itself.
    const fn plain(card: Card) -> Discard {
        Discard { card, counts_as: card }
    }
}

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
