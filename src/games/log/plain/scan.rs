//! The tokens of plain JSON, for both readers of it.

/// Number of digits that always fit in 64 bits.
const DIGITS: usize = 18;

/// Whether it is JSON whitespace.
#[inline]
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r')
}

/// The length of a text up to the first quote, backslash or control character; `None` if there is none of them.
#[inline]
pub(super) fn text_length(rest: &[u8]) -> Option<usize> {
    rest.iter().position(|byte| *byte == b'"' || *byte == b'\\' || *byte < b' ')
}

/// The number of digits of the short integer at the start, which has no sign; `None` for any other number.
#[inline]
pub(super) fn integer_length(rest: &[u8]) -> Option<usize> {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_short = (1..=DIGITS).contains(&digits) && (digits == 1 || rest[0] != b'0');
    (is_short && !matches!(rest.get(digits), Some(b'.' | b'e' | b'E'))).then_some(digits)
}
