//! Shared parts of the forms for a new game, to be watched, read or played.

use actix_web::HttpRequest;

use crate::{
    games::Ruleset,
    http::{extract::query::Query, reply::problem::Problem, site::form::Field},
    service::ClientSeed,
};

/// The reader's part of the seed.
pub const CLIENT_SEED: Field<'_> = Field {
    limit: Some(ClientSeed::LIMIT),
    hint: "Optional. With a word of yours in the seed, the service alone cannot have chosen the cards.",
    ..Field::text("client-seed", "client_seed", "Your part of the seed")
};

/// The ruleset in the query, if any.
///
/// # Errors
/// Unknown rulesets and parameters.
pub fn asked_ruleset(request: &HttpRequest) -> Result<Option<Ruleset>, Problem> {
    let mut query = Query::filled(request);
    let ruleset = query.word("ruleset", &Ruleset::ALL.map(|ruleset| (ruleset.id(), ruleset)));
    query.finish()?;
    Ok(ruleset)
}
