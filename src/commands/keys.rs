//! `arcana keys`.

use std::{fmt::Write, process::ExitCode};

use anyhow::Context;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

use super::{local, output};
use crate::{
    clock::{Clock, SystemClock},
    config::{Keys, KeysCommand, NewKey},
    service::{
        KeyRecord, KeyRequest, Name, PageSize, Service,
        audit::{self, Actor},
        read_time,
        records::{KeyId, OwnerId},
    },
};

/// Number of keys per database query.
const PAGE: PageSize = PageSize::new(100);

/// Creates, lists or revokes keys.
pub fn keys(settings: &Keys) -> anyhow::Result<ExitCode> {
    let _log = local::log_audit(settings.audit)?;
    local::run(async {
        let service = match &settings.what {
            KeysCommand::List => local::reader(&settings.database).await?,
            KeysCommand::Create(_) => local::service(&settings.database, 0).await?,
            KeysCommand::Revoke { .. } | KeysCommand::RevokeAll { .. } => local::existing(&settings.database).await?,
        };
        let done = match &settings.what {
            KeysCommand::Create(request) => create(&service, request).await,
            KeysCommand::List => list(&service).await,
            KeysCommand::Revoke { id } => revoke(&service, KeyId(*id)).await,
            KeysCommand::RevokeAll { before } => revoke_all(&service, before).await,
        };
        service.close().await;
        done?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Prints the key to standard output and everything else to standard error, so that scripts can capture the key.
async fn create(service: &Service, request: &NewKey) -> anyhow::Result<()> {
    let request = KeyRequest {
        name: Name::new(&request.name).context("--name")?.into_string(),
        owner: request.owner.map(OwnerId),
        scopes: request.scopes.iter().copied().collect(),
        expires_at: request.days.map(|days| SystemClock.now() + TimeDelta::days(days.into())),
    };
    let (record, key) = service.create_key(request).await?;
    audit::key_created(Actor::Command, record.id, record.owner);
    // First of all, since it cannot be shown again.
    output::write(&format!("{key}\n")).with_context(|| {
        let program = output::program();
        format!("key {0} cannot be written to standard output: revoke it with `{program} keys revoke {0}`", record.id)
    })?;
    output::note(&format!("Key {} of owner {}. It is shown only once.", record.id, record.owner.0));
    Ok(())
}

async fn list(service: &Service) -> anyhow::Result<()> {
    let mut text = String::new();
    let mut before = None;
    loop {
        let page = service.keys(before, PAGE).await?;
        for key in &page.items {
            text += &line(key, SystemClock.now());
        }
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    output::print(&text)
}

async fn revoke(service: &Service, id: KeyId) -> anyhow::Result<()> {
    service.revoke_key(id).await.with_context(|| format!("key {id}"))?;
    audit::key_revoked(Actor::Command, id);
    output::note(&format!("Key {id} is revoked. A running service may accept it for up to five more seconds."));
    Ok(())
}

async fn revoke_all(service: &Service, before: &str) -> anyhow::Result<()> {
    let before = read_time(before).context("--before")?;
    let revoked = service.revoke_keys(before).await?;
    audit::keys_revoked(Actor::Command, before, revoked);
    output::note(&format!("Keys revoked: {revoked}. A running service may accept them for up to five more seconds."));
    Ok(())
}

/// A key on one line: id, owner, scopes, status, times of creation and last use, name.
fn line(key: &KeyRecord, now: DateTime<Utc>) -> String {
    let date = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Secs, true);
    let state = match (key.revoked_at, key.expires_at) {
        (Some(_), _) => "revoked".to_owned(),
        (None, Some(end)) if end <= now => "expired".to_owned(),
        (None, Some(end)) => format!("until {}", date(end)),
        (None, None) => "valid".to_owned(),
    };
    let scopes = key.scopes.list().iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let used = key.last_used_at.map_or_else(|| "never".to_owned(), date);
    let mut line = String::new();
    writeln!(
        line,
        "{}  owner {:<16}  {scopes:<16}  {state:<26}  created {}  used {used:<20}  {}",
        key.id,
        key.owner.0,
        date(key.created_at),
        key.name
    )
    .expect("writing to a string does not fail");
    line
}
