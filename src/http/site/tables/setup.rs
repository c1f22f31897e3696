//! The form that sets up a table: game, seats, clock, house rules.

use std::ops::RangeInclusive;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

use super::{
    parameters::Parameters,
    person::{NAME, OwnName, QUESTION, person},
    play_now,
    seat_cookie::{self, seat_held},
};
use crate::{
    games::{Player, Ruleset, with_game},
    http::{
        middleware::{auth::Write, rate_limit},
        site::{
            error::{PageAuth, PageResult},
            form::{Body, Field, Form, Once, Submission, TAGS, players_of, with_message},
            games::watch_form::{CLIENT_SEED, asked_ruleset},
            layout::{self, Section},
            options::{Options, PRESET},
            play::PlayPage,
            seats::{BOTS, SeatFields},
            urls,
        },
    },
    players::Skill,
    service::{
        Caller, DeleteTokens, GameSetup, Service, ServiceError, Tag, once_each,
        tables::{NewTable, SeatSetup, SitDown, TableClock, TableSetup, WhenOut},
    },
};

/// Kinds of players at a seat, as in the form.
const KINDS: [(&str, &str); 9] = [
    ("me", "You"),
    BOTS[0],
    BOTS[1],
    BOTS[2],
    BOTS[3],
    BOTS[4],
    BOTS[5],
    ("open", "Open, by invitation"),
    ("", "Nobody"),
];

const PLAYERS: Field<'_> = Field::text("seats", "players", "Seats");
/// Who sees what of a game.
pub const LISTED: &str = "The finished game is listed with the names of its players. Questions and readings are not.";
const SECONDS: Field<'_> = Field::text("step_seconds", "step_seconds", "Time for a step");
const SPEAK_SECONDS: Field<'_> = Field {
    hint: "Longer for players who are slower to answer, as with a screen reader.",
    ..Field::text("speak_seconds", "speak_seconds", "Bots wait for others to speak")
};
const WHEN_OUT: Field<'_> = Field::text("when_out", "when_out", "When it runs out");

/// The field that allows hints.
const HINTS: &str = "hints";
/// The field of the button that invites one friend.
const WITH: &str = "with";
const FRIEND: &str = "friend";

/// Time limits for a step. The first is the usual one: there is somebody to wait for, or nobody.
const CLOCKS: [(&str, &str); 7] = [
    ("", "two minutes with others, as long as you like against bots"),
    (NO_LIMIT, "as long as they like"),
    ("30", "30 seconds"),
    ("60", "one minute"),
    ("120", "two minutes"),
    ("600", "ten minutes"),
    ("86400", "a day"),
];

const NO_LIMIT: &str = "none";

/// Seconds that bots wait for people who may speak before them. The first is the usual time.
const SPEAKING: [(&str, &str); 5] =
    [("", "5 seconds"), ("10", "10 seconds"), ("20", "20 seconds"), ("60", "one minute"), ("0", "not at all")];

/// The form for a game, or the choice of a game.
pub async fn ask(request: HttpRequest, service: web::Data<Service>) -> PageResult {
    let ruleset = asked_ruleset(&request)?;
    let (once, name) = (Once::new(&service), OwnName::of(&request, &service).await?);
    Ok(match ruleset {
        Some(ruleset) => shown(StatusCode::OK, (&once, &name), ruleset, &Form::default()),
        None => layout::private(layout::page(StatusCode::OK, Section::Play.top("Play"), &[], &games(&once, &name))),
    })
}

fn games(once: &Once, name: &OwnName) -> Markup {
    html! {
        h1 { "Play" }
        p.lead { "Against bots, or with others: invite them, or " a href=(urls::OPEN_TABLES) { "join an open table" } "." }
        (play_now::form(once, name))
        ul.choices {
            @for ruleset in Ruleset::ALL {
                li.card-like {
                    h2 { a href={ "/tables/new?ruleset=" (ruleset.id()) } { (ruleset.info().name) } }
                    p { a href=(urls::lesson(ruleset)) { "Learn " (ruleset.info().name) " in five minutes" } }
                    p { (players_of(ruleset)) ". " a href={ "/rules/" (ruleset.id()) } { "Rules of " (ruleset.info().name) } }
                }
            }
        }
    }
}

/// Sets up a table and redirects to it.
pub async fn make(request: HttpRequest, auth: PageAuth<Write>, service: web::Data<Service>, body: Body) -> PageResult {
    let mut form = Form::read(&body)?;
    let (once, name) = (Once::new(&service), OwnName::of(&request, &service).await?);
    let ruleset = form.value("ruleset", |id| with_message(id.parse::<Ruleset>())).unwrap_or(Ruleset::Fortunes);
    let setup = read(ruleset, &mut form);
    let Some(setup) = setup.filter(|_| form.wrong.is_empty()) else {
        return Ok(shown(StatusCode::UNPROCESSABLE_ENTITY, (&once, &name), ruleset, &form));
    };
    rate_limit::charge(&request, rate_limit::units_of(setup.thinking()))?;
    match set_up(&request, &service, &auth.0.caller, setup, form.submission().as_ref()).await {
        Err(ServiceError::Invalid(errors)) => {
            // Of all names only the reader's was entered.
            let field = |place: String| if place.ends_with(".name") { NAME.name.to_owned() } else { place };
            let faults = Options::of(ruleset).faults(errors).into_iter().map(|(place, why)| (field(place), why));
            form.wrong.extend(faults);
            Ok(shown(StatusCode::UNPROCESSABLE_ENTITY, (&once, &name), ruleset, &form))
        }
        made => Ok(made?),
    }
}

/// Sets up a table. The answer leads to it, and has the cookies of its seats and of who may close it.
///
/// # Errors
/// As [`Service::create_table`].
pub async fn set_up(
    request: &HttpRequest,
    service: &Service,
    caller: &Caller,
    setup: TableSetup,
    submission: Option<&Submission>,
) -> Result<HttpResponse, ServiceError> {
    let tokens = service.delete_tokens(caller).await?;
    let key = submission.map(|submission| submission.key(request, service, caller.owner));
    let created = service.create_table(caller.owner, setup, submission.map(Submission::nonce), key).await?;
    let (made, id) = (&created.value, created.value.view.record.id);
    let response = led_to(made, &tokens, &Parameters::default());
    Ok(match made.tokens.iter().flatten().next() {
        // The form was sent again, and the seat has been left since: the browser may have another one.
        Some(token) if created.is_replay && seat_held(service, id, token).await?.is_none() => response,
        Some(token) => seat_cookie::with_seat(request, response, id, token),
        None => response,
    })
}

/// The answer to whoever has set a table up, with the cookies of who may close it and of the invitations to it.
/// `parameters` are those of the table's page.
pub fn led_to(made: &NewTable, tokens: &DeleteTokens, parameters: &Parameters) -> HttpResponse {
    let id = made.view.record.id;
    let response = layout::private(layout::see_other(parameters.address(id)));
    let response = match tokens.of(id) {
        Some(token) => seat_cookie::with_owner(response, id, &token),
        None => response,
    };
    let invitations = (0..).map(Player).zip(&made.invitations).filter_map(|(seat, given)| Some((seat, (*given)?)));
    let invitations: Vec<_> = invitations.collect();
    if invitations.is_empty() { response } else { seat_cookie::with_invitations(response, id, &invitations) }
}

/// Parses the form; `None` after recording errors in it.
fn read(ruleset: Ruleset, form: &mut Form) -> Option<TableSetup> {
    let (options, fields) = (Options::of(ruleset), SeatFields::without_names(ruleset));
    let known = [
        "ruleset",
        "name",
        "question",
        "client_seed",
        "step_seconds",
        "speak_seconds",
        "when_out",
        "listed",
        TAGS.name,
        HINTS,
        WITH,
        PRESET.name,
    ]
    .into_iter();
    let known: Vec<&str> = known.chain(fields.names()).chain(options.names()).collect();
    form.only(&known);
    let person = person(form);
    let seats = seated(ruleset, form, &person);
    let among_people = seats.iter().any(|seat| matches!(seat, SeatSetup::Open));
    let step_seconds = match form.text("step_seconds") {
        "" => TableClock::default().step_seconds.filter(|_| among_people),
        NO_LIMIT => None,
        _ => form.value("step_seconds", |text| seconds(text, TableClock::STEP_SECONDS)),
    };
    let speak_seconds = form.value("speak_seconds", |text| seconds(text, TableClock::SPEAK_SECONDS));
    let speak_seconds = speak_seconds.unwrap_or(TableClock::default().speak_seconds);
    let when_out = if form.text("when_out") == "close" { WhenOut::Close } else { WhenOut::Bot };
    let clock = TableClock { step_seconds, speak_seconds, when_out, fill_seconds: None };
    let setup = GameSetup::parse(ruleset, options.read(&options.with_preset(form)), Some(seats.len()), None);
    let setup = setup.map_err(|faults| form.wrong.extend(options.faults(faults))).ok()?;
    let tags = once_each(form.tags().into_iter().map(Tag::into_string));
    let listed = !form.text("listed").is_empty();
    let hints = !form.text(HINTS).is_empty();
    Some(TableSetup { setup, seats, listed, hints, clock, commitment: None, external_id: None, tags, day: None })
}

fn seconds(text: &str, range: RangeInclusive<u32>) -> Result<u32, String> {
    let within = text.parse().ok().filter(|seconds| range.contains(seconds));
    within.ok_or_else(|| format!("Expected {} to {} seconds.", range.start(), range.end()))
}

/// The seats. By default the reader plays against bots.
fn seated(ruleset: Ruleset, form: &mut Form, person: &SitDown) -> Vec<SeatSetup> {
    let mut seats = Vec::new();
    let sits = |seats: &[SeatSetup]| seats.iter().any(|seat| matches!(seat, SeatSetup::Person(_)));
    for seat in 0..ruleset.info().players.max {
        let kind = chosen(ruleset, form, seat).to_owned();
        let mut wrong = |why: &str| form.wrong.push((format!("seat.{seat}"), why.to_owned()));
        match kind.as_str() {
            "me" => {
                if sits(&seats) {
                    wrong("You can sit at one place only.");
                }
                seats.push(SeatSetup::Person(person.clone()));
            }
            "open" => seats.push(SeatSetup::Open),
            "" => (),
            bot => match Skill::from_label(bot) {
                Some(bot) => seats.push(SeatSetup::Bot { bot, name: None }),
                None => {
                    wrong("Choose one of the list.");
                    seats.push(SeatSetup::Open);
                }
            },
        }
    }
    if !sits(&seats) {
        for field in ["name", "question", "client_seed"] {
            if !form.text(field).is_empty() {
                let message = "Choose a seat for yourself, or leave this empty.";
                form.wrong.push((field.to_owned(), message.to_owned()));
            }
        }
    }
    seats
}

/// The choice for a seat. By default the reader has the first seat, and bots fill the others up to the default number.
fn chosen(ruleset: Ruleset, form: &Form, seat: u8) -> &str {
    let sent = form.pairs().iter().any(|(key, _)| key.starts_with("seat."));
    match (sent, seat) {
        (true, _) => form.text(&format!("seat.{seat}")),
        (false, 0) => "me",
        // Across the table, where a partner sits in the games that have one.
        (false, seat) if form.text(WITH) == FRIEND && seat == ruleset.info().players.default / 2 => "open",
        (false, seat) if seat < ruleset.info().players.default => "adept",
        (false, _) => "",
    }
}

fn shown(status: StatusCode, (once, name): (&Once, &OwnName), ruleset: Ruleset, form: &Form) -> HttpResponse {
    let (info, options, seats) = (ruleset.info(), Options::of(ruleset), SeatFields::without_names(ruleset));
    let fields = [PRESET, PLAYERS, NAME, QUESTION, SECONDS, SPEAK_SECONDS, WHEN_OUT, CLIENT_SEED, TAGS];
    let body = html! {
        h1 { "Play " (info.name) }
        p { "New to it? " a href=(urls::lesson(ruleset)) { "Learn it in five minutes" } "." }
        (form.faults(fields.into_iter().chain(seats.fields()).chain(options.fields())))
        form.set-up method="post" action="/tables/new" {
            (once)
            input type="hidden" name="ruleset" value=(ruleset.id());
            (name.line(form, &NAME))
            @if info.has_readings { (form.line(&QUESTION)) }
            (options.presets(form))
            details open[form.pairs().iter().any(|(name, _)| name.starts_with("seat."))] {
                summary { "Seats: you and bots, or whom you invite" }
                fieldset #(PLAYERS.id) tabindex="-1" aria-describedby=[form.described_by(&PLAYERS)] {
                    legend { "Seats" }
                    p.hint { (players_of(ruleset)) "." }
                    (form.described(&PLAYERS))
                    (seats.inputs(ruleset, form, &KINDS, |seat| chosen(ruleset, form, seat)))
                }
            }
            label.flag { input type="checkbox" name=(HINTS) value="yes" checked[!form.text(HINTS).is_empty()]; " Hints: whoever plays may ask what a bot would do in the same place" }
            (clock(ruleset, form))
            (options.folded(form))
            p.hint { (LISTED) }
            p { button type="submit" { "Sit down" } }
        }
    };
    layout::private(layout::page(
        status,
        Section::Play.within(&form.titled(&format!("Play {}", info.name))),
        &[],
        &body,
    ))
}

/// The inputs for clock, seed and tags, folded unless they have errors.
fn clock(ruleset: Ruleset, form: &Form) -> Markup {
    let speaks = with_game!(ruleset, G => G::SPEAKS);
    let listed = !form.text("listed").is_empty();
    html! {
        details open[[SECONDS, SPEAK_SECONDS, WHEN_OUT, CLIENT_SEED, TAGS].iter().any(|field| form.is_wrong(field.name))] {
            summary { "Clock, seed and tags" }
            (form.choice(&SECONDS, &CLOCKS))
            (form.choice(&WHEN_OUT, &[("bot", "a bot makes the step"), ("close", "the table is closed")]))
            @if speaks { (form.choice(&SPEAK_SECONDS, &SPEAKING)) }
            (form.line(&CLIENT_SEED))
            (form.line(&TAGS))
            label.flag { input type="checkbox" name="listed" value="yes" checked[listed]; " List the table at “Open tables”: anyone may take an open seat" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_form(ruleset: Ruleset, pairs: &[(&str, &str)]) -> (Option<TableSetup>, Form) {
        let pairs: Vec<_> = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let mut form = Form::from(pairs);
        (read(ruleset, &mut form), form)
    }

    #[test]
    fn by_default_the_reader_plays_against_bots() {
        for ruleset in Ruleset::ALL {
            let (setup, form) = read_form(ruleset, &[("ruleset", ruleset.id())]);
            let setup = setup.unwrap_or_else(|| panic!("{form:?}"));
            assert_eq!(setup.seats.len(), usize::from(ruleset.info().players.default));
            assert!(matches!(setup.seats[0], SeatSetup::Person(_)));
            assert!(setup.seats[1..].iter().all(|seat| matches!(seat, SeatSetup::Bot { bot: Skill::Adept, .. })));
        }
    }

    #[test]
    fn the_reader_is_named_once_wherever_the_seat_is() {
        let (setup, form) = read_form(
            Ruleset::Reversal,
            &[("name", "Ada"), ("seat.0", "adept"), ("seat.1", "me"), ("speak_seconds", "20")],
        );
        let setup = setup.unwrap_or_else(|| panic!("{form:?}"));
        let name = |seat: &SeatSetup| match seat {
            SeatSetup::Person(person) => person.name.as_ref().map(|name| name.clone().into_string()),
            SeatSetup::Bot { name, .. } => name.as_ref().map(|name| name.clone().into_string()),
            SeatSetup::Open => None,
        };
        assert_eq!(setup.seats.iter().filter_map(name).collect::<Vec<_>>(), ["Ada"]);
        assert_eq!(setup.clock.speak_seconds, 20);
    }

    #[test]
    fn errors_are_shown_at_their_field() {
        const OTHERS: [(&str, &str); 2] = [("seat.2", "adept"), ("seat.3", "adept")];
        for (field, pairs) in [
            ("seat.1", &[("seat.0", "me"), ("seat.1", "me"), ("seat.2", "adept"), ("seat.3", "open")][..]),
            ("name.1", &[&[("seat.0", "me"), ("seat.1", "adept"), ("name.1", "Bel")][..], &OTHERS].concat()),
            ("seat.1", &[("seat.0", "me"), ("seat.1", "wizard"), ("seat.2", "adept"), ("seat.3", "open")]),
            ("players", &[("seat.0", "me"), ("seat.1", "adept")]),
            ("option.stars_when_broken", &[("option.stars_when_broken", "never")]),
            ("colour", &[("colour", "red")]),
            ("step_seconds", &[("step_seconds", "1")]),
            ("speak_seconds", &[("speak_seconds", "61")]),
            ("tags", &[("tags", "1,2,3,4,5,6,7,8,9")]),
        ] {
            let (_, form) = read_form(Ruleset::Fortunes, pairs);
            assert!(form.wrong.iter().all(|(name, _)| name == field), "{field}: {:?}", form.wrong);
            assert!(!form.wrong.is_empty(), "{field}");
        }
    }
}
