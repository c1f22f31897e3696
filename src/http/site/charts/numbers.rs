//! Formats figures.

use crate::{spelling::whole, statistics::Estimate};

const NO_BREAK_SPACE: &str = "\u{a0}";

/// Unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share, shown in percent.
    Share,
    /// A number.
    Number,
}

impl Unit {
    /// Formats a figure: `52.3 %`, or `-1.25`.
    pub fn format(self, value: f64) -> String {
        match self {
            Unit::Share => format!("{} %", decimals(value * 100.0, 1)),
            Unit::Number => decimals(value, 2),
        }
    }

    /// Formats a figure with its interval: `52.3 % (51.9 to 52.6 %)`. Lines do not break within the interval.
    pub fn estimate(self, Estimate { value, low, high }: Estimate) -> String {
        match low.zip(high) {
            Some((low, high)) => {
                let low = self.format(low);
                let interval = format!("({} to {})", low.trim_end_matches(" %"), self.format(high));
                format!("{} {}", self.format(value), interval.replace(' ', NO_BREAK_SPACE))
            }
            None => self.format(value),
        }
    }
}

/// A number of games, in words.
pub fn games(count: impl Into<i128>) -> String {
    match count.into() {
        1 => "1 game".to_owned(),
        count => format!("{} games", whole(count)),
    }
}

/// Formats a number with a maximum number of decimals.
fn decimals(value: f64, most: usize) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let text = format!("{value:.most$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    // A true minus sign, since screen readers may skip a hyphen.
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_formatted_in_their_unit() {
        assert_eq!(Unit::Share.format(0.5225), "52.2 %");
        assert_eq!(Unit::Share.format(1.0), "100 %");
        assert_eq!(Unit::Number.format(-1.254), "−1.25");
        assert_eq!(Unit::Number.format(-0.001), "0");
        assert_eq!(Unit::Number.format(f64::NAN), "–");
        let share = Estimate { value: 0.5, low: Some(0.25), high: Some(0.75) };
        assert_eq!(Unit::Share.estimate(share), "50 % (25\u{a0}to\u{a0}75\u{a0}%)");
        assert_eq!(Unit::Number.estimate(Estimate { low: None, high: None, ..share }), "0.5");
    }
}
