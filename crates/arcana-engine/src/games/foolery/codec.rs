//! The stored form of the steps: a few bits each, read without the rules.
//!
//! A step begins with its type: `0` pass, `10` play, `110` give, `1110` request, `1111` deal. The player follows: one
//! set bit for the seat after the player of the previous step (initially player 0), else a clear bit and three bits. A
//! play has one to five cards, a give or a request one or two: a set bit precedes each card after the first, and a
//! clear bit ends the list unless it is full. A card is its index in the pack, in seven bits; a wish is its number,
//! also in seven bits.
//!
//! A deal is a set bit and three bits for a player if each card belongs to the first player whose play or give names it
//! and all unnamed cards belong to that player; else a clear bit and the owner of each card of the pack.

use super::{
    Cards, Each, Foolery, Options, Step, Wants, Wish,
    deal::{self, Owners},
};
use crate::{
    cards::{Card, Hand, PACK},
    games::{BitReader, BitWriter, Guess, LogCodec, OutOfBits, Player, RawStep},
};

const CARD_BITS: u32 = 7;
const PLAYER_BITS: u32 = 3;
/// Written for an invalid wish; it cannot be read back.
const NO_WISH: u8 = 127;

/// The player of a step, relative to the player of the previous one.
struct Seats {
    players: usize,
    next: Player,
}

impl Seats {
    fn new(players: usize) -> Seats {
        Seats { players, next: Player(0) }
    }

    fn put(&mut self, player: Player, bits: &mut BitWriter) {
        bits.flag(player == self.next);
        if player != self.next {
            bits.put(u32::from(player.0), PLAYER_BITS);
        }
        self.next = player.after(1, self.players);
    }

    fn take(&mut self, bits: &mut BitReader<'_>) -> Result<Player, OutOfBits> {
        let player = if bits.flag()? { self.next } else { take_player(self.players, bits)? };
        self.next = player.after(1, self.players);
        Ok(player)
    }
}

fn take_player(players: usize, bits: &mut BitReader<'_>) -> Result<Player, OutOfBits> {
    let index = bits.take(PLAYER_BITS)?;
    if (index as usize) < players { Ok(Player(index as u8)) } else { Err(OutOfBits) }
}

impl LogCodec for Foolery {
    fn normalize(&self, step: Step, later: &[RawStep<'_>]) -> Step {
        match step {
            Step::Deal { hands: None } => {
                let found = deal::found(later, self.dealer, self.players);
                Step::Deal { hands: found.map(|hands| deal::spelled(&hands)) }
            }
            Step::Deal { .. } | Step::Request { .. } | Step::Give { .. } | Step::Play { .. } | Step::Pass { .. } => {
                step.in_pack_order()
            }
        }
    }

    fn guesses(&self, later: &[RawStep<'_>], most: usize) -> Vec<Guess<Step>> {
        deal::guessed(later, self.dealer, self.players, most)
    }

    fn encode(players: usize, _options: &Options, steps: &[Step], bits: &mut BitWriter) {
        let mut seats = Seats::new(players);
        for (index, step) in steps.iter().enumerate() {
            match step {
                Step::Pass { player } => {
                    bits.put(0b0, 1);
                    seats.put(*player, bits);
                }
                Step::Play { player, cards } => {
                    bits.put(0b01, 2);
                    seats.put(*player, bits);
                    put_all(cards.hand().iter().map(Card::byte), 5, bits);
                }
                Step::Give { player, cards } => {
                    bits.put(0b011, 3);
                    seats.put(*player, bits);
                    put_all(cards.hand().iter().map(Card::byte), 2, bits);
                }
                Step::Request { player, wants } => {
                    bits.put(0b0111, 4);
                    seats.put(*player, bits);
                    put_all(wants.iter().map(|wish| wish.number().unwrap_or(NO_WISH)), 2, bits);
                }
                Step::Deal { hands } => {
                    bits.put(0b1111, 4);
                    let hands = deal::hands(hands.as_deref().unwrap_or_default());
                    put_deal(&hands, &Owners::by_steps(&steps[index + 1..]), players, bits);
                }
            }
        }
    }

    fn decode(
        _version: u8,
        players: usize,
        _options: &Options,
        step_count: usize,
        bits: &mut BitReader<'_>,
    ) -> Result<Vec<Step>, OutOfBits> {
        let mut seats = Seats::new(players);
        let (mut steps, mut deals) = (Vec::new(), Vec::new());
        for index in 0..step_count {
            steps.push(match step_type(bits)? {
                0 => Step::Pass { player: seats.take(bits)? },
                1 => Step::Play { player: seats.take(bits)?, cards: Cards::of(take_cards(5, bits)?) },
                2 => Step::Give { player: seats.take(bits)?, cards: Cards::of(take_cards(2, bits)?) },
                3 => Step::Request { player: seats.take(bits)?, wants: take_wants(bits)? },
                _ => {
                    deals.push((index, take_deal(players, bits)?));
                    Step::Deal { hands: None }
                }
            });
        }
        for (index, source) in deals {
            let hands = match source {
                HandsSource::Given(hands) => hands,
                HandsSource::RestTo(rest) => Owners::by_steps(&steps[index + 1..]).with_rest_to(rest, players),
            };
            steps[index] = Step::Deal { hands: Some(deal::spelled(&hands)) };
        }
        Ok(steps)
    }
}

/// Writes one to `most` bytes, a flag before each except the first.
fn put_all(bytes: impl Iterator<Item = u8>, most: usize, bits: &mut BitWriter) {
    let mut count = 0;
    for byte in bytes {
        if count > 0 {
            bits.flag(true);
        }
        bits.put(u32::from(byte), CARD_BITS);
        count += 1;
    }
    if count < most {
        bits.flag(false);
    }
}

fn put_deal(hands: &Each<Hand>, owners: &Owners, players: usize, bits: &mut BitWriter) {
    let rest = Player::all(players).find(|rest| owners.with_rest_to(*rest, players) == *hands);
    bits.flag(rest.is_some());
    if let Some(rest) = rest {
        return bits.put(u32::from(rest.0), PLAYER_BITS);
    }
    for card in PACK {
        let owner = hands.iter().position(|hand| hand.contains(card)).unwrap_or_default();
        bits.put(owner as u32, PLAYER_BITS);
    }
}

/// How the hands of a deal are determined once all steps are read.
enum HandsSource {
    Given(Each<Hand>),
    RestTo(Player),
}

/// The number of set bits, at most four, before a clear one.
fn step_type(bits: &mut BitReader<'_>) -> Result<u32, OutOfBits> {
    let mut set = 0;
    while set < 4 && bits.flag()? {
        set += 1;
    }
    Ok(set)
}

/// Reads one to `most` bytes and passes them on with their index.
fn take_all(
    most: usize,
    bits: &mut BitReader<'_>,
    mut each: impl FnMut(usize, u8) -> Result<(), OutOfBits>,
) -> Result<(), OutOfBits> {
    for place in 0..most {
        if place > 0 && !bits.flag()? {
            return Ok(());
        }
        each(place, bits.take(CARD_BITS)? as u8)?;
    }
    Ok(())
}

fn take_cards(most: usize, bits: &mut BitReader<'_>) -> Result<Hand, OutOfBits> {
    let mut cards = Hand::EMPTY;
    take_all(most, bits, |_, byte| {
        let card = Card::new(byte).ok_or(OutOfBits)?;
        let ascends = cards.last().is_none_or(|last| last < card);
        cards.insert(card);
        if ascends { Ok(()) } else { Err(OutOfBits) }
    })?;
    Ok(cards)
}

fn take_wants(bits: &mut BitReader<'_>) -> Result<Wants, OutOfBits> {
    let mut wishes = [None; 2];
    take_all(2, bits, |place, byte| {
        wishes[place] = Some(Wish::new(byte).ok_or(OutOfBits)?);
        Ok(())
    })?;
    let [first, second] = wishes;
    Ok(Wants { first: first.ok_or(OutOfBits)?, second })
}

fn take_deal(players: usize, bits: &mut BitReader<'_>) -> Result<HandsSource, OutOfBits> {
    if bits.flag()? {
        return Ok(HandsSource::RestTo(take_player(players, bits)?));
    }
    let mut hands: Each<Hand> = Player::all(players).map(|_| Hand::EMPTY).collect();
    for card in PACK {
        hands[take_player(players, bits)?.index()].insert(card);
    }
    Ok(HandsSource::Given(hands))
}
