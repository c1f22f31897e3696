//! What agents may read: the rules, the cards and the spreads.

use rmcp::model::Resource;

use super::inner::Asked;
use crate::{games::Ruleset, rules_pages::CHANCE};

/// A page: its path, its title, and the media type that it is read as.
type Page = (String, String, &'static str);

/// Data beside the rules.
const DATA: [(&str, &str); 2] =
    [("/v1/decks/fortunes", "All cards and what they mean"), ("/v1/spreads", "The spreads")];

const MARKDOWN: &str = "text/markdown";
const JSON: &str = "application/json";

/// The scheme of their addresses.
const SCHEME: &str = "arcana:";

fn pages() -> impl Iterator<Item = Page> {
    let rules = Ruleset::ALL.into_iter().map(|ruleset| {
        let info = ruleset.info();
        (format!("/rules/{}", info.id), format!("The rules of {}", info.name), MARKDOWN)
    });
    let chance = (CHANCE.address(), "How cards are shuffled and dice rolled".to_owned(), MARKDOWN);
    rules.chain([chance]).chain(DATA.map(|(path, title)| (path.to_owned(), title.to_owned(), JSON)))
}

/// All of them, as they are listed.
pub fn all() -> Vec<Resource> {
    let listed = |(path, title, media_type): Page| {
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        Resource::new(format!("{SCHEME}{path}"), name).with_title(title).with_mime_type(media_type)
    };
    pages().map(listed).collect()
}

/// The request that reads one.
pub fn named(uri: &str) -> Option<Asked> {
    let path = uri.strip_prefix(SCHEME)?;
    let (_, _, accept) = pages().find(|(own, ..)| own == path)?;
    Some(Asked { uri: path.parse().ok()?, accept, body: None, seat: None, once: false })
}
