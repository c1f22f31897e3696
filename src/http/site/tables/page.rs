//! The page of a table, in any phase.

use std::iter;

use actix_web::{HttpRequest, http::StatusCode, web};
use chrono::{DateTime, Utc};
use maud::{Markup, html};

use super::{
    ended::{Reader, end},
    hint::hint,
    in_play::{InPlay, in_play},
    open_seats::{is_invited, is_taken, open_seat, open_seats, refused},
    parameters::Parameters,
    parting,
    person::OwnName,
    presence, seat_cookie, waiting,
};
use crate::{
    cards::Deck,
    games::{Player, Viewer, with_game},
    http::{
        api::{self, decks::DECKS},
        extract::query::Query,
        middleware::auth::{Read, Write, authorize},
        site::{
            error::{PageError, PageResult},
            form::{Form, Once},
            layout::{self, Section, keys},
            look,
            play::Carried,
            refresh::{AutoRefresh, Refresh},
            urls,
        },
    },
    service::{
        Service, ServiceError,
        records::TableId,
        tables::{SeatToken, TableClock, TablePhase, TableRecord},
    },
};

/// Interval at which the page reloads itself without script while it waits for others, in seconds.
const RELOAD_SECONDS: u32 = 4;
/// The same where the reader may speak meanwhile: there must be time to unfold a form, to read it and to send it.
const RELOAD_SECONDS_WITH_FORM: u32 = 20;

/// What keys do at a table with cards.
const KEYS: &str = "The arrow keys go through the cards that you can play, a digit goes to one of them. Enter plays.";

/// The result of a submitted form, shown on the page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Feedback<'a> {
    /// The HTTP status.
    pub status: StatusCode,
    /// The error message; empty without an error.
    pub wrong: &'a str,
    /// The form as submitted, whose values are shown again.
    pub form: Option<&'a Form>,
}

impl<'a> Feedback<'a> {
    /// An error in a step.
    pub const fn wrong(status: StatusCode, wrong: &'a str) -> Feedback<'a> {
        Feedback { status, wrong, form: None }
    }

    /// The same, with the values of a form for a step.
    pub const fn with(self, form: &'a Form) -> Feedback<'a> {
        Feedback { form: Some(form), ..self }
    }

    /// What was entered.
    fn entered(&self) -> Vec<(String, String)> {
        self.form.map_or_else(Vec::new, |form| form.pairs().to_vec())
    }
}

/// A table as shown on its page.
struct Shown {
    record: TableRecord,
    viewer: Viewer,
    game: Option<InPlay>,
}

/// The page of a table, from the reader's seat or for a spectator.
pub async fn page(request: HttpRequest, service: web::Data<Service>, path: web::Path<String>) -> PageResult {
    let parameters = Parameters::of(&request)?;
    let page = shown(&request, &service, table_id(&path)?, Feedback::default(), &parameters).await?;
    Ok(match parameters.deck {
        Some(deck) => look::remember_deck(&request, page, deck, urls::OPEN_TABLES),
        None => page,
    })
}

/// Parses the id in a URL.
pub fn table_id(text: &str) -> Result<TableId, PageError> {
    PageError::id(text, TableId, "table")
}

/// The page with feedback on a submitted form.
pub async fn shown(
    request: &HttpRequest,
    service: &Service,
    id: TableId,
    feedback: Feedback<'_>,
    parameters: &Parameters,
) -> PageResult {
    let once = Once::new(service);
    let (seen_until, parameters) = (parameters.seen, &Parameters { seen: None, ..parameters.clone() });
    let contents = || Carried { action: parameters.steps(id), hidden: Markup::default(), entered: feedback.entered() };
    let table = seen(request, service, (id, parameters.deck, seen_until), contents).await?;
    let (record, own) = (&table.record, table.viewer.player());
    let name = match record.phase {
        TablePhase::Waiting => OwnName::of(request, service).await?,
        TablePhase::Playing | TablePhase::Over | TablePhase::Closed => OwnName::unknown(),
    };
    let highlights = table.game.as_ref().map_or(&[][..], |game| &game.highlights);
    let reader = Reader {
        own,
        may_read: may_read(request, &table, parameters)?,
        may_write: authorize::<Write>(request).is_ok(),
    };
    let end = end(service, record, reader, highlights).await?;
    let own_turn = table.game.as_ref().is_some_and(|game| game.waits_for_viewer);
    let hint = hint(request, service, record, own_turn, parameters).await?;
    let (refresh, now) = (auto_refresh(&table, parameters), service.now());
    let body = html! {
        @if end.has_reading { p.lead { (record.ruleset.info().name) } } @else { h1 { (record.ruleset.info().name) } }
        (notices(&table, &feedback, parameters))
        @if let Some(refresh) = &refresh { (refresh.links()) }
        div #play data-game=(record.ruleset.id()) data-address=(parameters.address(id)) data-version=(record.version) data-steps=(record.step_count)
            data-phase=(record.phase.id()) data-turn=[own_turn.then_some("own")] {
            (seat_taken_meanwhile(&table, parameters))
            (end.markup)
            @if let Some(game) = &table.game {
                (clock(record, own, now))
                (hint)
                (game.table)
                (presence::others(request, record, own, (game.due, &service.present(record), now)))
                (game.log)
            } @else { (waiting::seats(record, own)) }
            @if record.phase == TablePhase::Waiting {
                (open_seats(request, record, (own, parameters.invited.as_ref()), (&once, &name), feedback.form))
            }
        }
        @if own.is_some() && record.phase == TablePhase::Playing && record.ruleset.info().deck.is_some() { (keys(KEYS)) }
        @if !record.phase.has_ended() { (switches(own)) }
        (parting::forms(request, record, own))
        p.hint {
            a href=(urls::lesson(record.ruleset)) { "The game in five minutes" } " · "
            a href={ "/rules/" (record.ruleset.id()) } { "The rules" }
        }
        (about(record, parameters))
    };
    let deck = record.ruleset.info().deck.and_then(|own| parameters.deck.or(Some(own)));
    let deck = look::styles(service, deck, service.pictures().on_pages);
    let files: Vec<_> = ["table.css", "my_readings.js", "copies.js", "play.js"].into_iter().chain(deck).collect();
    let title = title(record, &feedback, own_turn);
    let mut page = layout::refreshing_page(Section::Play.within(&title), &files, refresh.as_ref(), &body);
    *page.status_mut() = feedback.status;
    Ok(layout::private(page))
}

/// Whether the reader may read other pages, too.
///
/// # Errors
/// The reader may not see this one either.
fn may_read(request: &HttpRequest, table: &Shown, parameters: &Parameters) -> Result<bool, PageError> {
    match authorize::<Read>(request) {
        Ok(_) => Ok(true),
        Err(_) if table.viewer.player().is_some() || may_look(&table.record, parameters) => Ok(false),
        Err(denied) => Err(denied.into()),
    }
}

/// Whether somebody who may not read sees a table: by an invitation to a seat that nobody has taken yet.
fn may_look(record: &TableRecord, parameters: &Parameters) -> bool {
    let invited = parameters.invited.as_ref();
    is_invited(record, invited) && invited.is_some_and(|(seat, _)| !is_taken(record, *seat))
}

/// What is wrong with the submitted form, or what it has done.
fn notices(table: &Shown, feedback: &Feedback<'_>, parameters: &Parameters) -> Markup {
    html! {
        @if !feedback.wrong.is_empty() { p.faults role="alert" tabindex="-1" autofocus { (feedback.wrong) } }
        @if parameters.left && table.viewer.player().is_none() {
            p.made role="status" {
                "You have left the table. "
                @if table.record.phase == TablePhase::Waiting { "Your seat is open again." } @else { "A bot plays your seat now." }
            }
        }
        @if awaits_rematch(table, parameters) {
            p.made { "You have asked for a rematch. The others see it on the page of the last game, and have their seats here." }
        }
    }
}

/// Whether the reader waits for those of the last game.
fn awaits_rematch(table: &Shown, parameters: &Parameters) -> bool {
    parameters.rematch && table.viewer.player().is_some() && table.record.phase == TablePhase::Waiting
}

/// Tells a reader who was invited why the seat cannot be taken, when the game has begun.
fn seat_taken_meanwhile(table: &Shown, parameters: &Parameters) -> Markup {
    let (record, own) = (&table.record, table.viewer.player());
    html! {
        @if let (true, None, Some((seat, _))) = (record.phase != TablePhase::Waiting, own, &parameters.invited) {
            @if is_taken(record, *seat) { (refused(record, *seat)) }
        }
    }
}

/// The page's title. It begins with what matters most in a screen reader or a list of tabs.
fn title(record: &TableRecord, feedback: &Feedback<'_>, own_turn: bool) -> String {
    let first = match (feedback.status == StatusCode::UNPROCESSABLE_ENTITY, own_turn) {
        (true, _) => "Please correct: ",
        (false, true) => "Your turn: ",
        (false, false) => "",
    };
    let last = match record.phase {
        TablePhase::Waiting => " (waiting)",
        TablePhase::Playing => "",
        TablePhase::Over => " (over)",
        TablePhase::Closed => " (closed)",
    };
    format!("{first}Table of {}{last}", record.ruleset.info().name)
}

/// The page while it waits for others. With a form to take a seat it does not reload itself: what is being entered
/// would be lost.
fn auto_refresh(table: &Shown, parameters: &Parameters) -> Option<AutoRefresh> {
    let record = &table.record;
    if record.phase.has_ended() || table.game.as_ref().is_some_and(|game| game.waits_for_viewer) {
        return None;
    }
    let has_form = table.viewer.player().is_none() && open_seat(record, parameters.invited.as_ref()).is_some();
    let seconds = match table.game.as_ref().is_some_and(|game| game.viewer_may_speak) {
        true => RELOAD_SECONDS_WITH_FORM,
        false => RELOAD_SECONDS,
    };
    let address = |refresh| parameters.refreshing(refresh).address(record.id);
    Some(match has_form {
        true => AutoRefresh::Off { off: address(Refresh::On), on: None },
        false => AutoRefresh::new(parameters.refresh, seconds, address),
    })
}

/// The table as the reader may see it: from the seat whose token the browser holds, or as the public.
async fn seen(
    request: &HttpRequest,
    service: &Service,
    table: (TableId, Option<Deck>, Option<u32>),
    contents: impl Fn() -> Carried,
) -> Result<Shown, PageError> {
    let token = seat_cookie::seat(request);
    match seen_with(service, table, token.as_ref(), contents()).await {
        // The holder of the token has left the seat.
        Err(ServiceError::NotYourSeat) => Ok(seen_with(service, table, None, contents()).await?),
        other => Ok(other?),
    }
}

async fn seen_with(
    service: &Service,
    (id, deck, seen): (TableId, Option<Deck>, Option<u32>),
    token: Option<&SeatToken>,
    contents: Carried,
) -> Result<Shown, ServiceError> {
    with_game!(service.table_ruleset(id).await?, G => {
        service.show_table::<G, _>(id, token, move |record, viewer, playing| {
            let hidden = html! { (contents.hidden) input type="hidden" name="after" value=(record.step_count); };
            let carried = Carried { hidden, ..contents };
            let carried = (record.phase == TablePhase::Playing).then_some(&carried);
            let game = playing.map(|playing| in_play(record, (viewer, deck), playing, (carried, seen)));
            Shown { record: record.clone(), viewer, game }
        }).await
    })
}

/// The time limit of a step. The script counts down the milliseconds that are left, since the clock of a device may be
/// wrong.
fn clock(record: &TableRecord, own: Option<Player>, now: DateTime<Utc>) -> Markup {
    let is_away = own.is_some_and(|own| record.seats[own.index()].away);
    html! {
        @if let Some(seconds) = record.clock.step_seconds.filter(|_| is_away && record.phase == TablePhase::Playing) {
            p.faults {
                "Your time ran out, and a bot acted for you. Until you act yourself, it does so after "
                (seconds.min(TableClock::AWAY_SECONDS)) " seconds."
            }
        }
        @if let Some(deadline) = record.deadline {
            @let date = if deadline.date_naive() == now.date_naive() { "" } else { "%-d %B, " };
            p.clock {
                "Time for the next step: "
                time datetime=(deadline.to_rfc3339()) data-left=((deadline - now).num_milliseconds().max(0)) {
                    "until " (deadline.format(&format!("{date}%H:%M:%S"))) " UTC"
                }
            }
        }
    }
}

/// What the page's script lets the reader choose: how fast steps are shown, and whether to be told of the own turn.
fn switches(own: Option<Player>) -> Markup {
    html! {
        p.switches hidden {
            label { "Steps are shown " select #pace {
                option value="slow" { "slowly" }
                option value="normal" selected { "one by one" }
                option value="instant" { "at once" }
            } }
            span { "A touch or a key goes on at once." }
            @if own.is_some() { " " button.quiet #notify type="button" hidden { "Tell me when it is my turn" } }
        }
    }
}

fn about(record: &TableRecord, parameters: &Parameters) -> Markup {
    html! {
        details.about-table {
            summary { "About this table" }
            ul.links {
                @if let Some(own) = record.ruleset.info().deck {
                    li {
                        "The cards’ names: "
                        @for (place, deck) in iter::once(own).chain(DECKS.into_iter().filter(|deck| *deck != own)).enumerate() {
                            @if place > 0 { " · " }
                            @if parameters.deck.unwrap_or(own) == deck { (deck.name()) } @else {
                                a href=(parameters.with_deck(deck).address(record.id)) { (deck.name()) }
                            }
                        }
                    }
                }
                li { "SHA-256 of the seed: " code { (record.seed_hash()) } }
                @if !record.client_seed.is_empty() { li { "The players’ part of the seed: " code { (record.client_seed) } } }
            }
        }
    }
}

/// The table's events as the reader may see them, for the page's script.
pub async fn events(request: HttpRequest, service: web::Data<Service>, path: web::Path<String>) -> PageResult {
    let id = table_id(&path)?;
    let mut query = Query::of(&request);
    let after = query.between("last_event_id", 0, u32::MAX);
    query.finish()?;
    let token = match seat_cookie::seat(&request) {
        Some(token) => match service.table(id, Some(&token)).await {
            // The holder of the token has left the seat.
            Err(ServiceError::NotYourSeat) => None,
            found => found.map(|_| Some(token))?,
        },
        None => None,
    };
    if token.is_none() {
        authorize::<Read>(&request)?;
    }
    Ok(api::tables::events::answer(&request, &service, id, async { Ok(token) }, after).await?)
}
