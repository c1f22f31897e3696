//! The suits' symbols, the courts' emblems, and those of the 22 Stars.

use arcana_engine::cards::{Deck, Rank};

use crate::SuitOrStars;

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

/// The emblems in the order of the Waite-Smith trumps.
pub(super) const STARS: [Emblem; 22] = [
    // The staff and the bundle of a wanderer.
    Emblem {
        fill: "M9 -14C2 -24 8 -34 18 -33C29 -32 33 -20 26 -13C21 -8 14 -8 9 -14ZM11 -11L3 -13L6 -5ZM13 -9L8 -2\
               L16 -4Z",
        line: "M-21 31L11 -12M-31 31H4L10 37",
    },
    // The lemniscate over a table with a wand, a cup and a coin.
    Emblem {
        fill: "M9.4 9a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0ZM-17 4H-9L-11 13H-15ZM0 -11L1.4 -7.4L5 -6L1.4 -4.6\
               L0 -1L-1.4 -4.6L-5 -6L-1.4 -7.4Z",
        line: "M0 -20C6 -30 20 -29 20 -20C20 -11 6 -10 0 -20C-6 -30 -20 -29 -20 -20C-20 -11 -6 -10 0 -20ZM0 12V-2\
               M-26 14H26M-20 14V30M20 14V30",
    },
    // The crescent between two pillars.
    Emblem {
        fill: "M-28 -22H-17V28H-28ZM5 -12A14 14 0 1 0 5 14A11.5 11.5 0 1 1 5 -12Z",
        line: "M17 -22H28V28H17ZM-31 -26H31M-31 30H31",
    },
    // An ear of wheat.
    Emblem {
        fill: "M0 -34C5 -28 5 -22 0 -15C-5 -22 -5 -28 0 -34ZM1 -6C9 -8 14 -15 13 -22C5 -20 1 -14 1 -6ZM-1 -6\
               C-9 -8 -14 -15 -13 -22C-5 -20 -1 -14 -1 -6ZM1 4C9 2 14 -5 13 -12C5 -10 1 -4 1 4ZM-1 4\
               C-9 2 -14 -5 -13 -12C-5 -10 -1 -4 -1 4ZM1 14C9 12 14 5 13 -2C5 0 1 6 1 14ZM-1 14C-9 12 -14 5 -13 -2\
               C-5 0 -1 6 -1 14Z",
        line: "M0 -15V32",
    },
    // The orb.
    Emblem {
        fill: "M-2.6 -31a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0Z",
        line: "M-21 9a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM-20.4 4Q0 12 20.4 4M0 8V-12M0 -12V-28M-8 -21H8",
    },
    // Two crossed keys.
    Emblem {
        fill: "",
        line: "M9 -20a8 8 0 1 0 16 0a8 8 0 1 0 -16 0ZM-25 -20a8 8 0 1 0 16 0a8 8 0 1 0 -16 0ZM11.5 -14L-20 26\
               M-11.5 -14L20 26M-20 26L-27 20M-14 18.5L-21 12.5M20 26L27 20M14 18.5L21 12.5",
    },
    // Two linked rings under a heart.
    Emblem {
        fill: "M0 -14C-15 -23 -9 -34 0 -27C9 -34 15 -23 0 -14Z",
        line: "M-26 9a16 16 0 1 0 32 0a16 16 0 1 0 -32 0ZM-6 9a16 16 0 1 0 32 0a16 16 0 1 0 -32 0Z",
    },
    // A chariot with its canopy.
    Emblem {
        fill: "M-26 -22Q0 -38 26 -22V-18H-26ZM0 -4L2 1L7 3L2 5L0 10L-2 5L-7 3L-2 1ZM-18.4 21a2.4 2.4 0 1 0 4.8 0\
               a2.4 2.4 0 1 0 -4.8 0ZM13.6 21a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0Z",
        line: "M-18 13L-21 -7H21L18 13ZM-19 -7V-18M19 -7V-18M-26 21a10 10 0 1 0 20 0a10 10 0 1 0 -20 0ZM6 21\
               a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z",
    },
    // A lion.
    Emblem {
        fill: "M-9 -5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0ZM5 -5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0ZM-5 3H5L0 9Z",
        line: "M0 -25A7.4 7.4 0 0 1 12.5 -21.7A7.4 7.4 0 0 1 21.7 -12.5A7.4 7.4 0 0 1 25 0A7.4 7.4 0 0 1 21.7 12.5\
               A7.4 7.4 0 0 1 12.5 21.7A7.4 7.4 0 0 1 0 25A7.4 7.4 0 0 1 -12.5 21.7A7.4 7.4 0 0 1 -21.7 12.5\
               A7.4 7.4 0 0 1 -25 0A7.4 7.4 0 0 1 -21.7 -12.5A7.4 7.4 0 0 1 -12.5 -21.7A7.4 7.4 0 0 1 0 -25ZM-18 0\
               a18 18 0 1 0 36 0a18 18 0 1 0 -36 0ZM0 9V12M0 12Q-4 17 -9 13M0 12Q4 17 9 13",
    },
    // A lantern with a star in it.
    Emblem {
        fill: "M-17 -8L0 -23L17 -8ZM-14 25H14V30H-14ZM0 0L2 5.5L7.8 4.5L4 9L7.8 13.5L2 12.5L0 18L-2 12.5L-7.8 13.5\
               L-4 9L-7.8 4.5L-2 5.5Z",
        line: "M-14 -8L-11 25M14 -8L11 25M-4 -28a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z",
    },
    // A wheel.
    Emblem {
        fill: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z",
        line: "M-28 0a28 28 0 1 0 56 0a28 28 0 1 0 -56 0ZM-22 0a22 22 0 1 0 44 0a22 22 0 1 0 -44 0ZM-7 0\
               a7 7 0 1 0 14 0a7 7 0 1 0 -14 0ZM7 0L22 0M4.9 4.9L15.6 15.6M0 7L0 22M-4.9 4.9L-15.6 15.6M-7 0L-22 0\
               M-4.9 -4.9L-15.6 -15.6M0 -7L0 -22M4.9 -4.9L15.6 -15.6",
    },
    // A pair of scales.
    Emblem {
        fill: "M-13 27H13V31H-13ZM-33 5H-11A11 9 0 0 1 -33 5ZM11 5H33A11 9 0 0 1 11 5ZM-3.4 -28a3.4 3.4 0 1 0 6.8 0\
               a3.4 3.4 0 1 0 -6.8 0Z",
        line: "M0 -25V27M-22 -19H22M-22 -19L-32 5M-22 -19L-12 5M22 -19L12 5M22 -19L32 5",
    },
    // A man hung from a beam by one foot.
    Emblem {
        fill: "M-6 2H6L4 15H-4ZM-5 21a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
        line: "M-25 31V-28M25 31V-28M-30 -28H30M0 -28V2M0 -16L-10 -8L0 -4M-6 3L-11 10L-4 14M6 3L11 10L4 14M-9.5 21\
               a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0 -19 0Z",
    },
    // A scythe, and a sprout beside it.
    Emblem {
        fill: "M9 -25C-5 -34 -25 -27 -30 -9C-20 -20 -4 -21 9 -16ZM19 19C22 11 28 10 32 11C31 18 27 22 19 19ZM19 24\
               C15 17 10 16 6 17C8 23 12 27 19 24Z",
        line: "M-10 31L9 -25M-4 12L5 15M19 31V19",
    },
    // Water poured from one jug into another.
    Emblem {
        fill: "M-31 -17L-13 -29L-5 -18Q-10 -6 -22 -4ZM1 10H27L24 30H4Z",
        line: "M-6 -17C6 -16 13 -6 14 8M-34 -19Q-38 -10 -27 -6M27 14Q35 16 26 24",
    },
    // A chain with an open shackle.
    Emblem {
        fill: "M-9 -35H9V-31H-9Z",
        line: "M0 -31V-27M-6 -19a6 8.5 0 1 0 12 0a6 8.5 0 1 0 -12 0ZM0 -16V-3M-6 0a6 8.5 0 1 0 12 0\
               a6 8.5 0 1 0 -12 0ZM0 3V11M-3.4 11.6A11 11 0 1 0 9.6 17M9.6 17L15 13",
    },
    // A tower struck by lightning.
    Emblem {
        fill: "M-17 -13V-25H-11V-19H-5V-25H1V-19H7V-25H13V-13ZM29 -34L15 -12H22L13 8L32 -17H24L33 -32ZM-6 31V21\
               A4 4 0 0 1 2 21V31Z",
        line: "M-13 31L-12 -13M9 31L8 -13M-17 31H13M-2 -4V4",
    },
    // An eight-pointed star among small ones.
    Emblem {
        fill: "M0 -29L3.4 -10.3L19.1 -21.1L8.3 -5.4L27 -2L8.3 1.4L19.1 17.1L3.4 6.3L0 25L-3.4 6.3L-19.1 17.1\
               L-8.3 1.4L-27 -2L-8.3 -5.4L-19.1 -21.1L-3.4 -10.3ZM-25 -31L-23.6 -26.4L-19 -25L-23.6 -23.6L-25 -19\
               L-26.4 -23.6L-31 -25L-26.4 -26.4ZM25 -31L26.4 -26.4L31 -25L26.4 -23.6L25 -19L23.6 -23.6L19 -25\
               L23.6 -26.4ZM-25 17L-23.6 21.6L-19 23L-23.6 24.4L-25 29L-26.4 24.4L-31 23L-26.4 21.6ZM25 17\
               L26.4 21.6L31 23L26.4 24.4L25 29L23.6 24.4L19 23L23.6 21.6Z",
        line: "",
    },
    // The crescent and its dew.
    Emblem {
        fill: "M6 -27A28 28 0 1 0 6 27A31 31 0 0 1 6 -27ZM17 -14c4 6 4 9 0 9c-4 0 -4 -3 0 -9ZM25 -2c4 6 4 9 0 9\
               c-4 0 -4 -3 0 -9ZM16 6c4 6 4 9 0 9c-4 0 -4 -3 0 -9Z",
        line: "",
    },
    // The sun.
    Emblem {
        fill: "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0 -22 0ZM13.6 -3.1L30 0L13.6 3.1ZM11.9 7.4L21.2 21.2L7.4 11.9Z\
               M3.1 13.6L0 30L-3.1 13.6ZM-7.4 11.9L-21.2 21.2L-11.9 7.4ZM-13.6 3.1L-30 0L-13.6 -3.1ZM-11.9 -7.4\
               L-21.2 -21.2L-7.4 -11.9ZM-3.1 -13.6L0 -30L3.1 -13.6ZM7.4 -11.9L21.2 -21.2L11.9 -7.4Z",
        line: "M13.9 5.7Q16.2 9.3 20.3 8.4Q24.5 7.5 26.8 11.1M5.7 13.9Q4.9 18 8.4 20.3Q12 22.6 11.1 26.8M-5.7 13.9\
               Q-9.3 16.2 -8.4 20.3Q-7.5 24.5 -11.1 26.8M-13.9 5.7Q-18 4.9 -20.3 8.4Q-22.6 12 -26.8 11.1M-13.9 -5.7\
               Q-16.2 -9.3 -20.3 -8.4Q-24.5 -7.5 -26.8 -11.1M-5.7 -13.9Q-4.9 -18 -8.4 -20.3Q-12 -22.6 -11.1 -26.8\
               M5.7 -13.9Q9.3 -16.2 8.4 -20.3Q7.5 -24.5 11.1 -26.8M13.9 -5.7Q18 -4.9 20.3 -8.4Q22.6 -12 26.8 -11.1",
    },
    // A trumpet with its banner.
    Emblem {
        fill: "M6 -13L27 -31L31 -3L13 -4ZM-28 21L9 -10L12 -6L-25 25ZM-31.4 25a3.4 3.4 0 1 0 6.8 0\
               a3.4 3.4 0 1 0 -6.8 0Z",
        line: "M-13 14V36L3 24V2M-13 27L3 14M-5 31V8",
    },
    // A wreath among the four winds.
    Emblem {
        fill: "M-1.9 24.9Q-7.9 23.2 -10.6 29.7Q-3.7 30.9 -1.9 24.9ZM-1.9 24.9Q-1.8 20.1 -7.2 19.6\
               Q-6.6 24.9 -1.9 24.9ZM-8.8 21.4Q-13.2 16.9 -18.8 21.2Q-13.4 25.7 -8.8 21.4ZM-8.8 21.4\
               Q-6.4 17.2 -10.8 14.1Q-13 19 -8.8 21.4ZM-14.1 13.9Q-16.3 8 -23.2 9.6Q-20.1 15.9 -14.1 13.9Z\
               M-14.1 13.9Q-10.2 11.1 -13 6.5Q-17 10 -14.1 13.9ZM-16.8 3.8Q-16.7 -2.5 -23.7 -3.4\
               Q-23.1 3.6 -16.8 3.8ZM-16.8 3.8Q-12.2 2.6 -13.1 -2.7Q-18.1 -0.8 -16.8 3.8ZM-16.3 -7\
               Q-14.1 -12.9 -20.4 -16.1Q-22.2 -9.3 -16.3 -7ZM-16.3 -7Q-11.5 -6.6 -10.6 -11.8Q-15.9 -11.8 -16.3 -7Z\
               M-12.8 -16.5Q-8.6 -21.1 -13.2 -26.5Q-17.3 -20.8 -12.8 -16.5ZM-12.8 -16.5Q-8.5 -14.3 -5.7 -18.9\
               Q-10.7 -20.8 -12.8 -16.5ZM-6.8 -22.9Q-1 -25.2 -2.8 -32Q-9.1 -28.8 -6.8 -22.9ZM-6.8 -22.9\
               Q-3.9 -19.1 0.6 -21.9Q-3.1 -25.8 -6.8 -22.9ZM1.9 24.9Q3.7 30.9 10.6 29.7Q7.9 23.2 1.9 24.9ZM1.9 24.9\
               Q6.6 24.9 7.2 19.6Q1.8 20.1 1.9 24.9ZM8.8 21.4Q13.4 25.7 18.8 21.2Q13.2 16.9 8.8 21.4ZM8.8 21.4\
               Q13 19 10.8 14.1Q6.4 17.2 8.8 21.4ZM14.1 13.9Q20.1 15.9 23.2 9.6Q16.3 8 14.1 13.9ZM14.1 13.9\
               Q17 10 13 6.5Q10.2 11.1 14.1 13.9ZM16.8 3.8Q23.1 3.6 23.7 -3.4Q16.7 -2.5 16.8 3.8ZM16.8 3.8\
               Q18.1 -0.8 13.1 -2.7Q12.2 2.6 16.8 3.8ZM16.3 -7Q22.2 -9.3 20.4 -16.1Q14.1 -12.9 16.3 -7ZM16.3 -7\
               Q15.9 -11.8 10.6 -11.8Q11.5 -6.6 16.3 -7ZM12.8 -16.5Q17.3 -20.8 13.2 -26.5Q8.6 -21.1 12.8 -16.5Z\
               M12.8 -16.5Q10.7 -20.8 5.7 -18.9Q8.5 -14.3 12.8 -16.5ZM6.8 -22.9Q9.1 -28.8 2.8 -32Q1 -25.2 6.8 -22.9\
               ZM6.8 -22.9Q3.1 -25.8 -0.6 -21.9Q3.9 -19.1 6.8 -22.9ZM0 -6.5L1.5 -2.1L6.2 -2L2.5 0.8L3.8 5.3L0 2.6\
               L-3.8 5.3L-2.5 0.8L-6.2 -2L-1.5 -2.1ZM-30.4 -29a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0ZM23.6 -29\
               a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0ZM-30.4 29a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0Z\
               M23.6 29a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0Z",
        line: "M0 25C-23 25 -23 -25 0 -25C23 -25 23 25 0 25Z",
    },
];
