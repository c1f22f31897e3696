//! Playing with others at once: a friend is invited, or the reader sits down with whoever waits.

use actix_web::{HttpRequest, web};
use maud::{Markup, html};

use super::{
    person::{NAME, OwnName, person},
    seat_cookie,
};
use crate::{
    games::Ruleset,
    http::{
        middleware::{auth::Write, rate_limit},
        site::{
            error::{PageAuth, PageError, PageResult},
            form::{Body, Field, Form, Once, with_message},
            layout, urls,
        },
    },
    players::Skill,
    service::{GameSetup, Service, ServiceError, tables::Guest},
};

const RULESET: Field<'_> = Field::text("game-with-others", "ruleset", "Game");
const OWN_NAME: Field<'_> = Field { id: "name-with-others", ..NAME };

/// The form of the first page and of the list of games: with a friend, or now.
pub fn form(once: &Once, own: &OwnName) -> Markup {
    let games = Ruleset::ALL.map(|ruleset| (ruleset.id(), ruleset.info().name));
    html! {
        section.card-like aria-labelledby="others" {
            h2 #others { "Play with others" }
            form method="post" action="/tables/new" {
                (once)
                (Form::default().choice(&RULESET, &games))
                (own.line(&Form::default(), &OWN_NAME))
                p.buttons {
                    button type="submit" name="with" value="friend" { "Invite a friend" }
                    button.quiet type="submit" formaction="/tables/play" { "Play now" }
                }
            }
            p.hint {
                "A friend gets a link to the seat across from yours; bots take the others. “Play now” sits you down with \
                 whoever waits, and with bots when nobody has come for half a minute."
            }
        }
    }
}

/// Sits down with whoever waits, or at a new table.
pub async fn play_now(
    request: HttpRequest,
    auth: PageAuth<Write>,
    service: web::Data<Service>,
    body: Body,
) -> PageResult {
    let mut form = Form::read(&body)?;
    form.only(&["ruleset", NAME.name]);
    let ruleset = form.value("ruleset", |id| with_message(id.parse::<Ruleset>()));
    let person = person(&mut form);
    let submission = form.submission();
    let (Some(ruleset), Some(submission), true) = (ruleset, submission, form.wrong.is_empty()) else {
        return with_others().await;
    };
    let setup = GameSetup::with_defaults(ruleset, None).map_err(ServiceError::Invalid)?;
    rate_limit::charge(&request, rate_limit::units_of(setup.thinking(&vec![Skill::Adept; setup.players()])))?;
    let owner = auth.0.caller.owner;
    let key = submission.key(&request, &service, owner);
    let sat = service.play_now(ruleset, Guest { person, invitation: None, owner }, submission.nonce(), key).await;
    let (id, token) = sat.map_err(PageError::from)?.value;
    Ok(seat_cookie::with_seat(&request, layout::private(layout::see_other(urls::table(id))), id, &token))
}

/// The address of the form leads to the games.
pub async fn with_others() -> PageResult {
    Ok(layout::see_other("/tables/new".to_owned()))
}
