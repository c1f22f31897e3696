//! The explorer: frequencies of cards in readings, by place, card, layout, verdict and disposition.

use actix_web::{HttpRequest, get, web};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    cards::Deck,
    games::Player,
    http::{
        extract::{accept, path::card, query::Query},
        middleware::auth::{Authorized, Read},
        reply::{
            problem::ApiResult,
            response::{self, Caching},
        },
    },
    reading::{
        Disposition, Layout, Place, Verdict,
        rarity::{Counted, RarityFilter, RarityTable, ReadingNumber, Reference, Share},
    },
    service::{Service, projection::StoredLayouts},
};

/// The dispositions by their values in a query.
const DISPOSITIONS: [(&str, Disposition); 2] = [("well", Disposition::Well), ("ill", Disposition::Ill)];

/// How often readings of Fortunes match the filter.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FortunesExplorer)]
struct ExplorerResponse {
    /// The filter.
    pub filter: RarityFilter,
    /// Whether readings or cards are counted.
    pub counted: Counted,
    /// How often they match in the reference run.
    pub reference: ReferenceResponse,
    /// How often they match in listed stored games.
    pub stored: StoredLayouts,
}

/// Matches in the reference run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FortunesReference)]
struct ReferenceResponse {
    /// The reference run.
    pub table: RarityTable,
    /// Share of matches.
    pub share: Share,
    /// The first reading that matches; null if there is none.
    #[schema(required)]
    pub example: Option<ExampleResponse>,
}

/// A reading of the reference run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FortunesReferenceExample)]
struct ExampleResponse {
    /// Seed of the game. Four adepts play the same game again with it.
    #[schema(example = "rarity/48123")]
    pub seed: String,
    /// The player whose reading it is.
    pub player: Player,
}

/// Counts readings of Fortunes by card, place, layout and verdict
///
/// Any combination of filters is counted exactly, in a reference run of games among adepts and in listed stored games.
/// All four readings of each deal count, laid out by the numbers of tricks. A reading counts once; two cards in the
/// shared fate count separately. With `disposition` but neither `place` nor `card`, cards are counted instead of
/// readings. The share is that of all readings, or of all cards in places, with its 95 % interval. Stored games are
/// counted shortly after they are stored: `as_of` is the last one counted.
#[utoipa::path(
    tag = "readings",
    operation_id = "explore_fortunes",
    security(("key" = ["read"])),
    params(
        ("place" = Option<Place>, Query, description = "Place where a card lies."),
        ("card" = Option<String>, Query, description = "Card in a place: its id, or one of its common names.",
            example = "the-tower"),
        ("disposition" = Option<Disposition>, Query, description = "How the card lies."),
        ("layout" = Option<Layout>, Query, description = "Layout of the reading."),
        ("verdict" = Option<Verdict>, Query, description = "Verdict of the reading."),
    ),
    responses((status = 200, description = "How often readings match.", body = ExplorerResponse))
)]
#[get("/explorer/fortunes")]
pub async fn explore_fortunes(request: HttpRequest, _: Authorized<Read>, service: web::Data<Service>) -> ApiResult {
    let mut query = Query::of(&request);
    let filter = filter(&mut query);
    query.finish()?;
    accept::json_only(&request)?;
    let stored = service.stored_layouts(&filter).await?;
    Ok(response::ok(Caching::Listed, &ExplorerResponse::of(filter, stored)))
}

fn filter(query: &mut Query) -> RarityFilter {
    let layout = query.word("layout", &Layout::ALL.map(|layout| (layout.id(), layout)));
    RarityFilter {
        layout,
        place: query.read("place", |text| place(text, layout)),
        card: query.read("card", |text| card(text, Deck::default())),
        disposition: query.word("disposition", &DISPOSITIONS),
        verdict: query.word("verdict", &Verdict::ALL.map(|verdict| (verdict.id(), verdict))),
    }
}

/// A place, which must belong to the layout.
fn place(text: &str, layout: Option<Layout>) -> Result<Place, String> {
    let places: Vec<_> = layout.map_or(Place::ALL.to_vec(), |layout| layout.places().collect());
    let words = || places.iter().map(|place| format!("`{place}`")).collect::<Vec<_>>().join(", ");
    let found = places.iter().find(|place| place.to_string() == text).copied();
    found.ok_or_else(|| match layout {
        None => format!("Expected one of {}.", words()),
        Some(layout) => format!("Expected one of the places of the layout `{layout}`: {}.", words()),
    })
}

impl ExplorerResponse {
    fn of(filter: RarityFilter, stored: StoredLayouts) -> ExplorerResponse {
        let run = Reference::of_program();
        let found = run.counts.find(&filter);
        ExplorerResponse {
            filter,
            counted: found.counted,
            reference: ReferenceResponse {
                table: RarityTable::of(run),
                share: found.share,
                example: found.first.map(|first| ExampleResponse::of(run, first)),
            },
            stored,
        }
    }
}

impl ExampleResponse {
    fn of(run: &Reference, first: ReadingNumber) -> ExampleResponse {
        ExampleResponse { seed: run.seed_of(first.deal()), player: first.player() }
    }
}
