//! Requests to play games.

use deserr::Deserr;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    games::{FieldFaults, QUOTED, Ruleset, excerpt},
    http::{
        extract::{body, query},
        openapi,
        reply::problem::Problem,
    },
    players::{Effort, Skill},
    service::{
        ClientSeed, ExternalId, FieldError, FieldErrors, GameSetup, Name, PlayRequest, ProblemCode, SeatRequest,
        SeedText, Tag, check_options, records::CommitmentId, tags_of_game,
    },
};

/// A game to play. Only `ruleset` is required.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = PlayRequest)]
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
    #[expect(dead_code, reason = "it is read with the ruleset, before")]
    deal: Option<Value>,
    /// Caller-defined id of the game.
    #[deserr(default)]
    #[schema(required = false)]
    external_id: Option<ExternalId>,
    /// Tags, such as those of a club and its season; repeated ones count once.
    #[deserr(default)]
    #[schema(required = false, max_items = 8)]
    tags: Option<Vec<Tag>>,
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
    /// How long `sage` thinks (4).
    #[deserr(default)]
    #[schema(required = false, minimum = 1, maximum = 10)]
    effort: Option<u64>,
}

/// Reads the body of `POST /v1/games`.
///
/// # Errors
/// All errors of the body.
pub fn play(mut value: Value) -> Result<PlayRequest, Problem> {
    let mut errors = FieldErrors::default();
    if body::take_oversized(&mut value, "deal").is_some() {
        errors.push(FieldError::bad_value("/deal", "The deal has too many values."));
    }
    with_setup(value, "players", errors, |body: PlayBody, setup, errors| body.request(setup, errors))
}

/// Reads a body with a ruleset, options and players, listed in the field `seats`. The set-up is read first: its errors
/// and those of the other fields are returned together, those found before included.
///
/// # Errors
/// As of [`body::request`].
pub fn with_setup<B: Deserr<FieldFaults>, R>(
    mut value: Value,
    seats: &str,
    mut errors: FieldErrors,
    read: impl FnOnce(B, Option<GameSetup>, &mut FieldErrors) -> Option<R>,
) -> Result<R, Problem> {
    errors.extend(oversized_options(&mut value));
    let setup = setup(&mut value, seats).and_then(|setup| setup.map_err(|faults| errors.extend(faults)).ok());
    body::request(value, errors, |body, errors| read(body, setup, errors))
}

/// The errors of options larger than any valid ones. The options are taken out, so that they are not copied.
fn oversized_options(value: &mut Value) -> Vec<FieldError> {
    let ruleset = value.get("ruleset").and_then(Value::as_str).and_then(|id| id.parse::<Ruleset>().ok());
    match (body::take_oversized(value, "options"), ruleset) {
        (Some(options), Some(ruleset)) => check_options(ruleset, options),
        (Some(_) | None, _) => Vec::new(),
    }
}

/// The set-up that the ruleset parses from options, players and deal, even if other fields are invalid; `None` without
/// a ruleset.
fn setup(value: &mut Value, seats: &str) -> Option<Result<GameSetup, Vec<FieldError>>> {
    let fields = value.as_object_mut()?;
    let ruleset: Ruleset = fields.get("ruleset")?.as_str()?.parse().ok()?;
    let players = fields.get(seats).and_then(Value::as_array).map(Vec::len);
    let options = fields.get_mut("options").filter(|options| options.is_object()).map(Value::take);
    let deal = fields.get_mut("deal").map(Value::take).filter(|deal| !deal.is_null());
    let setup = GameSetup::parse(ruleset, options.unwrap_or_else(body::empty), players, deal);
    let renamed = |fault: FieldError| match fault.pointer.as_str() {
        "/players" => FieldError { pointer: format!("/{seats}"), ..fault },
        _ => fault,
    };
    Some(setup.map_err(|faults| faults.into_iter().map(renamed).collect()))
}

impl PlayBody {
    /// The options and the deal were already taken out: any that are left have the wrong type.
    fn request(self, setup: Option<GameSetup>, errors: &mut FieldErrors) -> Option<PlayRequest> {
        if self.options.is_some_and(|options| !options.is_object()) {
            errors.push(body::no_object("/options"));
        }
        let seat = |(index, seat): (usize, SeatBody)| SeatRequest {
            name: seat.name,
            bot: bot(seat.bot.as_deref(), seat.effort, &format!("/players/{index}"), errors),
        };
        let players = self.players.unwrap_or_default().into_iter().enumerate().map(seat).collect();
        let commitment = self.commitment.and_then(|id| commitment(&id, errors));
        let tags = tags(self.tags, errors);
        ruleset(&self.ruleset, errors)?;
        Some(PlayRequest {
            setup: setup?,
            players,
            seed: self.seed,
            client_seed: self.client_seed.unwrap_or_default(),
            commitment,
            external_id: self.external_id,
            tags: tags?,
        })
    }
}

/// The ruleset with this id.
pub fn ruleset(id: &str, errors: &mut FieldErrors) -> Option<Ruleset> {
    id.parse().map_err(|_| errors.push(FieldError::unknown_ruleset(id))).ok()
}

/// The bot that a seat at this place asks for; `None` if it asks for none, or for one that there is not.
pub fn bot(id: Option<&str>, effort: Option<u64>, seat: &str, errors: &mut FieldErrors) -> Option<Skill> {
    let known = Skill::ALL.map(Skill::id);
    let skill = id.and_then(|id| known_bot(id, Skill::from_id(id), &known, &format!("{seat}/bot"), errors));
    let Some(number) = effort else { return skill };
    let effort = u8::try_from(number).ok().and_then(Effort::new);
    let thinking = effort.and_then(|effort| skill?.with_effort(effort));
    if thinking.is_none() && (effort.is_none() || id.is_none() || skill.is_some()) {
        errors.push(FieldError::bad_effort(format!("{seat}/effort")));
    }
    thinking
}

/// The bot with this label, as in `sage:6`.
pub fn labelled_bot(label: &str, pointer: &str, errors: &mut FieldErrors) -> Option<Skill> {
    let known = Skill::ALL.map(Skill::id);
    known_bot(label, Skill::from_label(label), &known, pointer, errors)
}

fn known_bot(
    name: &str,
    found: Option<Skill>,
    known: &[&str],
    pointer: &str,
    errors: &mut FieldErrors,
) -> Option<Skill> {
    if found.is_none() && !errors.is_full() {
        let detail = format!("`{}` is not a bot. Bots: {}.", excerpt(name, QUOTED), known.join(", "));
        errors.push(FieldError::of(ProblemCode::UnknownBot, pointer, detail));
    }
    found
}

/// The tags of a game.
pub fn tags(tags: Option<Vec<Tag>>, errors: &mut FieldErrors) -> Option<Vec<String>> {
    let tags = tags_of_game(tags.unwrap_or_default());
    tags.map_err(|why| errors.push(FieldError::bad_value("/tags", why.to_string()))).ok()
}

/// The commitment with this id.
pub fn commitment(id: &str, errors: &mut FieldErrors) -> Option<CommitmentId> {
    let parsed = query::uuid(id);
    if parsed.is_none() {
        errors.push(FieldError::bad_value("/commitment", "Expected a UUID."));
    }
    parsed.map(CommitmentId)
}
