//! A long text that is written once and read piece by piece, compressed in between.

use std::{
    collections::VecDeque,
    io::{self, Write},
};

use zstd::bulk::Compressor;

/// Uncompressed size of a piece, in bytes.
const PIECE: usize = 256 << 10;

/// The zstd level: the fastest, since the reader waits for the compression.
const LEVEL: i32 = 1;

/// A long text, compressed in pieces. Pieces that were read are freed.
#[derive(Debug, Default)]
pub struct LongText {
    pieces: VecDeque<Vec<u8>>,
}

/// Writes a [`LongText`].
pub(super) struct LongTextWriter {
    text: LongText,
    /// Used for all pieces: its tables are larger than a piece.
    compressor: Compressor<'static>,
    /// The piece being filled.
    piece: Vec<u8>,
}

impl Iterator for LongText {
    type Item = io::Result<Vec<u8>>;

    /// Removes the next piece and decompresses it.
    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        Some(zstd::bulk::decompress(&self.pieces.pop_front()?, PIECE))
    }
}

impl LongTextWriter {
    /// A writer of an empty text.
    ///
    /// # Errors
    /// The compressor cannot be initialized.
    pub(super) fn new() -> io::Result<LongTextWriter> {
        let compressor = Compressor::new(LEVEL)?;
        Ok(LongTextWriter { text: LongText::default(), compressor, piece: Vec::new() })
    }

    /// Finishes the text.
    ///
    /// # Errors
    /// The last piece cannot be compressed.
    pub(super) fn finish(mut self) -> io::Result<LongText> {
        self.end_piece()?;
        Ok(self.text)
    }

    fn end_piece(&mut self) -> io::Result<()> {
        if !self.piece.is_empty() {
            let mut compressed = self.compressor.compress(&self.piece)?;
            // It has room for a piece that cannot be compressed.
            compressed.shrink_to_fit();
            self.text.pieces.push_back(compressed);
            self.piece.clear();
        }
        Ok(())
    }
}

impl Write for LongTextWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.piece.capacity() == 0 {
            self.piece = Vec::with_capacity(PIECE);
        }
        let (bytes, _) = bytes.split_at(bytes.len().min(PIECE - self.piece.len()));
        self.piece.extend_from_slice(bytes);
        if self.piece.len() == PIECE {
            self.end_piece()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_back_in_pieces_and_takes_little_memory_in_between() {
        for length in [0, 1, PIECE - 1, PIECE, PIECE + 1, 10 * PIECE + 7] {
            let written: Vec<u8> = (0..length).map(|at| b"step by step "[at % 13]).collect();
            let mut writer = LongTextWriter::new().expect("a compressor");
            written.chunks(1000).for_each(|part| writer.write_all(part).expect("it is in memory"));
            let text = writer.finish().expect("it is in memory");
            let held: usize = text.pieces.iter().map(Vec::capacity).sum();
            assert!(held <= length / 20 + 100, "{held} of {length}");
            let pieces: Vec<_> = text.map(|piece| piece.expect("it was compressed")).collect();
            assert!(pieces.iter().all(|piece| piece.len() <= PIECE));
            assert!(pieces.concat() == written, "{length}");
        }
    }
}
