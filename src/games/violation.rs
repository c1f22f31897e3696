//! Why a step, the options or a document are refused: a code of the rules pages and a sentence.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

use super::{Player, excerpt};
use crate::cards::{Card, Deck, Hand, Rank, Suit};

/// The codes of the rules pages: the shared ones of `README.md` first, then each page's own ("Errors").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = IllegalLogReason)]
#[expect(missing_docs, reason = "the pages' tables of errors say what each means")]
pub enum Code {
    // README.md
    GameOver,
    Malformed,
    WrongStep,
    WrongPlayer,
    UnknownCard,
    DuplicateCard,
    CardNotHeld,
    BadPlayers,
    BadOptions,
    Incomplete,
    // fortunes.md
    MustFollow,
    StarsNotBroken,
    StarNotAllowed,
    BadAmount,
    DealUnknown,
    BadDeal,
    // foolery.md
    WrongNumber,
    FoolStays,
    NotHighest,
    MustLead,
    FoolLed,
    FoolInSet,
    NoCombination,
    TrumpLed,
    TooLow,
    // fortuna.md
    BadDice,
    BadBricks,
    BadOpponent,
    // reversal.md
    LuckShort,
    LuckLimit,
    // fortuno.md
    BadPile,
    BadSet,
    NotPlayable,
    BadName,
    BadTarget,
    BadRequest,
    NotFitting,
    MustGive,
    MustTake,
    BadCount,
    BadOrder,
    NoCall,
}

impl Code {
    /// As the pages write it, as in `must_follow`.
    pub fn id(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(id)) => id,
            other => unreachable!("a code is a word: {other:?}"),
        }
    }
}

/// A word of a fault's sentence that is shown by its name.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Word {
    Player(Player),
    Card(Card),
    Cards(Hand),
    Suit(Suit),
    Rank(Rank),
    Number(i64),
    Text(Cow<'static, str>),
}

macro_rules! words {
    ($($variant:ident $type:ty),*) => {$(
        impl From<$type> for Word {
            fn from(value: $type) -> Word {
                Word::$variant(value.into())
            }
        }
    )*};
}
words!(Player Player, Card Card, Cards Hand, Suit Suit, Rank Rank, Number i64, Number u8, Number u32, Text &'static str, Text String);

impl From<usize> for Word {
    fn from(value: usize) -> Word {
        Word::Number(value as i64)
    }
}

/// The most bytes of a text that a sentence repeats.
const TEXT_LIMIT: usize = 1000;

/// A refusal without its place: the code, and a sentence that can name cards and players.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The rules page's code.
    pub code: Code,
    text: &'static str,
    words: Vec<Word>,
}

/// How players and cards are called in sentences.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The deck whose names the cards have.
    pub deck: Deck,
    /// The players' names, by index; may be empty.
    pub players: &'a [String],
}

impl Fault {
    /// A fault whose text has one `{}` for each word.
    pub fn new<const N: usize>(code: Code, text: &'static str, words: [Word; N]) -> Fault {
        debug_assert_eq!(text.matches("{}").count(), N, "{text}");
        Fault { code, text, words: words.into() }
    }

    /// The sentence, with players and cards named.
    pub fn sentence(&self, names: Names<'_>) -> String {
        let mut pieces = self.text.split("{}");
        let mut sentence = pieces.next().unwrap_or_default().to_owned();
        for (word, piece) in self.words.iter().zip(pieces) {
            sentence += &names.word(word);
            sentence += piece;
        }
        sentence
    }
}

impl Names<'_> {
    fn word(&self, word: &Word) -> String {
        match word {
            Word::Player(player) => self.player(*player),
            Word::Card(card) => self.card(*card),
            Word::Cards(hand) if hand.is_empty() => "no card".to_owned(),
            Word::Cards(hand) => hand.iter().map(|card| self.card(card)).collect::<Vec<_>>().join(", "),
            Word::Suit(suit) => self.deck.suit_name(*suit).to_owned(),
            Word::Rank(rank) => self.deck.rank_name(*rank).to_owned(),
            Word::Number(number) => number.to_string(),
            Word::Text(text) => excerpt(text, TEXT_LIMIT).into_owned(),
        }
    }

    fn player(&self, player: Player) -> String {
        match self.players.get(player.index()) {
            Some(name) => format!("{name} (player {})", player.0),
            None => format!("player {}", player.0),
        }
    }

    fn card(&self, card: Card) -> String {
        format!("{} ({card})", self.deck.card_name(card))
    }
}

/// A [`Fault`] with a sentence: `fault!(Code::MustFollow, "{} holds {}", player, suit)`.
macro_rules! fault {
    ($code:expr, $text:literal $(, $word:expr)* $(,)?) => {
        $crate::games::Fault::new($code, $text, [$($crate::games::Word::from($word)),*])
    };
}
pub(crate) use fault;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_players_and_cards() {
        let card: Card = "cuqu".parse().expect("a card");
        let fault = fault!(Code::MustFollow, "{} holds {} and may not play {}.", Player(1), Suit::Wands, card);
        let players = ["Ada".to_owned(), "Bel".to_owned()];
        let names = Names { deck: Deck::Fortunes, players: &players };
        assert_eq!(fault.sentence(names), "Bel (player 1) holds Wands and may not play Riga of Cups (cuqu).");
        assert_eq!(fault.code.id(), "must_follow");
    }
}
