//! The gold bricks: kits, the pool, and what is flipped from it (fortuna.md, "Set-up").

use super::{
    options::{BrickPool, KIT, Options},
    rules::{Count, turn_size},
    step::{PLAYERS_LIMIT, TurnFaces},
};
use crate::{
    chance::Chance,
    games::{Code, Face, Violation, violation},
};

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
