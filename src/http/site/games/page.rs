//! The page of a game: result, proof, and the table after each step.

use std::sync::Arc;

use actix_web::{HttpRequest, web};
use chrono::{DateTime, Utc};
use maud::{Markup, html};

use super::{
    analysis,
    replay::{self, GameIndex, Replay},
};
use crate::{
    games::{Player, Viewer, with_game},
    http::{
        api::analyses,
        extract::query::{Query, digits},
        middleware::auth::Read,
        reply::problem::Problem,
        site::{
            delete_tokens::Resource,
            deletion::deletion_form,
            error::{PageAuth, PageError, PageResult},
            layout::{self, Section, keys},
            look,
            open_graph::Shared,
            preview,
            urls::{self, ReplayPosition},
        },
    },
    narration::joined,
    players::Effort,
    reading::Language,
    reading::art::Size,
    service::{
        AnalysisView, ChanceOrigin, GameProof, ProblemCode, Service,
        records::{AnalysisKey, GameId, GameRecord, SeatRecord, Source},
        viewer,
    },
};

/// What keys do at a replay.
const KEYS: &str =
    "The arrow keys go back and forward, Home and End to the first and last step. The space bar plays and pauses.";

/// Why an analysis is refused though its game is shown.
const REFUSALS: [ProblemCode; 7] = [
    ProblemCode::Unavailable,
    ProblemCode::RateLimited,
    ProblemCode::NoAnalysis,
    ProblemCode::TooManyAnalyses,
    ProblemCode::Unauthorized,
    ProblemCode::Forbidden,
    ProblemCode::CrossSite,
];

/// A game with the table after the step in the URL. By default a card game opens with its hands dealt, any other before
/// its first step.
pub async fn game(
    request: HttpRequest,
    _auth: PageAuth<Read>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> PageResult {
    let mut query = Query::of(&request);
    let step: Option<String> = query.one("step");
    let view: Option<String> = query.one("view");
    let analysed = query.between("analysis", 0, 19).map(|player| Player(player as u8));
    let look = look::chosen(&mut query, &service);
    query.finish()?;
    let id = game_id(&path)?;
    let step = step.map(|text| number(&text)).transpose()?;
    let (analysis, refusal) = requested(&request, &service, id, analysed).await?;
    let scene = scene_at(&service, id, step, view.as_deref(), (analysed, analysis.clone())).await?;
    let shown = service.proof(id).await?;
    let deletion = deletion_form(&request, Resource::Game(id), scene.record.owner);
    let record = &scene.record;
    let name = record.ruleset.info().name;
    let about = format!("{}. {} steps, to be watched one by one.", preview::outcome(record), record.step_count);
    let players: Vec<_> = record.players.iter().map(|seat| seat.name.as_str()).collect();
    let title = format!("Game of {name}: {}", joined(&players));
    let shared = Shared::new(&request, format!("A game of {name}"), &about)
        .with_picture(preview::address(request.path()), "What was played last");
    let faces = service.pictures().linked(look, Size::Small);
    let body = html! {
        h1 { (name) }
        p.lead { (source(record.source)) " on " (when(record.created_at)) ". " (record.step_count) " steps." }
        details.result { summary { "Result" } (scene.result) (result(record)) }
        section aria-labelledby="replay" {
            h2.unseen #replay { "Step by step" }
            (scene.player())
            (keys(KEYS))
        }
        (analysis::section(record, (analysis.as_deref(), refusal.as_ref()), scene.position, faces))
        (links(record))
        (proof(record, &shown))
        (deletion.markup)
    };
    let styles = look::styles(&service, record.ruleset.info().deck, look);
    let files: Vec<_> = ["table.css", "replay.js"].into_iter().chain(styles).collect();
    Ok(deletion.on(layout::shared_page(&shared, Section::Games.within(&title), &files, &body)))
}

/// The analysis that was asked for, or why there is none, which the page tells in its place.
async fn requested(
    request: &HttpRequest,
    service: &Service,
    game: GameId,
    analysed: Option<Player>,
) -> Result<(Option<Arc<AnalysisView>>, Option<Problem>), PageError> {
    let Some(player) = analysed else { return Ok((None, None)) };
    match analyses::requested(request, service, AnalysisKey { game, player, effort: Effort::USUAL }).await {
        Ok(view) => Ok((Some(Arc::new(view)), None)),
        Err(problem) if REFUSALS.contains(&problem.kind().code) => Ok((None, Some(problem))),
        Err(problem) => Err(problem.into()),
    }
}

/// The table after a step as a fragment, for the page's script.
pub async fn table(
    request: HttpRequest,
    _auth: PageAuth<Read>,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
) -> PageResult {
    let mut query = Query::of(&request);
    let view: Option<String> = query.one("view");
    let analysed = query.between("analysis", 0, 19).map(|player| Player(player as u8));
    query.finish()?;
    let (id, step) = (game_id(&path.0)?, number(&path.1)?);
    let analysis = match analysed.map(|player| AnalysisKey { game: id, player, effort: Effort::USUAL }) {
        Some(key) => service.analysis(key).await?.map(Arc::new),
        None => None,
    };
    Ok(layout::piece(scene_at(&service, id, Some(step), view.as_deref(), (analysed, analysis)).await?.piece()))
}

fn game_id(text: &str) -> Result<GameId, PageError> {
    PageError::id(text, GameId, "game")
}

fn number(text: &str) -> Result<usize, PageError> {
    text.parse().ok().filter(|_| digits(text)).ok_or_else(|| PageError::not_found("step"))
}

async fn scene_at(
    service: &Service,
    id: GameId,
    step: Option<usize>,
    view: Option<&str>,
    (analysed, analysis): (Option<Player>, Option<Arc<AnalysisView>>),
) -> Result<Replay, PageError> {
    let stored = service.stored(id).await?;
    let step = step.unwrap_or_else(|| usize::from(stored.record.ruleset.info().deck.is_some()));
    let viewer = match view {
        Some(view) => viewer(view, stored.record.players.len()).ok_or_else(|| PageError::not_found("player"))?,
        None => Viewer::All,
    };
    let position = ReplayPosition { id, step, viewer, analysis: analysed };
    let scene = with_game!(stored.record.ruleset, G => {
        let show = move |record, walk: &_| replay::replay(record, walk, position, analysis.as_deref());
        service.with_cached(stored, GameIndex::<G>::of, show).await?
    });
    Ok(scene?)
}

fn result(record: &GameRecord) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label="Result" {
            table {
                caption { @if record.winners.is_empty() { "A draw" } @else { "Result" } }
                thead { tr {
                    th scope="col" { "Place" } th scope="col" { "Player" } th scope="col" { "Score" } th scope="col" { "Played by" }
                    @if record.ruleset.has_readings() { th scope="col" { "Reading" } }
                } }
                tbody {
                    @for (index, seat) in record.players.iter().enumerate() {
                        tr {
                            td.number { (Language::default().ordinal(record.places.get(index).copied().unwrap_or_default())) }
                            td { (player(record, index)) }
                            td.number { (record.scores.get(index).copied().unwrap_or_default()) }
                            td { (played_by(record.source, seat)) }
                            @if record.ruleset.has_readings() {
                                td { a href={ (urls::game(record.id)) "/readings/" (index) } { "Reading " span.unseen { "of " (seat.name) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Who played at a seat.
fn played_by(source: Source, seat: &SeatRecord) -> String {
    match (&seat.bot, source) {
        (Some(bot), _) if bot.is_foreign() => format!("a bot elsewhere, {} (version {})", bot.name(), bot.version),
        (Some(bot), _) => format!("a bot, {} (version {})", bot.name(), bot.version),
        (None, Source::Table) => "a person".to_owned(),
        (None, Source::Played | Source::Imported) => "unknown".to_owned(),
    }
}

/// A player's name as a link, marked if the player won.
pub fn player(record: &GameRecord, index: usize) -> Markup {
    let name = record.players.get(index).map_or("", |seat| seat.name.as_str());
    html! {
        a href=(urls::player(name)) { bdi { (name) } }
        @if record.winners.iter().any(|winner| winner.index() == index) { " " span.won { "won" } }
    }
}

fn links(record: &GameRecord) -> Markup {
    let resource = format!("/v1/games/{}", record.id);
    html! {
        section aria-labelledby="further" {
            h2 #further { "Further" }
            ul.links {
                li { a href=(urls::lesson(record.ruleset)) { "The game in five minutes" } }
                li { a href={ "/rules/" (record.ruleset.id()) } { "The rules" } }
                li { a href={ (resource) "/log" } { "The log, every step (JSON)" } }
                li { a href=(resource) { "The game (JSON)" } }
                @if record.ruleset.has_readings() {
                    li { a href={ (resource) "/readings" } { "The readings (JSON)" } }
                }
            }
        }
    }
}

/// The proof of a fair deal, and how to check it.
pub fn proof(record: &GameRecord, shown: &GameProof) -> Markup {
    html! {
        section aria-labelledby="fair" {
            h2 #fair { @if shown.origin == ChanceOrigin::Committed { "Proof of fairness" } @else { "How it was dealt" } }
            p { (replayed(shown)) }
            p { (chosen(shown.origin)) }
            @if let Some(drawn) = &record.seed_record {
                dl.pairs {
                    dt { "Seed" } dd { code { (drawn.seed.text()) } }
                    @if !drawn.client_seed.is_empty() { dt { "Caller’s seed" } dd { code { (drawn.client_seed) } } }
                    dt { "Its SHA-256" } dd { code { (drawn.seed.hash()) } }
                    @if let Some(commitment) = drawn.commitment {
                        dt { "Commitment" } dd { a href={ "/v1/commitments/" (commitment) } { (commitment) } }
                    }
                }
                @if !drawn.deal_given {
                    p {
                        a href=(urls::calculator(record.id, &drawn.seed.text(), &drawn.client_seed)) { "Check the deal in your browser" }
                        ": the calculator fills in these seeds and says whether they give this deal."
                    }
                }
                p {
                    "To check it yourself, hash the seed and compute the stream as the page on " a href="/rules/chance" { "chance" }
                    " describes, or request the " a href={ "/v1/games/" (record.id) "/verification" } { "verification" } "."
                }
            }
        }
    }
}

/// The result of replaying the game.
fn replayed(shown: &GameProof) -> &'static str {
    match (shown.found.valid && shown.found.result_matches, shown.found.chance_matches) {
        (true, Some(true)) => {
            "Replayed just now: every step follows the rules, and every shuffle and roll matches the seed."
        }
        (true, None) => "Replayed just now: every step follows the rules.",
        (false, _) | (true, Some(false)) => "Replayed just now: something does not match.",
    }
}

/// Who could have chosen the randomness.
const fn chosen(origin: ChanceOrigin) -> &'static str {
    match origin {
        ChanceOrigin::Committed => {
            "Nobody could choose it: the service had committed to the hash of its seed before the caller added a seed of their \
             own."
        }
        ChanceOrigin::Service => {
            "The service chose the seed when the game was requested. This shows that nothing was changed \
             afterwards, but not that the seed was not hand-picked. To prove that too, request a commitment first."
        }
        ChanceOrigin::Caller => {
            "The caller sent the seed or the deal and may have hand-picked it, so this does not prove fairness."
        }
        ChanceOrigin::Unknown => "The origin of its randomness is unknown, because the game was imported.",
    }
}

pub const fn source(source: Source) -> &'static str {
    match source {
        Source::Played => "Played here",
        Source::Imported => "Imported",
        Source::Table => "Played at a table",
    }
}

/// A time for people.
pub fn when(time: DateTime<Utc>) -> Markup {
    html! { time datetime=(time.to_rfc3339()) { (time.format("%-d %B %Y, %H:%M")) " UTC" } }
}
