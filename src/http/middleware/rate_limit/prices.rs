//! What requests cost: the table in `docs/operation/README.md`, "Expensive requests". Each request costs one unit, and these are
//! the units on top of that.

use std::time::Duration;

/// Duration of work that counts as one unit.
const UNIT: Duration = Duration::from_millis(50);
/// Number of bytes of a body with logs that count as one unit.
pub(super) const UNIT_BYTES: u64 = 256 << 10;
/// Number of bytes of any other body, or of a form and its query, that count as one unit: most of them are stored.
const UNIT_STORED: usize = 8 << 10;
/// Number of characters for which fonts are sought, or that are composed, that take as long to draw as one unit.
const UNIT_LETTERS: usize = 40;
/// Units of a body of unknown length, and of a stream of all items.
pub const UNITS_OF_STREAM: u32 = 9;

/// Units of work that may take this long.
pub fn units_of(work: Duration) -> u32 {
    u32::try_from(work.as_millis() / UNIT.as_millis()).unwrap_or(u32::MAX)
}

/// Units of this number of decompressed bytes.
pub fn units_of_bytes(bytes: u64) -> u32 {
    u32::try_from(bytes / UNIT_BYTES).unwrap_or(u32::MAX)
}

/// Units of this number of bytes of which most are stored.
pub fn units_of_stored(bytes: usize) -> u32 {
    u32::try_from(bytes / UNIT_STORED).unwrap_or(u32::MAX)
}

/// Units of drawing these texts, beyond those of their picture: letters of Latin, which the fonts of the service have,
/// marks between them and the lines that frame a text cost nothing.
pub fn units_of_letters<'a>(texts: impl IntoIterator<Item = &'a str>) -> u32 {
    let is_free = |letter: &char| matches!(letter, ..'\u{300}' | '\u{2000}'..='\u{206f}' | '\u{2500}'..='\u{257f}');
    let is_dear = |letter: &char| !is_free(letter);
    let dear = texts.into_iter().flat_map(str::chars).filter(is_dear).count();
    u32::try_from(dear / UNIT_LETTERS).unwrap_or(u32::MAX)
}
