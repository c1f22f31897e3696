//! Decks: what the cards are called.

use actix_web::{HttpRequest, get, http::StatusCode, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    accept::{self, Representation},
    answer::{self, Caching},
    openapi::{self, Fixed, Telling},
    problem::{Answer, Problem},
    query,
    readings::{card, no_such},
};
use crate::{
    cards::{Card, Deck, PACK, Rank, Suit},
    reading::SuitOrStars,
};

/// A deck.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Deck)]
pub struct DeckAnswer {
    /// The id in addresses and requests.
    pub id: Deck,
    /// The name for people.
    pub name: &'static str,
    /// What it calls its suits, trumps last.
    #[schema(min_items = 5, max_items = 5)]
    pub suits: Vec<SuitAnswer>,
    /// What it calls its ranks, from the ace up.
    #[schema(min_items = 14, max_items = 14)]
    pub ranks: Vec<RankAnswer>,
    /// All 78 cards, in pack order.
    #[schema(min_items = 78, max_items = 78)]
    pub cards: Vec<CardAnswer>,
}

/// A suit, as a deck names it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeckSuit)]
pub struct SuitAnswer {
    /// The letters that begin its cards' ids.
    pub id: &'static str,
    /// Which suit it is.
    pub suit: SuitOrStars,
    /// The deck's name for it.
    pub name: &'static str,
}

/// A rank, as a deck names it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeckRank)]
pub struct RankAnswer {
    /// The characters that end its cards' ids.
    pub id: &'static str,
    /// The deck's name for it.
    pub name: &'static str,
}

/// A card, as a deck names it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeckCard)]
pub struct CardAnswer {
    /// The card.
    pub id: Card,
    /// The deck's name for it.
    pub name: String,
    /// Its suit, or `stars`.
    pub suit: SuitOrStars,
    /// Its rank, as its id ends; null for a trump.
    pub rank: Option<&'static str>,
    /// A trump's number; null for every other card.
    #[schema(maximum = 21)]
    pub number: Option<u8>,
}

/// All decks.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeckList {
    /// In the order of the rules' index.
    pub items: Vec<DeckAnswer>,
    /// Always null: there is one page.
    #[schema(schema_with = openapi::null)]
    pub next_cursor: (),
}

impl From<Deck> for DeckAnswer {
    fn from(deck: Deck) -> DeckAnswer {
        let suit = |suit: Suit| SuitAnswer {
            id: suit.id(),
            suit: SuitOrStars::of(Card::minor(suit, Rank::ACE)),
            name: deck.suit_name(suit),
        };
        let trumps = SuitAnswer { id: "ar", suit: SuitOrStars::of(Card::FOOL), name: deck.trumps_name() };
        DeckAnswer {
            id: deck,
            name: deck.name(),
            suits: Suit::ALL.map(suit).into_iter().chain([trumps]).collect(),
            ranks: Rank::ALL.map(|rank| RankAnswer { id: rank.id(), name: deck.rank_name(rank) }).into(),
            cards: PACK.map(|card| CardAnswer::new(deck, card)).into(),
        }
    }
}

impl CardAnswer {
    fn new(deck: Deck, card: Card) -> CardAnswer {
        CardAnswer {
            id: card,
            name: deck.card_name(card),
            suit: SuitOrStars::of(card),
            rank: card.rank().map(Rank::id),
            number: card.number(),
        }
    }
}

/// Lists the decks
#[utoipa::path(tag = "decks", responses((status = 200, description = "All decks.", body = DeckList), Fixed))]
#[get("/decks")]
pub async fn list_decks(request: HttpRequest) -> Answer {
    query::none(&request)?;
    accept::json_only(&request)?;
    let items = Deck::ALL.map(DeckAnswer::from).into();
    Ok(answer::json(StatusCode::OK, Caching::Revalidate, &DeckList { items, next_cursor: () }))
}

/// One deck, with the names of its cards
#[utoipa::path(
    tag = "decks",
    params(("deck" = Deck, Path, description = "The deck's id.")),
    responses((status = 200, description = "The deck.", body = DeckAnswer), Telling)
)]
#[get("/decks/{deck}")]
pub async fn get_deck(request: HttpRequest, path: web::Path<String>) -> Answer {
    query::none(&request)?;
    let (id, _) = accept::of_part(&request, &path, &[Representation::Json])?;
    Ok(answer::json(StatusCode::OK, Caching::Revalidate, &DeckAnswer::from(deck(id)?)))
}

/// One card of a deck
///
/// The card is named by its id, or by one of its usual names, as in `the-fool` or `two-of-cups`.
#[utoipa::path(
    tag = "decks",
    params(
        ("deck" = Deck, Path, description = "The deck's id."),
        ("card" = String, Path, description = "The card's id, or one of its usual names.", example = "two-of-cups"),
    ),
    responses((status = 200, description = "The card.", body = CardAnswer), Telling)
)]
#[get("/decks/{deck}/cards/{card}")]
pub async fn get_card(request: HttpRequest, path: web::Path<(String, String)>) -> Answer {
    query::none(&request)?;
    let (name, _) = accept::of_part(&request, &path.1, &[Representation::Json])?;
    let deck = deck(&path.0)?;
    let card = card(name, Some(deck)).ok_or_else(|| no_such("card"))?;
    Ok(answer::json(StatusCode::OK, Caching::Revalidate, &CardAnswer::new(deck, card)))
}

fn deck(id: &str) -> Result<Deck, Problem> {
    id.parse().map_err(|_| no_such("deck"))
}
