//! The location of a table, parsed from a link.

use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use ureq::http::Uri;
use uuid::Uuid;

use crate::games::Player;

/// A table of a running service, and the seat in its link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLink {
    /// Base URL of the service, without a trailing slash.
    pub service: String,
    /// The table's id.
    pub table: Uuid,
    /// The seat that the link invites to.
    pub seat: Option<Player>,
    /// The invitation.
    pub invitation: Option<String>,
}

impl FromStr for TableLink {
    type Err = anyhow::Error;

    fn from_str(link: &str) -> anyhow::Result<TableLink> {
        let uri: Uri = link.parse().context("the link of the table is not a URL")?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            bail!("the link of the table must begin with http:// or https://")
        };
        ensure!(["http", "https"].contains(&scheme), "the link of the table must begin with http:// or https://");
        let (before, id) = uri.path().split_once("/tables/").context("expected a link as in https://HOST/tables/ID")?;
        let table = id.trim_end_matches('/').parse().context("expected the id of a table, a UUID, after /tables/")?;
        let mut link = TableLink {
            service: format!("{scheme}://{authority}{}", before.strip_suffix("/v1").unwrap_or(before)),
            table,
            seat: None,
            invitation: None,
        };
        for (name, value) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
            match name.as_ref() {
                "seat" => link.seat = Some(Player(value.parse().context("the link names no seat by its number")?)),
                "invitation" => link.invitation = Some(value.into_owned()),
                _ => {}
            }
        }
        Ok(link)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "01a1fde4-5995-7595-b87b-80f70bb81902";

    #[test]
    fn links_of_pages_and_of_tables_name_the_same_table() {
        let link = |service: &str, seat, invitation: Option<&str>| TableLink {
            service: service.to_owned(),
            table: ID.parse().expect("an id"),
            seat,
            invitation: invitation.map(ToOwned::to_owned),
        };
        for (link, expected) in [
            (format!("http://127.0.0.1:8080/v1/tables/{ID}"), link("http://127.0.0.1:8080", None, None)),
            (
                format!("https://play.example/arcana/tables/{ID}?seat=2&invitation=invite_00"),
                link("https://play.example/arcana", Some(Player(2)), Some("invite_00")),
            ),
        ] {
            assert_eq!(link.parse::<TableLink>().expect("a link"), expected);
        }
    }

    #[test]
    fn other_links_are_refused() {
        for link in ["", "tables", "ftp://a/tables/1", "http://a/games/1", "http://a/tables/..%2f", "file:///tables/1"]
        {
            assert!(link.parse::<TableLink>().is_err(), "{link}");
        }
    }
}
