//! Tricks entered by hand after a game with real cards. The page is that of a stored reading, but nothing is stored: a
//! link contains the tricks.

mod entered;
mod sheet;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

use self::{
    entered::{Entered, PATH},
    sheet::Sheet,
};
use crate::{
    http::{
        extract::query::Query,
        middleware::auth::Read,
        site::{
            error::{PageAuth, PageResult},
            form::{Body, Form},
            layout::{self, Section},
        },
    },
    reading::{Reading, art::Size, html::linked_fragment},
    service::Service,
};

/// Maximum length of a link. Longer URLs are not supported everywhere.
const LINK_LIMIT: usize = 2_000;

/// The form, or the reading of the tricks in the URL.
pub async fn page(request: HttpRequest, _auth: PageAuth<Read>, service: web::Data<Service>) -> PageResult {
    let mut query = Query::of(&request);
    let entered = Entered::from_query(&mut query);
    let change = query.flag("change").unwrap_or_default();
    query.finish()?;
    let Some(entered) = entered else {
        return Ok(form_page(StatusCode::OK, &Sheet::default(), &Form::default()));
    };
    if change {
        let form = Form::from(sheet::pairs(&entered));
        return Ok(form_page(StatusCode::OK, &Sheet::of(&form), &form));
    }
    match entered.read() {
        Ok(reading) => Ok(shown(&service, &entered, &reading)),
        Err(why) => {
            let mut form = Form::from(sheet::pairs(&entered));
            form.wrong.push(sheet::fault(&why, &sheet::rows_of(&form), entered.deck));
            Ok(form_page(StatusCode::BAD_REQUEST, &Sheet::of(&form), &form))
        }
    }
}

/// Handles the form: adds rows, reports errors, or redirects to the reading.
pub async fn enter(_auth: PageAuth<Read>, service: web::Data<Service>, body: Body) -> PageResult {
    let mut form = Form::read(&body)?;
    let sheet = Sheet::of(&form);
    if let Some(longer) = sheet.longer(&form) {
        return Ok(form_page(StatusCode::OK, &longer, &form));
    }
    let Some(entered) = sheet.read(&mut form) else {
        return Ok(form_page(StatusCode::UNPROCESSABLE_ENTITY, &sheet, &form));
    };
    match entered.read() {
        Ok(_) if entered.link().len() <= LINK_LIMIT => Ok(layout::see_other(entered.link())),
        Ok(reading) => Ok(shown(&service, &entered, &reading)),
        Err(why) => {
            form.wrong.push(sheet::fault(&why, &sheet::rows_of(&form), entered.deck));
            Ok(form_page(StatusCode::UNPROCESSABLE_ENTITY, &sheet, &form))
        }
    }
}

fn form_page(status: StatusCode, sheet: &Sheet, form: &Form) -> HttpResponse {
    layout::private(layout::page(
        status,
        Section::Ask.within(&form.titled("Enter tricks by hand")),
        &[],
        &sheet.page(PATH, form),
    ))
}

fn shown(service: &Service, entered: &Entered, reading: &Reading) -> HttpResponse {
    let heading = entered.heading();
    let faces = service.pictures().linked(service.pictures().on_pages, Size::Small);
    let body = html! {
        div.reading-page { (linked_fragment(reading, &heading, faces)) }
        (link(&entered.link()))
    };
    layout::page(StatusCode::OK, Section::Ask.within(&heading.title(reading)), &["site.js", "enlarge.js"], &body)
}

/// How to share the reading, which is not stored here.
fn link(link: &str) -> Markup {
    html! {
        section.aside aria-labelledby="share" {
            h2 #share { "Share" }
            @if link.len() <= LINK_LIMIT {
                p { "Nothing of this reading is stored here. The address of this page holds the tricks, the name and the question: anyone who gets it sees the same." }
                p.field {
                    label for="address" { "Address" }
                    input #address.whole type="text" readonly value=(link) data-whole-address;
                }
            } @else {
                p { "Nothing of this reading is stored here, and its question is too long for a link. Print or save this page to keep it." }
            }
            p { a href={ (link) "&change=true" } { "Change the tricks" } " · " a href=(PATH) { "Enter others" } }
        }
    }
}
