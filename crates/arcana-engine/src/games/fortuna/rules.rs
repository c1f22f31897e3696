//! Pure functions of the rules: what a turn shows and scores, who may be the opponent, the gold bricks (fortuna.md).

use super::{
    options::{BrickPool, KIT, LesserBlank, NormalScore, OpponentOption, Options, WolfGrinOption, turn_size},
    steps::{PLAYERS_LIMIT, Special, TurnFaces},
};
use crate::{
    chance::Chance,
    games::{Code, Face, Faces, Player, Violation, violation},
};

/// Marbles a player holds at first, and at most.
pub const MARBLES: u8 = 3;
/// Maximum number of opening rolls; after that the lowest seat still tied is gold.
pub const OPENING_ROLLS: u8 = 10;

/// What a turn shows (fortuna.md, "What a turn shows").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown {
    /// One of the six special scores.
    Special(Special),
    /// A brick is met.
    Plain,
    /// Nothing.
    Miss,
}

impl Shown {
    /// All of them, in the page's order.
    pub const ALL: [Shown; 8] = [
        Shown::Special(Special::Cheese),
        Shown::Special(Special::Happiness),
        Shown::Special(Special::Smile),
        Shown::Special(Special::Grin),
        Shown::Special(Special::HalfSmile),
        Shown::Special(Special::WolfGrin),
        Shown::Plain,
        Shown::Miss,
    ];

    /// The index in [`ALL`](Shown::ALL).
    pub const fn index(self) -> usize {
        match self {
            Shown::Special(special) => special.index(),
            Shown::Plain => 6,
            Shown::Miss => 7,
        }
    }

    /// The right call: the special score, or nothing (fortuna.md, "Settling a turn").
    pub const fn special(self) -> Option<Special> {
        match self {
            Shown::Special(special) => Some(special),
            Shown::Plain | Shown::Miss => None,
        }
    }
}

/// Dice or bricks, counted by value 0 … 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    /// Number of each value, a byte each.
    each: u64,
    /// The values that occur, a bit each.
    some: u8,
    /// The values that occur at least twice, a bit each.
    two: u8,
}

impl Count {
    pub fn of(faces: &TurnFaces) -> Count {
        let mut count = Count::default();
        for face in faces.iter() {
            let bit = 1 << (face.0 & 7);
            count.each += 1 << (8 * (face.0 & 7));
            count.two |= count.some & bit;
            count.some |= bit;
        }
        count
    }

    pub const fn number(self, value: u32) -> u32 {
        (self.each >> (8 * value)) as u32 & 0xff
    }

    /// The sum of the faces with one of these values.
    fn sum(self, values: u8) -> u32 {
        values_of(self.some & values).map(|value| value * self.number(value)).sum()
    }

    /// The values that are a sum or a difference of two of these.
    const fn sums_and_differences(self) -> u8 {
        SUMS_AND_DIFFERENCES[self.some as usize] | doubled(self.two)
    }
}

/// Set bits, ascending.
fn values_of(bits: u8) -> impl Iterator<Item = u32> {
    (0..7).filter(move |value| bits >> value & 1 == 1)
}

/// The lowest of these values.
const fn lowest(values: u8) -> u32 {
    if values == 0 { 0 } else { values.trailing_zeros() }
}

/// Twice these values, up to the highest value of dice and bricks.
const fn doubled(values: u8) -> u8 {
    (values & 0b0010) << 1 | (values & 0b0100) << 2 | (values & 0b1000) << 3
}

/// By set of values: the sums and differences of two different ones.
const SUMS_AND_DIFFERENCES: [u8; 128] = {
    let mut table = [0; 128];
    let mut values = 0;
    while values < 128 {
        let (mut less, mut more) = (0, 1);
        while more < 7 {
            if values >> less & 1 == 1 && values >> more & 1 == 1 {
                table[values] |= (1 << (more - less) | 1u16 << (more + less)) as u8 & 0b0111_1110;
            }
            less += 1;
            if less == more {
                (less, more) = (0, more + 1);
            }
        }
        values += 1;
    }
    table
};

/// A turn's dice and bricks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    dice: Count,
    bricks: Count,
}

/// When a line of the page's table holds.
type Holds = fn(&Turn, &Options) -> bool;

/// The table of the page without `miss`: the first that holds is shown.
const SHOWS: [(Shown, Holds); 7] = [
    (Shown::Special(Special::Cheese), Turn::is_cheese),
    (Shown::Special(Special::Happiness), Turn::is_happiness),
    (Shown::Special(Special::Smile), Turn::is_smile),
    (Shown::Special(Special::Grin), Turn::is_grin),
    (Shown::Special(Special::HalfSmile), Turn::is_half_smile),
    (Shown::Special(Special::WolfGrin), Turn::is_wolf_grin),
    (Shown::Plain, Turn::is_plain),
];

impl Turn {
    /// Counts dice and bricks.
    pub fn new(dice: &TurnFaces, bricks: &TurnFaces) -> Turn {
        Turn { dice: Count::of(dice), bricks: Count::of(bricks) }
    }

    /// What the turn shows (fortuna.md, "What a turn shows").
    pub fn shown(&self, options: &Options) -> Shown {
        let first = SHOWS.iter().find(|(_, holds)| holds(self, options));
        first.map_or(Shown::Miss, |(shown, _)| *shown)
    }

    fn is_cheese(&self, _options: &Options) -> bool {
        let fives_and_sixes = self.dice.some == 0b0110_0000 && self.dice.number(5) == self.dice.number(6);
        fives_and_sixes && self.bricks.each == self.dice.each
    }

    fn is_happiness(&self, _options: &Options) -> bool {
        self.bricks.each == self.dice.each
    }

    fn is_smile(&self, _options: &Options) -> bool {
        self.halves() & self.bricks.some != 0
    }

    fn is_grin(&self, _options: &Options) -> bool {
        self.dice.two & self.bricks.some != 0
    }

    fn is_half_smile(&self, _options: &Options) -> bool {
        doubled(self.halves()) & self.bricks.some != 0
    }

    fn is_wolf_grin(&self, options: &Options) -> bool {
        let by_one_brick = match options.wolf_grin {
            WolfGrinOption::OneOrBoth => doubled(self.dice.two) & self.bricks.some,
            WolfGrinOption::Both => 0,
        };
        self.dice.two & self.bricks.sums_and_differences() | by_one_brick != 0
    }

    fn is_plain(&self, _options: &Options) -> bool {
        self.met() != 0
    }

    /// The dice that are half another die.
    const fn halves(&self) -> u8 {
        let twice = self.dice.some;
        self.dice.some & (twice >> 1 & 0b0010 | twice >> 2 & 0b0100 | twice >> 3 & 0b1000)
    }

    /// The values of bricks that are met; a blank never is (fortuna.md, "A brick is met").
    const fn met(&self) -> u8 {
        self.bricks.some & (self.dice.some | self.dice.sums_and_differences()) & 0b0111_1110
    }

    /// What the turn counts as when no special score does: `plain` if a brick is met, else `miss`.
    pub fn without_special(&self) -> Shown {
        if self.met() != 0 { Shown::Plain } else { Shown::Miss }
    }

    /// The points of a turn that counts as this (fortuna.md, "What a turn shows").
    pub fn points(&self, counted: Shown, options: &Options) -> i32 {
        let points = match counted {
            Shown::Special(Special::Cheese | Special::Happiness | Special::Smile | Special::Grin) => {
                2 * self.bricks.sum(0b0111_1111)
            }
            Shown::Special(Special::HalfSmile | Special::WolfGrin) => match options.lesser_blank {
                LesserBlank::Zero => lowest(self.bricks.some),
                LesserBlank::Skip => lowest(self.bricks.some & 0b0111_1110),
            },
            Shown::Plain => match options.normal_score {
                NormalScore::Best => self.met().checked_ilog2().unwrap_or(0),
                NormalScore::All => self.bricks.sum(self.met()),
            },
            Shown::Miss => 0,
        };
        points as i32
    }
}

/// Whether this player is able to be the roller's opponent (fortuna.md, "The opponent").
pub fn is_able(options: &Options, marbles: &[u8], roller: Player, player: Player) -> bool {
    let same_side = player == roller || options.teams && player.0 % 2 == roller.0 % 2;
    marbles[player.index()] > 0 && !same_side
}

/// The opponent, unless the roller chooses; `None` when nobody is able (fortuna.md, "The opponent").
pub fn opponent(options: &Options, marbles: &[u8], roller: Player) -> Option<Player> {
    let players = marbles.len();
    let next = || (1..players).map(|places| roller.after(places, players));
    let able = |player: &Player| is_able(options, marbles, roller, *player);
    match options.opponent {
        OpponentOption::Kit => Some(Player(roller.0 ^ 1)).filter(able).or_else(|| next().find(able)),
        OpponentOption::Next => next().find(able),
        OpponentOption::Choose => None,
    }
}

/// Checks a turn's dice.
pub(super) fn check_dice(dice: &TurnFaces, size: usize) -> Result<(), Violation> {
    if dice.len() != size {
        return Err(violation!(Code::BadDice, "Expected {} dice, not {}.", size, dice.len()));
    }
    if !dice.iter().all(Face::is_die) {
        return Err(violation!(Code::BadDice, "A die must be from 1 to 6."));
    }
    Ok(())
}

/// Checks a player's two dice in an opening roll.
pub(super) fn check_pair(pair: &Faces<2>) -> Result<(), Violation> {
    if pair.len() != 2 || !pair.iter().all(Face::is_die) {
        return Err(violation!(Code::BadDice, "Each player rolls two dice from 1 to 6."));
    }
    Ok(())
}

/// The bricks of a kit, by value.
const KIT_BRICKS: [u8; 7] = [2, 1, 1, 1, 1, 1, 1];

/// How many kits' bricks are used (option `brick_pool`).
const fn kits(options: &Options, players: usize) -> usize {
    match options.brick_pool {
        BrickPool::All => players / 2,
        BrickPool::OneKit => 1,
    }
}

/// How many bricks of each value are in the pool (fortuna.md, "Bricks").
pub fn pool(options: &Options, players: usize) -> [u8; 7] {
    KIT_BRICKS.map(|bricks| bricks * kits(options, players) as u8)
}

/// The most bricks in a pool.
const POOL_LIMIT: usize = KIT * PLAYERS_LIMIT / 2;

/// By number of kits: their bricks in ascending order, padded.
const POOLS: [[Face; POOL_LIMIT]; PLAYERS_LIMIT / 2 + 1] = {
    let mut pools = [[Face(0); POOL_LIMIT]; PLAYERS_LIMIT / 2 + 1];
    let mut kits = 1;
    while kits < pools.len() {
        let (mut place, mut value, mut end) = (0, 0, 0);
        while value < KIT_BRICKS.len() {
            end += kits * KIT_BRICKS[value] as usize;
            while place < end {
                pools[kits][place] = Face(value as u8);
                place += 1;
            }
            value += 1;
        }
        kits += 1;
    }
    pools
};

/// A flip: the pool, listed in ascending order, is shuffled, and the first of them are taken (fortuna.md, "Steps").
pub(super) fn flipped(options: &Options, players: usize, chance: &mut Chance) -> TurnFaces {
    let kits = kits(options, players);
    let mut bricks = POOLS[kits];
    chance.shuffle(&mut bricks[..KIT * kits]);
    TurnFaces::from_fn(turn_size(options, players), |place| bricks[place])
}

/// Checks a turn's bricks against the pool.
pub(super) fn check_bricks(bricks: &TurnFaces, size: usize, pool: &[u8; 7]) -> Result<(), Violation> {
    if bricks.len() != size {
        return Err(violation!(Code::BadBricks, "Expected {} bricks, not {}.", size, bricks.len()));
    }
    if bricks.iter().any(|brick| brick.0 > 6) {
        return Err(violation!(Code::BadBricks, "A brick must be from 0 to 6."));
    }
    let count = Count::of(bricks);
    match (0..7).find(|value| count.number(*value) > pool[*value as usize].into()) {
        Some(value) => {
            let (listed, held) = (count.number(value), pool[value as usize]);
            Err(violation!(
                Code::BadBricks,
                "The step lists {} bricks of {}, but the pool has {}.",
                listed,
                value,
                held
            ))
        }
        None => Ok(()),
    }
}
