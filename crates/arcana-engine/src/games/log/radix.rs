//! One large number in mixed radix, whose digits may have shares of different sizes: a likely one takes less space.
//!
//! With equal shares this is mixed radix as in a date: a digit below `n` multiplies the number by `n`. With others it
//! is a range asymmetric numeral system. The digit written last is read first, so digits are collected and then written
//! backwards.

/// Shares are rounded to parts of 2 to this power.
const BITS: u32 = 16;
/// The part of the number that is worked on is at least this while bytes are left.
const LEAST: u32 = 1 << 23;

/// A digit: its place among all values that it could have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    start: u32,
    size: u32,
}

impl Share {
    /// `size` of `total` parts, from the one at `start` on; `total` is at most 2¹⁶.
    pub(super) fn new(start: u32, size: u32, total: u32) -> Share {
        let rounded = |part: u32| ((u64::from(part) << BITS) / u64::from(total)) as u32;
        Share { start: rounded(start), size: rounded(start + size) - rounded(start) }
    }
}

/// The number with these digits, its highest byte first.
pub(super) fn written(digits: &[Share]) -> Vec<u8> {
    let (mut rest, mut bytes) = (0, Vec::new());
    for Share { start, size } in digits.iter().rev() {
        while rest >= (LEAST >> BITS << 8) * size {
            bytes.push(rest as u8);
            rest >>= 8;
        }
        rest = ((rest / size) << BITS) + rest % size + start;
    }
    while rest > 0 {
        bytes.push(rest as u8);
        rest >>= 8;
    }
    bytes.reverse();
    bytes
}

/// Reads digits. After the last byte they go on without end, so any bytes can be read.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    rest: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl Reader<'_> {
    pub(super) fn new(bytes: &[u8]) -> Reader<'_> {
        let mut reader = Reader { rest: 0, bytes: bytes.iter() };
        reader.fill();
        reader
    }

    fn fill(&mut self) {
        while self.rest < LEAST
            && let Some(byte) = self.bytes.next()
        {
            self.rest = self.rest << 8 | u32::from(*byte);
        }
    }

    const fn low(&self) -> u32 {
        self.rest & ((1 << BITS) - 1)
    }

    /// The part, of `total` ones, in which the next digit is.
    pub(super) fn part(&self, total: u32) -> u32 {
        (((u64::from(self.low()) + 1) * u64::from(total) - 1) >> BITS) as u32
    }

    /// Removes the next digit, which has this share.
    pub(super) fn remove(&mut self, Share { start, size }: Share) {
        self.rest = size * (self.rest >> BITS) + self.low() - start;
        self.fill();
    }

    /// Whether the number has been read to its end.
    pub(super) fn is_done(&self) -> bool {
        self.rest == 0 && self.bytes.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    /// The start, the size and the total of random shares.
    fn shares(count: usize, seed: &str) -> Vec<(u32, u32, u32)> {
        let mut chance = Chance::of_table(seed, "");
        let mut share = || {
            let most = if chance.below(2) == 0 { 6 } else { 1 << BITS };
            let total = 1 + chance.below(most);
            let start = chance.below(total);
            (start, 1 + chance.below(total - start), total)
        };
        (0..count).map(|_| share()).collect()
    }

    #[test]
    fn digits_are_read_as_written() {
        for (count, seed) in [0, 1, 2, 3, 4, 5, 50, 4000].into_iter().flat_map(|count| (0..40).map(move |s| (count, s)))
        {
            let shares = shares(count, &format!("radix {seed}"));
            let digits: Vec<Share> =
                shares.iter().map(|(start, size, total)| Share::new(*start, *size, *total)).collect();
            let bytes = written(&digits);
            let mut reader = Reader::new(&bytes);
            for ((start, size, total), share) in shares.into_iter().zip(digits) {
                assert!((start..start + size).contains(&reader.part(total)), "{count} digits of seed {seed}");
                reader.remove(share);
            }
            assert!(reader.is_done(), "{count} digits of seed {seed}");
        }
    }

    #[test]
    fn equal_shares_take_at_most_three_bytes_more_than_the_number_of_all_values_has() {
        let digits: Vec<Share> = (3..=78).rev().map(|left| Share::new(left / 2, 1, left)).collect();
        let bits: f64 = (3..=78).map(|left| f64::from(left).log2()).sum();
        assert!(written(&digits).len() as f64 <= bits / 8.0 + 3.0);
    }

    #[test]
    fn a_certain_digit_takes_no_space() {
        assert!(written(&[Share::new(0, 7, 7); 1000]).is_empty());
    }
}
