//! Flipping, and the functions of the cards, each under the card's name (fortuno.md, "Flipping", "Card functions").
//!
//! The group cards (The Magus, Adjustment, The Devil, The Star, The Universe) go on in `groups.rs`.

use super::{
    Anchor, FlippedKnight, Fortuno, Pending, Shown,
    cards::{ART, FORTUNE, Group, LUST, THE_FOOL, THE_HIEROPHANT, THE_PRIESTESS, YOUNG_COURTS, numericals},
    piles::Drawn,
    request::Request,
    tasks::{Question, Task, Why},
};
use crate::{
    cards::{Card, Hand, Rank},
    games::{Player, PlayerSet},
};

/// Number of cards put back on the draw pile for The Hanged Man.
pub(super) const RETURNED: usize = 3;

/// How a card came to the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// It was played, perhaps in answer to a draw.
    Played { answered: Option<Pending> },
    /// It was flipped.
    Flipped,
}

/// What each Major does, by number.
const FUNCTIONS: [fn(&mut Fortuno, How); Card::TRUMPS] = [
    Fortuno::the_fool,
    Fortuno::the_magus,
    Fortuno::the_priestess,
    Fortuno::the_empress,
    Fortuno::the_emperor,
    Fortuno::the_hierophant,
    Fortuno::the_lovers,
    Fortuno::the_chariot,
    Fortuno::adjustment,
    Fortuno::the_hermit,
    Fortuno::fortune,
    Fortuno::lust,
    Fortuno::the_hanged_man,
    Fortuno::death,
    Fortuno::art,
    Fortuno::the_devil,
    Fortuno::the_tower,
    Fortuno::the_star,
    Fortuno::the_moon,
    Fortuno::the_sun,
    Fortuno::the_aeon,
    Fortuno::the_universe,
];

/// Flipping the top card of the draw pile (fortuno.md, "Flipping").
impl Fortuno {
    pub(super) fn flip(&mut self) {
        match self.draw_one() {
            Drawn::Card(card) => {
                self.lay(card);
                self.flipped(card);
            }
            Drawn::Reshuffle => self.after_reshuffle(Task::Flip),
            Drawn::Nothing => self.act(),
        }
    }

    /// A Minor starts a row and the flipper's turn goes on; a Major ends the turn.
    fn flipped(&mut self, card: Card) {
        match card.rank() {
            Some(rank) => {
                self.start_row(card);
                self.minor_flipped(rank);
            }
            None => {
                self.then(Task::EndTurn);
                self.major(card, How::Flipped);
            }
        }
    }

    /// The seat draws until one of its cards may be played; then Act again.
    pub(super) fn search(&mut self) {
        loop {
            match self.draw_one() {
                Drawn::Card(card) => {
                    self.hands[self.turn.seat.index()].insert(card);
                    if !self.own_turn_cards().is_empty() {
                        return self.act();
                    }
                }
                Drawn::Reshuffle => return self.after_reshuffle(Task::Search),
                Drawn::Nothing => return self.end_turn(),
            }
        }
    }
}

impl Fortuno {
    /// Moves a card from a hand to the top of the discard pile and applies its function; a barred one has none.
    pub(super) fn bring_into_play(&mut self, card: Card, answered: Option<Pending>) {
        let barred = self.barred().contains(card);
        self.lay(card);
        if !barred {
            self.played(card, answered);
        } else if card.is_trump() {
            self.row.clear();
        } else {
            self.join_row(card);
        }
    }

    /// Applies the function of the card on top when played.
    fn played(&mut self, card: Card, answered: Option<Pending>) {
        match card.rank() {
            Some(rank) if !self.join_row(card) => self.minor_played(rank, answered),
            Some(_) => {}
            None => self.major(card, How::Played { answered }),
        }
    }

    /// Applies the function of the Major on top. The Fool and Art join the row later, as what they count as.
    pub(super) fn major(&mut self, card: Card, how: How) {
        if card != THE_FOOL && card != ART {
            self.row.clear();
        }
        FUNCTIONS[card.index()](self, how);
    }

    /// The named card lies on top.
    fn count_as(&mut self, card: Card) {
        if let Some(top) = self.discard.last_mut() {
            top.counts_as = card;
        }
        self.find_top();
    }

    /// `ar00`
    fn the_fool(&mut self, how: How) {
        self.wait(Question::NameFool { flipped: how == How::Flipped });
    }

    /// The Fool counts as a numerical card: somebody draws four, unless this starts a race.
    pub(super) fn name_the_fool(&mut self, card: Card, flipped: bool) {
        self.count_as(card);
        if flipped {
            self.start_row(card);
            self.then(Task::Draw { player: self.turn.seat, left: 4 });
        } else if !self.join_row(card) {
            self.next_draws(4, None);
        }
    }

    /// The cards that The Fool may be named as.
    pub(super) fn fool_names(&self) -> Hand {
        numericals(self.options.ace_numerical)
    }

    /// `ar01`
    fn the_magus(&mut self, _: How) {
        self.group(Group::Magus);
    }

    /// `ar02`
    fn the_priestess(&mut self, _: How) {
        self.church(THE_HIEROPHANT, 2);
    }

    /// The seat draws, or lays the other card for the Church Gambit.
    fn church(&mut self, other: Card, amount: u8) {
        if self.usable().contains(other) && !self.barred().contains(other) {
            self.wait(Question::Gambit { lay: other, amount });
        } else {
            self.then(Task::Draw { player: self.turn.seat, left: amount });
        }
    }

    pub(super) fn gambit(&mut self, lay: Card, amount: u8, used: bool, call: bool) {
        if !used {
            return self.then(Task::Draw { player: self.turn.seat, left: amount });
        }
        self.leave_hands(Hand::of(lay), call);
        self.lay(lay);
        self.group(Group::Gambit);
    }

    /// `ar03`
    fn the_empress(&mut self, how: How) {
        self.after.skips = match how {
            How::Played { .. } => 2,
            How::Flipped => 1,
        };
    }

    /// `ar04`
    fn the_emperor(&mut self, how: How) {
        self.after.skips = match how {
            How::Played { .. } => 3,
            How::Flipped => 2,
        };
    }

    /// `ar05`
    fn the_hierophant(&mut self, _: How) {
        self.church(THE_PRIESTESS, 3);
    }

    /// `ar06`
    fn the_lovers(&mut self, _: How) {
        if self.team.is_none() && !self.lovable().is_empty() {
            self.wait(Question::PickLover);
        }
    }

    /// `ar07`
    fn the_chariot(&mut self, _: How) {}

    /// `ar08`
    fn adjustment(&mut self, _: How) {
        self.group(Group::Adjustment);
    }

    /// `ar09`
    fn the_hermit(&mut self, how: How) {
        let hermit = match how {
            How::Played { .. } => self.next_from(Anchor::Player(self.turn.seat)),
            How::Flipped => self.turn.seat,
        };
        self.become_hermit(hermit);
    }

    /// `ar10`
    fn fortune(&mut self, how: How) {
        match how {
            How::Played { answered: Some(Pending { amount, source: Some(source), .. }) } => {
                self.reverse_direction();
                self.turn_the_wheel(source, amount);
            }
            How::Played { .. } => {}
            How::Flipped => self.reverse_direction(),
        }
    }

    /// The source of the draw, or the next player who is not a hermit, draws it all and loses a turn.
    fn turn_the_wheel(&mut self, source: Player, amount: u8) {
        let (mut victim, hermits) = (source, self.hermits());
        while hermits.contains(victim) {
            victim = self.next_from(Anchor::Player(victim));
        }
        self.after.anchor = Anchor::Player(victim);
        if self.team.is_some_and(|team| team.original == victim && !team.fresh) {
            self.then(Task::Divorce);
        }
        self.then(Task::Draw { player: victim, left: amount });
    }

    /// `ar11`
    fn lust(&mut self, _: How) {
        if !self.joinable().is_empty() {
            self.wait(Question::Orgy);
        }
    }

    /// The Princesses and Princes that may join Lust.
    pub(super) fn joinable(&self) -> Hand {
        self.usable() & (YOUNG_COURTS - self.barred())
    }

    /// `ar12`
    fn the_hanged_man(&mut self, _: How) {
        self.then(Task::Return);
        self.then(Task::Draw { player: self.turn.seat, left: 6 });
    }

    pub(super) fn return_cards(&mut self) {
        if !self.hands[self.turn.seat.index()].is_empty() {
            self.wait(Question::Return);
        }
    }

    /// The cards go on top of the draw pile, the first on top.
    pub(super) fn put_on_top(&mut self, cards: &[Card]) {
        let seat = self.turn.seat.index();
        self.hands[seat] = self.hands[seat] - cards.iter().copied().collect();
        self.draw.extend(cards.iter().rev().copied());
    }

    /// `ar13`
    fn death(&mut self, how: How) {
        match how {
            How::Played { .. } => self.next_draws(6, None),
            How::Flipped => self.eliminate_seat(),
        }
    }

    /// `ar14`
    fn art(&mut self, how: How) {
        let answer = match how {
            How::Played { answered } => answered,
            How::Flipped => None,
        };
        self.wait(Question::NameArt { answer });
    }

    /// Art is the named card, played.
    pub(super) fn name_art(&mut self, card: Card, answer: Option<Pending>) {
        self.count_as(card);
        self.played(card, answer);
    }

    /// The cards that Art may be named as.
    pub(super) fn art_names(&self, answer: Option<Pending>) -> Hand {
        let gone = self.out | self.doomed | self.barred();
        let names = match answer {
            Some(pending) => self.named_answers(pending),
            None => Hand::PACK - [ART, FORTUNE].into_iter().collect(),
        };
        let on_ace = self.top_before().is_some_and(|top| top.rank() == Some(Rank::ACE));
        if on_ace { names - gone - Hand::of(LUST) } else { names - gone }
    }

    /// `ar15`
    fn the_devil(&mut self, _: How) {
        self.group(Group::Devil);
    }

    /// `ar16`
    fn the_tower(&mut self, _: How) {
        let count = |player: &Player| self.hands[player.index()].len();
        let with = |number: Option<usize>| -> PlayerSet {
            self.order.iter().copied().filter(|player| Some(count(player)) == number).collect()
        };
        let most = with(self.order.iter().map(count).max());
        let fewest = with(self.order.iter().map(count).min());
        match (most.first(), fewest.first()) {
            (Some(rich), Some(poor)) if most.len() == 1 && fewest.len() == 1 => self.switch(rich, poor),
            _ => self.wait(Question::Switch { most, fewest }),
        }
    }

    /// Two players swap hands.
    pub(super) fn switch(&mut self, one: Player, other: Player) {
        self.hands.swap(one.index(), other.index());
    }

    /// `ar17`
    fn the_star(&mut self, _: How) {
        self.group(Group::Star);
    }

    /// `ar18`
    fn the_moon(&mut self, _: How) {
        self.wait(Question::Ask);
    }

    /// The target gives a fitting card, or the seat draws one.
    pub(super) fn ask(&mut self, target: Player, request: Request) {
        if self.fitting(target, request).is_empty() {
            self.then(Task::MoonDraw(request));
        } else {
            self.wait(Question::Give { giver: target, to: self.turn.seat, why: Why::Asked(request) });
        }
    }

    /// The cards in a player's hand that fit a request.
    pub(super) fn fitting(&self, player: Player, request: Request) -> Hand {
        self.hands[player.index()] & request.fitting(self.options.ace_numerical)
    }

    pub(super) fn draw_for_the_moon(&mut self, request: Request) {
        match self.draw_one() {
            Drawn::Card(card) => {
                self.hands[self.turn.seat.index()].insert(card);
                if card != FORTUNE && request.fitting(self.options.ace_numerical).contains(card) {
                    self.wait(Question::MoonPlay { card, request });
                }
            }
            Drawn::Reshuffle => self.after_reshuffle(Task::MoonDraw(request)),
            Drawn::Nothing => {}
        }
    }

    /// `ar19`
    fn the_sun(&mut self, how: How) {
        match how {
            How::Played { .. } => self.wait(Question::PickSun),
            How::Flipped => self.shown = Some(Shown { owner: self.turn.seat, to: None }),
        }
    }

    /// The actors see that player's hand.
    pub(super) fn look_at(&mut self, owner: Player) {
        self.shown = Some(Shown { owner, to: Some(self.actors()) });
    }

    /// `ar20`
    fn the_aeon(&mut self, _: How) {
        let seat = self.turn.seat;
        let hand = std::mem::take(&mut self.hands[seat.index()]);
        self.put_under(hand);
        self.then(Task::Draw { player: seat, left: 6 });
    }

    /// `ar21`
    fn the_universe(&mut self, _: How) {
        self.group(Group::Universe);
    }
}

/// What a Minor does when it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    /// This number of cards is pending against the next seat.
    Pending(u8),
    /// The next player is passed over.
    Skip,
    /// The direction is reversed.
    Reverse,
    /// An Ace fits on any Minor; the numerical cards do nothing.
    None,
}

const fn function(rank: Rank) -> Function {
    match rank {
        Rank::PAGE => Function::Pending(2),
        Rank::KNIGHT => Function::Pending(3),
        Rank::QUEEN => Function::Skip,
        Rank::KING => Function::Reverse,
        _ => Function::None,
    }
}

impl Fortuno {
    /// Applies the function of the Minor's rank; a stack adds up.
    fn minor_played(&mut self, rank: Rank, answered: Option<Pending>) {
        match function(rank) {
            Function::Pending(amount) => {
                let amount = amount + answered.map_or(0, |pending| pending.amount);
                self.next_draws(amount, Some(rank));
            }
            Function::Skip => self.after.skips = 1,
            Function::Reverse => self.reverse_direction(),
            Function::None => {}
        }
    }

    /// A draw is pending against the next seat, with the seat as its source.
    fn next_draws(&mut self, amount: u8, rank: Option<Rank>) {
        self.after.pending = Some(Pending { amount, rank, source: Some(self.turn.seat) });
    }

    /// The Minor acts as if it had been played in the turn before; the flipper goes on.
    pub(super) fn minor_flipped(&mut self, rank: Rank) {
        let goes_on = match function(rank) {
            Function::Pending(amount) => {
                let source = Some(self.turn.previous).filter(|previous| *previous != self.turn.seat);
                let source = source.filter(|previous| self.players_in().contains(*previous));
                self.turn.pending = Some(Pending { amount, rank: Some(rank), source });
                true
            }
            Function::Skip => false,
            Function::Reverse => {
                self.reverse_direction();
                self.options.flipped_knight == FlippedKnight::Flipper
            }
            Function::None => true,
        };
        if goes_on { self.act() } else { self.end_turn() }
    }

    /// The sum of Princesses (2) and Princes (3) of an orgy, and the stacking rank of its last card.
    pub(super) fn orgy(&mut self, cards: &[Card], call: bool) {
        let Some(last) = cards.last() else { return };
        self.leave_hands(cards.iter().copied().collect(), call);
        let mut sum = 0;
        for card in cards {
            self.lay(*card);
            sum += if card.rank() == Some(Rank::PAGE) { 2 } else { 3 };
        }
        self.next_draws(sum, last.rank());
    }
}
