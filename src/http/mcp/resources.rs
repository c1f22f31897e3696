//! What agents may read: the rules, the cards and the spreads.

use rmcp::model::Resource;

use super::inner::Asked;

/// A page: its path, its title, and the media type that it is read as.
type Page = (&'static str, &'static str, &'static str);

const PAGES: [Page; 8] = [
    ("/rules/fortunes", "The rules of Fortunes", MARKDOWN),
    ("/rules/fortuno", "The rules of Fortuno", MARKDOWN),
    ("/rules/foolery", "The rules of Foolery", MARKDOWN),
    ("/rules/fortuna", "The rules of Fortuna", MARKDOWN),
    ("/rules/reversal", "The rules of Reversal of Fortune", MARKDOWN),
    ("/rules/chance", "How cards are shuffled and dice rolled", MARKDOWN),
    ("/v1/decks/fortunes", "All cards and what they mean", JSON),
    ("/v1/spreads", "The spreads", JSON),
];

const MARKDOWN: &str = "text/markdown";
const JSON: &str = "application/json";

/// The scheme of their addresses.
const SCHEME: &str = "arcana:";

/// All of them, as they are listed.
pub fn all() -> Vec<Resource> {
    let listed = |(path, title, media_type): Page| {
        let name = path.rsplit('/').next().unwrap_or(path);
        Resource::new(format!("{SCHEME}{path}"), name).with_title(title).with_mime_type(media_type)
    };
    PAGES.into_iter().map(listed).collect()
}

/// The request that reads one.
pub fn named(uri: &str) -> Option<Asked> {
    let path = uri.strip_prefix(SCHEME)?;
    let (_, _, accept) = PAGES.into_iter().find(|(own, ..)| *own == path)?;
    Some(Asked { uri: path.parse().ok()?, accept, body: None, seat: None, once: false })
}
