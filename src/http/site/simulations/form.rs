//! The form that starts a simulation.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

use super::own;
use crate::{
    games::Ruleset,
    http::{
        middleware::{
            auth::{Read, Write},
            rate_limit,
        },
        site::{
            delete_tokens::{self, Resource},
            error::{PageAuth, PageResult},
            form::{Body, Field, Form, Once, players_of, with_message},
            games::watch_form::asked_ruleset,
            layout::{self, Section},
            urls,
        },
    },
    players::{Effort, Skill},
    service::{FieldError, GameSetup, Service, ServiceError, SimulationSeed, simulations::SimulationRequest},
};

/// Maximum number of games in the form. The API allows more.
const MAX_GAMES: u32 = 100_000;
/// Default number of games in the form.
const DEFAULT_GAMES: u32 = 1_000;

const RULESET: Field<'_> = Field::text("ruleset", "ruleset", "Game");
const BOTS: Field<'_> = Field::text("bots", "bots", "Who plays");
const GAMES: Field<'_> =
    Field { limit: Some(7), hint: "From 1 to 100000.", ..Field::text("games", "games", "Number of games") };
const PLAYERS: Field<'_> =
    Field { limit: Some(3), hint: "Leave empty for the usual number.", ..Field::text("players", "players", "Players") };
const SEED: Field<'_> = Field {
    limit: Some(SimulationSeed::LIMIT),
    hint: "Leave empty for a random seed; the same seed gives the same games.",
    ..Field::text("seed", "seed", "Seed")
};
const FIELDS: [Field<'_>; 5] = [RULESET, BOTS, GAMES, PLAYERS, SEED];

/// The bots to seat in turn, by form value.
const SEATED: [(&str, &str, &[Skill]); 5] = [
    ("both", "Adept and random, in turn", &[Skill::Adept, Skill::Random]),
    ("adept", "Adept: they know the game", &[Skill::Adept]),
    ("easy", "Easy: they play as beginners do", &[Skill::Easy]),
    ("random", "Random: they play anything", &[Skill::Random]),
    ("sage", "Sage and adept, in turn: seconds a game", &[Skill::Sage(Effort::USUAL), Skill::Adept]),
];

/// The form, and below it what the caller has started before.
pub async fn form(request: HttpRequest, auth: PageAuth<Read>, service: web::Data<Service>) -> PageResult {
    let ruleset = asked_ruleset(&request)?.unwrap_or(Ruleset::Fortunes);
    let filled = [(RULESET.name, ruleset.id().to_owned()), (GAMES.name, DEFAULT_GAMES.to_string())];
    let form = Form::from(filled.map(|(name, value)| (name.to_owned(), value)).to_vec());
    let own = own(&request, &auth.0.caller, &service).await?;
    Ok(shown(StatusCode::OK, &Once::new(&service), &form, &own))
}

/// Starts a simulation and redirects to its page.
pub async fn start(request: HttpRequest, auth: PageAuth<Write>, service: web::Data<Service>, body: Body) -> PageResult {
    let mut form = Form::read(&body)?;
    if let Some(spec) = read(&mut form) {
        rate_limit::charge(&request, rate_limit::units_of(spec.thinking()))?;
        let tokens = service.delete_tokens(&auth.0.caller).await?;
        let key = form.idempotency_key(&request, &service, auth.0.caller.owner);
        match service.create_simulation(auth.0.caller.owner, spec, key).await {
            Ok(made) => {
                let id = made.value.record.id;
                return Ok(delete_tokens::see(&request, Resource::Simulation(id), &tokens, urls::simulation(id)));
            }
            Err(ServiceError::Invalid(errors)) => form.wrong.extend(faults(errors)),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(shown(StatusCode::UNPROCESSABLE_ENTITY, &Once::new(&service), &form, &Markup::default()))
}

/// Parses the form; `None` after recording errors in it.
fn read(form: &mut Form) -> Option<SimulationRequest> {
    form.only(&FIELDS.map(|field| field.name));
    let ruleset = form.value(RULESET.name, |id| with_message(id.parse::<Ruleset>())).unwrap_or(Ruleset::Fortunes);
    let seated = form.value(BOTS.name, seated).unwrap_or(SEATED[0].2);
    let games = form.value(GAMES.name, games).unwrap_or(DEFAULT_GAMES);
    let players = form.value(PLAYERS.name, |text| {
        text.trim().parse::<u8>().map(usize::from).map_err(|_| "Expected a non-negative integer.".to_owned())
    });
    let seed = form.value(SEED.name, |text| with_message(SimulationSeed::new(text)));
    let setup = GameSetup::with_defaults(ruleset, players);
    let setup = setup.map_err(|errors| form.wrong.extend(faults(errors))).ok();
    let setup = setup.filter(|_| form.wrong.is_empty())?;
    let bots: Vec<_> = seated.iter().copied().cycle().take(setup.players()).collect();
    // Different bots are compared on the same deals.
    Some(SimulationRequest { setup, bots, seed, games, rotate: seated.len() > 1 })
}

fn seated(word: &str) -> Result<&'static [Skill], String> {
    let found = SEATED.iter().find(|(known, ..)| *known == word);
    found.map(|(.., bots)| *bots).ok_or_else(|| "Choose one of the list.".to_owned())
}

fn games(text: &str) -> Result<u32, String> {
    let games = text.trim().parse().ok().filter(|games| (1..=MAX_GAMES).contains(games));
    games.ok_or_else(|| format!("Expected a number from 1 to {MAX_GAMES}, in digits."))
}

/// The form has no options, so the number of players is all that can be invalid in the set-up.
fn faults(errors: Vec<FieldError>) -> impl Iterator<Item = (String, String)> {
    errors.into_iter().map(|error| (PLAYERS.name.to_owned(), error.detail))
}

fn shown(status: StatusCode, once: &Once, form: &Form, own: &Markup) -> HttpResponse {
    let body = html! {
        h1 { "Simulate games" }
        p.lead {
            "Bots play many games at once, and you see what they tell: who wins, by how much, how long it takes, and what \
             each game counts."
        }
        (form.faults(FIELDS))
        form.set-up method="post" action=(urls::SIMULATIONS) {
            (once)
            (fields(form))
            p { button type="submit" { "Start" } }
        }
        p.hint {
            "None of the games is stored; each can be played again from its seed. The page of the simulation is there for \
             30 days after its end. Programs ask for more games, with other options, at "
            code { "POST /v1/simulations" } "."
        }
        (own)
        p { a href="/statistics" { "Statistics of the stored games" } }
    };
    layout::private(layout::page(status, Section::Games.within(&form.titled("Simulate games")), &[], &body))
}

fn fields(form: &Form) -> Markup {
    let games =
        Ruleset::ALL.map(|ruleset| (ruleset.id(), format!("{} ({})", ruleset.info().name, players_of(ruleset))));
    let games: Vec<_> = games.iter().map(|(id, text)| (*id, text.as_str())).collect();
    html! {
        (form.choice(&RULESET, &games))
        (form.choice(&BOTS, &SEATED.map(|(word, text, _)| (word, text))))
        (form.line(&GAMES))
        details open[[PLAYERS, SEED].iter().any(|field| form.is_wrong(field.name))] {
            summary { "Players and seed" }
            (form.line(&PLAYERS))
            (form.line(&SEED))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_form(pairs: &[(&str, &str)]) -> (Option<SimulationRequest>, Form) {
        let mut form =
            Form::from(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>());
        (read(&mut form), form)
    }

    #[test]
    fn an_empty_form_compares_the_bots_on_the_same_deals() {
        let (spec, form) = read_form(&[("players", ""), ("seed", "")]);
        let spec = spec.unwrap_or_else(|| panic!("{form:?}"));
        assert_eq!(spec.bots, [Skill::Adept, Skill::Random, Skill::Adept, Skill::Random]);
        assert!(spec.rotate && spec.seed.is_none());
        assert_eq!((spec.setup.ruleset(), spec.games), (Ruleset::Fortunes, DEFAULT_GAMES));
    }

    #[test]
    fn bots_of_one_kind_fill_all_seats() {
        let (spec, form) = read_form(&[("ruleset", "fortuna"), ("bots", "random"), ("players", "6"), ("games", " 7 ")]);
        let spec = spec.unwrap_or_else(|| panic!("{form:?}"));
        assert_eq!(spec.bots, [Skill::Random; 6]);
        assert!(!spec.rotate);
        assert_eq!(spec.games, 7);
    }

    #[test]
    fn errors_are_shown_at_their_field() {
        for (field, value) in [
            ("ruleset", "whist"),
            ("bots", "all"),
            ("games", "0"),
            ("games", "100001"),
            ("games", "ten"),
            ("players", "3"),
            ("players", "x"),
            ("seed", &"x".repeat(200)),
            ("colour", "red"),
        ] {
            let (spec, form) = read_form(&[(field, value)]);
            assert!(spec.is_none(), "{field}={value}");
            assert_eq!(form.wrong.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), [field], "{value}");
        }
    }
}
