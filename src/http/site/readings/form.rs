//! The form to request a reading.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::html;

use crate::{
    games::Ruleset,
    http::{
        extract::query,
        middleware::{
            auth::Write,
            rate_limit::{self, units_of},
        },
        site::{
            delete_tokens::{self, Resource},
            error::{PageAuth, PageResult},
            form::{Body, Field, Form, Once, skill, with_message},
            games::watch_form::CLIENT_SEED,
            layout::{self, Section},
            look::{DECK, deck, deck_choice},
            options::Options,
            urls,
        },
    },
    players::Skill,
    service::{ClientSeed, GameSetup, Name, Question, ReadingRequest, SeedText, Service, ServiceError},
};

/// The bots: field and label, the querent's seat first.
const BOTS: [(&str, &str, &str); 4] = [
    ("bot.0", "bot-0", "Your cards are played by"),
    ("bot.1", "bot-1", "Those of the player on your left"),
    ("bot.2", "bot-2", "Those of your partner"),
    ("bot.3", "bot-3", "Those of the player on your right"),
];

/// The bots' labels. The default is sent as an empty value.
const SKILLS: [(&str, &str); 4] = [
    ("", "A bot that knows the game"),
    (Skill::Easy.id(), "A bot that plays as beginners do"),
    (Skill::Random.id(), "A bot that plays anything"),
    ("sage:4", "A bot that thinks for seconds"),
];

const QUERENT: Field<'_> =
    Field { limit: Some(Name::LIMIT), autocomplete: "nickname", ..Field::text("querent", "querent", "Your name") };
const QUESTION: Field<'_> =
    Field { limit: Some(Question::LIMIT), hint: "Optional.", ..Field::text("question", "question", "Your question") };
const SEED: Field<'_> = Field {
    limit: Some(SeedText::LIMIT),
    hint: "Leave empty for a random seed; the same seed gives the same cards.",
    ..Field::text("seed", "seed", "Seed")
};

/// The form.
pub async fn form(request: HttpRequest, service: web::Data<Service>) -> PageResult {
    query::none(&request)?;
    let once = Once::new(&service);
    Ok(shown(StatusCode::OK, &once, Options::of(Ruleset::Fortunes), &Form::default()))
}

/// Plays a game for a reading and redirects to it.
pub async fn ask(request: HttpRequest, auth: PageAuth<Write>, service: web::Data<Service>, body: Body) -> PageResult {
    let mut form = Form::read(&body)?;
    let (once, options) = (Once::new(&service), Options::of(Ruleset::Fortunes));
    if let Some(requested) = read(options, &mut form) {
        rate_limit::charge(&request, units_of(requested.thinking()))?;
        let tokens = service.delete_tokens(&auth.0.caller).await?;
        let key = form.idempotency_key(&request, &service, auth.0.caller.owner);
        match service.create_reading(auth.0.caller.owner, requested, key).await {
            Ok(reading) => {
                let record = reading.value.record;
                return Ok(delete_tokens::see(
                    &request,
                    Resource::Reading(record.game),
                    &tokens,
                    urls::reading(record.id),
                ));
            }
            Err(ServiceError::Invalid(errors)) => form.wrong.extend(options.faults(errors)),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(shown(StatusCode::UNPROCESSABLE_ENTITY, &once, options, &form))
}

/// Parses the form; `None` after recording errors in it.
fn read(options: &Options, form: &mut Form) -> Option<ReadingRequest> {
    let known = [QUERENT, QUESTION, DECK, SEED, CLIENT_SEED].map(|field| field.name);
    let known: Vec<_> = known.into_iter().chain(BOTS.map(|(name, ..)| name)).chain(options.names()).collect();
    form.only(&known);
    let querent = form.value(QUERENT.name, |text| with_message(Name::new(text)));
    let question = form.value(QUESTION.name, |text| with_message(Question::new(text))).unwrap_or_default();
    let deck = form.value(DECK.name, deck).unwrap_or_default();
    let seed = form.value(SEED.name, |text| with_message(SeedText::new(text)));
    let client_seed = form.value(CLIENT_SEED.name, |text| with_message(ClientSeed::new(text))).unwrap_or_default();
    let bots = BOTS.map(|(name, ..)| form.value(name, skill).unwrap_or(Skill::ALL[0])).to_vec();
    let setup = GameSetup::parse(Ruleset::Fortunes, options.read(form), None, None);
    let setup = setup.map_err(|errors| form.wrong.extend(options.faults(errors))).ok();
    let setup = setup.filter(|_| form.wrong.is_empty())?;
    Some(ReadingRequest {
        querent,
        question,
        question_kind: None,
        deck,
        setup,
        bots,
        seed,
        client_seed,
        commitment: None,
    })
}

fn shown(status: StatusCode, once: &Once, options: &Options, form: &Form) -> HttpResponse {
    let bots = BOTS.map(|(name, id, label)| Field::text(id, name, label));
    let seeds = [SEED, CLIENT_SEED];
    let fields = [QUERENT, QUESTION, DECK].into_iter().chain(seeds).chain(bots).chain(options.fields());
    let is_open = |fields: &[Field<'_>]| fields.iter().any(|field| form.is_wrong(field.name));
    let body = html! {
        h1 { "Ask for a reading" }
        p.lead {
            "Four bots play a game of Fortunes, one of them for you. The tricks that you and your partner win are laid out."
        }
        (form.faults(fields))
        form.set-up method="post" action="/readings" {
            (once)
            (form.line(&QUERENT))
            (form.line(&QUESTION))
            (deck_choice(form))
            details open[is_open(&bots)] {
                summary { "Who plays" }
                @for field in &bots { (form.choice(field, &SKILLS)) }
            }
            (options.folded(form))
            p.hint { "Of a match of several deals, the last is read first; the game’s page has the readings of all." }
            details open[is_open(&seeds)] {
                summary { "Seed" }
                @for field in &seeds { (form.line(field)) }
            }
            p.hint {
                "Your name, your question and the cards are stored. Neither the reading nor its game is listed, but \
                 anyone who has its URL can read it. Without a key, you can delete it on its page with the same browser."
            }
            p { button type="submit" { "Lay the cards" } }
        }
        p { a href="/readings/by-hand" { "You have played at a real table? Enter your tricks by hand." } }
    };
    layout::private(layout::page(status, Section::Ask.within(&form.titled("Ask for a reading")), &[], &body))
}
