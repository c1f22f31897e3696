//! Why a step, options or a document are rejected: a code of the rules pages and a sentence.

use std::borrow::Cow;

use serde::Serialize;

use super::Player;
use crate::cards::{Card, Deck, Hand, Rank, Suit};

/// Error codes of the rules pages: first the shared ones of `README.md`, then those of each page ("Errors").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the pages' tables of errors say what each means")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = IllegalLogReason))]
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
    /// The code as written on the rules pages, as in `must_follow`.
    pub fn id(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(id)) => id,
            other => unreachable!("a code is a word: {other:?}"),
        }
    }
}

/// An argument of a sentence, shown by its name.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Arg {
    Player(Player),
    Card(Card),
    Cards(Hand),
    Suit(Suit),
    Rank(Rank),
    /// What the deck calls its trumps.
    Trumps,
    Number(i64),
    Text(Cow<'static, str>),
}

macro_rules! args {
    ($($variant:ident $type:ty),*) => {$(
        impl From<$type> for Arg {
            fn from(value: $type) -> Arg {
                Arg::$variant(value.into())
            }
        }
    )*};
}
args!(Player Player, Card Card, Cards Hand, Suit Suit, Rank Rank, Number i64, Number u8, Number u32, Text &'static str, Text String);

impl From<usize> for Arg {
    fn from(value: usize) -> Arg {
        Arg::Number(value as i64)
    }
}

/// Maximum number of bytes of a caller's text that a sentence repeats.
const TEXT_LIMIT: usize = 1000;

/// A violation without its position: the code, and a sentence that can name cards and players.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The rules page's code.
    pub code: Code,
    text: &'static str,
    args: Vec<Arg>,
}

/// Names of players and cards in sentences.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    /// The deck that names the cards.
    pub deck: Deck,
    /// The players' names, by index; may be empty.
    pub players: &'a [String],
}

impl Violation {
    /// A violation whose text has one `{}` for each argument.
    pub fn new<const N: usize>(code: Code, text: &'static str, args: [Arg; N]) -> Violation {
        debug_assert_eq!(text.matches("{}").count(), N, "{text}");
        Violation { code, text, args: args.into() }
    }

    /// The sentence, with players and cards named.
    pub fn sentence(&self, labels: Labels<'_>) -> String {
        self.with(|arg| labels.arg(arg))
    }

    /// The sentence for people at a table: without ids, and with the players' names from `name`.
    pub fn plain_sentence<'a>(&self, deck: Deck, name: impl Fn(Player) -> &'a str) -> String {
        let labels = Labels { deck, players: &[] };
        self.with(|arg| match arg {
            Arg::Player(player) => name(*player).to_owned(),
            Arg::Card(card) => deck.card_name(*card),
            Arg::Cards(cards) if !cards.is_empty() => {
                cards.iter().map(|card| deck.card_name(card)).collect::<Vec<_>>().join(", ")
            }
            Arg::Cards(_) | Arg::Suit(_) | Arg::Rank(_) | Arg::Trumps | Arg::Number(_) | Arg::Text(_) => {
                labels.arg(arg)
            }
        })
    }

    fn with(&self, text_of: impl Fn(&Arg) -> String) -> String {
        let mut pieces = self.text.split("{}");
        let mut sentence = pieces.next().unwrap_or_default().to_owned();
        for (arg, piece) in self.args.iter().zip(pieces) {
            sentence += &text_of(arg);
            sentence += piece;
        }
        sentence
    }
}

impl Labels<'_> {
    fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Player(player) => self.player(*player),
            Arg::Card(card) => self.card(*card),
            Arg::Cards(hand) if hand.is_empty() => "no card".to_owned(),
            Arg::Cards(hand) => hand.iter().map(|card| self.card(card)).collect::<Vec<_>>().join(", "),
            Arg::Suit(suit) => self.deck.suit_name(*suit).to_owned(),
            Arg::Rank(rank) => self.deck.rank_name(*rank).to_owned(),
            Arg::Trumps => self.deck.trumps_name().to_owned(),
            Arg::Number(number) => number.to_string(),
            Arg::Text(text) => excerpt(text, TEXT_LIMIT).into_owned(),
        }
    }

    /// A player's name with the number; a default name bears one already.
    pub fn player(&self, player: Player) -> String {
        match self.players.get(player.index()) {
            Some(name) if Player::is_default_name(name) => name.clone(),
            Some(name) => format!("{name} (player {})", player.0),
            None => format!("player {}", player.0),
        }
    }

    fn card(&self, card: Card) -> String {
        format!("{} ({card})", self.deck.card_name(card))
    }
}

/// A [`Violation`] with a sentence: `violation!(Code::MustFollow, "{} holds {}", player, suit)`.
#[macro_export]
macro_rules! violation {
    ($code:expr, $text:literal $(, $arg:expr)* $(,)?) => {
        $crate::games::Violation::new($code, $text, [$($crate::games::Arg::from($arg)),*])
    };
}

/// Marks an omission.
const CUT: &str = "…";

/// A text of at most `limit` bytes, or its beginning and end with `…` between them.
pub fn excerpt(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit {
        return Cow::Borrowed(text);
    }
    let room = limit.saturating_sub(CUT.len());
    let end = room / 4;
    let head = &text[..text.floor_char_boundary(room - end)];
    let tail = &text[text.ceil_char_boundary(text.len() - end)..];
    Cow::Owned([head, CUT, tail].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_players_and_cards() {
        let card: Card = "cuqu".parse().expect("a card");
        let violation = violation!(Code::MustFollow, "{} holds {} and may not play {}.", Player(1), Suit::Wands, card);
        let players = ["Ada".to_owned(), "Bel".to_owned()];
        let labels = Labels { deck: Deck::Fortunes, players: &players };
        assert_eq!(violation.sentence(labels), "Bel (player 1) holds Wands and may not play Riga of Cups (cuqu).");
        assert_eq!(violation.code.id(), "must_follow");
        let players = ["Player 1".to_owned(), "Player 2".to_owned()];
        let unnamed = violation.sentence(Labels { deck: Deck::WaiteSmith, players: &players });
        assert_eq!(unnamed, "Player 2 holds Wands and may not play Queen of Cups (cuqu).");
        let plain = violation.plain_sentence(Deck::Fortunes, |_| "Bel");
        assert_eq!(plain, "Bel holds Wands and may not play Riga of Cups.");
    }

    #[test]
    fn a_short_text_is_repeated_as_it_is() {
        assert_eq!(excerpt("twelve bytes", 12), "twelve bytes");
        assert_eq!(excerpt("", 0), "");
    }

    #[test]
    fn a_long_text_keeps_its_beginning_and_its_end() {
        assert_eq!(excerpt(&"0123456789".repeat(1000), 19), "012345678901…6789");
        assert_eq!(excerpt(&format!("{}!", "a".repeat(100)), 11), "aaaaaa…a!");
    }

    #[test]
    fn characters_are_never_cut() {
        for limit in 0..40 {
            let cut = excerpt("ääääääääääääääääääääää", limit).into_owned();
            assert!(cut.len() <= limit.max(CUT.len()), "{limit}: {cut}");
            assert!(cut.chars().all(|c| c == 'ä' || c == '…'));
        }
    }
}
