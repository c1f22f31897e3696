//! The reader's own page: the name, the devices that have it, and how to make it one's own.

mod devices;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

use super::{
    deletion::sent,
    error::{PageError, PageResult},
    form::{Body, Field, Form, copy, with_message},
    games::when,
    layout::{self, Section},
    tables::own_tables,
    urls,
};
use crate::{
    http::{
        api::profiles,
        client::browser,
        cookies::set_profile,
        extract::query,
        middleware::auth::{actor, caller},
        settings::Settings,
    },
    service::{
        Caller, Name, ProblemCode, Profile, Scope, Service, ServiceError, audit,
        records::{AnyReading, KeyId, KeyKind, KeyRecord},
        store::ReadingFilter,
    },
};

pub use self::devices::{enter, link, recovery, revoke, sign_out, take, whose};

const NAME: Field<'_> = Field {
    limit: Some(Name::LIMIT),
    hint: "Nobody else can take it, nor one that looks like it.",
    autocomplete: "nickname",
    ..Field::text("name", "name", "Your name")
};
const KEY: Field<'_> = Field::text("key", "key", "Recovery text");

/// Number of tables and readings that are listed.
const LISTED: u32 = 10;

/// What a profile is, for whoever has none yet.
const MEANING: &str = "A name of your own, with a rating, and your games, tables and readings on each of your devices. \
    There is no mail address and no password: this browser keeps the profile, and a text that you write down brings it \
    back. Whoever loses both has lost the profile; nobody can restore it.";

/// The page.
pub async fn page(request: HttpRequest, service: web::Data<Service>) -> PageResult {
    query::none(&request)?;
    let caller = caller(&request);
    match service.profile(caller.owner).await? {
        Some(profile) => own(&service, &caller, &profile).await,
        None => Ok(nobody(&request, StatusCode::OK, &Form::default())),
    }
}

/// Makes a profile, which this browser then keeps.
pub async fn make(request: HttpRequest, service: web::Data<Service>, body: Body) -> PageResult {
    let mut form = Form::read(&body)?;
    form.only(&[NAME.name]);
    if service.profile(caller(&request).owner).await?.is_some() {
        return Ok(layout::see_other(urls::ME.to_owned()));
    }
    let name = form.value(NAME.name, |text| with_message(Name::new(text)));
    if name.is_none() && form.wrong.is_empty() {
        form.wrong.push((NAME.name.to_owned(), "A name is required.".to_owned()));
    }
    let Some(name) = name.filter(|_| form.wrong.is_empty()) else {
        return Ok(nobody(&request, StatusCode::UNPROCESSABLE_ENTITY, &form));
    };
    match profiles::create(&request, &service, name).await {
        Ok(made) => {
            let (device, text) = service.add_device(made.key.owner, browser(&request)).await?;
            audit::key_created(actor(&request, &caller(&request)), device.id, device.owner);
            Ok(set_profile(&request, written_down(made.profile.name.as_str(), &made.text), &text))
        }
        Err(problem) if problem.kind().code == ProblemCode::NameTaken => {
            form.wrong.push((NAME.name.to_owned(), problem.detail().replace('`', "")));
            Ok(nobody(&request, StatusCode::CONFLICT, &form))
        }
        Err(problem) => Err(problem.into()),
    }
}

/// Deletes the profile with all that is its own.
pub async fn delete(request: HttpRequest, service: web::Data<Service>, body: Body) -> PageResult {
    sent(&request, &body)?;
    let (caller, _) = known(&request, &service).await?;
    profiles::delete(&request, &service, &caller).await?;
    let body = html! {
        h1 { "Deleted" }
        p { "The profile was deleted, with its games, readings and tables. Caches, such as that of a browser, may show them for up to an hour." }
        p { a href=(urls::ME) { "Make another profile" } }
    };
    Ok(set_profile(&request, layout::page(StatusCode::OK, "Deleted", &[], &body), ""))
}

/// The URL of a form leads back to the page.
pub async fn back() -> PageResult {
    Ok(layout::see_other(urls::ME.to_owned()))
}

/// The caller, if it has a profile, with its key.
async fn known(request: &HttpRequest, service: &Service) -> Result<(Caller, KeyId), PageError> {
    let caller = caller(request);
    let key = caller.key.filter(|_| caller.scopes.has(Scope::Read) && caller.scopes.has(Scope::Write));
    match (key, service.profile(caller.owner).await?) {
        (Some(key), Some(_)) => Ok((caller, key)),
        (_, _) => Err(PageError::new(StatusCode::FORBIDDEN, "This browser has no profile, or not any more.")),
    }
}

/// The page for whoever has no profile.
fn nobody(request: &HttpRequest, status: StatusCode, form: &Form) -> HttpResponse {
    let open = Settings::of(request).sign_up || caller(request).key.is_some();
    let body = html! {
        h1 { "Your profile" }
        (form.faults([NAME, KEY]))
        p.lead { (MEANING) }
        @if open {
            form method="post" action=(urls::ME) {
                (form.line(&NAME))
                p { button type="submit" { "Make the profile" } }
            }
        } @else {
            p.made { "The operator of this service lets nobody make a profile without a key." }
        }
        section aria-labelledby="recover" {
            h2 #recover { "You have one already" }
            p { "Open " code { "/me" } " on a device that has the profile, and make a link for this one. Or enter the recovery text that you wrote down." }
            form method="post" action={ (urls::ME) "/key" } {
                (form.line(&KEY))
                p { button type="submit" { "Use it in this browser" } }
            }
        }
    };
    layout::private(layout::page(status, Section::Me.top(&form.titled("Your profile")), &[], &body))
}

/// The page that shows a recovery text, only this once.
fn written_down(name: &str, text: &str) -> HttpResponse {
    let body = html! {
        h1 { bdi { (name) } }
        p.lead { "Write this text down, or keep it where you keep passwords. It is shown only this once." }
        p.field {
            label for="recovery" { "Recovery text" }
            textarea.whole #recovery readonly rows="4" { (text) }
        }
        (copy("recovery", "the recovery text", None))
        p { "It brings your profile back when this browser has lost it, and whoever has it can play as you. Programs send it as a key." }
        p { a.button href=(urls::TODAY) { "I have written it down: to today’s deal" } }
        p { a href=(urls::ME) { "To my profile" } }
    };
    layout::private(layout::page(StatusCode::OK, Section::Me.within("Your recovery text"), &["copies.js"], &body))
}

/// The page of a profile.
async fn own(service: &Service, caller: &Caller, profile: &Profile) -> PageResult {
    let (tables, readings) = (tables(service, caller).await?, readings(service, caller).await?);
    let devices = service.devices(caller.owner).await?;
    let name = profile.name.as_str();
    let body = html! {
        h1 { bdi { (name) } }
        p { "Your name here since " (when(profile.created_at)) ". It is yours alone at tables and on boards." }
        ul {
            li { a href=(urls::player(name)) { "Games and rating" } }
            li { a href=(urls::TODAY) { "Today’s deal" } }
            li { a href="/tables/new" { "Play" } }
        }
        (tables)
        (readings)
        (device_list(caller, &devices))
        section aria-labelledby="deletion" {
            h2 #deletion { "Delete the profile" }
            details {
                summary { "Delete it …" }
                form method="post" action={ (urls::ME) "/delete" } {
                    p { "The games that you stored, your readings and tables are deleted with it, and the name is free. Games of others in which you played stay. This cannot be undone." }
                    p { button type="submit" { "Delete permanently" } }
                }
            }
        }
    };
    Ok(layout::private(layout::page(StatusCode::OK, Section::Me.top(name), &[], &body)))
}

async fn tables(service: &Service, caller: &Caller) -> Result<Markup, ServiceError> {
    let tables = own_tables(service, caller, None, LISTED).await?;
    Ok(html! {
        h2 { "Tables that you set up" }
        @if let Some(tables) = tables { (tables) } @else { p.none { "None lately." } }
    })
}

async fn readings(service: &Service, caller: &Caller) -> Result<Markup, ServiceError> {
    let readings = service.readings(caller.owner, &ReadingFilter::default(), None, LISTED).await?.items;
    let told = readings.iter().map(|reading| match reading {
        AnyReading::Fortunes(stored) => (stored.record.id, "Fortunes", stored.record.created_at),
        AnyReading::Spread(stored) => (stored.record.id, "Spread", stored.record.created_at),
    });
    Ok(html! {
        h2 { "Readings" }
        @if readings.is_empty() { p.none { "None yet, besides those of " a href=(urls::DAYS) { "your days" } ". " a href="/" { "Ask for a reading" } "." } }
        @else { ul { @for (id, what, at) in told { li { a href=(urls::reading(id)) { (what) } ", " (when(at)) } } } }
    })
}

fn device_list(caller: &Caller, devices: &[KeyRecord]) -> Markup {
    html! {
        section aria-labelledby="devices" {
            h2 #devices { "Devices" }
            ul.choices {
                @for key in devices {
                    li.card-like {
                        p {
                            @match key.kind {
                                KeyKind::Given | KeyKind::Profile => { "Recovery text" }
                                KeyKind::Device => (key.name),
                            }
                            " of " (when(key.created_at))
                            @if let Some(used) = key.last_used_at { ", last used " (when(used)) }
                            @if caller.key == Some(key.id) { " " span.badge { "this one" } }
                        }
                        form method="post" action={ (urls::ME) "/devices/" (key.id) "/revoke" } {
                            p { button.quiet type="submit" { "Revoke" } }
                        }
                    }
                }
            }
            form method="post" action={ (urls::ME) "/link" } { p { button type="submit" { "Add another device" } } }
            form method="post" action={ (urls::ME) "/recovery" } { p { button.quiet type="submit" { "Write down a new recovery text" } } }
            form method="post" action={ (urls::ME) "/sign-out" } { p { button.quiet type="submit" { "Sign out of this browser" } } }
        }
    }
}
