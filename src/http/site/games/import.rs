//! The form that checks or stores a game played elsewhere; its log is pasted or uploaded.

use std::iter;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};
use serde::Deserialize;

use super::verdict;
use crate::{
    cards::Deck,
    games::fortunes::Sheet,
    http::{
        api::decks::DECKS,
        extract::{body, query},
        middleware::{auth::Write, rate_limit},
        reply::problem::Problem,
        settings::Settings,
        site::{
            delete_tokens::{self, Resource},
            error::{PageAuth, PageResult},
            form::{Field, Form, Once, TAGS},
            layout::{self, Section, coded},
            look::{self, DECK},
            preview::outcome_of,
            urls,
        },
    },
    service::{FieldError, IllegalLog, Import, LogResult, Service, ServiceError},
};

/// Maximum size of a form without its log, in bytes.
const FORM_OVERHEAD: usize = 16 << 10;

/// Maximum size of a log that is shown in the form again, in bytes.
const MAX_REPEATED_LOG: usize = 32 << 10;

const FILE: Field<'_> = Field { kind: "file", ..Field::text("file", "file", "The log as a file") };
const LOG: Field<'_> = Field {
    hint: "JSON, as the page of a game offers it for download, or a score sheet.",
    ..Field::text("log", "log", "Or its text")
};
const UNLISTED: &str = "unlisted";
const CHECK: &str = "check";

/// The form.
pub async fn ask(request: HttpRequest, service: web::Data<Service>) -> PageResult {
    query::none(&request)?;
    let once = Once::new(&service);
    Ok(shown(StatusCode::OK, &once, &Form::default(), None))
}

/// Checks a log, and stores its game unless only a check was requested.
pub async fn import(
    request: HttpRequest,
    auth: PageAuth<Write>,
    service: web::Data<Service>,
    payload: web::Payload,
) -> PageResult {
    let limit = Settings::of(&request).log_limit;
    let sent = body::whole(&request, payload.into_inner(), limit + FORM_OVERHEAD).await?;
    let mut form = Form::read_parts(&request, &sent)?;
    rate_limit::charge(&request, rate_limit::units_of_bytes(sent.len() as u64))?;
    drop(sent);
    let once = Once::new(&service);
    let stores = form.text(CHECK).is_empty();
    let key = if stores { form.idempotency_key(&request, &service, auth.0.caller.owner) } else { None };
    let Some((field, text)) = log(&mut form, limit) else {
        return Ok(shown(StatusCode::UNPROCESSABLE_ENTITY, &once, &form, None));
    };
    let named = form.text(DECK.name);
    let deck = match (!named.is_empty()).then(|| look::deck(named)).transpose() {
        Ok(deck) => deck,
        Err(why) => {
            form.wrong.push((DECK.name.to_owned(), why));
            return Ok(shown(StatusCode::UNPROCESSABLE_ENTITY, &once, &form, None));
        }
    };
    let Some(import) = read(text, deck, field, &mut form) else {
        return Ok(shown(StatusCode::UNPROCESSABLE_ENTITY, &once, &form, None));
    };
    let deck = import.deck;
    let players = players(import.log.as_str());
    let judged = if stores {
        let tokens = service.delete_tokens(&auth.0.caller).await?;
        service.import(auth.0.caller.owner, import, key).await.map(|created| {
            let id = created.value.record.id;
            delete_tokens::see(&request, Resource::Game(id), &tokens, urls::game(id))
        })
    } else {
        service.check_import(import).await.map(|verdict| shown(StatusCode::OK, &once, &form, Some(&legal(&verdict))))
    };
    match judged {
        Ok(response) => Ok(response),
        Err(ServiceError::IllegalLog(log)) => {
            Ok(shown(StatusCode::UNPROCESSABLE_ENTITY, &once, &form, Some(&illegal(&log, &players, deck))))
        }
        Err(ServiceError::Invalid(errors)) => {
            let place = |pointer: &str| pointer.trim_start_matches('/').replace('/', ".");
            form.wrong.extend(errors.into_iter().map(|error| {
                let why = format!("{}: {}", place(&error.pointer), error.detail);
                (field.name.to_owned(), why)
            }));
            Ok(shown(StatusCode::UNPROCESSABLE_ENTITY, &once, &form, None))
        }
        Err(error) => Err(error.into()),
    }
}

/// The log in the form, with its field; `None` after recording errors in the form.
fn log(form: &mut Form, limit: usize) -> Option<(Field<'static>, String)> {
    form.only(&[FILE.name, LOG.name, TAGS.name, UNLISTED, CHECK, DECK.name]);
    let given = |field: &Field<'_>, form: &Form| !form.text(field.name).trim().is_empty();
    let field = match (given(&FILE, form), given(&LOG, form)) {
        (true, false) => FILE,
        (false, true) => LOG,
        (true, true) => {
            form.wrong.push((LOG.name.to_owned(), "Give a file or a text, not both.".to_owned()));
            return None;
        }
        (false, false) => {
            form.wrong.push((FILE.name.to_owned(), "Choose a file, or paste the log below.".to_owned()));
            return None;
        }
    };
    // Some editors add a byte order mark.
    let mut text = form.take(field.name, MAX_REPEATED_LOG);
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    if text.len() > limit {
        form.wrong.push((field.name.to_owned(), format!("It may have at most {limit} bytes.")));
        return None;
    }
    form.wrong.is_empty().then_some((field, text))
}

/// The import of a log or of a score sheet; `None` after recording errors in the form.
fn read(text: String, deck: Option<Deck>, field: Field<'_>, form: &mut Form) -> Option<Import> {
    let (unlisted, tags) = (!form.text(UNLISTED).is_empty(), form.tags());
    let read = if Sheet::is_begun(&text) {
        let line =
            |error: FieldError| format!("Line {}: {}", error.pointer.trim_start_matches("/lines/"), error.detail);
        let sheet = Import::of_sheet(&text, deck).map(|(import, _)| Import { unlisted, tags, ..import });
        sheet.map_err(|errors| errors.into_iter().map(line).collect())
    } else {
        let log = body::log(text, "log").map(|log| Import { log, unlisted, deck, tags });
        log.map_err(|why| vec![Problem::detail(&why).to_owned()])
    };
    let wrong = |faults: Vec<_>| form.wrong.extend(faults.into_iter().map(|why| (field.name.to_owned(), why)));
    read.map_err(wrong).ok().filter(|_| form.wrong.is_empty())
}

/// The players' names in a log, if it can be parsed so far.
fn players(text: &str) -> Vec<String> {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    #[derive(Deserialize)]
    struct Players {
        players: Vec<Named>,
    }
    let players = serde_json::from_str::<Players>(text).map(|log| log.players).unwrap_or_default();
    players.into_iter().map(|player| player.name).collect()
}

/// What was found of a log. Its heading is the page's title too, which screen readers read first.
struct Finding {
    heading: &'static str,
    role: &'static str,
    explanation: Markup,
}

fn legal(verdict: &LogResult) -> Finding {
    let outcome = outcome_of(&verdict.players, &verdict.finished.outcome.winners);
    let explanation = html! {
        p { "It is a whole game of " (verdict.ruleset.info().name) " in " (verdict.finished.step_count) " steps. Nothing was stored." }
        p { bdi { (outcome) } "." }
    };
    Finding { heading: "The log is legal", role: "status", explanation }
}

fn illegal(log: &IllegalLog, players: &[String], deck: Option<Deck>) -> Finding {
    let explanation = html! {
        p.lead { (coded(&log.detail)) }
        (verdict::illegal(log, players, deck))
        p { "Nothing was stored." }
    };
    let heading = if log.index.is_some() { "The log breaks the rules" } else { "This log cannot be checked" };
    Finding { heading, role: "alert", explanation }
}

fn shown(status: StatusCode, once: &Once, form: &Form, finding: Option<&Finding>) -> HttpResponse {
    let decks: Vec<_> =
        iter::once(("", "that of the game")).chain(DECKS.map(|deck| (deck.id(), deck.name()))).collect();
    let body = html! {
        h1 { "Check a log" }
        p.lead {
            "A game that was played elsewhere, or recorded here, is checked step by step. If every step is legal, the game is \
             stored, and you can watch it."
        }
        (form.faults([FILE, LOG, DECK, TAGS]))
        @if let Some(Finding { heading, role, explanation }) = finding {
            section.card-like.verdict role=(role) tabindex="-1" autofocus {
                h2 { (heading) }
                (explanation)
            }
        }
        form.set-up method="post" action="/games/import" enctype="multipart/form-data" {
            (once)
            (form.line(&FILE))
            (form.lines(&LOG, 8))
            (form.choice(&DECK, &decks))
            (form.line(&TAGS))
            label.flag {
                input type="checkbox" name=(UNLISTED) value="yes" checked[!form.text(UNLISTED).is_empty()];
                " Leave the game out of lists: only people who have its URL can see it"
            }
            p.buttons { button type="submit" { "Check and store" } " " button.quiet type="submit" name=(CHECK) value="yes" { "Only check" } }
            p.hint {
                "The names and steps of the log are stored. Without a key, you can delete the game on its page with the same browser."
            }
        }
        p { a href="/rules/README#the-log" { "How logs are written" } " · " a href="/games" { "All games" } }
    };
    let title = finding.map_or_else(|| "Check a log".to_owned(), |found| format!("{} · Check a log", found.heading));
    layout::private(layout::page(status, Section::Games.within(&form.titled(&title)), &[], &body))
}
