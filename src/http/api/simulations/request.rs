//! Requests to simulate games.

use deserr::Deserr;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    games::Ruleset,
    http::{
        api::games::{bot, ruleset, with_setup},
        extract::body,
        openapi,
        reply::problem::Problem,
    },
    players::Skill,
    service::{FieldError, FieldErrors, GameSetup, SimulationSeed, simulations::SimulationRequest},
    statistics::MAX_GAMES,
};

/// Games to simulate. Only `ruleset` and `games` are required.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = SimulationRequest)]
pub struct SimulationBody {
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
    players: Option<Vec<PlayerBody>>,
    /// Number of games.
    #[schema(minimum = 1, maximum = 10_000_000)]
    games: u64,
    /// Game `i`, from 0, is played with the seed `{seed}/{i}`; random by default.
    #[deserr(default)]
    #[schema(required = false)]
    seed: Option<SimulationSeed>,
    /// Whether each deal is played once for each rotation of the bots over the seats, so that they are compared on the
    /// same cards. Game `i` then has the seed of deal `i / players`.
    #[deserr(default)]
    #[schema(required = false)]
    rotate: bool,
}

/// A player of the games to simulate.
#[derive(Debug, Default, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = SimulationRequestPlayer)]
struct PlayerBody {
    /// Bot; the default bot if omitted.
    #[deserr(default)]
    #[schema(required = false, example = "adept")]
    bot: Option<String>,
}

/// Reads the body of `POST /v1/simulations`.
///
/// # Errors
/// All errors of the body.
pub fn simulation(value: Value) -> Result<SimulationRequest, Problem> {
    let read = |body: SimulationBody, setup, errors: &mut _| body.request(setup, errors);
    with_setup(value, "players", FieldErrors::default(), read)
}

impl SimulationBody {
    /// The options were already taken out: any that are left have the wrong type.
    fn request(self, setup: Option<GameSetup>, errors: &mut FieldErrors) -> Option<SimulationRequest> {
        if self.options.is_some_and(|options| !options.is_object()) {
            errors.push(body::no_object("/options"));
        }
        let games = u32::try_from(self.games).ok().filter(|games| (1..=MAX_GAMES).contains(&u64::from(*games)));
        if games.is_none() {
            errors.push(FieldError::bad_value("/games", format!("Expected an integer from 1 to {MAX_GAMES}.")));
        }
        let requested: Vec<_> = self
            .players
            .unwrap_or_default()
            .into_iter()
            .enumerate()
            .map(|(index, player)| {
                player.bot.and_then(|id| bot(&id, &format!("/players/{index}/bot"), errors)).unwrap_or(Skill::ALL[0])
            })
            .collect();
        ruleset(&self.ruleset, errors)?;
        let setup = setup?;
        let bots = if requested.is_empty() { vec![Skill::ALL[0]; setup.players()] } else { requested };
        Some(SimulationRequest { setup, bots, seed: self.seed, games: games?, rotate: self.rotate })
    }
}
