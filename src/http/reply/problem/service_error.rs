//! The problem that each error of a use case becomes, with the explanation for the caller.

use actix_web::http::header::{HeaderValue, RETRY_AFTER};

use super::{Problem, body::WrongField};
use crate::service::{IllegalLog, ProblemCode, ServiceError, Unavailable};

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Problem {
        let code = error.code();
        match error {
            ServiceError::Invalid(errors) => {
                Problem::of_fields(code, errors.into_iter().map(WrongField::from).collect())
            }
            ServiceError::IllegalLog(log) => refused(code, log),
            ServiceError::IllegalStep(step) => refused(code, Box::new(step.refusal)),
            ServiceError::TableMovedOn(count) => {
                let mut problem = Problem::new(code, format!("The table is at step {count}: `after` must be {count}."));
                problem.0.step_count = Some(count);
                problem
            }
            ServiceError::NotBegun => Problem::new(code, "The game begins when the last seat is taken."),
            ServiceError::TableOver => Problem::new(code, "The game is over, or the table was closed."),
            ServiceError::SeatTaken => Problem::new(code, "The seat is taken."),
            ServiceError::BadInvitation => Problem::new(code, "The seat requires the invitation that was made for it."),
            ServiceError::NotYourSeat => Problem::new(code, "The token is not valid for this seat of this table."),
            ServiceError::NotFound(what) => Problem::new(code, format!("There is no such {what}.")),
            ServiceError::CommitmentUsed => {
                Problem::new(code, "The commitment was already used, has expired or is not yours. Create a new one.")
            }
            ServiceError::ExternalIdTaken(game) => {
                let detail = format!("Game {game} of the same owner has this `external_id`.");
                let mut problem = Problem::new(code, detail);
                problem.0.game = Some(game.0);
                problem
            }
            ServiceError::NoReading => Problem::new(code, "Only games of Fortunes have readings."),
            ServiceError::TooManySimulations(most) => {
                Problem::new(code, format!("You have {most} simulations that are not finished, and may have no more."))
            }
            ServiceError::Unauthorized => Problem::new(code, "The key is unknown, has expired or was revoked."),
            ServiceError::Forbidden(what) => {
                let detail = format!(
                    "The {what} belongs to another caller. Send the key of its owner, or the `delete_token` from the response that created it."
                );
                Problem::new(code, detail)
            }
            ServiceError::IdempotencyInProgress | ServiceError::Repeated => {
                let detail = "A request with this `Idempotency-Key` is still in progress. Retry later.";
                in_a_second(Problem::new(code, detail))
            }
            ServiceError::CreatedAndDeleted => Problem::new(
                code,
                "The resource created with this `Idempotency-Key` was deleted and is not created again.",
            ),
            ServiceError::IdempotencyKeyReused => {
                Problem::new(code, "This `Idempotency-Key` was used with another body before.")
            }
            ServiceError::BadParameter { parameter, detail } => Problem::of_parameter(code, parameter, detail),
            ServiceError::Unavailable(inner) => unavailable(code, &inner),
            ServiceError::Internal(inner) => Problem::internal(inner),
        }
    }
}

fn unavailable(code: ProblemCode, inner: &Unavailable) -> Problem {
    let problem = in_a_second(Problem::new(code, "The service is temporarily unavailable. Retry later."));
    // Nothing is wrong in a shutdown, and probes ask again and again meanwhile.
    if matches!(inner, Unavailable::ShuttingDown) { problem } else { problem.with_inner(inner.to_string()) }
}

/// The problem with the time after which to try again.
fn in_a_second(problem: Problem) -> Problem {
    problem.with_header(RETRY_AFTER, HeaderValue::from_static("1"))
}

fn refused(code: ProblemCode, log: Box<IllegalLog>) -> Problem {
    let mut problem = Problem::new(code, log.detail.clone());
    problem.0.log = Some(log);
    problem
}
