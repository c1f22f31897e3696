//! Devices: links to another one, recovery texts, signing out.

use actix_web::{HttpRequest, http::StatusCode, web};
use maud::html;

use super::{KEY, known, nobody, written_down};
use crate::{
    http::{
        client::{base_url, browser},
        cookies::{profile, set_profile},
        extract::query::Query,
        middleware::auth::{actor, caller},
        site::{
            deletion::sent,
            error::{PageError, PageResult},
            form::{Body, Form, copy},
            layout::{self, Section},
            tables::qr,
            urls,
        },
    },
    service::{
        DeviceLink, Service, ServiceError, audit,
        records::{KeyId, KeyRecord, OwnerId},
        to_the_end,
    },
};

/// Makes a link for another device.
pub async fn link(request: HttpRequest, service: web::Data<Service>, body: Body) -> PageResult {
    sent(&request, &body)?;
    let (caller, _) = known(&request, &service).await?;
    let link = service.create_link(caller.owner).await?;
    let whole = format!("{}{}/device?link={link}", base_url(&request), urls::ME);
    let body = html! {
        h1 { "Another device" }
        p.lead { "Open this address on the other device within ten minutes. It can be used once." }
        div.invitation {
            p.field {
                label for="link" { "Link" }
                input.whole #link type="text" readonly value=(whole);
            }
            (copy("link", "the link", None))
            (qr::code(&whole, "The link as a QR code"))
        }
        p { "Whoever uses it can play as you: show it to nobody. " a href=(urls::ME) { "Back to your profile" } }
    };
    Ok(layout::private(layout::page(StatusCode::OK, Section::Me.within("Another device"), &["copies.js"], &body)))
}

/// Whose profile a link leads to. It uses nothing up: previews open links, too.
pub async fn whose(request: HttpRequest, service: web::Data<Service>) -> PageResult {
    let link = read(&request)?;
    let profile = service.linked_profile(&link).await?;
    let body = html! {
        h1 { bdi { (profile.name.as_str()) } }
        p.lead { "This link takes the profile of " bdi { (profile.name.as_str()) } " to this browser. It can be used once." }
        form method="post" action={ (urls::ME) "/device?link=" (link) } {
            p { button type="submit" { "Use the profile in this browser" } }
        }
        p { "If it is not yours, " a href="/" { "leave it" } "." }
    };
    Ok(layout::private(layout::page(StatusCode::OK, Section::Me.within("Another device"), &["copies.js"], &body)))
}

/// Takes a profile to this browser.
pub async fn take(request: HttpRequest, service: web::Data<Service>, body: Body) -> PageResult {
    Form::read(&body)?;
    let link = read(&request)?;
    let device = service.take_link(&link, browser(&request)).await?;
    changed_to(&request, &service, device).await
}

/// Takes a profile to this browser by its recovery text.
pub async fn enter(request: HttpRequest, service: web::Data<Service>, body: Body) -> PageResult {
    let mut form = Form::read(&body)?;
    form.only(&[KEY.name]);
    match service.recovered(form.text(KEY.name)).await {
        Ok(owner) if form.wrong.is_empty() => {
            let device = service.add_device(owner, browser(&request)).await?;
            changed_to(&request, &service, device).await
        }
        Ok(_) => Ok(nobody(&request, StatusCode::UNPROCESSABLE_ENTITY, &form)),
        Err(ServiceError::Unauthorized) => {
            let why = "It is not the recovery text of a profile, or was revoked.".to_owned();
            // A secret is not shown again.
            let mut empty = Form::default();
            empty.wrong.push((KEY.name.to_owned(), why));
            Ok(nobody(&request, StatusCode::UNPROCESSABLE_ENTITY, &empty))
        }
        Err(error) => Err(error.into()),
    }
}

/// Makes another recovery text.
pub async fn recovery(request: HttpRequest, service: web::Data<Service>, body: Body) -> PageResult {
    sent(&request, &body)?;
    let (caller, _) = known(&request, &service).await?;
    let (record, text) = service.add_recovery(caller.owner).await?;
    audit::key_created(actor(&request, &caller), record.id, record.owner);
    Ok(written_down("A new recovery text", &text))
}

/// Revokes a device.
pub async fn revoke(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    sent(&request, &body)?;
    let (caller, key) = known(&request, &service).await?;
    let id = PageError::id(&path, KeyId, "device")?;
    revoked(&request, &service, caller.owner, id).await?;
    let response = layout::see_other(urls::ME.to_owned());
    Ok(if id == key { set_profile(&request, response, "") } else { response })
}

/// Has this browser forget the profile.
pub async fn sign_out(request: HttpRequest, service: web::Data<Service>, body: Body) -> PageResult {
    sent(&request, &body)?;
    let response = layout::see_other(urls::ME.to_owned());
    forgotten(&request, &service).await?;
    Ok(set_profile(&request, response, ""))
}

/// Keeps another profile, after the one that the browser had.
async fn changed_to(request: &HttpRequest, service: &Service, (record, text): (KeyRecord, String)) -> PageResult {
    audit::key_created(actor(request, &caller(request)), record.id, record.owner);
    forgotten(request, service).await?;
    Ok(set_profile(request, layout::see_other(urls::ME.to_owned()), &text))
}

/// Revokes the key in this browser's cookie.
async fn forgotten(request: &HttpRequest, service: &Service) -> Result<(), ServiceError> {
    let Some(kept) = profile(request) else { return Ok(()) };
    match service.device(kept).await {
        Ok(device) => match device.key {
            Some(key) => revoked(request, service, device.owner, key).await,
            None => Ok(()),
        },
        Err(ServiceError::Unauthorized) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn revoked(request: &HttpRequest, service: &Service, owner: OwnerId, id: KeyId) -> Result<(), ServiceError> {
    let (service, actor) = (service.clone(), actor(request, &caller(request)));
    to_the_end(async move {
        service.revoke_device(owner, id).await?;
        audit::key_revoked(actor, id);
        Ok(())
    })
    .await
}

/// The link in the URL.
fn read(request: &HttpRequest) -> Result<DeviceLink, PageError> {
    let mut query = Query::of(request);
    let link: Option<String> = query.one("link");
    query.finish()?;
    link.as_deref().and_then(DeviceLink::read).ok_or_else(|| PageError::not_found("link"))
}
