//! Logs: a game's steps, replayed one by one, refused with the reason, packed into bytes.

mod bits;
mod document;
mod slip;

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, value::RawValue};

use super::{
    AnyStepKind, Code, Due, DueOf, FieldFaults, Game, GameStep, LogCodec, NamedDue, Player, PlayerSet, Viewer,
    Violation, violation,
};

pub use bits::{BitReader, BitWriter, OutOfBits};
pub use document::{Document, Form};
pub use slip::{Guess, filled};

/// The most legal steps that a refusal or a state lists.
const LEGAL_LIMIT: usize = 100;

/// The longest text of a step, in bytes: a deal of the whole pack has under a thousand.
const STEP_SIZE: usize = 64 << 10;

/// A step of a submitted log, as sent: judged when its turn comes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(transparent)]
pub struct RawStep<'a> {
    #[serde(borrow)]
    text: &'a RawValue,
}

/// What is read of any step object, to find out its type.
#[derive(Deserialize)]
struct TypeOnly<'a> {
    #[serde(borrow, rename = "type")]
    step_type: std::borrow::Cow<'a, str>,
}

impl<'a> RawStep<'a> {
    /// A step as sent.
    pub const fn new(text: &'a RawValue) -> RawStep<'a> {
        RawStep { text }
    }

    /// The JSON text.
    pub fn json(self) -> &'a RawValue {
        self.text
    }

    /// Reads it as a step.
    ///
    /// # Errors
    /// `malformed`, when it is not of a step's form.
    pub fn read<S: DeserializeOwned>(self) -> Result<S, Violation> {
        if !self.is_object() {
            return Err(violation!(Code::Malformed, "A step must be an object."));
        }
        if self.text.get().len() > STEP_SIZE {
            return Err(violation!(Code::Malformed, "A step may have at most {} bytes.", STEP_SIZE));
        }
        serde_json::from_str(self.text.get())
            .map_err(|why| violation!(Code::Malformed, "The step is malformed: {}.", why.to_string()))
    }

    /// Is it an object whose `type` is this word, well-formed or not?
    pub fn has_type(self, word: &str) -> bool {
        self.is_object()
            && self.text.get().len() <= STEP_SIZE
            && serde_json::from_str::<TypeOnly<'_>>(self.text.get()).is_ok_and(|step| step.step_type == word)
    }

    /// Derived readers take a list of the fields for an object, so this has to be asked apart.
    fn is_object(self) -> bool {
        self.text.get().starts_with('{')
    }
}

/// The steps that are legal at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Legal<S> {
    /// They themselves; `None` where the table is due.
    pub steps: Vec<S>,
    /// There are more than are listed.
    pub truncated: bool,
}

/// The legal steps that a viewer may know of: everybody's, his own, or none (public); at most 100.
pub fn legal_steps<G: Game>(game: &G, viewer: Viewer) -> Legal<G::Step> {
    let mut legal = Legal { steps: Vec::new(), truncated: false };
    let mut moves = Vec::new();
    for player in game.due().players().iter().filter(|player| viewer.sees(*player)) {
        moves.clear();
        let complete = game.moves(player, LEGAL_LIMIT - legal.steps.len(), &mut moves);
        legal.steps.extend(moves.iter().map(|mv| G::Step::of_move(player, *mv)));
        legal.truncated |= !complete;
    }
    legal
}

/// A log refused: where, why, and what was legal instead (`docs/rules/README.md`, "What is refused").
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The step's place, from 0; `None` for a fault of the document, the number of steps when it is incomplete.
    pub index: Option<usize>,
    /// The code and the sentence.
    pub fault: Violation,
    /// What was due there; `None` for a fault of the document.
    pub due: Option<Box<NamedDue>>,
    /// The legal steps of who was due.
    pub legal: Vec<Value>,
    /// There were more.
    pub legal_truncated: bool,
    /// Why a deal cannot be found.
    pub deal_unknown: Option<Box<DealUnknown>>,
}

/// Why a deal cannot be found from the later steps.
#[derive(Clone, Debug, PartialEq)]
pub enum DealUnknown {
    /// This later step is wrong.
    Slip(Refusal),
    /// No step is wrong, and these players' cards are missing.
    Missing(Vec<Violation>),
}

impl DealUnknown {
    /// The later step that is wrong.
    pub const fn slip(&self) -> Option<&Refusal> {
        match self {
            DealUnknown::Slip(slip) => Some(slip),
            DealUnknown::Missing(_) => None,
        }
    }

    /// Whose cards are missing.
    pub const fn missing(&self) -> &[Violation] {
        match self {
            DealUnknown::Slip(_) => &[],
            DealUnknown::Missing(faults) => faults.as_slice(),
        }
    }
}

impl Refusal {
    /// A fault of the document itself.
    pub const fn of_document(fault: Violation) -> Refusal {
        Refusal { index: None, fault, due: None, legal: Vec::new(), legal_truncated: false, deal_unknown: None }
    }

    pub(super) fn of_step<G: Game>(game: &G, index: usize, fault: Violation) -> Refusal {
        let legal = legal_steps(game, Viewer::All);
        let steps = legal.steps.iter().map(|step| serde_json::to_value(step).expect("a step is JSON")).collect();
        Refusal {
            index: Some(index),
            due: Some(Box::new(game.due().named())),
            legal: steps,
            legal_truncated: legal.truncated,
            ..Refusal::of_document(fault)
        }
    }
}

/// A game's whole record: its set-up and its steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Log<G: Game> {
    /// How many play.
    pub players: usize,
    /// Complete, with defaults.
    pub options: G::Options,
    /// From the first to the last.
    pub steps: Vec<G::Step>,
}

/// A stored log cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// Too short, or it holds what is no step.
    #[error(transparent)]
    Bits(#[from] OutOfBits),
    /// Its check sum is another one.
    #[error("the stored log does not match its checksum")]
    CheckSum,
    /// No release wrote this version.
    #[error("the stored log has the unknown version {0}")]
    Version(u8),
}

/// Reads a ruleset's options; what is left out gets its default.
///
/// # Errors
/// All that is wrong with them, at once.
pub fn parse_options<G: Game>(options: Value) -> Result<G::Options, FieldFaults> {
    deserr::deserialize(options)
}

/// Replays submitted steps: judges each when its turn comes.
///
/// Gives the finished game and the steps, complete and typed.
///
/// # Errors
/// The first bad step; `incomplete` when the game is not over after the last; `bad_players` and `bad_options`.
pub fn replay<G: LogCodec>(players: usize, options: G::Options, raw: &[RawStep<'_>]) -> Result<(G, Log<G>), Refusal> {
    let mut game = G::new(players, options.clone()).map_err(Refusal::of_document)?;
    let mut steps = Vec::with_capacity(raw.len());
    for (index, step) in raw.iter().enumerate() {
        match next(&game, *step, &raw[index + 1..]) {
            Ok(step) => {
                game.apply_unchecked(&step);
                steps.push(step);
            }
            Err(fault) => return Err(refused(&game, index, fault, &raw[index + 1..])),
        }
    }
    if !game.due().is_over() {
        let fault = violation!(Code::Incomplete, "The log ends after {} steps, before the game is over.", raw.len());
        return Err(Refusal::of_step(&game, raw.len(), fault));
    }
    Ok((game, Log { players, options, steps }))
}

fn refused<G: LogCodec>(game: &G, index: usize, fault: Violation, later: &[RawStep<'_>]) -> Refusal {
    let unknown = fault.code == Code::DealUnknown;
    let refusal = Refusal::of_step(game, index, fault);
    if unknown { slip::explained(game, refusal, later) } else { refusal }
}

/// Reads a step and judges it; gives it complete.
pub(super) fn next<G: LogCodec>(game: &G, raw: RawStep<'_>, later: &[RawStep<'_>]) -> Result<G::Step, Violation> {
    let due = game.due();
    if due.is_over() {
        return Err(violation!(Code::GameOver, "The game was over before this step."));
    }
    let mut step: G::Step = raw.read()?;
    if due.accepts(step.kind()) {
        step = game.normalize(step, later);
    }
    game.check(&step)?;
    Ok(step)
}

/// The check that a player named in a step is a player.
///
/// # Errors
/// `malformed` when it is none.
pub fn known_player(player: Player, players: usize) -> Result<(), Violation> {
    if player.index() < players {
        return Ok(());
    }
    Err(violation!(Code::Malformed, "There is no player {}. Players are numbered from 0 to {}.", player.0, players - 1))
}

/// The checks of a step against what is due.
///
/// # Errors
/// `game_over`, `wrong_step`, `wrong_player`, in this order.
pub fn expected<S: GameStep>(due: DueOf<S>, step: &S) -> Result<(), Violation> {
    if due.is_over() {
        return Err(violation!(Code::GameOver, "The game was over before this step."));
    }
    if !due.accepts(step.kind()) {
        let wanted = due_words(due);
        return Err(violation!(Code::WrongStep, "A step of type {} is not due; {} is.", step.kind().name(), wanted));
    }
    match step.player() {
        Some(player) if !due.players().contains(player) => wrong_player(due.players(), player),
        Some(_) | None => Ok(()),
    }
}

fn wrong_player(due: PlayerSet, player: Player) -> Result<(), Violation> {
    match due.first() {
        Some(first) if due.len() == 1 => {
            Err(violation!(Code::WrongPlayer, "It is not the turn of {}, but of {}.", player, first))
        }
        Some(_) | None => Err(violation!(Code::WrongPlayer, "It is not the turn of {}.", player)),
    }
}

fn due_words<K: AnyStepKind>(due: Due<K>) -> String {
    match due {
        Due::Table(kind) => format!("the table's {}", kind.name()),
        Due::Players { kinds, .. } => kinds.iter().map(AnyStepKind::name).collect::<Vec<_>>().join(" or "),
        Due::Over => "nothing".to_owned(),
    }
}

impl<G: Game> Log<G> {
    /// Replays a log that was accepted before.
    ///
    /// # Errors
    /// When a step is refused after all: the log was damaged, or a rule has changed.
    pub fn replay(&self) -> Result<G, Refusal> {
        self.replay_to(self.steps.len())
    }

    /// The game after so many of its steps.
    ///
    /// # Errors
    /// As [`replay`](Log::replay).
    pub fn replay_to(&self, count: usize) -> Result<G, Refusal> {
        let mut game = G::new(self.players, self.options.clone()).map_err(Refusal::of_document)?;
        for (index, step) in self.steps.iter().take(count).enumerate() {
            game.apply(step).map_err(|fault| Refusal::of_step(&game, index, fault))?;
        }
        Ok(game)
    }
}

impl<G: LogCodec> Log<G> {
    /// The log as bytes: its version, the steps, and a check sum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bits = BitWriter::default();
        bits.put(u32::from(G::VERSION), 8);
        G::encode(self.players, &self.options, &self.steps, &mut bits);
        let mut bytes = bits.into_bytes();
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the bytes of a stored log.
    ///
    /// # Errors
    /// When they are damaged or of an unknown version.
    pub fn from_bytes(players: usize, options: G::Options, step_count: usize, bytes: &[u8]) -> Result<Self, LogError> {
        let (written, sum) = bytes.split_last_chunk::<4>().ok_or(OutOfBits)?;
        if crc32fast::hash(written).to_le_bytes() != *sum {
            return Err(LogError::CheckSum);
        }
        let (version, packed) = written.split_first().ok_or(OutOfBits)?;
        if *version == 0 || *version > G::VERSION {
            return Err(LogError::Version(*version));
        }
        let steps = G::decode(*version, players, &options, step_count, &mut BitReader::new(packed))?;
        Ok(Log { players, options, steps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    enum Sample {
        Play { card: u8 },
    }

    fn raw(text: &str) -> RawStep<'_> {
        RawStep::new(serde_json::from_str(text).expect("JSON"))
    }

    #[test]
    fn a_list_of_the_fields_is_no_step() {
        assert_eq!(raw(r#" {"type": "play", "card": 7}"#).read(), Ok(Sample::Play { card: 7 }));
        let list = raw(r#" ["play", 7]"#);
        assert_eq!(list.read::<Sample>().map_err(|fault| fault.code), Err(Code::Malformed));
        assert!(!list.has_type("play"));
        assert!(raw(r#" {"type": "play", "sky": []}"#).has_type("play"));
    }
}
