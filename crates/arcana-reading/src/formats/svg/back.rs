//! A card's back, in the area of its face.

use std::fmt::Write;

use maud::{Markup, html};

use super::{
    face::{HEIGHT, WIDTH},
    ink::Ink,
};

/// Distance of the pattern from the edges.
const RIM: i32 = 8;
/// Number of lozenges in a row, and in a column.
const LOZENGES: i32 = 6;

/// The star in the middle: eight rays.
const STAR: &str =
    "M0 -17L3 -7.2L12 -12L7.2 -3L17 0L7.2 3L12 12L3 7.2L0 17L-3 7.2L-12 12L-7.2 3L-17 0L-7.2 -3L-12 -12L-3 -7.2Z";

/// The back about (0, 0).
pub(super) fn back() -> Markup {
    html! {
        (plain())
        path class=(Ink::Faint.line()) fill="none" stroke=(Ink::Faint.light()) d=(lattice()) {}
        circle r="25" class={ (Ink::Face.fill()) " " (Ink::Faint.line()) } fill=(Ink::Face.light()) stroke=(Ink::Faint.light()) {}
        path class=(Ink::Stars.fill()) fill=(Ink::Stars.light()) d=(STAR) {}
    }
}

/// The same without its pattern, for very small cards.
pub(super) fn plain() -> Markup {
    let (x, y) = (-WIDTH / 2, -HEIGHT / 2);
    html! {
        rect x=(x) y=(y) width=(WIDTH) height=(HEIGHT) rx="8" class={ (Ink::Face.fill()) " " (Ink::Edge.line()) }
            fill=(Ink::Face.light()) stroke=(Ink::Edge.light()) {}
        rect x=(x + RIM) y=(y + RIM) width=(WIDTH - 2 * RIM) height=(HEIGHT - 2 * RIM) rx="4" class=(Ink::Stars.line())
            fill="none" stroke=(Ink::Stars.light()) {}
    }
}

/// The sides of the lozenges, from edge to edge.
fn lattice() -> String {
    let spot = |column: i32, row: i32| {
        let along = |at: i32, size: i32| at * (size - 2 * RIM) / LOZENGES - (size - 2 * RIM) / 2;
        (along(column, WIDTH), along(row, HEIGHT))
    };
    let mut path = String::new();
    for sum in 1..2 * LOZENGES {
        let (least, most) = ((sum - LOZENGES).max(0), sum.min(LOZENGES));
        for (one, other) in
            [(spot(least, most), spot(most, least)), (spot(least, LOZENGES - most), spot(most, LOZENGES - least))]
        {
            write!(path, "M{} {}L{} {}", one.0, one.1, other.0, other.1).expect("a text takes more");
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_ends_at_the_rim() {
        let path = lattice();
        let numbers: Vec<i32> = path.split(['M', 'L', ' ']).filter_map(|number| number.parse().ok()).collect();
        assert_eq!(numbers.len(), 4 * 2 * (2 * LOZENGES as usize - 1));
        for spot in numbers.chunks(2) {
            assert!(spot[0].abs() == 42 || spot[1].abs() == 62, "{spot:?} lies on an edge");
            assert!(spot[0].abs() <= 42 && spot[1].abs() <= 62, "{spot:?}");
        }
    }
}
