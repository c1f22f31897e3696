//! What callers send to have a game played.

use deserr::Deserr;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    games::{QUOTED, Ruleset, excerpt},
    http::{
        extract::{body, query},
        openapi,
        reply::problem::Problem,
    },
    players::Skill,
    service::{
        ClientSeed, ExternalId, FieldError, FieldErrors, GameSetup, Name, PlayRequest, ProblemCode, SeatRequest,
        SeedText, check, check_options,
        records::{CommitmentId, Seed},
    },
};

/// A game to play. Only `ruleset` is required.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = PlayRequest, example = json!({
    "ruleset": "fortunes", "players": [{"name": "Ada", "bot": "adept"}, {}, {"bot": "random"}, {}], "seed": "any text"}))]
pub struct PlayBody {
    /// What to play.
    #[schema(value_type = Ruleset)]
    ruleset: String,
    /// Options that differ from the defaults.
    #[deserr(default)]
    #[schema(value_type = Option<openapi::AnyOptions>, required = false)]
    options: Option<Value>,
    /// The players; by default as many as the ruleset's default.
    #[deserr(default)]
    #[schema(required = false)]
    players: Option<Vec<SeatBody>>,
    /// Seed; random by default unless there is a commitment.
    #[deserr(default)]
    #[schema(required = false)]
    seed: Option<SeedText>,
    /// Caller's part of the seed.
    #[deserr(default)]
    #[schema(required = false)]
    client_seed: Option<ClientSeed>,
    /// Commitment to use; excludes `seed` and `deal`.
    #[deserr(default)]
    #[schema(required = false, format = Uuid)]
    commitment: Option<String>,
    /// First `deal` step, if the ruleset has one; used instead of a random deal.
    #[deserr(default)]
    #[schema(value_type = Option<openapi::AnyDeal>, required = false)]
    deal: Option<Value>,
    /// Caller-defined id of the game.
    #[deserr(default)]
    #[schema(required = false)]
    external_id: Option<ExternalId>,
}

/// A player of a game to play.
#[derive(Debug, Default, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = PlayRequestPlayer)]
pub struct SeatBody {
    /// Name; by default `Player 1` … by seat.
    #[deserr(default)]
    #[schema(required = false)]
    name: Option<Name>,
    /// Bot; the default bot if omitted.
    #[deserr(default)]
    #[schema(required = false, example = "adept")]
    bot: Option<String>,
}

/// Reads the body of `POST /v1/games`.
///
/// # Errors
/// Everything that is wrong with it.
pub fn order(mut value: Value) -> Result<PlayRequest, Problem> {
    let mut errors = FieldErrors::default();
    if let Value::Object(_) = &value {
        errors.extend(oversized(&mut value));
        errors.extend(deeper(&value));
    }
    match body::fields::<PlayBody>(value) {
        Ok(body) => {
            let request = body.request(&mut errors);
            request.filter(|_| errors.is_empty()).ok_or_else(|| body::invalid(errors))
        }
        Err(mut shallow) => {
            shallow.extend(errors);
            Err(body::invalid(shallow))
        }
    }
}

/// What is wrong with options and a deal that are larger than any can be. They are taken out, so that nobody copies them.
fn oversized(value: &mut Value) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let ruleset = value.get("ruleset").and_then(Value::as_str).and_then(|id| id.parse::<Ruleset>().ok());
    if let (Some(options), Some(ruleset)) = (body::take_oversized(value, "options"), ruleset) {
        errors.extend(check_options(ruleset, options));
    }
    if body::take_oversized(value, "deal").is_some() {
        errors.push(FieldError::bad_value("/deal", "The deal has too many values."));
    }
    errors
}

/// What the ruleset makes of options and players, also where other fields are wrong.
fn deeper(value: &Value) -> Vec<FieldError> {
    let Some(ruleset) = value.get("ruleset").and_then(Value::as_str).and_then(|id| id.parse::<Ruleset>().ok()) else {
        return Vec::new();
    };
    let seats = match value.get("players") {
        Some(Value::Array(players)) => players.len(),
        _ => usize::from(ruleset.info().players.default),
    };
    let order = GameSetup {
        ruleset,
        options: value.get("options").filter(|options| options.is_object()).cloned().unwrap_or_else(empty),
        skills: vec![Skill::Random; seats],
        seed: Seed::Given(String::new()),
        client_seed: String::new(),
        deal: value.get("deal").filter(|deal| !deal.is_null()).cloned(),
    };
    check(&order)
}

fn empty() -> Value {
    Value::Object(serde_json::Map::new())
}

impl PlayBody {
    fn request(self, errors: &mut FieldErrors) -> Option<PlayRequest> {
        let options = match self.options {
            None => empty(),
            Some(options) => {
                if !options.is_object() {
                    let detail = "Expected an object.".to_owned();
                    errors.push(FieldError { pointer: "/options".to_owned(), code: "wrong_type", detail });
                }
                options
            }
        };
        let seat = |(index, seat): (usize, SeatBody)| SeatRequest {
            name: seat.name,
            bot: seat.bot.and_then(|id| bot(&id, &format!("/players/{index}/bot"), errors)),
        };
        let players = self.players.map(|seats| seats.into_iter().enumerate().map(seat).collect());
        let commitment = self.commitment.and_then(|id| commitment(&id, errors));
        Some(PlayRequest {
            ruleset: ruleset(&self.ruleset, errors)?,
            options,
            players,
            seed: self.seed,
            client_seed: self.client_seed.unwrap_or_default(),
            commitment,
            deal: self.deal,
            external_id: self.external_id,
        })
    }
}

fn ruleset(id: &str, errors: &mut FieldErrors) -> Option<Ruleset> {
    let known = || Ruleset::ALL.map(Ruleset::id).join(", ");
    let unknown = |_| {
        let told = format!("`{}` is not a ruleset. Rulesets: {}.", excerpt(id, QUOTED), known());
        FieldError::of(ProblemCode::UnknownRuleset, "/ruleset", told)
    };
    id.parse().map_err(|why| errors.push(unknown(why))).ok()
}

/// The bot of this id.
pub fn bot(id: &str, pointer: &str, errors: &mut FieldErrors) -> Option<Skill> {
    let skill = Skill::from_id(id);
    if skill.is_none() && !errors.is_full() {
        let known = Skill::ALL.map(Skill::id).join(", ");
        let told = format!("`{}` is not a bot. Bots: {known}.", excerpt(id, QUOTED));
        errors.push(FieldError::of(ProblemCode::UnknownBot, pointer, told));
    }
    skill
}

/// The commitment of this id.
pub fn commitment(id: &str, errors: &mut FieldErrors) -> Option<CommitmentId> {
    let parsed = query::uuid(id);
    if parsed.is_none() {
        errors.push(FieldError::bad_value("/commitment", "Expected a UUID."));
    }
    parsed.map(CommitmentId)
}
