//! Decks: names and meanings of cards.

use actix_web::{HttpRequest, get, web};
use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;

use super::readings::formats::{Form, Look};
use crate::{
    cards::{Card, Deck, PACK, Rank, Suit, by_name},
    http::{
        extract::{
            accept::{self, AcceptsJson, Representation},
            path::{FromPath, JsonParam, card},
            query::{NoQuery, Query},
        },
        middleware::auth::{Authorized, Read},
        openapi::{self, GetById, Picture},
        reply::{
            problem::{ApiResult, Problem},
            response,
        },
    },
    reading::{
        Correspondence, Language, SuitOrStars, correspondence,
        texts::{Meaning, Texts, texts},
    },
    service::{ProblemCode, Service},
};

/// A deck.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Deck)]
struct DeckResponse {
    /// Id in URLs and requests.
    pub id: Deck,
    /// Display name.
    pub name: &'static str,
    /// Source of the keywords.
    pub about: &'static str,
    /// Suits, trumps last.
    #[schema(max_items = 5)]
    pub suits: Vec<SuitResponse>,
    /// Ranks, from the ace up.
    #[schema(max_items = 14)]
    pub ranks: Vec<RankResponse>,
    /// All 78 cards, in pack order.
    #[schema(max_items = 78)]
    pub cards: Vec<DeckCard>,
}

/// A suit of a deck.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeckSuit)]
struct SuitResponse {
    /// Prefix of card ids.
    pub id: &'static str,
    /// The suit.
    pub suit: SuitOrStars,
    /// Name of the suit in the deck.
    pub name: &'static str,
}

/// A rank of a deck.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeckRank)]
struct RankResponse {
    /// Suffix of card ids.
    pub id: &'static str,
    /// Name of the rank in the deck.
    pub name: &'static str,
}

/// A card of a deck.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeckCard {
    /// The card.
    pub id: Card,
    /// Name of the card in the deck.
    pub name: String,
    /// Title of the card; null where the deck gives it none besides its name.
    #[schema(required, example = "Dominion")]
    pub title: Option<&'static str>,
    /// Suit of the card, or `stars`.
    pub suit: SuitOrStars,
    /// Rank of the card, as in its id; null for a trump.
    pub rank: Option<&'static str>,
    /// Number of a trump; null for other cards.
    #[schema(maximum = 21)]
    pub number: Option<u8>,
    /// Keywords of the card.
    pub keywords: Keywords,
}

/// Meaning of a card in its orientation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CardKeywords)]
pub struct Keywords {
    /// Well-disposed.
    #[schema(value_type = Vec<String>, min_items = 3, max_items = 5)]
    pub well: &'static [String],
    /// Ill-disposed.
    #[schema(value_type = Vec<String>, min_items = 3, max_items = 5)]
    pub ill: &'static [String],
}

/// A card of a deck, with its texts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CardOfDeck)]
struct CardResponse {
    /// The card.
    pub id: Card,
    /// Name of the card in the deck.
    pub name: String,
    /// Title of the card; null where the deck gives it none besides its name.
    #[schema(required, example = "Dominion")]
    pub title: Option<&'static str>,
    /// Suit of the card, or `stars`.
    pub suit: SuitOrStars,
    /// Rank of the card, as in its id; null for a trump.
    pub rank: Option<&'static str>,
    /// Number of a trump; null for other cards.
    #[schema(maximum = 21)]
    pub number: Option<u8>,
    /// Meaning when well-disposed.
    #[schema(value_type = Meaning)]
    pub well: &'static Meaning,
    /// Meaning when ill-disposed.
    #[schema(value_type = Meaning)]
    pub ill: &'static Meaning,
    /// What the card corresponds to; null in the French deck.
    #[schema(required)]
    pub correspondence: Option<&'static Correspondence>,
    /// Source of both meanings.
    #[schema(example = "after A. E. Waite, The Pictorial Key to the Tarot (1911)")]
    pub source: &'static str,
}

/// All decks.
#[derive(Debug, Serialize, ToSchema)]
struct DeckList {
    /// The decks.
    pub items: Vec<DeckResponse>,
    /// Always null: there is one page.
    #[schema(schema_with = openapi::null)]
    pub next_cursor: (),
}

impl From<Deck> for DeckResponse {
    fn from(deck: Deck) -> DeckResponse {
        let suit = |suit: Suit| SuitResponse {
            id: suit.id(),
            suit: SuitOrStars::of(Card::minor(suit, Rank::ACE)),
            name: deck.suit_name(suit),
        };
        let trumps = SuitResponse { id: "ar", suit: SuitOrStars::of(Card::FOOL), name: deck.trumps_name() };
        DeckResponse {
            id: deck,
            name: deck.name(),
            about: latest().about(deck),
            suits: Suit::ALL.map(suit).into_iter().chain([trumps]).collect(),
            ranks: Rank::ALL.map(|rank| RankResponse { id: rank.id(), name: deck.rank_name(rank) }).into(),
            cards: PACK.map(|card| DeckCard::new(deck, card)).into(),
        }
    }
}

impl DeckCard {
    /// A card of this deck.
    pub fn new(deck: Deck, card: Card) -> DeckCard {
        let CardResponse { id, name, title, suit, rank, number, well, ill, .. } = CardResponse::new(deck, card);
        let keywords = Keywords { well: &well.keywords, ill: &ill.keywords };
        DeckCard { id, name, title, suit, rank, number, keywords }
    }
}

impl CardResponse {
    fn new(deck: Deck, card: Card) -> CardResponse {
        let texts = latest().card(card, deck);
        CardResponse {
            id: card,
            name: deck.card_name(card),
            title: deck.card_title(card),
            suit: SuitOrStars::of(card),
            rank: card.rank().map(Rank::id),
            number: card.number(),
            well: &texts.well,
            ill: &texts.ill,
            correspondence: correspondence(card, deck),
            source: &texts.source,
        }
    }
}

/// The texts of cards.
fn latest() -> &'static Texts {
    texts(Language::default())
}

/// Lists the decks
#[utoipa::path(tag = "decks", security(("key" = ["read"])), responses(
    (status = 200, description = "All decks.", body = DeckList, headers(("Content-Language" = String)))))]
#[get("/decks")]
pub async fn list_decks(_: Authorized<Read>, _: NoQuery, _: AcceptsJson) -> ApiResult {
    let items = Deck::ALL.map(DeckResponse::from).into();
    Ok(response::json_texts(&DeckList { items, next_cursor: () }))
}

/// Returns a deck, with the names and keywords of its cards
#[utoipa::path(
    tag = "decks",
    security(("key" = ["read"])),
    params(("deck" = Deck, Path, description = "Id of the deck.")),
    responses(
        (status = 200, description = "The deck.", body = DeckResponse, headers(("Content-Language" = String))),
        GetById
    )
)]
#[get("/decks/{deck}")]
pub async fn get_deck(_: Authorized<Read>, _: NoQuery, JsonParam(deck): JsonParam<Deck>) -> ApiResult {
    Ok(response::json_texts(&DeckResponse::from(deck)))
}

/// Returns a card of a deck
///
/// Identifies the card by its id or by one of its common names, as in `the-fool` or `two-of-cups`. Also available as a
/// picture, with `Accept: image/svg+xml` or `image/png`, or the suffix `.svg` or `.png`.
#[utoipa::path(
    tag = "decks",
    security(("key" = ["read"])),
    params(
        ("deck" = Deck, Path, description = "Id of the deck."),
        ("card" = String, Path, description = "Id of the card, or one of its common names.", example = "two-of-cups"),
        Look,
    ),
    responses(
        (status = 200, description = "The card.", content(
            (CardResponse = "application/json"), (String = "image/svg+xml"), (Picture = "image/png")), headers(("Content-Language" = String))),
        GetById
    )
)]
#[get("/decks/{deck}/cards/{card}")]
pub async fn get_card(
    request: HttpRequest,
    _: Authorized<Read>,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
) -> ApiResult {
    let mut query = Query::of(&request);
    let look = Look::of(&mut query, &service);
    query.finish()?;
    let offers = [Representation::Json, Representation::Svg, Representation::Png];
    let deck = Deck::from_path(&path.0)?;
    let (name, representation) = match accept::of_part(&request, &path.1, &offers) {
        // A name may end as if with an extension: `minor_arcana.wands.ace`.
        Err(_) if by_name(&path.1, deck).is_ok() => (path.1.as_str(), accept::choose(&request, &offers)?),
        chosen => chosen?,
    };
    let card = card(name, deck).map_err(|detail| Problem::new(ProblemCode::NotFound, detail))?;
    let picture = Form::new(&request, representation, look)?.card(&service, deck, card).await?;
    Ok(picture.unwrap_or_else(|| response::json_texts(&CardResponse::new(deck, card))))
}

/// The decks whose card names readings can use.
pub const DECKS: [Deck; 3] = [Deck::Fortunes, Deck::WaiteSmith, Deck::Thoth];

/// A deck whose card names a reading can use.
#[derive(Clone, Copy, Debug, Deserr, Serialize, ToSchema)]
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
