//! Words and numbers as they are written in sentences.

/// Capitalises the first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Formats a whole number with thousands separators: `1,234,567`.
pub fn whole(number: impl Into<i128>) -> String {
    let number: i128 = number.into();
    let digits = number.unsigned_abs().to_string();
    let mut text = if number < 0 { "−".to_owned() } else { String::new() };
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_begins_with_a_capital() {
        assert_eq!(["", "é", "the Fool", "ﬁre"].map(capital), ["", "É", "The Fool", "FIre"]);
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 999, 1_000, -1_234_567].map(whole), ["0", "999", "1,000", "−1,234,567"]);
        assert_eq!(whole(u64::MAX), "18,446,744,073,709,551,615");
    }
}
