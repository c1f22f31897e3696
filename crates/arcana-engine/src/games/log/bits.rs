//! Numbers of a few bits each, packed one after the other: the form in which logs are stored.

/// Packs numbers of a few bits each.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// Used bits of the last byte, 0 … 7; 0 if it is full or there is none.
    used: u32,
}

/// Reads what a [`BitWriter`] packed.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Stored bytes end too early or contain an invalid number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stored log ends too early or is damaged")]
pub struct OutOfBits;

impl BitWriter {
    /// Adds the low `width` bits (at most 32) of a number, lowest first.
    pub fn put(&mut self, value: u32, width: u32) {
        debug_assert!(width <= 32 && (width == 32 || value >> width == 0), "{value} in {width} bits");
        let (mut value, mut left) = (u64::from(value), width);
        while left > 0 {
            if self.used == 0 {
                self.bytes.push(0);
            }
            let take = left.min(8 - self.used);
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value & ((1 << take) - 1)) as u8) << self.used;
            }
            value >>= take;
            left -= take;
            self.used = (self.used + take) % 8;
        }
    }

    /// Adds one bit.
    pub fn flag(&mut self, value: bool) {
        self.put(u32::from(value), 1);
    }

    /// Adds a number of unknown size, in groups of `group` bits (below 32), each preceded by a bit that says whether
    /// more follow.
    pub fn number(&mut self, mut value: u32, group: u32) {
        while value >> group != 0 {
            self.put(1, 1);
            self.put(value & ((1 << group) - 1), group);
            value >>= group;
        }
        self.put(0, 1);
        self.put(value, group);
    }

    /// The bytes; the last one is padded with zeros.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl<'a> BitReader<'a> {
    /// Reads from the first bit on.
    pub const fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, at: 0 }
    }

    /// Takes a number of `width` bits (at most 32).
    ///
    /// # Errors
    /// When the bytes end before it does.
    pub fn take(&mut self, width: u32) -> Result<u32, OutOfBits> {
        if self.at + width as usize > self.bytes.len() * 8 {
            return Err(OutOfBits);
        }
        let (mut value, mut got) = (0u64, 0);
        while got < width {
            let (byte, from) = (self.at / 8, (self.at % 8) as u32);
            let take = (width - got).min(8 - from);
            let piece = u64::from(self.bytes[byte] >> from) & ((1 << take) - 1);
            value |= piece << got;
            got += take;
            self.at += take as usize;
        }
        Ok(value as u32)
    }

    /// Takes one bit.
    ///
    /// # Errors
    /// When there are no bits left.
    pub fn flag(&mut self) -> Result<bool, OutOfBits> {
        Ok(self.take(1)? == 1)
    }

    /// Takes a number that [`BitWriter::number`] wrote with the same `group`.
    ///
    /// # Errors
    /// When the bytes end before it does, or it does not fit into 32 bits.
    pub fn number(&mut self, group: u32) -> Result<u32, OutOfBits> {
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let more = self.flag()?;
            value |= u64::from(self.take(group)?) << shift;
            if !more {
                return u32::try_from(value).map_err(|_| OutOfBits);
            }
            shift += group;
            if shift > 32 {
                return Err(OutOfBits);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_written() {
        let numbers = [(5, 3), (0, 1), (77, 7), (1, 1), (u32::MAX, 32), (300, 9), (0, 0)];
        let mut writer = BitWriter::default();
        for (value, width) in numbers {
            writer.put(value, width);
        }
        for value in [0, 1, 7, 8, 1_000_000, u32::MAX] {
            writer.number(value, 3);
        }
        let bytes = writer.into_bytes();
        let mut reader = BitReader::new(&bytes);
        for (value, width) in numbers {
            assert_eq!(reader.take(width), Ok(value));
        }
        for value in [0, 1, 7, 8, 1_000_000, u32::MAX] {
            assert_eq!(reader.number(3), Ok(value));
        }
        assert_eq!(reader.take(8), Err(OutOfBits));
    }

    #[test]
    fn bits_fill_bytes_from_the_lowest() {
        let mut writer = BitWriter::default();
        writer.put(0b101, 3);
        writer.put(0b1_0000_0001, 9);
        assert_eq!(writer.into_bytes(), [0b0000_1101, 0b0000_1000]);
    }
}
