//! Bytes as hexadecimal digits.

/// Bytes in lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = vec![0; 2 * bytes.len()];
    for (pair, byte) in text.chunks_exact_mut(2).zip(bytes) {
        pair.copy_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 0xf)]]);
    }
    String::from_utf8(text).expect("digits are ASCII")
}

/// Parses 64 lower-case hex digits into 32 bytes; `None` for any other text.
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; 32];
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    if pairs.len() != bytes.len() {
        return None;
    }
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = digit(*high)? << 4 | digit(*low)?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_four_lower_case_digits_are_32_bytes() {
        let text = "00ff".repeat(16);
        assert_eq!(unhex(&text).map(|bytes| bytes[..4].to_vec()), Some(vec![0, 255, 0, 255]));
        assert_eq!(unhex(&text.to_uppercase()), None);
        assert_eq!(unhex(&text[1..]), None);
        assert_eq!(unhex(&format!("{text}00")), None);
        assert_eq!(unhex(&"é".repeat(32)), None);
        assert_eq!(unhex(""), None);
    }

    #[test]
    fn hex_has_two_digits_for_each_byte() {
        assert_eq!(hex(&[0x00, 0x0f, 0xf0, 0x9a, 0xff]), "000ff09aff");
        assert_eq!(hex(&[]), "");
    }
}
