//! The stream of random words behind every deal, shuffle, draw and roll (`docs/rules/chance.md`).

use chacha20::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::{
    cards::{Card, PACK},
    hex::hex,
};

/// Lists up to here have their words drawn into a small array: clearing one for a pack takes longer than shuffling
/// them.
const FEW: usize = 8;

/// A random stream that can be recomputed from the seeds.
#[derive(Debug)]
pub struct Chance(ChaCha20Rng);

/// The generator itself does not implement it, lest words be used twice; whoever has the seeds can anyway.
impl Clone for Chance {
    fn clone(&self) -> Chance {
        Chance(ChaCha20Rng::deserialize_state(&self.0.serialize_state()))
    }
}

impl PartialEq for Chance {
    fn eq(&self, other: &Chance) -> bool {
        self.0.serialize_state() == other.0.serialize_state()
    }
}

impl Chance {
    /// The table's stream: deals, draws and rolls (chance.md, "The stream").
    pub fn of_table(seed: &str, client_seed: &str) -> Chance {
        Chance::from_key(key(seed, &["table:", client_seed]))
    }

    /// A player's stream, separate so that the deal does not depend on who plays.
    pub fn of_player(seed: &str, client_seed: &str, player: usize) -> Chance {
        Chance::from_key(key(seed, &["player:", &player.to_string(), ":", client_seed]))
    }

    /// A player's stream for one decision at a table (`docs/tables.md`, "The chance of bots").
    ///
    /// `step` is the number of steps before the decision. Decisions share no state, so that a bot decides the same
    /// after a restart.
    pub fn of_decision(seed: &str, client_seed: &str, player: usize, step: usize) -> Chance {
        Chance::from_key(decision_key(seed, client_seed, player, step))
    }

    /// The stream that chooses the wordings of a player's reading of a deal, counted from 1.
    pub fn of_reading(seed: &str, client_seed: &str, deal: u32, player: usize) -> Chance {
        Chance::from_key(reading_key(seed, client_seed, deal, player))
    }

    /// The stream of cards drawn without a game (chance.md, "Draws").
    pub fn of_draw(seed: &str, client_seed: &str) -> Chance {
        Chance::from_key(key(seed, &["draw:", client_seed]))
    }

    /// ChaCha20 with this key, nonce zero, block counter from 0.
    pub fn from_key(key: [u8; 32]) -> Chance {
        Chance(ChaCha20Rng::from_seed(key))
    }

    /// A stream of its own, whose key is the next eight words.
    pub fn fork(&mut self) -> Chance {
        let mut key = [0; 32];
        self.0.fill_bytes(&mut key);
        Chance::from_key(key)
    }

    /// The next 32-bit word.
    #[inline]
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A uniform number below `n`.
    ///
    /// # Panics
    /// When `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "no number is under 0");
        loop {
            let word = self.word();
            if is_accepted(word, n) {
                return remainder(word, n);
            }
        }
    }

    /// The roll of a die, 1 … 6.
    pub fn die(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }

    /// Shuffles a list in place: for i from the last index down to 1, swaps items i and `below(i + 1)`.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        if list.len() <= FEW {
            self.shuffle_at_once::<FEW, T>(list);
        } else if list.len() <= Card::COUNT {
            self.shuffle_at_once::<{ Card::COUNT }, T>(list);
        } else {
            self.shuffle_with(list, &[]);
        }
    }

    /// As [`Chance::shuffle`], for at most `MOST` items: their words are drawn together, which takes half the time.
    fn shuffle_at_once<const MOST: usize, T>(&mut self, mut list: &mut [T]) {
        let mut words = [[0; 4]; MOST];
        let words = &mut words[..list.len().saturating_sub(1)];
        self.0.fill_bytes(words.as_flattened_mut());
        for (place, word) in words.iter().enumerate() {
            let (n, word) = (list.len(), u32::from_le_bytes(*word));
            if !is_surely_accepted(word, n as u32) {
                return self.shuffle_with(list, &words[place..]);
            }
            let Some(others) = n.checked_sub(1) else { return };
            list.swap(others, small_remainder(word, n) as usize);
            list = &mut list[..others];
        }
    }

    /// As [`Chance::shuffle`], with these words before the next ones.
    #[cold]
    fn shuffle_with<T>(&mut self, list: &mut [T], words: &[[u8; 4]]) {
        let mut words = words.iter();
        for i in (1..list.len()).rev() {
            let n = i as u32 + 1;
            let place = loop {
                let word = words.next().map_or_else(|| self.word(), |word| u32::from_le_bytes(*word));
                if is_accepted(word, n) {
                    break remainder(word, n);
                }
            };
            list.swap(i, place as usize);
        }
    }

    /// A shuffled pack.
    pub fn pack(&mut self) -> [Card; Card::COUNT] {
        let mut pack = PACK;
        self.shuffle(&mut pack);
        pack
    }
}

/// Whether a word gives a number below `n` without bias: it is below ⌊2³² / n⌋ · n = 2³² − (2³² mod n), where
/// 2³² mod n = −n mod n in 32 bits.
#[inline]
const fn is_accepted(word: u32, n: u32) -> bool {
    is_surely_accepted(word, n) || word <= u32::MAX - n.wrapping_neg() % n
}

/// As [`is_accepted`], for most words: that bound is at least 2³² − n. This takes no division.
#[inline]
const fn is_surely_accepted(word: u32, n: u32) -> bool {
    word <= u32::MAX - n
}

/// 2⁶⁴ / divisor, rounded up. For divisors 0 and 1 it is 0, which yields the remainder 0.
const INVERSES: [u64; 256] = {
    let mut inverses = [0; 256];
    let mut divisor = 2;
    while divisor < inverses.len() {
        inverses[divisor] = u64::MAX / divisor as u64 + 1;
        divisor += 1;
    }
    inverses
};

/// `word % n` without a division for small `n`.
fn remainder(word: u32, n: u32) -> u32 {
    if n < INVERSES.len() as u32 { small_remainder(word, n as usize) } else { word % n }
}

/// `word % n` for `n` below 256.
#[inline]
fn small_remainder(word: u32, n: usize) -> u32 {
    // The fractional part of the quotient, times the divisor. Two multiplications are faster than a division.
    ((u128::from(INVERSES[n & 255].wrapping_mul(word.into())) * n as u128) >> 64) as u32
}

fn key(seed: &str, message: &[&str]) -> [u8; 32] {
    hmac_sha256(seed.as_bytes(), message.iter().map(|part| part.as_bytes()))
}

/// The HMAC-SHA-256 of a message in parts.
pub fn hmac_sha256<'a>(key: &[u8], message: impl IntoIterator<Item = &'a [u8]>) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    message.into_iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

fn decision_key(seed: &str, client_seed: &str, player: usize, step: usize) -> [u8; 32] {
    key(seed, &["player:", &player.to_string(), ":", &step.to_string(), ":", client_seed])
}

fn reading_key(seed: &str, client_seed: &str, deal: u32, player: usize) -> [u8; 32] {
    key(seed, &["reading:", &deal.to_string(), ":", &player.to_string(), ":", client_seed])
}

/// SHA-256 of a seed, in hex, which a commitment publishes (chance.md, "Proof of fairness").
pub fn seed_hash(seed: &str) -> String {
    hex(&Sha256::digest(seed.as_bytes()))
}

/// The client seed of a game at a table (docs/tables.md, "Fairness"): SHA-256 over the index and the client seed of
/// each seat in order, in hex; empty when no seat gave one.
pub fn client_seed_of_seats<'a>(seats: impl Iterator<Item = &'a str> + Clone) -> String {
    if seats.clone().all(str::is_empty) {
        return String::new();
    }
    let mut hash = Sha256::new();
    for (index, client_seed) in seats.enumerate() {
        hash.update(format!("{index}:{client_seed}\n"));
    }
    hex(&hash.finalize())
}

#[cfg(test)]
mod tests;
