//! The games: each a state machine fed with steps (`docs/rules/README.md`, "The log").
//!
//! A [`Game`] judges a step by the checks of its rules page, in the page's order, and takes it when it
//! is legal; chance is a step too (the table's), so a log replays without a generator. Inside, a move
//! is small and `Copy`; the wire form ([`Game::Step`]) lives at the border.

mod due;
mod excerpt;
mod faces;
pub mod foolery;
pub mod fortuna;
pub mod fortunes;
pub mod fortuno;
mod log;
mod moves;
mod number;
mod options;
mod outcome;
mod player;
pub mod reversal;
mod ruleset;
pub mod steps;
mod violation;
mod word;

use std::fmt::Debug;

use serde::Serialize;
use utoipa::ToSchema;

use crate::{cards::Deck, chance::Chance};

pub use due::{Due, DueOf, Kinds, NamedDue};
pub use excerpt::excerpt;
pub use faces::{Face, Faces, Listed};
pub use foolery::Foolery;
pub use fortuna::Fortuna;
pub use fortunes::Fortunes;
pub use fortuno::Fortuno;
pub use log::{
    BitReader, BitWriter, DealUnknown, Document, Form, Guess, Legal, Log, LogError, OutOfBits, RawStep, Refusal,
    expected, known_player, legal_steps, parse_options, replay,
};
pub use number::Number;
pub use options::{Between, FAULTS_REPORTED, FieldFault, FieldFaultKind, FieldFaults, QUOTED};
pub use outcome::{Outcome, places_by};
pub use player::{Player, PlayerSet};
pub use reversal::Reversal;
pub(crate) use ruleset::with_game;
pub use ruleset::{Ruleset, UnknownRuleset};
pub use steps::{AnyStepKind, GameStep};
pub(crate) use violation::violation;
pub use violation::{Arg, Code, Labels, Violation};

/// Numbers of players that a game allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RulesetPlayers)]
pub struct PlayerCount {
    /// Minimum.
    pub min: u8,
    /// Maximum.
    pub max: u8,
    /// Step between the minimum and the maximum.
    pub step: u8,
    /// Number of players by default.
    pub default: u8,
}

impl PlayerCount {
    /// May so many play?
    pub const fn allows(self, players: usize) -> bool {
        players >= self.min as usize
            && players <= self.max as usize
            && (players - self.min as usize).is_multiple_of(self.step as usize)
    }
}

/// What a ruleset is, apart from its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesetInfo {
    /// The id in logs and addresses, as in `fortunes`; the rules page is `docs/rules/{id}.md`.
    pub id: &'static str,
    /// The game's name for people.
    pub name: &'static str,
    /// Allowed numbers of players.
    pub players: PlayerCount,
    /// The deck whose names the cards have; `None` for a game without cards.
    pub deck: Option<Deck>,
    /// Publisher of the game.
    pub authors: &'static str,
    /// Version of the rules; increases when the same log would get a different result.
    pub rules_version: u32,
    /// The types of its steps, in the order of its step kinds.
    pub steps: &'static [&'static str],
    /// The most moves that are listed for one player, for bots.
    pub moves_limit: usize,
    /// Can its deals be read (`docs/rules/reading.md`)?
    pub has_readings: bool,
    /// The rules page, in Markdown.
    pub page: &'static str,
}

/// Who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody who may see everything: the game is over.
    All,
    /// Somebody at the table without a hand.
    Public,
    /// This player.
    Player(Player),
}

impl Viewer {
    /// May this viewer see what only `player` sees?
    pub fn sees(self, player: Player) -> bool {
        self == Viewer::All || self == Viewer::Player(player)
    }
}

/// One table of one game: options, and where the game has got to.
///
/// A state is built by [`new`](Game::new) and moved by steps alone. [`check`](Game::check) never
/// changes anything, so a refused step leaves the state as it was.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + Sized + 'static {
    /// What the ruleset is.
    const INFO: RulesetInfo;

    /// The page's options, complete with defaults.
    type Options: Clone
        + Debug
        + Default
        + PartialEq
        + Serialize
        + deserr::Deserr<FieldFaults>
        + ToSchema
        + Send
        + Sync
        + 'static;
    /// A step in wire form.
    type Step: GameStep<Move = Self::Move>;
    /// A player's step inside: small and `Copy`.
    type Move: Copy + Debug + PartialEq;
    /// The `detail` of the result, as on the rules page.
    type Detail: Clone + Debug + PartialEq + Serialize + ToSchema + Send + Sync;

    /// Sets a game up.
    ///
    /// # Errors
    /// `bad_players`, and `bad_options` for options that do not go together.
    fn new(players: usize, options: Self::Options) -> Result<Self, Violation> {
        if !Self::INFO.players.allows(players) {
            return Err(violation!(Code::BadPlayers, "{} cannot be played by {} players.", Self::INFO.name, players));
        }
        Self::set_up(players, options)
    }

    /// Sets a game up for a number of players that [`new`](Game::new) has checked.
    ///
    /// # Errors
    /// `bad_options` for options that do not go together.
    fn set_up(players: usize, options: Self::Options) -> Result<Self, Violation>;

    /// What the game waits for.
    fn due(&self) -> DueOf<Self::Step>;

    /// The page's checks of a step, in the page's order, from `game_over` on.
    ///
    /// # Errors
    /// The first check that fails.
    fn check(&self, step: &Self::Step) -> Result<(), Violation>;

    /// Checks a step and takes it.
    ///
    /// # Errors
    /// As [`check`](Game::check); then nothing has changed.
    fn apply(&mut self, step: &Self::Step) -> Result<(), Violation> {
        self.check(step)?;
        self.apply_unchecked(step);
        Ok(())
    }

    /// Takes a step that [`check`](Game::check) accepts. With any other the state may become nonsense.
    fn apply_unchecked(&mut self, step: &Self::Step);

    /// Takes a legal move of a player who is due, unchecked.
    fn play_unchecked(&mut self, player: Player, mv: Self::Move);

    /// Adds a player's legal moves to `out`, in a fixed order, until `out` holds `limit`; false when there are more.
    ///
    /// Adds nothing for a player who is not due.
    fn moves(&self, player: Player, limit: usize, out: &mut Vec<Self::Move>) -> bool;

    /// One of the moves that [`moves`](Game::moves) lists for a player within [`RulesetInfo::moves_limit`], by its place in that
    /// list.
    ///
    /// `place` is told how many there are, and is not asked where there are none.
    fn nth_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(player, Self::INFO.moves_limit, &mut moves);
        if moves.is_empty() { None } else { moves.get(place(moves.len())).copied() }
    }

    /// Makes the table's step that is due, drawing what it needs, and takes it.
    ///
    /// # Panics
    /// When no table step is due.
    fn draw(&mut self, chance: &mut Chance) -> Self::Step;

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome<Self::Detail>>;
}

/// What is seen of a game, and what is hidden.
pub trait Observe: Game {
    /// What a viewer may see, without a copy: bots decide on this.
    type View<'a>
    where
        Self: 'a;
    /// What a viewer may see, in wire form.
    type State: Serialize + ToSchema + Debug + PartialEq;

    /// How many play.
    fn players(&self) -> usize;

    /// What a viewer knows of what is due. Differs from [`due`](Game::due) where the page hides who is asked.
    fn due_for(&self, _viewer: Viewer) -> DueOf<Self::Step> {
        self.due()
    }

    /// What a viewer may see, for bots.
    fn view(&self, viewer: Viewer) -> Self::View<'_>;

    /// What a viewer may see, in wire form.
    fn state(&self, viewer: Viewer) -> Self::State;

    /// Another state that this viewer cannot tell from this one: what is hidden is dealt anew.
    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Self;
}

/// How a game's log is stored, and what a submitted log may leave out.
pub trait LogCodec: Game {
    /// The version that [`encode`](LogCodec::encode) writes.
    const VERSION: u8 = 1;

    /// Fills in what the table left out of a step and later steps tell: a deal without hands.
    ///
    /// `later` are the steps after it, up to the end of the log.
    fn normalize(&self, step: Self::Step, _later: &[RawStep<'_>]) -> Self::Step {
        step
    }

    /// Deals that might be the one that a step leaves out and later steps do not tell, up to `most`. None where no deal may
    /// be left out.
    fn guesses(&self, _later: &[RawStep<'_>], _most: usize) -> Vec<Guess<Self::Step>> {
        Vec::new()
    }

    /// Writes a log's steps compactly, so that they can be read without the rules.
    fn encode(players: usize, options: &Self::Options, steps: &[Self::Step], out: &mut BitWriter);

    /// Reads `step_count` steps as [`encode`](LogCodec::encode) of this `version` wrote them.
    ///
    /// # Errors
    /// When the bytes end early or hold no such steps.
    fn decode(
        version: u8,
        players: usize,
        options: &Self::Options,
        step_count: usize,
        bits: &mut BitReader<'_>,
    ) -> Result<Vec<Self::Step>, OutOfBits>;
}
