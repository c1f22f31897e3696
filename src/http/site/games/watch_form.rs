//! The form to have bots play a game and watch it.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

use crate::{
    games::Ruleset,
    http::{
        extract::query::Query,
        middleware::{
            auth::Write,
            rate_limit::{self, units_of},
        },
        reply::problem::Problem,
        site::{
            delete_tokens::{self, Resource},
            error::{PageAuth, PageResult},
            form::{Body, Field, Form, Once, TAGS, players_of, skill, with_message},
            layout::{self, Section},
            options::Options,
            seats::{BOTS, SeatFields},
            urls,
        },
    },
    players::Skill,
    service::{ClientSeed, GameSetup, Name, PlayRequest, SeatRequest, SeedText, Service, ServiceError, Tag, once_each},
};

/// The choices for a seat.
const KINDS: [(&str, &str); 7] = [BOTS[0], BOTS[1], BOTS[2], BOTS[3], BOTS[4], BOTS[5], ("", "Nobody")];

const RULESET: Field<'_> = Field::text("ruleset", "ruleset", "Game");
const PLAYERS: Field<'_> = Field::text("seat-0", "players", "Players");
const SEED: Field<'_> = Field {
    limit: Some(SeedText::LIMIT),
    hint: "Leave empty for a random seed; the same seed gives the same game.",
    ..Field::text("seed", "seed", "Seed")
};

/// The form for a game, or the choice of a game.
pub async fn form(request: HttpRequest, service: web::Data<Service>) -> PageResult {
    let mut query = Query::filled(&request);
    let Some(ruleset) = query.word(RULESET.name, &Ruleset::ALL.map(|ruleset| (ruleset.id(), ruleset))) else {
        query.finish()?;
        let body = games(&Form::default());
        return Ok(layout::page(StatusCode::OK, Section::Games.within("Watch a game"), &[], &body));
    };
    let mut form = Form::from(query.pairs().to_vec());
    only_known(&mut form, &SeatFields::of(ruleset), Options::of(ruleset));
    let status = if form.wrong.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    Ok(shown(status, &Once::new(&service), ruleset, &form))
}

/// Plays a game and redirects to it.
pub async fn play(request: HttpRequest, auth: PageAuth<Write>, service: web::Data<Service>, body: Body) -> PageResult {
    let mut form = Form::read(&body)?;
    let once = Once::new(&service);
    let Some(ruleset) = chosen_game(&mut form) else {
        return Ok(layout::page(
            StatusCode::UNPROCESSABLE_ENTITY,
            Section::Games.within("Watch a game"),
            &[],
            &games(&form),
        ));
    };
    let options = Options::of(ruleset);
    if let Some(requested) = read(ruleset, options, &mut form) {
        rate_limit::charge(&request, units_of(requested.thinking()))?;
        let tokens = service.delete_tokens(&auth.0.caller).await?;
        let key = form.idempotency_key(&request, &service, auth.0.caller.owner);
        match service.play(auth.0.caller.owner, requested, key).await {
            Ok(game) => {
                let id = game.value.record.id;
                return Ok(delete_tokens::see(&request, Resource::Game(id), &tokens, urls::game(id)));
            }
            Err(ServiceError::Invalid(errors)) => {
                let seats = 0..ruleset.info().players.max;
                let taken: Vec<u8> = seats.filter(|seat| !chosen(ruleset, &form, *seat).trim().is_empty()).collect();
                form.wrong.extend(SeatFields::named(options.faults(errors), &taken));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(shown(StatusCode::UNPROCESSABLE_ENTITY, &once, ruleset, &form))
}

fn chosen_game(form: &mut Form) -> Option<Ruleset> {
    if form.text(RULESET.name).trim().is_empty() {
        form.wrong.push((RULESET.name.to_owned(), "Choose a game.".to_owned()));
    }
    form.value(RULESET.name, |id| with_message(id.parse::<Ruleset>()))
}

/// Parses the form; `None` after recording errors in it.
fn read(ruleset: Ruleset, options: &Options, form: &mut Form) -> Option<PlayRequest> {
    let seats = SeatFields::of(ruleset);
    only_known(form, &seats, options);
    let seed = form.value(SEED.name, |text| with_message(SeedText::new(text)));
    let client_seed = form.value(CLIENT_SEED.name, |text| with_message(ClientSeed::new(text))).unwrap_or_default();
    let tags = once_each(form.tags().into_iter().map(Tag::into_string));
    let (players, count) = seated(ruleset, form);
    if count.is_some_and(|count| !ruleset.info().players.allows(count)) {
        let why = format!("{} is for {}.", ruleset.info().name, players_of(ruleset));
        form.wrong.push((PLAYERS.name.to_owned(), why));
    }
    if !form.wrong.is_empty() {
        // The number of players is reported once.
        return None;
    }
    let setup = GameSetup::parse(ruleset, options.read(form), count, None);
    let setup = setup.map_err(|errors| form.wrong.extend(options.faults(errors))).ok()?;
    Some(PlayRequest { setup, players, seed, client_seed, commitment: None, external_id: None, tags })
}

/// Marks unknown fields as wrong.
fn only_known(form: &mut Form, seats: &SeatFields, options: &Options) {
    let known = [RULESET, PLAYERS, SEED, CLIENT_SEED, TAGS].map(|field| field.name);
    let known: Vec<_> = known.into_iter().chain(seats.names()).chain(options.names()).collect();
    form.only(&known);
}

/// The address of the form, filled in.
pub fn filled<'a>(ruleset: Ruleset, bots: impl IntoIterator<Item = &'a str>, options: &str, seed: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair(RULESET.name, ruleset.id());
    query.extend_pairs((0..).zip(bots).map(|(seat, bot): (u8, _)| (format!("seat.{seat}"), bot)));
    query.extend_pairs(Options::of(ruleset).written(options)).append_pair(SEED.name, seed);
    format!("/games/new?{}", query.finish())
}

/// The seats and their number. By default, default bots play.
fn seated(ruleset: Ruleset, form: &mut Form) -> (Vec<SeatRequest>, Option<usize>) {
    if !says_seats(form) {
        let number = |text: &str| text.trim().parse().map_err(|_| "Expected a non-negative integer.".to_owned());
        return (Vec::new(), form.value(PLAYERS.name, number));
    }
    let mut seats = Vec::new();
    for seat in 0..ruleset.info().players.max {
        let name = form.value(&format!("name.{seat}"), |text| with_message(Name::new(text)));
        let kind = format!("seat.{seat}");
        if form.text(&kind).trim().is_empty() {
            continue;
        }
        seats.push(SeatRequest { name, bot: form.value(&kind, skill) });
    }
    let count = seats.len();
    (seats, Some(count))
}

fn says_seats(form: &Form) -> bool {
    form.pairs().iter().any(|(name, _)| name.starts_with("seat."))
}

/// The choice for a seat. By default, default bots fill the requested or default number of seats.
fn chosen(ruleset: Ruleset, form: &Form, seat: u8) -> &str {
    if says_seats(form) {
        return form.text(&format!("seat.{seat}"));
    }
    let count = form.text(PLAYERS.name).trim().parse().unwrap_or(ruleset.info().players.default);
    if seat < count { Skill::ALL[0].id() } else { "" }
}

/// The choice of a game.
fn games(form: &Form) -> Markup {
    html! {
        h1 { "Watch a game" }
        (form.faults([Field { id: "games", ..RULESET }]))
        p.lead { "Bots play it at once; then you can watch it step by step." }
        ul.choices #games {
            @for ruleset in Ruleset::ALL {
                li.card-like {
                    h2 { a href={ "/games/new?ruleset=" (ruleset.id()) } { (ruleset.info().name) } }
                    p { (players_of(ruleset)) ". " a href={ "/rules/" (ruleset.id()) } { "Rules of " (ruleset.info().name) } }
                }
            }
        }
        p { a href="/games/import" { "Check and store a game that was played elsewhere" } }
    }
}

fn shown(status: StatusCode, once: &Once, ruleset: Ruleset, form: &Form) -> HttpResponse {
    let (info, options, seats) = (ruleset.info(), Options::of(ruleset), SeatFields::of(ruleset));
    let fields = [RULESET, PLAYERS, SEED, CLIENT_SEED, TAGS].into_iter().chain(seats.fields()).chain(options.fields());
    let title = format!("Watch a game of {}", info.name);
    let body = html! {
        h1 { (title) }
        (form.faults(fields))
        form.set-up method="post" action="/games" {
            (once)
            input type="hidden" name="ruleset" value=(ruleset.id());
            fieldset {
                legend { "Players" }
                p.hint { (players_of(ruleset)) ". An adept bot knows the game, an easy one plays as beginners do, a random one plays anything that is legal. A sage thinks before each step, which takes seconds for a game and counts as many requests." }
                (seats.inputs(ruleset, form, &KINDS, |seat| chosen(ruleset, form, seat)))
            }
            (options.folded(form))
            details open[[SEED, CLIENT_SEED, TAGS].iter().any(|field| form.is_filled(field.name))] {
                summary { "Seed and tags" }
                (form.line(&SEED))
                (form.line(&CLIENT_SEED))
                (form.line(&TAGS))
            }
            p { button type="submit" { "Play it" } }
        }
        p { a href={ "/rules/" (info.id) } { "Rules of " (info.name) } " · " a href="/games/new" { "Other games" } }
    };
    layout::private(layout::page(status, Section::Games.within(&form.titled(&title)), &[], &body))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn read_form(ruleset: Ruleset, pairs: &[(&str, &str)]) -> (Option<PlayRequest>, Form) {
        let mut form =
            Form::from(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>());
        (read(ruleset, Options::of(ruleset), &mut form), form)
    }

    #[test]
    fn each_seat_has_its_bot_and_name_and_empty_ones_are_left_out() {
        let sent = [
            ("seat.0", "adept"),
            ("name.0", "Ada"),
            ("seat.1", ""),
            ("seat.2", "random"),
            ("seat.3", "adept"),
            ("option.deals", "2"),
        ];
        let (requested, form) = read_form(Ruleset::Foolery, &sent);
        let requested = requested.unwrap_or_else(|| panic!("{form:?}"));
        let seats: Vec<_> =
            requested.players.iter().map(|seat| (seat.name.as_ref().map(Name::as_str), seat.bot)).collect();
        assert_eq!(seats, [(Some("Ada"), Some(Skill::Adept)), (None, Some(Skill::Random)), (None, Some(Skill::Adept))]);
        assert!(!requested.setup.has_defaults());
    }

    #[test]
    fn default_bots_play_by_default() {
        for (sent, count) in [(&[][..], 2), (&[("players", "6")], 6), (&[("players", "")], 2)] {
            let (requested, form) = read_form(Ruleset::Fortuna, sent);
            assert_eq!(requested.map(|requested| requested.setup.players()), Some(count), "{form:?}");
        }
    }

    #[test]
    fn errors_are_shown_at_their_field() {
        for (field, sent) in [
            ("players", &[("seat.0", "adept"), ("seat.1", "")][..]),
            ("players", &[("players", "99")]),
            ("seat.1", &[("seat.0", "adept"), ("seat.1", "wizard"), ("seat.2", "adept")]),
            ("name.0", &[("seat.0", "adept"), ("name.0", "\u{7}"), ("seat.1", "adept"), ("seat.2", "adept")]),
            ("option.deals", &[("option.deals", "101")]),
            ("colour", &[("colour", "red")]),
        ] {
            let (requested, form) = read_form(Ruleset::Foolery, sent);
            assert!(requested.is_none() && form.is_wrong(field), "{field}: {:?}", form.wrong);
        }
    }
}
