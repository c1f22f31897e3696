//! The stored form of a log.
//!
//! A step starts with its type, three bits. Dice are base-6 digits, five in 13 bits; bricks take three bits each. Their
//! number is the size of a turn; an `opening_roll` stores it. A `call` has a flag for the next player in seat order
//! after the last `call`, an answer one for the named opponent or the next player after the call; otherwise the player
//! follows.

use arrayvec::ArrayVec;

use super::{
    Fortuna,
    options::{OpponentOption, Options},
    rules::turn_size,
    step::{PLAYERS_LIMIT, Rolls, Special, Step, StepKind, TurnFaces},
};
use crate::games::{
    AnyStepKind, BitReader, BitWriter, Face, GameStep, LogCodec, OutOfBits, Player,
    faces::{read_sixes, write_sixes},
};

const TYPE: u32 = 3;
const BRICK: u32 = 3;
const NAME: u32 = 3;

/// Players and options, and who is expected to call and to answer next.
#[derive(Clone, Copy)]
struct Context {
    players: usize,
    player: u32,
    size: usize,
    choose: bool,
    caller: Player,
    opponent: Player,
}

impl Context {
    fn new(players: usize, options: &Options) -> Context {
        Context {
            players,
            player: usize::BITS - (players - 1).leading_zeros(),
            size: turn_size(options, players),
            choose: options.opponent == OpponentOption::Choose,
            caller: Player(0),
            opponent: Player(0),
        }
    }

    fn called(&mut self, player: Player, opponent: Option<Player>) {
        self.caller = player.after(1, self.players);
        self.opponent = opponent.unwrap_or(self.caller);
    }

    fn write_player(&self, player: Player, expected: Player, out: &mut BitWriter) {
        out.flag(player != expected);
        if player != expected {
            out.put(u32::from(player.0), self.player);
        }
    }

    fn read_player(&self, expected: Player, bits: &mut BitReader<'_>) -> Result<Player, OutOfBits> {
        if bits.flag()? { self.read_named(bits) } else { Ok(expected) }
    }

    fn read_named(&self, bits: &mut BitReader<'_>) -> Result<Player, OutOfBits> {
        let player = bits.take(self.player)?;
        if player as usize >= self.players {
            return Err(OutOfBits);
        }
        Ok(Player(player as u8))
    }
}

impl LogCodec for Fortuna {
    fn encode(players: usize, options: &Options, steps: &[Step], out: &mut BitWriter) {
        let mut context = Context::new(players, options);
        for step in steps {
            write_step(&mut context, step, out);
        }
    }

    fn decode(
        _version: u8,
        players: usize,
        options: &Options,
        step_count: usize,
        bits: &mut BitReader<'_>,
    ) -> Result<Vec<Step>, OutOfBits> {
        let mut context = Context::new(players, options);
        (0..step_count).map(|_| read_step(&mut context, bits)).collect()
    }
}

fn write_step(context: &mut Context, step: &Step, out: &mut BitWriter) {
    out.put(step.kind().index() as u32, TYPE);
    match step {
        Step::OpeningRoll { rolls } => {
            out.put(rolls.len() as u32, context.player + 1);
            write_dice(rolls.as_slice().iter().flat_map(|pair| pair.iter()), out);
        }
        Step::Roll { dice } => {
            write_dice(dice.iter(), out);
        }
        Step::Flip { bricks } => {
            bricks.iter().for_each(|brick| out.put(brick.0.into(), BRICK));
        }
        Step::Call { player, name, opponent } => {
            context.write_player(*player, context.caller, out);
            out.put(name.map_or(0, |name| 1 + name as u32), NAME);
            if let Some(opponent) = opponent {
                out.put(opponent.0.into(), context.player);
            }
            context.called(*player, *opponent);
        }
        Step::Challenge { player } => {
            context.write_player(*player, context.opponent, out);
        }
        Step::Accept { player } => {
            context.write_player(*player, context.opponent, out);
        }
    }
}

fn write_dice(dice: impl Iterator<Item = Face>, out: &mut BitWriter) {
    let digits: ArrayVec<u8, { 2 * PLAYERS_LIMIT }> = dice.map(|face| face.0 - 1).collect();
    write_sixes(&digits, out);
}

fn read_step(context: &mut Context, bits: &mut BitReader<'_>) -> Result<Step, OutOfBits> {
    match *StepKind::ALL.get(bits.take(TYPE)? as usize).ok_or(OutOfBits)? {
        StepKind::OpeningRoll => Ok(Step::OpeningRoll { rolls: read_rolls(context, bits)? }),
        StepKind::Roll => Ok(Step::Roll { dice: read_dice(context.size, bits)?.into_iter().collect() }),
        StepKind::Flip => Ok(Step::Flip { bricks: read_bricks(context.size, bits)? }),
        StepKind::Call => read_call(context, bits),
        StepKind::Challenge => Ok(Step::Challenge { player: context.read_player(context.opponent, bits)? }),
        StepKind::Accept => Ok(Step::Accept { player: context.read_player(context.opponent, bits)? }),
    }
}

fn read_call(context: &mut Context, bits: &mut BitReader<'_>) -> Result<Step, OutOfBits> {
    let player = context.read_player(context.caller, bits)?;
    let name = match bits.take(NAME)? as usize {
        0 => None,
        place => Some(*Special::ALL.get(place - 1).ok_or(OutOfBits)?),
    };
    let opponent = if context.choose { Some(context.read_named(bits)?) } else { None };
    context.called(player, opponent);
    Ok(Step::Call { player, name, opponent })
}

fn read_rolls(context: &Context, bits: &mut BitReader<'_>) -> Result<Rolls, OutOfBits> {
    let pairs = bits.take(context.player + 1)? as usize;
    if pairs > context.players {
        return Err(OutOfBits);
    }
    Ok(read_dice(2 * pairs, bits)?.chunks(2).map(|pair| pair.iter().copied().collect()).collect())
}

fn read_dice(count: usize, bits: &mut BitReader<'_>) -> Result<ArrayVec<Face, { 2 * PLAYERS_LIMIT }>, OutOfBits> {
    let mut digits = [0; 2 * PLAYERS_LIMIT];
    read_sixes(bits, &mut digits[..count])?;
    Ok(digits[..count].iter().map(|digit| Face(digit + 1)).collect())
}

fn read_bricks(count: usize, bits: &mut BitReader<'_>) -> Result<TurnFaces, OutOfBits> {
    let brick = |_| bits.take(BRICK).and_then(|brick| if brick < 7 { Ok(Face(brick as u8)) } else { Err(OutOfBits) });
    (0..count).map(brick).collect()
}
