//! What the search would do, for a reader who asks for it on their own turn.

use actix_web::HttpRequest;
use maud::{Markup, html};

use super::{parameters::Parameters, seat_cookie};
use crate::{
    analysis::Unit,
    http::{
        reply::problem::Problem,
        site::{error::PageError, urls},
    },
    service::{
        Service, ServiceError,
        tables::{Hint, HintedStep, TablePhase, TableRecord},
    },
};

/// How many other steps are told.
const OTHERS: usize = 4;

/// The button that asks for a hint, or the hint: nothing unless it is the reader's turn at a table with hints.
pub async fn hint(
    request: &HttpRequest,
    service: &Service,
    record: &TableRecord,
    own_turn: bool,
    parameters: &Parameters,
) -> Result<Markup, PageError> {
    if !record.hints || !own_turn || record.phase != TablePhase::Playing {
        return Ok(Markup::default());
    }
    let Some(token) = seat_cookie::seat(request).filter(|_| parameters.hint) else {
        return Ok(button(record, parameters));
    };
    match service.hint(record.id, &token, parameters.deck).await {
        Ok(hint) => Ok(told(&hint)),
        // The table has moved on, which the page will tell.
        Err(ServiceError::NotYourTurn | ServiceError::TableOver) => Ok(Markup::default()),
        Err(error @ ServiceError::Unavailable(_)) => Ok(refused(&Problem::from(error))),
        Err(error) => Err(error.into()),
    }
}

/// A form that works without script, and keeps the deck.
fn button(record: &TableRecord, parameters: &Parameters) -> Markup {
    html! {
        form.hinted method="get" action={ (urls::table(record.id)) "#hint" } {
            @if let Some(deck) = parameters.deck { input type="hidden" name="deck" value=(deck.id()); }
            button.quiet type="submit" name="hint" value="yes" { "Hint" }
        }
    }
}

/// Why there is no hint at the moment.
fn refused(problem: &Problem) -> Markup {
    html! { div.hinted role="status" { p { (problem.detail()) } } }
}

fn told(hint: &Hint) -> Markup {
    let Some((best, others)) = hint.steps.split_first() else { return Markup::default() };
    html! {
        div.hinted #hint role="status" {
            p { strong { "Hint: " } (best.words) " " (expected(best, hint.unit)) }
            @if !others.is_empty() {
                details {
                    summary { "Other steps" }
                    ul { @for other in others.iter().take(OTHERS) { li { (other.words) " " (expected(other, hint.unit)) } } }
                }
            }
        }
    }
}

/// What is expected of a step, in words.
fn expected(step: &HintedStep, unit: Unit) -> String {
    match step.result {
        Some(result) => match unit {
            Unit::Points => format!("Expected at the end: {}.", unit.words(result.value)),
            Unit::Wins => format!("Chance to win: {}.", unit.words(result.value)),
        },
        None => "That is what a careful bot would do.".to_owned(),
    }
}
