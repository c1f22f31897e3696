//! The suits' symbols and the courts' emblems.

use crate::SuitOrStars;
use arcana_engine::cards::{Deck, Rank};

/// A drawing as two paths: one is filled, one is drawn in lines.
pub(super) struct Emblem {
    pub(super) fill: &'static str,
    pub(super) line: &'static str,
}

/// A staff with two leaves.
const WAND: &str = "M-2 -11Q0 -14 2 -11L1.7 12.5H-1.7ZM1.6 -2C3.5 -7.5 7.5 -8.5 9.5 -8C9 -3.5 5.5 -.5 1.6 -2Z\
                    M-1.6 4C-3.5 -1.5 -7.5 -2.5 -9.5 -2C-9 2.5 -5.5 5.5 -1.6 4Z";
/// A chalice.
const CUP: &str = "M-8.5 -11.5H8.5C9 -2.5 5.5 2.5 1.7 3.4V8C4.5 8.5 6.5 9.8 7 12H-7C-6.5 9.8 -4.5 8.5 -1.7 8V3.4\
                   C-5.5 2.5 -9 -2.5 -8.5 -11.5Z";
/// An upright sword.
const SWORD: &str = "M0 -13.5L2.3 -9.5L1.8 3.8H-1.8L-2.3 -9.5ZM-7.5 3.8H7.5L6.8 6.4H-6.8ZM-1.4 6.4H1.4V10H-1.4Z\
                     M-2.1 11.4a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0Z";
/// A ring with a five-pointed star; its inner edge and the star are wound so that the ring stays open.
const PENTACLE: &str = "M-12 0a12 12 0 1 0 24 0a12 12 0 1 0 -24 0ZM-10 0a10 10 0 1 1 20 0a10 10 0 1 1 -20 0Z\
                        M0 -8.6L-2 -2.8L-8.2 -2.7L-3.3 1.1L-5.1 7L0 3.5L5.1 7L3.3 1.1L8.2 -2.7L2 -2.8Z";
/// A four-pointed star.
const STAR: &str = "M0 -12.5L2.6 -2.6L12.5 0L2.6 2.6L0 12.5L-2.6 2.6L-12.5 0L-2.6 -2.6Z";

const CLUB: &str = "M-5.2 -6.5a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0 -10.4 0ZM-11.2 2.5a5.2 5.2 0 1 0 10.4 0\
                    a5.2 5.2 0 1 0 -10.4 0ZM.8 2.5a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0 -10.4 0ZM-1.5 -3H1.5L3.5 12H-3.5Z";
const HEART: &str = "M0 12C-16 0 -12 -11.5 -5.5 -11.5C-2 -11.5 0 -8.5 0 -6.5C0 -8.5 2 -11.5 5.5 -11.5\
                     C12 -11.5 16 0 0 12Z";
const SPADE: &str = "M0 -12.5C3 -7 11 -3 11 3C11 8.5 4.5 9 1.6 5.5L4 12.5H-4L-1.6 5.5C-4.5 9 -11 8.5 -11 3\
                     C-11 -3 -3 -7 0 -12.5Z";
const DIAMOND: &str = "M0 -13Q3.5 -5 9 0Q3.5 5 0 13Q-3.5 5 -9 0Q-3.5 -5 0 -13Z";

/// A suit's symbol as one filled path in an area of 24 units around its centre.
pub(super) const fn suit(suit: SuitOrStars, deck: Deck) -> &'static str {
    match (deck, suit) {
        (Deck::French, SuitOrStars::Wands) => CLUB,
        (Deck::French, SuitOrStars::Cups) => HEART,
        (Deck::French, SuitOrStars::Swords) => SPADE,
        (Deck::French, SuitOrStars::Pentacles) => DIAMOND,
        (_, SuitOrStars::Wands) => WAND,
        (_, SuitOrStars::Cups) => CUP,
        (_, SuitOrStars::Swords) => SWORD,
        (_, SuitOrStars::Pentacles) => PENTACLE,
        (_, SuitOrStars::Stars) => STAR,
    }
}

/// A swallow-tailed pennon on its staff: Herald, Page, Jack.
const PENNON: Emblem = Emblem {
    fill: "M-15 -23H-11.5V25H-15ZM-16.2 -25.5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0ZM-9.5 -21H20L11 -10.5L20 0H-9.5Z",
    line: "",
};
/// A helmet with its plume: Knight, Cavalier, and the Knight of Thoth.
const HELMET: Emblem = Emblem {
    fill: "M-15 22C-17 12 -17 4 -16 -2C-14 -15 -6 -20 3 -20C13 -20 19 -13 19 -4L18.4 -1H1V3.4H18L16 22Z\
           M-2 -22C-8 -31 -22 -28 -24 -12C-19 -19 -13 -18 -10 -14C-8 -18 -5 -21 -2 -22Z",
    line: "M-19 25H20",
};
/// A fillet with a jewel: the Princess of Thoth.
const FILLET: Emblem = Emblem {
    fill: "M-24 10Q0 -12 24 10L21.5 15.5Q0 -4 -21.5 15.5ZM0 -24L5 -13L0 -4L-5 -13Z\
           M-15.2 -6a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0ZM10.4 -6a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0Z",
    line: "",
};
/// A rounded crown: Queen, Riga.
const CORONET: Emblem = Emblem {
    fill: "M-20 13H20V19H-20ZM-20 9.5C-20 0 -23 -6 -23 -6A8 8 0 0 1 -7.6 -6A8 8 0 0 1 7.6 -6A8 8 0 0 1 23 -6\
           C23 -6 20 0 20 9.5ZM-18.2 -17.5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0ZM-3 -18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z\
           M12.2 -17.5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z",
    line: "",
};
/// A pointed crown: King, Righ, and the Prince of Thoth.
const CROWN: Emblem = Emblem {
    fill: "M-20 13H20V19H-20ZM-20 9.5L-24 -13L-11.5 0L0 -18L11.5 0L24 -13L20 9.5ZM-27 -17a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z\
           M21 -17a3 3 0 1 0 6 0a3 3 0 1 0 -6 0ZM-1.5 -29H1.5V-26H4.5V-23H1.5V-19H-1.5V-23H-4.5V-26H-1.5Z",
    line: "",
};

/// A court's emblem, in an area of 48 units around its centre; it depends on the deck's name for the court.
pub(super) const fn court(rank: Rank, deck: Deck) -> Option<&'static Emblem> {
    let emblems = match deck {
        Deck::Fortunes | Deck::WaiteSmith | Deck::French => [&PENNON, &HELMET, &CORONET, &CROWN],
        Deck::Thoth => [&FILLET, &CROWN, &CORONET, &HELMET],
    };
    match rank.value().checked_sub(Rank::PAGE.value()) {
        Some(court) => Some(emblems[court as usize]),
        None => None,
    }
}

/// Positions of the pips of a number card, and the size of their symbols in tenths.
pub(super) const fn pips(rank: Rank) -> (u8, &'static [(i8, i8)]) {
    match rank.value() {
        1 => (26, &[(0, 0)]),
        2 => (13, &[(0, -23), (0, 23)]),
        3 => (11, &[(0, -32), (0, 0), (0, 32)]),
        4 => (12, &[(-19, -23), (19, -23), (-19, 23), (19, 23)]),
        5 => (11, &[(-20, -26), (20, -26), (0, 0), (-20, 26), (20, 26)]),
        6 => (10, &[(-19, -30), (19, -30), (-19, 0), (19, 0), (-19, 30), (19, 30)]),
        7 => (9, &[(-21, -30), (21, -30), (0, -15), (-21, 0), (21, 0), (-21, 30), (21, 30)]),
        8 => (9, &[(-21, -31), (21, -31), (0, -15), (-21, 0), (21, 0), (0, 15), (-21, 31), (21, 31)]),
        9 => (8, &[(-22, -34), (22, -34), (-22, -11), (22, -11), (0, 0), (-22, 12), (22, 12), (-22, 35), (22, 35)]),
        10 => (
            8,
            &[
                (-22, -34),
                (22, -34),
                (0, -22),
                (-22, -11),
                (22, -11),
                (-22, 12),
                (22, 12),
                (0, 23),
                (-22, 35),
                (22, 35),
            ],
        ),
        _ => (0, &[]),
    }
}
