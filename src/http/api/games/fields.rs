//! The fields of games that a list is asked for.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        ObjectBuilder, Ref, RefOr, Schema,
        schema::{Object, Type},
    },
};

use super::dto::{GameResponse, GameResult};
use crate::{
    games::{QUOTED, excerpt},
    http::{
        extract::query::{Parameter, Query},
        reply::problem::Problem,
    },
    reading::Verdict,
    service::{Derive, DerivedGame, TeamResults},
};

/// The fields of a game.
const OF_GAME: [&str; 19] = [
    "id",
    "ruleset",
    "rules_version",
    "source",
    "created_at",
    "played_at",
    "external_id",
    "tags",
    "options",
    "players",
    "step_count",
    "seed",
    "client_seed",
    "seed_hash",
    "commitment",
    "deal_given",
    "result",
    "unlisted",
    "links",
];
/// The fields of a game's result.
const OF_RESULT: [&str; 3] = ["winners", "places", "scores"];
/// Fields of a result that are included only if named, since the game is replayed for them.
const DETAIL: &str = "detail";
const TEAM_SCORES: &str = "team_scores";
const VERDICTS: &str = "verdicts";
const DERIVED: [&str; 3] = [DETAIL, TEAM_SCORES, VERDICTS];

/// The selected fields of each game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    of_game: Vec<&'static str>,
    of_result: Vec<&'static str>,
}

/// A game with only its selected fields.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct GameParts(Map<String, Value>);

/// What a result has beside it for teams.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes")]
struct OfTeams {
    /// Scores of the teams: players 0 and 2, then 1 and 3. Null unless it is a game of Fortunes.
    #[schema(value_type = Option<Vec<i32>>, min_items = 2, max_items = 2)]
    team_scores: Option<[i64; 2]>,
    /// Verdicts on each deal: of players 0 and 2, then of 1 and 3. Null unless it is a game of Fortunes.
    verdicts: Option<Vec<Vec<Verdict>>>,
}

/// The names that [`Fields::read`] accepts.
fn names() -> impl Iterator<Item = String> {
    let of_result = OF_RESULT.into_iter().chain(DERIVED).map(|name| format!("result.{name}"));
    OF_GAME.into_iter().map(str::to_owned).chain(of_result)
}

impl Fields {
    /// Parses a list of names, as in `id,players,result.scores`.
    ///
    /// # Errors
    /// A sentence that explains the error.
    fn read(text: &str) -> Result<Fields, String> {
        let mut fields = Fields::default();
        for name in text.split(',') {
            let (known, named) = match name.strip_prefix("result.") {
                Some(part) => {
                    (OF_RESULT.into_iter().chain(DERIVED).find(|known| *known == part), &mut fields.of_result)
                }
                None => (OF_GAME.into_iter().find(|known| *known == name), &mut fields.of_game),
            };
            named.push(known.ok_or_else(|| {
                let names: Vec<_> = names().map(|name| format!("`{name}`")).collect();
                format!("Unknown field `{}`. Fields: {}.", excerpt(name, QUOTED), names.join(", "))
            })?);
        }
        Ok(fields)
    }

    /// What has to be derived for the selected fields.
    pub fn derive(&self) -> Derive {
        let requested = |name| self.of_result.contains(&name);
        Derive { detail: requested(DETAIL), teams: requested(TEAM_SCORES) || requested(VERDICTS) }
    }

    /// The selected fields of a game.
    ///
    /// # Errors
    /// `internal` if it cannot be serialized.
    pub fn of(&self, derived: DerivedGame) -> Result<GameParts, Problem> {
        let DerivedGame { game, teams } = derived;
        let game = serde_json::to_value(GameResponse::from(game));
        let Ok(Value::Object(mut game)) = game else {
            return Err(Problem::internal("a game cannot be written".to_owned()));
        };
        if let Some(Value::Object(result)) = game.get_mut("result") {
            if self.of_result.contains(&TEAM_SCORES) {
                result.insert(TEAM_SCORES.to_owned(), json!(teams.as_ref().map(|teams| teams.scores)));
            }
            if self.of_result.contains(&VERDICTS) {
                let verdicts = teams.as_ref().map(|TeamResults { verdicts, .. }| verdicts);
                result.insert(VERDICTS.to_owned(), json!(verdicts));
            }
            let whole = self.of_game.contains(&"result");
            result.retain(|name, _| {
                self.of_result.contains(&name.as_str()) || (whole && OF_RESULT.contains(&name.as_str()))
            });
        }
        let of_result = !self.of_result.is_empty();
        game.retain(|name, _| self.of_game.contains(&name.as_str()) || (of_result && name == "result"));
        Ok(GameParts(game))
    }

    /// The schema of the query parameter.
    pub fn parameter() -> Schema {
        let names: Vec<_> = names().map(|name| name.replace('.', "\\.")).collect();
        let name = format!("({})", names.join("|"));
        ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^{name}(,{name})*$"))).into()
    }
}

/// The schema of the result among the parts of a game.
const RESULT: &str = "GameResultParts";

/// The schema of an object with no required fields.
fn loose<T: PartialSchema>() -> Object {
    let RefOr::T(Schema::Object(mut object)) = T::schema() else { return Object::default() };
    object.required.clear();
    object
}

impl Parameter for Option<Fields> {
    fn take(query: &mut Query, name: &'static str) -> Option<Fields> {
        query.read(name, Fields::read)
    }
}

impl PartialSchema for GameParts {
    fn schema() -> RefOr<Schema> {
        let mut game = loose::<GameResponse>();
        game.properties.insert("result".to_owned(), Ref::from_schema_name(RESULT).into());
        game.properties.shift_remove("delete_token");
        game.description = Some("Parts of a stored game; `Game` describes them.".to_owned());
        Schema::Object(game).into()
    }
}

impl ToSchema for GameParts {
    fn name() -> Cow<'static, str> {
        "GameParts".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        let mut result = loose::<GameResult>();
        result.properties.extend(loose::<OfTeams>().properties);
        schemas.push((RESULT.to_owned(), Schema::Object(result).into()));
        GameResponse::schemas(schemas);
        OfTeams::schemas(schemas);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_of_the_fields_of_a_game() {
        let of_schema = |object: Object| object.properties.into_keys().collect::<Vec<_>>();
        let mut of_game = of_schema(loose::<GameResponse>());
        of_game.retain(|name| !["delete_token", "cursor", "log"].contains(&name.as_str()));
        assert_eq!(of_game, OF_GAME);
        let mut of_result = of_schema(loose::<GameResult>());
        of_result.retain(|name| name != DETAIL);
        assert_eq!(of_result, OF_RESULT);
        for name in names() {
            assert!(Fields::read(&name).is_ok(), "{name}");
        }
        for bad in ["", "id,", ",id", "id, players", "log", "result.", "result.x", "results", "ID"] {
            assert!(Fields::read(bad).is_err(), "{bad}");
        }
    }
}
