//! The stored form of a log: the plays of a deal determine its hands, so a deal costs 7 bits per card.
//!
//! A deal consists of its blind wagers, its open wagers or bids, then for each trick its stakes and its four cards. The
//! players follow from the seats. An unfinished deal is followed by the remaining cards: the two discarded ones, then
//! the owner of each other card in pack order.

use super::{
    Betting, Choice, Dealt, Fortunes, Options, Step, When,
    rules::{self, PLAYERS, TRICKS},
};
use crate::{
    cards::{Card, Hand, Spelled},
    games::{BitReader, BitWriter, Guess, LogCodec, Number, OutOfBits, Player, RawStep},
};

const CARD_BITS: u32 = 7;
const BID_BITS: u32 = 5;
const OWNER_BITS: u32 = 2;

/// Width of a wager, so that every amount up to the limit fits.
fn wager_bits(options: &Options) -> u32 {
    match options.betting {
        Betting::Wager { limit, .. } => i64::BITS - limit.get().leading_zeros(),
        Betting::None {} | Betting::Ante { .. } | Betting::Bid {} => 0,
    }
}

impl LogCodec for Fortunes {
    fn normalize(&self, step: Step, later: &[RawStep<'_>]) -> Step {
        let dealt = match &step {
            Step::Deal { hands: None, discarded: None } => Dealt::found(later),
            Step::Deal { hands: Some(hands), discarded: Some(discarded) } if !Dealt::is_in_order(hands, discarded) => {
                Dealt::given(hands, discarded).ok()
            }
            Step::Deal { .. } | Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } | Step::Play { .. } => None,
        };
        dealt.map_or(step, |dealt| dealt.step())
    }

    fn guesses(&self, later: &[RawStep<'_>], most: usize) -> Vec<Guess<Step>> {
        Dealt::guessed(later, most)
    }

    fn encode(_players: usize, options: &Options, steps: &[Step], bits: &mut BitWriter) {
        let mut unplayed = Unplayed::default();
        for step in steps {
            match step {
                Step::Deal { hands, discarded } => unplayed = Unplayed::of(hands.as_deref(), discarded.as_deref()),
                Step::Wager { amount, .. } => put(bits, amount.0, wager_bits(options)),
                Step::Bid { tricks, .. } => put(bits, tricks.0, BID_BITS),
                Step::Stake { choice, .. } => {
                    put_choice(bits, *choice);
                    if *choice == Choice::Fold {
                        std::mem::take(&mut unplayed).write(bits);
                    }
                }
                Step::Play { card, .. } => {
                    put(bits, card.card().map_or(0, |card| card.byte().into()), CARD_BITS);
                    unplayed.play(*card);
                }
            }
        }
        unplayed.write(bits);
    }

    fn decode(
        _version: u8,
        _players: usize,
        options: &Options,
        step_count: usize,
        bits: &mut BitReader<'_>,
    ) -> Result<Vec<Step>, OutOfBits> {
        let mut reader = Reader { options, step_count, bits, steps: Vec::new() };
        let mut deals = 0;
        while !reader.is_done() {
            reader.deal(rules::dealer_of(deals))?;
            deals += 1;
        }
        Ok(reader.steps)
    }
}

/// Writes the low bits of a number; numbers of accepted steps have no others.
fn put(bits: &mut BitWriter, number: i64, width: u32) {
    bits.put((number & ((1 << width) - 1)) as u32, width);
}

/// Staying is by far the most frequent choice, so it has the short code.
fn put_choice(bits: &mut BitWriter, choice: Choice) {
    bits.flag(choice != Choice::Stay);
    if choice != Choice::Stay {
        bits.flag(choice == Choice::Fold);
    }
}

fn take_choice(bits: &mut BitReader<'_>) -> Result<Choice, OutOfBits> {
    if !bits.flag()? {
        return Ok(Choice::Stay);
    }
    Ok(if bits.flag()? { Choice::Fold } else { Choice::Raise })
}

fn take_card(bits: &mut BitReader<'_>) -> Result<Card, OutOfBits> {
    Card::new(bits.take(CARD_BITS)? as u8).ok_or(OutOfBits)
}

/// The cards of a deal that were not played; written if the deal is unfinished.
#[derive(Default)]
struct Unplayed {
    hands: [Hand; PLAYERS],
    discarded: Hand,
}

impl Unplayed {
    fn of(hands: Option<&[Vec<Spelled>]>, discarded: Option<&[Spelled]>) -> Unplayed {
        let dealt = Dealt::given(hands.unwrap_or_default(), discarded.unwrap_or_default());
        dealt.map_or_else(|_| Unplayed::default(), |Dealt { hands, discarded }| Unplayed { hands, discarded })
    }

    fn play(&mut self, card: Spelled) {
        for hand in &mut self.hands {
            *hand = *hand - card.card().map_or(Hand::EMPTY, Hand::of);
        }
    }

    fn held(&self) -> Hand {
        self.hands.into_iter().fold(Hand::EMPTY, |all, hand| all | hand)
    }

    fn write(&self, bits: &mut BitWriter) {
        let held = self.held();
        if held.is_empty() {
            return;
        }
        for card in self.discarded {
            bits.put(card.byte().into(), CARD_BITS);
        }
        for card in held {
            let owner = self.hands.iter().position(|hand| hand.contains(card)).unwrap_or_default();
            bits.put(owner as u32, OWNER_BITS);
        }
    }
}

struct Reader<'a, 'b> {
    options: &'a Options,
    step_count: usize,
    bits: &'a mut BitReader<'b>,
    steps: Vec<Step>,
}

/// The hands of a deal, as far as its plays have revealed them.
#[derive(Default)]
struct Revealed {
    hands: [Hand; PLAYERS],
    played: Hand,
}

impl Reader<'_, '_> {
    fn is_done(&self) -> bool {
        self.steps.len() >= self.step_count
    }

    /// All steps of one deal.
    fn deal(&mut self, dealer: Player) -> Result<(), OutOfBits> {
        let betting = self.options.betting;
        if let Betting::Wager { when: When::Blind, .. } = betting {
            self.wagers(dealer)?;
        }
        if self.is_done() {
            return Ok(());
        }
        let at = self.steps.len();
        self.steps.push(Step::Deal { hands: None, discarded: None });
        match betting {
            Betting::Wager { when: When::Open, .. } => self.wagers(dealer)?,
            Betting::Bid {} => self.bids(dealer)?,
            Betting::None {} | Betting::Wager { when: When::Blind, .. } | Betting::Ante { .. } => {}
        }
        let mut revealed = Revealed::default();
        self.tricks(dealer, &mut revealed)?;
        self.steps[at] = self.dealt(revealed)?.step();
        Ok(())
    }

    fn wagers(&mut self, dealer: Player) -> Result<(), OutOfBits> {
        let width = wager_bits(self.options);
        self.each(
            |n| rules::speaker(dealer, n),
            |player, bits| Ok(Step::Wager { player, amount: Number(bits.take(width)?.into()) }),
        )
    }

    fn bids(&mut self, dealer: Player) -> Result<(), OutOfBits> {
        self.each(
            |n| rules::speaker(dealer, n),
            |player, bits| Ok(Step::Bid { player, tricks: Number(bits.take(BID_BITS)?.into()) }),
        )
    }

    /// One step by each player in turn, while steps remain.
    fn each(
        &mut self,
        order: impl Fn(usize) -> Player,
        mut step: impl FnMut(Player, &mut BitReader<'_>) -> Result<Step, OutOfBits>,
    ) -> Result<(), OutOfBits> {
        for n in 0..PLAYERS {
            if !self.is_done() {
                self.steps.push(step(order(n), self.bits)?);
            }
        }
        Ok(())
    }

    fn tricks(&mut self, dealer: Player, revealed: &mut Revealed) -> Result<(), OutOfBits> {
        for trick in 0..TRICKS {
            let seat = |n| rules::leader(dealer, trick).after(n, PLAYERS);
            if let Betting::Ante { .. } = self.options.betting
                && self.stakes(seat)?
            {
                return Ok(());
            }
            self.each(seat, |player, bits| {
                let card = take_card(bits)?;
                revealed.hands[player.index()].insert(card);
                revealed.played.insert(card);
                Ok(Step::Play { player, card: card.into() })
            })?;
        }
        Ok(())
    }

    /// A round of stakes; true when somebody folded.
    fn stakes(&mut self, seat: impl Fn(usize) -> Player) -> Result<bool, OutOfBits> {
        for n in 0..PLAYERS {
            if self.is_done() {
                return Ok(false);
            }
            let choice = take_choice(self.bits)?;
            self.steps.push(Step::Stake { player: seat(n), choice });
            if choice == Choice::Fold {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The complete deal; if it is unfinished, its remaining cards follow.
    fn dealt(&mut self, revealed: Revealed) -> Result<Dealt, OutOfBits> {
        let Revealed { mut hands, played } = revealed;
        if played.len() < rules::DEALT {
            let mut discarded = Hand::EMPTY;
            for _ in 0..rules::DISCARDED {
                discarded.insert(take_card(self.bits)?);
            }
            for card in !played - discarded {
                hands[self.bits.take(OWNER_BITS)? as usize].insert(card);
            }
        }
        Dealt::of_hands(hands).ok_or(OutOfBits)
    }
}
