//! Cards, searched by their properties and by words of their texts.

use actix_web::{HttpRequest, get};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use super::decks::DeckCard;
use crate::{
    cards::{Deck, Rank, by_name},
    http::{
        extract::{accept, query::Query},
        middleware::auth::{Authorized, Read},
        openapi,
        reply::{problem::ApiResult, response},
    },
    reading::{CardSearch, SearchWords, SuitOrStars},
    service::Question,
};

/// The suits by their values in a query.
const SUITS: [(&str, SuitOrStars); 5] = [
    ("wands", SuitOrStars::Wands),
    ("cups", SuitOrStars::Cups),
    ("swords", SuitOrStars::Swords),
    ("pentacles", SuitOrStars::Pentacles),
    ("stars", SuitOrStars::Stars),
];

/// A part of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Arcana {
    /// The 22 trumps.
    Major,
    /// The 56 others.
    Minor,
}

/// The parts by their values in a query.
const ARCANA: [(&str, Arcana); 2] = [("major", Arcana::Major), ("minor", Arcana::Minor)];

/// The ids of ranks.
struct RankId;

impl PartialSchema for RankId {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(Rank::ALL.map(Rank::id))).into()
    }
}

impl ToSchema for RankId {}

/// Cards that were found.
#[derive(Debug, Serialize, ToSchema)]
struct CardList {
    /// The deck whose names they have.
    pub deck: Deck,
    /// The cards, in pack order.
    #[schema(max_items = 78)]
    pub items: Vec<DeckCard>,
    /// Always null: there is one page.
    #[schema(schema_with = openapi::null)]
    pub next_cursor: (),
}

/// Finds cards by any combination of filters
#[utoipa::path(
    tag = "decks",
    security(("key" = ["read"])),
    params(
        ("q" = Option<Question>, Query, description = "Words of the card's name (a trump's in any deck), keywords or meanings. Every word must occur, at \
            least as the beginning of a longer one. A name of a card as people and programs write it finds that card, too."),
        ("suit" = Option<SuitOrStars>, Query, description = "Suit; `stars` are the trumps."),
        ("arcana" = inline(Option<Arcana>), Query, description = "`major`: the 22 trumps; `minor`: the 56 others."),
        ("rank" = inline(Option<RankId>), Query, description = "Rank, as in the card's id: `ac`, `02` … `10`, `pa`, `kn`, `qu`, `ki`."),
        ("deck" = Option<Deck>, Query, description = "Deck whose card names to use."),
    ),
    responses(
        (status = 200, description = "The cards.", body = CardList, headers(("Content-Language" = String))))
)]
#[get("/cards")]
pub async fn find_cards(request: HttpRequest, _: Authorized<Read>) -> ApiResult {
    let mut query = Query::of(&request);
    let search = search(&mut query);
    let deck = search.deck;
    query.finish()?;
    accept::json_only(&request)?;
    let items = search.found().map(|card| DeckCard::new(deck, card)).collect();
    Ok(response::json_texts(&CardList { deck, items, next_cursor: () }))
}

/// The search that a query describes.
pub fn search(query: &mut Query) -> CardSearch {
    let words = query.read("q", |text| Question::new(text).map(Question::into_string));
    let deck = query.word("deck", &Deck::ALL.map(|deck| (deck.id(), deck))).unwrap_or_default();
    CardSearch {
        suit: query.word("suit", &SUITS),
        trump: query.word("arcana", &ARCANA).map(|arcana| arcana == Arcana::Major),
        rank: query.word("rank", &Rank::ALL.map(|rank| (rank.id(), rank))),
        deck,
        named: words.as_deref().and_then(|text| by_name(text, deck).ok()),
        words: words.map(|text| SearchWords::of(&text)).unwrap_or_default(),
    }
}
