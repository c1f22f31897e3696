//! What a caller asks for: how a deal is read, and a new game to be played and read.

use std::time::Duration;

use crate::{
    cards::Deck,
    players::Skill,
    reading::{Layout, QuestionKind},
    service::{ClientSeed, GameSetup, Name, Question, SeedText, records::CommitmentId},
};

/// How a game's deal is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadChoice {
    /// The deal, from 1; `None`: the last.
    pub deal: Option<u32>,
    /// The layout; `None`: the one that the cards determine.
    pub layout: Option<Layout>,
    /// The deck that names the cards.
    pub deck: Deck,
    /// The kind of question.
    pub question_kind: QuestionKind,
}

/// A request for a reading.
#[derive(Clone, Debug)]
pub struct ReadingRequest {
    /// The querent; `None`: the default name of player 0.
    pub querent: Option<Name>,
    /// The question.
    pub question: Question,
    /// The kind of question; `None`: derived from the question's words.
    pub question_kind: Option<QuestionKind>,
    /// The deck that names the cards.
    pub deck: Deck,
    /// The game of Fortunes to play.
    pub setup: GameSetup,
    /// The bots, the querent's seat first.
    pub bots: Vec<Skill>,
    /// The seed of the game.
    pub seed: Option<SeedText>,
    /// The caller's part of the seed.
    pub client_seed: ClientSeed,
    /// The commitment whose seed is used.
    pub commitment: Option<CommitmentId>,
}

impl ReadingRequest {
    /// Upper estimate of the time to play its game.
    pub fn thinking(&self) -> Duration {
        self.setup.thinking(&self.bots)
    }
}

/// The kind of a question: the caller's choice, or else derived from its words.
pub fn kind_of(question: &Question, chosen: Option<QuestionKind>) -> QuestionKind {
    QuestionKind::for_question(question.as_str(), chosen)
}
