//! A range coder: writes choices of known odds as one long number, near the minimum size.
//!
//! Writing and reading are the same walk: each choice narrows the range to a part of it. The writer is given the part,
//! the reader finds it from the number; so the code above ([`Coder`]) serves both.

use crate::games::{BitReader, BitWriter, OutOfBits};

/// Denominator of odds.
const SURE: u32 = 1 << 12;
/// Minimum distance of odds from 0 and 1.
const LEAST: u32 = 24;
/// Learning rate of odds, as a power of two.
const PACE: u32 = 4;
/// Below this the range is renormalized by a byte.
const NARROW: u32 = 1 << 24;
/// Maximum number of zero bytes that are omitted at the end.
const CUT: usize = 4;

/// Probability that a flag is set; adapts to each flag coded with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds(u32);

impl Odds {
    /// A probability in per cent.
    pub(super) const fn percent(percent: u32) -> Odds {
        Odds(SURE * percent / 100)
    }

    const fn learn(&mut self, set: bool) {
        if set {
            self.0 += (SURE - LEAST).saturating_sub(self.0) >> PACE;
        } else {
            self.0 -= self.0.saturating_sub(LEAST) >> PACE;
        }
    }
}

/// Writes or reads choices; the reader ignores the values it is given.
pub(super) trait Coder {
    /// Narrows the range of `total` parts to those that `part` returns for one of them; returns their start.
    fn narrow(&mut self, total: u32, at: u32, part: impl Fn(u32) -> (u32, u32)) -> Result<u32, OutOfBits>;

    /// One of `of` values, all equally likely.
    fn even(&mut self, value: u32, of: u32) -> Result<u32, OutOfBits> {
        if of == 0 {
            return Err(OutOfBits);
        }
        self.narrow(of, value.min(of - 1), |at| (at, 1))
    }

    /// A flag that is set in `likely` of `of` cases.
    fn ratio(&mut self, set: bool, likely: u32, of: u32) -> Result<bool, OutOfBits> {
        if likely == 0 || likely == of {
            return Ok(likely == of);
        }
        let at = if set { 0 } else { likely };
        let start = self.narrow(of, at, |at| if at < likely { (0, likely) } else { (likely, of - likely) })?;
        Ok(start == 0)
    }

    /// A flag of these odds, which adapt to it.
    fn flag(&mut self, set: bool, odds: &mut Odds) -> Result<bool, OutOfBits> {
        let set = self.ratio(set, odds.0, SURE)?;
        odds.learn(set);
        Ok(set)
    }
}

/// Writes choices.
#[derive(Debug)]
pub(super) struct Writer {
    /// The low end of the range; a carry is above 32 bits.
    low: u64,
    range: u32,
    /// The last byte, held back for a carry; `None` before the first.
    held: Option<u8>,
    /// Number of 0xff bytes held back after it.
    ones: usize,
    bytes: Vec<u8>,
}

impl Writer {
    pub(super) const fn new() -> Writer {
        Writer { low: 0, range: u32::MAX, held: None, ones: 0, bytes: Vec::new() }
    }

    /// Moves the top byte of `low` out, unless a carry can still reach it.
    fn shift(&mut self) {
        let (carry, top) = ((self.low >> 32) as u8, (self.low >> 24) as u8);
        if top == u8::MAX && carry == 0 && self.held.is_some() {
            self.ones += 1;
        } else {
            if let Some(held) = self.held {
                self.bytes.push(held.wrapping_add(carry));
                self.bytes.extend(std::iter::repeat_n(u8::MAX.wrapping_add(carry), self.ones));
                self.ones = 0;
            }
            self.held = Some(top);
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// Writes the roundest number of the range, without the zeros at its end.
    pub(super) fn finish(mut self, out: &mut BitWriter) {
        let high = self.low + u64::from(self.range) - 1;
        let rounded = (0..4).rev().map(|zeros| (self.low + low_bytes(zeros)) & !low_bytes(zeros));
        if let Some(value) = rounded.into_iter().find(|value| *value <= high) {
            self.low = value;
        }
        (0..5).for_each(|_| self.shift());
        let zeros = self.bytes.iter().rev().take(CUT).take_while(|byte| **byte == 0).count();
        let kept = self.bytes.len() - zeros;
        self.bytes[..kept].iter().for_each(|byte| out.put(u32::from(*byte), 8));
    }
}

/// `count` bytes of 0xff.
const fn low_bytes(count: u32) -> u64 {
    (1 << (8 * count)) - 1
}

impl Coder for Writer {
    fn narrow(&mut self, total: u32, at: u32, part: impl Fn(u32) -> (u32, u32)) -> Result<u32, OutOfBits> {
        let (start, size) = part(at);
        let unit = self.range / total;
        self.low += u64::from(start) * u64::from(unit);
        self.range = size * unit;
        while self.range < NARROW {
            self.shift();
            self.range <<= 8;
        }
        Ok(start)
    }
}

/// Reads choices.
#[derive(Debug)]
pub(super) struct Reader<'a, 'b> {
    bits: &'a mut BitReader<'b>,
    /// Distance of the number from the low end of the range.
    above: u32,
    range: u32,
    /// Number of bytes read beyond the end.
    beyond: usize,
}

impl<'a, 'b> Reader<'a, 'b> {
    pub(super) fn new(bits: &'a mut BitReader<'b>) -> Result<Reader<'a, 'b>, OutOfBits> {
        let mut reader = Reader { bits, above: 0, range: u32::MAX, beyond: 0 };
        for _ in 0..4 {
            reader.above = reader.above << 8 | reader.byte()?;
        }
        Ok(reader)
    }

    fn byte(&mut self) -> Result<u32, OutOfBits> {
        self.bits.take(8).or_else(|end| {
            self.beyond += 1;
            if self.beyond <= CUT { Ok(0) } else { Err(end) }
        })
    }
}

impl Coder for Reader<'_, '_> {
    fn narrow(&mut self, total: u32, _at: u32, part: impl Fn(u32) -> (u32, u32)) -> Result<u32, OutOfBits> {
        let unit = self.range / total;
        let (start, size) = part((self.above / unit).min(total - 1));
        self.above = self.above.checked_sub(start * unit).ok_or(OutOfBits)?;
        self.range = size * unit;
        while self.range < NARROW {
            self.above = self.above << 8 | self.byte()?;
            self.range <<= 8;
        }
        Ok(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    /// Codes the same random choices with a writer or a reader.
    fn walk(coder: &mut impl Coder, length: usize, write: bool, seed: &str) -> Result<Vec<u32>, OutOfBits> {
        let (mut chance, mut odds) = (Chance::of_table(seed, ""), [Odds::percent(3), Odds::percent(97)]);
        let mut values = Vec::new();
        for _ in 0..length {
            let (of, value) = (1 + chance.below(300), chance.word());
            let (value, rare) = (value % of, chance.below(40) == 0);
            values.push(coder.even(if write { value } else { 0 }, of)?);
            let set = coder.flag(write && rare, &mut odds[0])?;
            values.push(u32::from(coder.flag(write && !set, &mut odds[1])?));
        }
        Ok(values)
    }

    #[test]
    fn choices_are_read_as_written() {
        for length in [0, 1, 2, 5, 50, 4000] {
            for seed in 0..40 {
                let seed = format!("range {seed}");
                let (mut writer, mut out) = (Writer::new(), BitWriter::default());
                let written = walk(&mut writer, length, true, &seed);
                writer.finish(&mut out);
                let bytes = out.into_bytes();
                let mut bits = BitReader::new(&bytes);
                let mut reader = Reader::new(&mut bits).expect("few zeros are omitted");
                assert_eq!(walk(&mut reader, length, false, &seed), written, "{seed}");
            }
        }
    }

    #[test]
    fn a_certain_flag_takes_no_space() {
        let (mut writer, mut out) = (Writer::new(), BitWriter::default());
        for _ in 0..1000 {
            assert_eq!(writer.ratio(true, 7, 7), Ok(true));
            assert_eq!(writer.ratio(false, 0, 7), Ok(false));
            assert_eq!(writer.even(0, 1), Ok(0));
        }
        writer.finish(&mut out);
        assert!(out.into_bytes().is_empty());
    }

    #[test]
    fn random_bytes_end() {
        let mut bits = BitReader::new(&[0xff; 40]);
        let mut reader = Reader::new(&mut bits).expect("long enough");
        assert_eq!(walk(&mut reader, 1000, false, "noise"), Err(OutOfBits));
    }
}
