//! A QR code, drawn as a single SVG path.

use std::fmt::Write;

use maud::{Markup, html};
use qrcode::{Color, QrCode};

/// Width of the quiet zone around the code, in modules.
const MARGIN: usize = 4;

/// The QR code of a text; empty if the text is too long.
pub fn code(text: &str, label: &str) -> Markup {
    let Ok(code) = QrCode::new(text) else { return html! {} };
    let width = code.width();
    let mut path = String::new();
    for (place, _) in code.to_colors().into_iter().enumerate().filter(|(_, color)| *color == Color::Dark) {
        // Writing to a string does not fail.
        let _ = write!(path, "M{} {}h1v1h-1z", MARGIN + place % width, MARGIN + place / width);
    }
    let size = width + 2 * MARGIN;
    html! {
        svg.qr viewBox={ "0 0 " (size) " " (size) } role="img" aria-label=(label) {
            rect width=(size) height=(size) fill="#fff" {}
            path d=(path) fill="#000" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_finders() {
        let drawn = code("http://localhost/tables/x", "Invitation").into_string();
        for corner in ["M4 4h1", "M10 10h1"] {
            assert!(drawn.contains(corner), "{drawn}");
        }
        assert!(code(&"x".repeat(5_000), "").into_string().is_empty());
    }
}
