//! The decks whose card names readings can use.

use deserr::Deserr;
use utoipa::ToSchema;

use crate::cards::Deck;

/// A deck whose card names a reading can use.
#[derive(Clone, Copy, Debug, Deserr, serde::Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[deserr(rename_all = lowercase)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ReadingDeck {
    Fortunes,
    #[deserr(rename = "waite-smith")]
    WaiteSmith,
    Thoth,
}

impl From<ReadingDeck> for Deck {
    fn from(deck: ReadingDeck) -> Deck {
        match deck {
            ReadingDeck::Fortunes => Deck::Fortunes,
            ReadingDeck::WaiteSmith => Deck::WaiteSmith,
            ReadingDeck::Thoth => Deck::Thoth,
        }
    }
}
