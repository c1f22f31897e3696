//! The stored form of a log.
//!
//! A step starts with its type: `0` a `choose`, `10` a `roll`, `11` a `reroll`. A `choose` has a flag for the next
//! player in seat order after the last `choose`, else the player; then the action and the amount, stored less one if 0
//! is not allowed. Dice are base-6 digits, five in 13 bits, player by player; those of a `reroll` follow their number
//! for each player, also as digits.

use arrayvec::ArrayVec;

use super::{
    Reversal,
    dice::DICE,
    options::Options,
    step::{Action, PLAYERS_LIMIT, Step, TableDice},
};
use crate::games::{
    BitReader, BitWriter, Face, LogCodec, Number, OutOfBits, Player,
    faces::{read_sixes, write_sixes},
};

/// Field widths, which follow from players and options.
#[derive(Clone, Copy)]
struct Widths {
    players: usize,
    player: u32,
    /// What is subtracted from an amount, and the bits of the rest.
    amount: (u8, u32),
}

impl Widths {
    fn new(players: usize, options: &Options) -> Widths {
        let amount = if options.zero { (0, 4) } else { (1, 3) };
        Widths { players, player: usize::BITS - (players - 1).leading_zeros(), amount }
    }
}

impl LogCodec for Reversal {
    fn encode(players: usize, options: &Options, steps: &[Step], out: &mut BitWriter) {
        let widths = Widths::new(players, options);
        let mut next = Player(0);
        for step in steps {
            match step {
                Step::Choose { player, action, amount } => {
                    out.flag(false);
                    out.flag(*player != next);
                    if *player != next {
                        out.put(u32::from(player.0), widths.player);
                    }
                    next = player.after(1, players);
                    out.flag(*action == Action::Store);
                    out.put(amount.0 as u32 - u32::from(widths.amount.0), widths.amount.1);
                }
                Step::Roll { dice } => {
                    out.put(0b01, 2);
                    write_dice(dice, out);
                }
                Step::Reroll { dice } => {
                    out.put(0b11, 2);
                    let counts: ArrayVec<u8, PLAYERS_LIMIT> = dice.iter().map(|own| own.len() as u8).collect();
                    write_sixes(&counts, out);
                    write_dice(dice, out);
                }
            }
        }
    }

    fn decode(
        _version: u8,
        players: usize,
        options: &Options,
        step_count: usize,
        bits: &mut BitReader<'_>,
    ) -> Result<Vec<Step>, OutOfBits> {
        let widths = Widths::new(players, options);
        let mut next = Player(0);
        (0..step_count).map(|_| read_step(widths, &mut next, bits)).collect()
    }
}

fn write_dice(dice: &TableDice, out: &mut BitWriter) {
    let digits: ArrayVec<u8, { PLAYERS_LIMIT * DICE }> =
        dice.iter().flat_map(|own| own.iter().map(|face| face.0 - 1)).collect();
    write_sixes(&digits, out);
}

fn read_step(widths: Widths, next: &mut Player, bits: &mut BitReader<'_>) -> Result<Step, OutOfBits> {
    if !bits.flag()? {
        return read_choose(widths, next, bits);
    }
    let reroll = bits.flag()?;
    let mut counts = [DICE as u8; PLAYERS_LIMIT];
    let counts = &mut counts[..widths.players];
    if reroll {
        read_sixes(bits, counts)?;
    }
    let dice = read_dice(counts, bits)?;
    Ok(if reroll { Step::Reroll { dice } } else { Step::Roll { dice } })
}

fn read_choose(widths: Widths, next: &mut Player, bits: &mut BitReader<'_>) -> Result<Step, OutOfBits> {
    let player = if bits.flag()? { Player(bits.take(widths.player)? as u8) } else { *next };
    if player.index() >= widths.players {
        return Err(OutOfBits);
    }
    *next = player.after(1, widths.players);
    let action = if bits.flag()? { Action::Store } else { Action::Spend };
    let amount = bits.take(widths.amount.1)? as u8 + widths.amount.0;
    Ok(Step::Choose { player, action, amount: Number(amount.into()) })
}

fn read_dice(counts: &[u8], bits: &mut BitReader<'_>) -> Result<TableDice, OutOfBits> {
    let mut digits = [0; PLAYERS_LIMIT * DICE];
    let total = counts.iter().map(|count| usize::from(*count)).sum();
    read_sixes(bits, &mut digits[..total])?;
    let mut faces = digits.iter().map(|digit| Face(digit + 1));
    Ok(counts.iter().map(|count| faces.by_ref().take(usize::from(*count)).collect()).collect())
}
