//! The guides of `docs/`, as pages and as Markdown, and their list for language models.

use std::{fmt::Write, sync::LazyLock};

use actix_web::{HttpRequest, http::StatusCode, web};
use maud::{Markup, html};
use pulldown_cmark::{Event, Options, Parser, Tag};

use super::{
    error::{PageError, PageResult},
    layout::{self, Section},
    rules::contents,
    written::{Written, written},
};
use crate::{
    games::Ruleset,
    http::{
        extract::{
            accept::{self, Representation},
            query,
        },
        reply::response::{self, Caching},
    },
    rules_pages::RulesPage,
};

/// A guide.
struct Guide {
    /// Its name in URLs: that of its file in `docs/`.
    name: &'static str,
    /// What it is for, behind "to".
    about: &'static str,
    /// The text in Markdown.
    text: &'static str,
}

/// All guides, by reader.
const GUIDES: &[Guide] = &[
    guide("api", "play games, judge logs and ask for readings over HTTP", include_str!("../../../docs/api.md")),
    guide(
        "clients",
        "call it from TypeScript, Python, Rust and other languages",
        include_str!("../../../docs/clients.md"),
    ),
    guide("tables", "let people and programs play at tables", include_str!("../../../docs/tables.md")),
    guide("bots", "choose bots, get hints and have games analysed", include_str!("../../../docs/bots.md")),
    guide("strength", "know how strong the bots are", include_str!("../../../docs/strength.md")),
    guide("days", "give everybody the same cards once a day", include_str!("../../../docs/days.md")),
    guide("profiles", "let people have names", include_str!("../../../docs/profiles.md")),
    guide("spreads", "draw cards for spreads", include_str!("../../../docs/spreads.md")),
    guide("readings", "know what a reading says, and what it does not", include_str!("../../../docs/readings.md")),
    guide("notes", "write beside readings, and ask again", include_str!("../../../docs/notes.md")),
    guide("cards", "name cards, and write games down", include_str!("../../../docs/cards.md")),
    guide("statistics", "count games, and rate players", include_str!("../../../docs/statistics.md")),
    guide("agents", "let an agent play and read, over MCP", include_str!("../../../docs/agents.md")),
    guide("operation/README", "run the service for others", include_str!("../../../docs/operation/README.md")),
    guide("operation/install", "install it", include_str!("../../../docs/operation/install.md")),
    guide("operation/settings", "set it up, and give out keys", include_str!("../../../docs/operation/settings.md")),
    guide("operation/backup", "back it up, and move it", include_str!("../../../docs/operation/backup.md")),
    guide("operation/upgrades", "upgrade it", include_str!("../../../docs/operation/upgrades.md")),
    guide(
        "operation/high-availability",
        "keep it running when a server fails",
        include_str!("../../../docs/operation/high-availability.md"),
    ),
    guide("operation/failover", "know what happens then", include_str!("../../../docs/operation/failover.md")),
    guide("operation/growth", "let it grow", include_str!("../../../docs/operation/growth.md")),
];

const fn guide(name: &'static str, about: &'static str, text: &'static str) -> Guide {
    Guide { name, about, text }
}

/// The rendered guides, made on first use.
static WRITTEN: LazyLock<Vec<Written>> =
    LazyLock::new(|| GUIDES.iter().map(|guide| written(guide.text, &|link| resolved(guide.name, link))).collect());

/// The guides in Markdown, whose links lead to Markdown on the site.
static IN_MARKDOWN: LazyLock<Vec<String>> =
    LazyLock::new(|| GUIDES.iter().map(|guide| relinked(guide.text, |link| resolved(guide.name, link))).collect());

/// A text in Markdown with other addresses behind its links; those that lead nowhere are words.
fn relinked(text: &str, resolve: impl Fn(&str) -> Option<String>) -> String {
    let (mut relinked, mut copied) = (String::with_capacity(text.len()), 0);
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
        let Some(words) = text[range.clone()].strip_suffix(&format!("]({dest_url})")) else { continue };
        relinked.push_str(&text[copied..range.start]);
        copied = range.end;
        match resolve(&dest_url) {
            Some(to) if to.starts_with('/') => {
                let (page, section) = to.split_at(to.find('#').unwrap_or(to.len()));
                relinked.push_str(&format!("{words}]({page}.md{section})"));
            }
            Some(to) => relinked.push_str(&format!("{words}]({to})")),
            None => relinked.push_str(words.strip_prefix('[').unwrap_or(words)),
        }
    }
    relinked + &text[copied..]
}

/// A guide as a page, or as Markdown with the suffix `.md`.
pub async fn page(request: HttpRequest, name: web::Path<String>) -> PageResult {
    shown(&request, &name)
}

/// The same for a guide to operation.
pub async fn of_operation(request: HttpRequest, name: web::Path<String>) -> PageResult {
    shown(&request, &format!("operation/{name}"))
}

fn shown(request: &HttpRequest, name: &str) -> PageResult {
    query::none(request)?;
    let own_name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    let place = GUIDES.iter().position(|guide| guide.name == own_name).ok_or_else(|| PageError::not_found("guide"))?;
    let (name, representation) = accept::of_part(request, name, &[Representation::Html, Representation::Markdown])?;
    if representation == Representation::Markdown {
        return Ok(response::written(StatusCode::OK, Caching::Revalidate, representation, IN_MARKDOWN[place].clone()));
    }
    let written = &WRITTEN[place];
    let title = Section::Interface.within(&written.title);
    let whole = layout::shell(title, &["guide.css"], &framed(name, written)).into_string();
    Ok(response::written(StatusCode::OK, Caching::Revalidate, representation, whole))
}

fn framed(name: &str, written: &Written) -> Markup {
    html! {
        nav.pages aria-label="Guides" {
            ul {
                @for (guide, written) in GUIDES.iter().zip(WRITTEN.iter()) {
                    li {
                        a href=(guide.address()) aria-current=[(guide.name == name).then_some("page")] { (written.title) }
                    }
                }
                li { a href="/docs/" { "Every route" } }
            }
        }
        div.guide {
            (contents(&written.headings, false))
            article.written { h1 { (written.title) } (written.body) }
        }
    }
}

/// Links to all guides, for a page that lists them.
pub fn list() -> Markup {
    html! {
        ul.links { @for guide in GUIDES { li { "To " a href=(guide.address()) { (guide.about) } } } }
    }
}

/// What the service is and where its texts are, for language models (`llms.txt`).
pub async fn for_models(request: HttpRequest) -> PageResult {
    query::none(&request)?;
    let games = Ruleset::ALL.map(|ruleset| ruleset.info().name).join(", ");
    let mut text = format!(
        "# Arcana\n\n> A REST service that plays, checks, records and reads tarot games: {games}.\n\nEverything is under `/v1`; \
         the whole interface is one document, [openapi.json](/openapi.json). Agents reach the same over MCP at \
         `/mcp`.\n\n## Guides\n\n",
    );
    for (guide, written) in GUIDES.iter().zip(WRITTEN.iter()) {
        let _ = writeln!(text, "- [{}]({}.md): to {}", written.title, guide.address(), guide.about);
    }
    text.push_str("\n## Rules\n\n");
    for page in RulesPage::all() {
        let _ = writeln!(text, "- [{}]({}.md)", page.title, page.address());
    }
    Ok(response::written(StatusCode::OK, Caching::Revalidate, Representation::Text, text))
}

impl Guide {
    fn address(&self) -> String {
        format!("/docs/{}", self.name)
    }
}

/// Where a link of a guide leads on the site; `None` for files that are not served.
fn resolved(from: &str, link: &str) -> Option<String> {
    if link.starts_with('#') || link.contains("://") {
        return Some(link.to_owned());
    }
    let (file, section) = link.split_once('#').map_or((link, String::new()), |(file, id)| (file, format!("#{id}")));
    let mut parts = from.split('/').collect::<Vec<_>>();
    parts.pop();
    for part in file.strip_suffix(".md")?.split('/') {
        match part {
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    let name = parts.join("/");
    let rules = name.strip_prefix("rules/").and_then(RulesPage::named).map(|page| page.address());
    let guide = || GUIDES.iter().find(|guide| guide.name == name).map(Guide::address);
    rules.or_else(guide).map(|address| address + &section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_or_nowhere() {
        let to = |from, link| resolved(from, link);
        assert_eq!(to("cards", "rules/README.md#cards").as_deref(), Some("/rules/README#cards"));
        assert_eq!(to("operation/backup", "../tables.md").as_deref(), Some("/docs/tables"));
        assert_eq!(to("operation/backup", "README.md#hosts").as_deref(), Some("/docs/operation/README#hosts"));
        assert_eq!(to("api", "https://example.org/a.md").as_deref(), Some("https://example.org/a.md"));
        assert_eq!(to("api", "../CHANGELOG.md"), None);
        assert_eq!(to("operation/backup", "high-availability/"), None);
    }

    #[test]
    fn links_in_markdown_lead_to_markdown_or_are_words() {
        let text = "See [tables](tables.md#clocks), [`how`](../CHANGELOG.md) or [there](https://example.org/a).\n\n`[a](b.md)`";
        let told = "See [tables](/docs/tables.md#clocks), `how` or [there](https://example.org/a).\n\n`[a](b.md)`";
        assert_eq!(relinked(text, |link| resolved("api", link)), told);
        for text in IN_MARKDOWN.iter() {
            assert!(!text.contains("](../") && !text.contains("](rules/") && !text.contains("](operation/"), "{text}");
        }
    }

    #[test]
    fn every_section_that_a_guide_links_is_there() {
        for (guide, page) in GUIDES.iter().zip(WRITTEN.iter()) {
            let body = page.body.clone().into_string();
            for link in body.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let Some((address, id)) = link.split_once('#').filter(|_| !link.contains("://")) else { continue };
                let linked = match address {
                    "" => Some(page),
                    _ => GUIDES.iter().position(|other| other.address() == address).map(|place| &WRITTEN[place]),
                };
                let known = linked.is_none_or(|page| page.headings.iter().any(|heading| heading.id == id));
                assert!(known, "{} links {link}", guide.name);
            }
        }
    }
}
