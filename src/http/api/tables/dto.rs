//! Responses about tables.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    games::{NamedDue, Player, Ruleset},
    http::{
        api::games::{GameResult, PlayingBot},
        openapi,
    },
    service::{
        ClientSeed, DeleteToken, ExternalId, Name, Tag,
        records::TableId,
        tables::{CloseReason, Invitation, SeatKind, SeatState, SeatToken, TableClock, TablePhase, TableView},
    },
};

/// A table, as the caller may see it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Table)]
pub struct TableResponse {
    /// Id, a version 7 UUID.
    pub id: Uuid,
    /// What is played.
    pub ruleset: Ruleset,
    /// Version of the rules.
    pub rules_version: u32,
    /// Phase of the table.
    pub phase: TablePhase,
    /// Number of changes so far: steps, and people who came, left, or did not act in time.
    pub version: u32,
    /// Whether the table is shown to everybody who looks for a seat.
    pub listed: bool,
    /// Whether people may ask for hints.
    pub hints: bool,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// All options, including defaults.
    #[schema(value_type = openapi::AnyOptions)]
    pub options: Box<RawValue>,
    /// How long players have.
    pub clock: TableClock,
    /// The seats.
    #[schema(min_items = 2, max_items = 20)]
    pub seats: Vec<SeatResponse>,
    /// Seat of the caller, by its token; null for everybody else, who see what is public.
    pub seat: Option<Player>,
    /// SHA-256 of the seed, in hex. The seed is shown when the game is over.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub seed_hash: String,
    /// SHA-256 over the parts of the seed that people gave, in hex; empty before the game begins and if nobody gave
    /// one. At a deal of the day it is the date.
    #[schema(value_type = ClientSeed)]
    pub client_seed: String,
    /// Commitment to the seed.
    pub commitment: Option<Uuid>,
    /// Caller-defined id of the game.
    #[schema(value_type = Option<ExternalId>)]
    pub external_id: Option<String>,
    /// Tags that the game will have.
    #[schema(value_type = Vec<Tag>, max_items = 8)]
    pub tags: Vec<String>,
    /// The day whose deal is played; null at other tables.
    pub day: Option<NaiveDate>,
    /// Number of steps played.
    pub step_count: u32,
    /// What the game waits for; null before it begins and in lists.
    pub due: Option<NamedDue>,
    /// Time at which somebody else acts for those who are due, or the table is closed; null for never.
    pub deadline: Option<DateTime<Utc>>,
    /// Steps that the caller's seat can make, up to 100.
    #[schema(value_type = Vec<openapi::AnyStep>, max_items = 100)]
    pub legal: Vec<Box<RawValue>>,
    /// True if there are more.
    pub legal_truncated: bool,
    /// State as seen by the caller; null before the game begins and in lists.
    #[schema(value_type = Option<openapi::AnyState>)]
    pub state: Option<Box<RawValue>>,
    /// The stored game, once it is over; that of a day once the day is over.
    pub game: Option<Uuid>,
    /// Result of the game, once it is over; null in lists.
    pub result: Option<GameResult>,
    /// Why the table was closed; null unless it was.
    pub closed: Option<CloseReason>,
    /// Links to related resources.
    pub links: TableLinks,
    /// By seat, the token of the person there, sent as `Authorization: Bearer seat_…`; null for the others. Only in the
    /// response that seats these people, and for the key that plays there: at a table of a day that of its player's
    /// profile, at a table of an agent that with which it was opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<Option<String>>, required = false, nullable = false, max_items = 20)]
    pub tokens: Option<Vec<Option<SeatToken>>>,
    /// Invitations to open seats, each valid until its seat is taken. Only in the response to the person who sets the
    /// table up, or who leaves such a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, max_items = 20)]
    pub invitations: Option<Vec<InvitationResponse>>,
    /// Token that closes the table, and deletes its game, sent as `Authorization: Bearer delete_…`. Only in the 201
    /// response to a caller without a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, nullable = false, pattern = "^delete_[0-9a-f]{64}$")]
    pub delete_token: Option<DeleteToken>,
}

/// A seat at a table.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TableSeat)]
pub struct SeatResponse {
    /// Index of the player.
    pub index: Player,
    /// Who sits there.
    #[serde(rename = "type")]
    pub kind: SeatKind,
    /// Name of the player; null while the seat is open.
    #[schema(value_type = Option<Name>)]
    pub name: Option<String>,
    #[serde(flatten)]
    #[schema(inline)]
    pub bot: PlayingBot,
    /// Whether the person did not act in time, so that a bot acts until the person does again.
    pub away: bool,
    /// What the person gave for the `client_seed` of the table; null before the game begins.
    #[schema(value_type = Option<ClientSeed>)]
    pub client_seed: Option<String>,
}

/// An invitation to a seat.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TableInvitation)]
pub struct InvitationResponse {
    /// Index of the seat.
    pub seat: Player,
    /// What the seat is taken with.
    #[schema(value_type = String, pattern = "^invite_[0-9a-f]{64}$")]
    pub invitation: Invitation,
    /// Page on which a person can take the seat.
    #[schema(format = "uri-reference")]
    pub link: String,
}

/// Links of a table.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableLinks {
    /// The table itself.
    #[serde(rename = "self")]
    #[schema(format = "uri-reference")]
    pub self_: String,
    /// Where steps are made.
    #[schema(format = "uri-reference")]
    pub steps: String,
    /// Its events.
    #[schema(format = "uri-reference")]
    pub events: String,
    /// The stored game; null until it is over.
    #[schema(format = "uri-reference")]
    pub game: Option<String>,
    /// The reading of the caller's seat; null if there is none.
    #[schema(format = "uri-reference")]
    pub reading: Option<String>,
}

/// A page of tables, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableList {
    /// The tables, without their states.
    #[schema(max_items = 100)]
    pub items: Vec<TableResponse>,
    /// Requests the next page; null on the last.
    #[schema(pattern = "^[0-9a-f]{48}$")]
    pub next_cursor: Option<String>,
}

impl From<TableView> for TableResponse {
    fn from(view: TableView) -> TableResponse {
        let (links, record) = (TableLinks::of(&view), &*view.record);
        let begun = record.has_begun();
        let (due, legal, legal_truncated, state) = match view.snapshot {
            Some(moment) => (Some(moment.due), moment.legal, moment.legal_truncated, Some(moment.state)),
            None => (None, Vec::new(), false, None),
        };
        TableResponse {
            id: record.id.0,
            ruleset: record.ruleset,
            rules_version: record.rules_version,
            phase: record.phase,
            version: record.version,
            listed: record.listed,
            hints: record.hints,
            created_at: record.created_at,
            options: view.options,
            clock: record.clock,
            seats: record.seats.iter().enumerate().map(|seat| SeatResponse::of(seat, begun)).collect(),
            seat: view.viewer.player(),
            seed_hash: record.seed_hash(),
            client_seed: record.client_seed.clone(),
            commitment: record.commitment.map(|id| id.0),
            external_id: record.external_id.clone(),
            tags: record.tags.clone(),
            day: record.day.map(|day| day.date),
            step_count: record.step_count,
            due,
            deadline: record.deadline,
            legal,
            legal_truncated,
            state,
            game: record.game.map(|id| id.0),
            result: view.result.map(GameResult::from),
            closed: record.closed,
            links,
            tokens: None,
            invitations: None,
            delete_token: None,
        }
    }
}

impl SeatResponse {
    /// The seat at this index of a table; `begun`: whether its game has begun.
    pub fn of((index, seat): (usize, &SeatState), begun: bool) -> SeatResponse {
        let name = Some(seat.name.clone()).filter(|name| !name.is_empty());
        let client_seed = begun.then(|| seat.client_seed.clone());
        let index = Player(index as u8);
        SeatResponse { index, kind: seat.kind, name, bot: seat.bot.clone().into(), away: seat.away, client_seed }
    }
}

impl InvitationResponse {
    /// The invitation to this seat.
    pub fn of(table: TableId, seat: Player, invitation: Invitation) -> InvitationResponse {
        let link = format!("/tables/{table}?seat={}&invitation={invitation}", seat.0);
        InvitationResponse { seat, invitation, link }
    }
}

impl TableLinks {
    fn of(view: &TableView) -> TableLinks {
        let own = address(view.record.id);
        TableLinks {
            steps: format!("{own}/steps"),
            events: format!("{own}/events"),
            game: view.record.game.map(|id| format!("/v1/games/{id}")),
            reading: own_reading(view),
            self_: own,
        }
    }
}

/// The path of a table.
pub fn address(id: TableId) -> String {
    format!("/v1/tables/{id}")
}

/// The path of the reading for the viewer's seat; other viewers do not receive it.
pub fn own_reading(view: &TableView) -> Option<String> {
    let own = view.viewer.player().and_then(|player| view.record.seats.get(player.index()));
    own.and_then(|seat| seat.reading).map(|id| format!("/v1/readings/{id}"))
}
