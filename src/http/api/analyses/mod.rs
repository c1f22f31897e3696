//! Analyses of stored games.

mod curve;

use actix_web::{
    HttpRequest, get,
    http::{
        StatusCode,
        header::{HeaderValue, RETRY_AFTER},
    },
    web,
};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    analysis::{Decision, Unit},
    games::Player,
    http::{
        extract::{
            accept::{self, Representation},
            path::{FromPath, Param},
            query::Query,
        },
        middleware::{
            auth::{self, Authorized, Read, Write},
            framing, rate_limit, same_origin,
        },
        openapi::{self, GetAnalysis},
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
    },
    players::Effort,
    reading::Reading,
    service::{
        AnalysisView, Caller, ProblemCode, Service, WouldBeView,
        records::{AnalysisKey, GameId},
    },
    statistics::Estimate,
};

pub use self::curve::curve;

/// The decisions of a player of a game, and what the search says of them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameAnalysis)]
struct AnalysisResponse {
    /// Id of the game.
    pub game: Uuid,
    /// Index of the player.
    pub player: Player,
    /// How long the search has thought, from 1 to 10.
    #[schema(minimum = 1, maximum = 10)]
    pub effort: u8,
    /// What expected results are counted in.
    pub unit: Unit,
    /// Whether all steps were looked at.
    pub finished: bool,
    /// Number of steps that were looked at.
    pub done: u32,
    /// Number of steps of the game.
    pub step_count: u32,
    /// Loss of a decision on average: the mark of the player. Null as long as there is none.
    pub mean_loss: Option<f64>,
    /// The decisions that lost most, the worst first, by their places in `decisions`.
    #[schema(max_items = 3)]
    pub turning_points: Vec<usize>,
    /// Points that the player's team takes more than the other where adepts play the deals as they lay, on average of all,
    /// with its 95 % interval: an even deal has 0. Null before the end, and for games without readings.
    #[schema(required)]
    pub luck: Option<Estimate>,
    /// The fortune that would have been; null likewise, if no decision has lost anything, and where what was asked of the
    /// game needs care.
    #[schema(required)]
    pub would_be: Option<WouldBeResponse>,
    /// The decisions of the player between several candidates, in order; others are not counted.
    pub decisions: Vec<DecisionResponse>,
}

/// The fortune that would have been: not that of the game, but of the deal as it would have gone on after the decision that
/// lost most, with what was better, and then with `sage` in the player's seat and `adept` in the others.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WouldBeFortune)]
struct WouldBeResponse {
    /// What it is, in a sentence.
    #[schema(
        example = "The fortune that would have been, had Ada chosen otherwise at step 31: it is not what was played."
    )]
    pub about: String,
    /// Number of steps played before.
    pub after: u32,
    /// The player's reading of the deal.
    pub reading: Box<Reading>,
}

/// A decision of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameDecision)]
struct DecisionResponse {
    /// Number of steps played before.
    pub after: u32,
    /// What the player did.
    #[schema(value_type = openapi::AnyStep)]
    pub played: Box<RawValue>,
    /// What the search would have done, knowing what the player knew; the same if nothing is clearly better.
    #[schema(value_type = openapi::AnyStep)]
    pub best: Box<RawValue>,
    /// Expected result of what was played, with its 95 % interval.
    pub played_result: Estimate,
    /// Expected result of what is best.
    pub best_result: Estimate,
    /// How much less what was played brings: 0 unless the difference is beyond chance.
    #[schema(minimum = 0)]
    pub loss: f64,
}

impl From<Decision> for DecisionResponse {
    fn from(decision: Decision) -> DecisionResponse {
        let Decision { after, played, best, played_result, best_result, loss } = decision;
        DecisionResponse { after, played, best, played_result, best_result, loss }
    }
}

impl From<WouldBeView> for WouldBeResponse {
    fn from(WouldBeView { about, after, told }: WouldBeView) -> WouldBeResponse {
        WouldBeResponse { about, after, reading: Box::new(told.reading) }
    }
}

impl From<AnalysisView> for AnalysisResponse {
    fn from(view: AnalysisView) -> AnalysisResponse {
        let (luck, would_be) = view.fortune.map(|told| (told.luck, told.would_be)).unzip();
        AnalysisResponse {
            luck,
            would_be: would_be.flatten().map(WouldBeResponse::from),
            game: view.game.id.0,
            player: view.key.player,
            effort: view.key.effort.number(),
            unit: view.unit,
            finished: view.finished,
            done: view.done,
            step_count: view.game.step_count,
            mean_loss: view.mark.mean_loss,
            turning_points: view.mark.turning_points,
            decisions: view.decisions.into_iter().map(DecisionResponse::from).collect(),
        }
    }
}

/// Returns an analysis of a game
///
/// For each decision of a player: what was played, what the search would have played from what the player knew then, and
/// what either brings. Whoever asks first has it made: 202 says how far it is, until it is done and kept with the game.
/// That needs the scope `write`, and neither HEAD nor a page of another site begins one.
/// As SVG, with `Accept` or the suffix `.svg`, it is the curve of the expected result.
#[utoipa::path(
    tag = "games",
    security(("key" = ["read"])),
    params(
        ("id" = Uuid, Path, description = "Id of the game."),
        ("player" = Option<u8>, Query, description = "Index of the player (0).", minimum = 0, maximum = 19),
        ("effort" = Option<u8>, Query, description = "How long the search thinks (4).", minimum = 1, maximum = 10),
    ),
    responses(
        (status = 200, description = "The analysis.",
            content((AnalysisResponse = "application/json"), (String = "image/svg+xml"))),
        (status = 202, description = "The analysis as far as it is made.",
            content((AnalysisResponse = "application/json"), (String = "image/svg+xml")),
            headers(("Retry-After" = String))),
        GetAnalysis
    )
)]
#[get("/games/{id}/analysis")]
pub async fn get_analysis(
    request: HttpRequest,
    _auth: Authorized<Read>,
    Param(id): Param<GameId>,
    service: web::Data<Service>,
) -> ApiResult {
    analysis_in(&request, id, &service).await
}

/// The same by its suffix: the id is not the last segment, which has it.
pub async fn get_analysis_by_suffix(
    request: HttpRequest,
    _auth: Authorized<Read>,
    path: web::Path<(String, String)>,
    service: web::Data<Service>,
) -> ApiResult {
    analysis_in(&request, GameId::from_path(&path.0)?, &service).await
}

async fn analysis_in(request: &HttpRequest, game: GameId, service: &Service) -> ApiResult {
    let mut query = Query::of(request);
    let (player, effort) = (query.between("player", 0, 19), query.between("effort", 1, 10));
    query.finish()?;
    let (_, representation) = accept::of_part(request, request.path(), &[Representation::Json, Representation::Svg])?;
    let effort = effort.and_then(|number| Effort::new(number as u8)).unwrap_or(Effort::USUAL);
    let key = AnalysisKey { game, player: Player(player.unwrap_or_default() as u8), effort };
    let view = requested(request, service, key).await?;
    let finished = view.finished;
    let (status, caching) =
        if finished { (StatusCode::OK, Caching::Listed) } else { (StatusCode::ACCEPTED, Caching::Never) };
    let mut response = if representation == Representation::Svg {
        response::written(status, caching, representation, curve(&view).into_string())
    } else {
        response::json(status, caching, &AnalysisResponse::from(view))
    };
    if !finished {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    Ok(response)
}

/// The analysis, which is made if nobody has asked for it before. The caller pays for what is to be made, and not where
/// there is no place for it.
///
/// # Errors
/// As [`Service::request_analysis`]; `rate_limited`; `unauthorized`, `forbidden` or `cross_site` if it is not there yet
/// and the request may not begin it.
pub async fn requested(request: &HttpRequest, service: &Service, key: AnalysisKey) -> Result<AnalysisView, Problem> {
    if let Some(view) = service.analysis(key).await? {
        return Ok(view);
    }
    let owner = may_begin(request)?.owner;
    rate_limit::charge(request, rate_limit::units_of(service.analysis_thinking(owner, key).await?))?;
    Ok(service.request_analysis(owner, key).await?)
}

/// The caller, if the request may have an analysis made, which a request that is safe does not seem to do.
fn may_begin(request: &HttpRequest) -> Result<Caller, Problem> {
    let caller = auth::authorize::<Write>(request)?.caller;
    if framing::is_head(request) {
        return Err(Problem::new(
            ProblemCode::Forbidden,
            "Nobody has had this analysis made, and HEAD does not begin it.",
        ));
    }
    same_origin::refusal_of_work(request).map_or(Ok(caller), Err)
}
