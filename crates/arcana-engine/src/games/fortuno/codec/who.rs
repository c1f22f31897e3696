//! The player of a step: mostly the player of the previous step, or a neighbour at the table.

use arrayvec::ArrayVec;

use super::{
    super::{PLAYERS_LIMIT, step::StepKind},
    coder::{Coder, Odds},
};
use crate::games::{OutOfBits, Player};

/// The role of a step in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A flip or draw, after which the same player often continues.
    Opening,
    /// A play, after which another comes.
    Play,
    /// A step that several players make in a round.
    Round,
    /// A choice.
    Choice,
}

const ROLES: usize = 4;

impl Role {
    fn of(kind: StepKind) -> Role {
        match kind {
            StepKind::Flip | StepKind::Draw => Role::Opening,
            StepKind::Play | StepKind::Decline => Role::Play,
            StepKind::Offer | StepKind::PassCard => Role::Round,
            StepKind::Deal
            | StepKind::Reshuffle
            | StepKind::Accuse
            | StepKind::Give
            | StepKind::Dispute
            | StepKind::Rps
            | StepKind::Divorce
            | StepKind::Slap
            | StepKind::Steal
            | StepKind::Chariot
            | StepKind::Name
            | StepKind::Pick
            | StepKind::Gambit
            | StepKind::Orgy
            | StepKind::Return
            | StepKind::Jaccuse
            | StepKind::Take
            | StepKind::Switch
            | StepKind::Ask
            | StepKind::MoonPlay
            | StepKind::Seats
            | StepKind::Redeal => Role::Choice,
        }
    }
}

/// The guesses, in order: the same player, then 0 to 3 places from the last turn's player along the seats.
const GUESSES: usize = 5;

/// What has been learned about which player follows which.
#[derive(Clone, Debug)]
pub(super) struct Who {
    players: usize,
    /// The seats, as the last `seats` step gave them.
    order: [Player; PLAYERS_LIMIT],
    /// Whether the turns go against the order.
    backward: bool,
    /// The player of the last step, and of the last turn.
    last: Player,
    seat: Player,
    role: Role,
    odds: [[[Odds; GUESSES]; ROLES]; ROLES],
}

impl Who {
    pub(super) fn new(players: usize) -> Who {
        Who {
            players,
            order: std::array::from_fn(|place| Player(place as u8)),
            backward: false,
            last: Player(0),
            seat: Player(0),
            role: Role::Play,
            odds: [[[Odds::percent(50); GUESSES]; ROLES]; ROLES],
        }
    }

    /// A player named in a field.
    pub(super) fn any(&self, player: Player, coder: &mut impl Coder) -> Result<Player, OutOfBits> {
        coder.even(u32::from(player.0), self.players as u32).map(|player| Player(player as u8))
    }

    /// Codes the player of a step of this type.
    pub(super) fn code(&mut self, player: Player, kind: StepKind, coder: &mut impl Coder) -> Result<Player, OutOfBits> {
        let role = Role::of(kind);
        let (guesses, odds) = (self.guesses(), &mut self.odds[self.role as usize][role as usize]);
        let mut found = None;
        for (guess, odds) in guesses.into_iter().zip(odds) {
            if found.is_none() && coder.flag(player == guess, odds)? {
                found = Some(guess);
            }
        }
        let player = match found {
            Some(player) => player,
            None => self.any(player, coder)?,
        };
        self.remember(player, role);
        Ok(player)
    }

    fn guesses(&self) -> [Player; GUESSES] {
        let one = if self.backward { self.players - 1 } else { 1 };
        [
            self.last,
            self.along(one),
            self.last.after(1, self.players),
            self.along(self.players - one),
            self.along(2 * one),
        ]
    }

    /// The player `places` seats on from the last turn's player.
    fn along(&self, places: usize) -> Player {
        self.order[(self.place(self.seat) + places) % self.players]
    }

    fn place(&self, player: Player) -> usize {
        self.order[..self.players].iter().position(|other| *other == player).unwrap_or(0)
    }

    fn remember(&mut self, player: Player, role: Role) {
        if role == Role::Opening || role == Role::Play {
            let moved = (self.place(player) + self.players - self.place(self.seat)) % self.players;
            self.backward = moved == self.players - 1 || self.backward && moved != 1;
            self.seat = player;
        }
        self.last = player;
        self.role = role;
    }

    /// Applies a new seating order; players who are not named come last.
    pub(super) fn sit(&mut self, order: &[Player]) {
        let mut seats: ArrayVec<Player, PLAYERS_LIMIT> = ArrayVec::new();
        for player in order.iter().copied().chain(Player::all(self.players)) {
            if !seats.contains(&player) {
                seats.push(player);
            }
        }
        self.order[..seats.len()].copy_from_slice(&seats);
    }
}
