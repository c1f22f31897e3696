//! Pure questions: what a turn shows, what it scores, who may be the opponent (fortuna.md).

use super::{
    options::{BrickPool, LesserBlank, NormalScore, OpponentOption, Options, WolfGrinOption},
    step::{Special, TurnFaces},
};
use crate::games::{Code, Face, Faces, Fault, Player, fault};

/// The most players.
pub const PLAYERS_LIMIT: usize = 20;
/// Marbles a player holds at first, and at most.
pub const MARBLES: u8 = 3;
/// Bricks of a kit.
pub const KIT: usize = 8;
/// After so many opening rolls the lowest seat still tied is gold.
pub const OPENING_ROLLS: u8 = 10;
/// The bricks of a kit, by value.
const KIT_BRICKS: [u8; 7] = [2, 1, 1, 1, 1, 1, 1];

/// What a turn shows (fortuna.md, "What a turn shows").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown {
    /// One of the six special scores.
    Special(Special),
    /// Some brick is met.
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

    /// The place in [`ALL`](Shown::ALL).
    pub const fn index(self) -> usize {
        match self {
            Shown::Special(special) => special as usize,
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

/// A turn's dice and bricks, counted by value 0 … 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    dice: [u8; 7],
    bricks: [u8; 7],
}

/// When a line of the page's table holds.
type Holds = fn(&Turn, &Options) -> bool;

/// The table of the page, but for `miss`: the first that holds is shown.
const SHOWS: [(Shown, Holds); 7] = [
    (Shown::Special(Special::Cheese), Turn::is_cheese),
    (Shown::Special(Special::Happiness), Turn::is_happiness),
    (Shown::Special(Special::Smile), Turn::is_smile),
    (Shown::Special(Special::Grin), Turn::is_grin),
    (Shown::Special(Special::HalfSmile), Turn::is_half_smile),
    (Shown::Special(Special::WolfGrin), Turn::is_wolf_grin),
    (Shown::Plain, Turn::is_plain),
];

/// The lower and the higher of two dice of which one is half the other.
const HALVES: [(usize, usize); 3] = [(1, 2), (2, 4), (3, 6)];

impl Turn {
    /// Counts dice and bricks.
    pub fn new(dice: &TurnFaces, bricks: &TurnFaces) -> Turn {
        Turn { dice: count(dice), bricks: count(bricks) }
    }

    /// What the turn shows (fortuna.md, "What a turn shows").
    pub fn shown(&self, options: &Options) -> Shown {
        let first = SHOWS.iter().find(|(_, holds)| holds(self, options));
        first.map_or(Shown::Miss, |(shown, _)| *shown)
    }

    fn is_cheese(&self, _options: &Options) -> bool {
        let half = self.dice.iter().sum::<u8>() / 2;
        self.dice == [0, 0, 0, 0, 0, half, half] && self.bricks == self.dice
    }

    fn is_happiness(&self, _options: &Options) -> bool {
        self.dice == self.bricks
    }

    fn is_smile(&self, _options: &Options) -> bool {
        self.halves().any(|(lower, _)| self.bricks[lower] > 0)
    }

    fn is_grin(&self, _options: &Options) -> bool {
        self.pairs().any(|die| self.bricks[die] > 0)
    }

    fn is_half_smile(&self, _options: &Options) -> bool {
        self.halves().any(|(_, higher)| self.bricks[higher] > 0)
    }

    fn is_wolf_grin(&self, options: &Options) -> bool {
        let one_brick = |die: usize| match options.wolf_grin {
            WolfGrinOption::OneOrBoth => die <= 3 && self.bricks[2 * die] > 0,
            WolfGrinOption::Both => false,
        };
        self.pairs().any(|die| is_sum(&self.bricks, die) || is_difference(&self.bricks, die) || one_brick(die))
    }

    fn is_plain(&self, _options: &Options) -> bool {
        self.met().next().is_some()
    }

    /// The pairs of dice of which one is half the other.
    fn halves(&self) -> impl Iterator<Item = (usize, usize)> {
        HALVES.into_iter().filter(|(lower, higher)| self.dice[*lower] > 0 && self.dice[*higher] > 0)
    }

    /// The values that two dice have.
    fn pairs(&self) -> impl Iterator<Item = usize> {
        (1..7).filter(|die| self.dice[*die] > 1)
    }

    /// The values of bricks that are met, ascending (fortuna.md, "A brick is met when").
    fn met(&self) -> impl DoubleEndedIterator<Item = usize> {
        (1..7).filter(|brick| {
            let met = || is_sum(&self.dice, *brick) || is_difference(&self.dice, *brick);
            self.bricks[*brick] > 0 && (self.dice[*brick] > 0 || met())
        })
    }

    /// What the turn counts as when no special score does: `plain` if a brick is met, else `miss`.
    pub fn without_special(&self) -> Shown {
        if self.met().next().is_some() { Shown::Plain } else { Shown::Miss }
    }

    /// The points of a turn that counts as this (fortuna.md, "What a turn shows").
    pub fn points(&self, counted: Shown, options: &Options) -> i32 {
        let points = match counted {
            Shown::Special(Special::Cheese | Special::Happiness | Special::Smile | Special::Grin) => {
                2 * (1..7).map(|brick| brick * usize::from(self.bricks[brick])).sum::<usize>()
            }
            Shown::Special(Special::HalfSmile | Special::WolfGrin) => self.lowest_brick(options.lesser_blank),
            Shown::Plain => match options.normal_score {
                NormalScore::Best => self.met().next_back().unwrap_or(0),
                NormalScore::All => self.met().map(|brick| brick * usize::from(self.bricks[brick])).sum(),
            },
            Shown::Miss => 0,
        };
        points as i32
    }

    fn lowest_brick(&self, blank: LesserBlank) -> usize {
        let least = match blank {
            LesserBlank::Zero => 0,
            LesserBlank::Skip => 1,
        };
        (least..7).find(|brick| self.bricks[*brick] > 0).unwrap_or(0)
    }
}

fn count(faces: &TurnFaces) -> [u8; 7] {
    let mut counts = [0; 7];
    for face in faces.iter() {
        counts[usize::from(face.0.min(6))] += 1;
    }
    counts
}

/// Do two of these make this together?
fn is_sum(counts: &[u8; 7], wanted: usize) -> bool {
    (0..=wanted / 2).any(|one| {
        let other = wanted - one;
        counts[one] > u8::from(one == other) && counts[other] > 0
    })
}

/// Is this (not zero) how much one of these is more than another?
fn is_difference(counts: &[u8; 7], wanted: usize) -> bool {
    (0..7 - wanted).any(|one| counts[one] > 0 && counts[one + wanted] > 0)
}

/// How many dice are rolled and bricks flipped in a turn (fortuna.md, "Set-up").
pub fn turn_size(options: &Options, players: usize) -> usize {
    if options.big_turns { players } else { 2 }
}

/// How many bricks of each value are in the pool (fortuna.md, "Bricks").
pub fn pool(options: &Options, players: usize) -> [u8; 7] {
    let kits = match options.brick_pool {
        BrickPool::All => players as u8 / 2,
        BrickPool::OneKit => 1,
    };
    KIT_BRICKS.map(|bricks| bricks * kits)
}

/// Is this player able to be the roller's opponent (fortuna.md, "The opponent")?
pub fn is_able(options: &Options, marbles: &[u8], roller: Player, player: Player) -> bool {
    let same_side = player == roller || options.teams && player.0 % 2 == roller.0 % 2;
    marbles[player.index()] > 0 && !same_side
}

/// The opponent, where the roller does not choose; none when nobody is able (fortuna.md, "The opponent").
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

/// The check of a turn's dice.
pub(super) fn judge_dice(dice: &TurnFaces, size: usize) -> Result<(), Fault> {
    if dice.len() != size {
        return Err(fault!(Code::BadDice, "{} dice are wanted, not {}.", size, dice.len()));
    }
    if !dice.iter().all(Face::is_die) {
        return Err(fault!(Code::BadDice, "A die shows 1 to 6."));
    }
    Ok(())
}

/// The check of a player's two dice in an opening roll.
pub(super) fn judge_pair(pair: &Faces<2>) -> Result<(), Fault> {
    if pair.len() != 2 || !pair.iter().all(Face::is_die) {
        return Err(fault!(Code::BadDice, "Each player rolls two dice of 1 to 6."));
    }
    Ok(())
}

/// The check of a turn's bricks against the pool.
pub(super) fn judge_bricks(bricks: &TurnFaces, size: usize, pool: &[u8; 7]) -> Result<(), Fault> {
    if bricks.len() != size {
        return Err(fault!(Code::BadBricks, "{} bricks are wanted, not {}.", size, bricks.len()));
    }
    if bricks.iter().any(|brick| brick.0 > 6) {
        return Err(fault!(Code::BadBricks, "A brick is 0 to 6."));
    }
    let counts = count(bricks);
    match (0..7).find(|value| counts[*value] > pool[*value]) {
        Some(value) => {
            let (listed, held) = (counts[value], pool[value]);
            Err(fault!(Code::BadBricks, "{} bricks of {} are listed, and the pool has {}.", listed, value, held))
        }
        None => Ok(()),
    }
}
