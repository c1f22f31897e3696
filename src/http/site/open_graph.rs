//! Open Graph tags: title, description and picture of a page for sites that link to it.

use actix_web::HttpRequest;
use maud::{Markup, html};

use crate::http::client::base_url;

/// Maximum length of the description, in characters. Other sites truncate it.
const MAX_DESCRIPTION: usize = 200;

/// Open Graph data of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// Scheme and host of the request.
    origin: String,
    /// Path of the page.
    path: String,
    /// Its title.
    title: String,
    /// What it is, in a few sentences.
    description: String,
    /// Path of its picture, and the picture's description.
    picture: Option<(String, String)>,
}

impl Shared {
    /// The data of a requested page, without its query.
    pub fn new(request: &HttpRequest, title: impl Into<String>, description: &str) -> Shared {
        Shared {
            origin: base_url(request),
            path: request.path().to_owned(),
            title: title.into(),
            description: shortened(description),
            picture: None,
        }
    }

    /// The same with a preview picture.
    pub fn with_picture(self, path: String, shows: impl Into<String>) -> Shared {
        Shared { picture: Some((path, shows.into())), ..self }
    }

    /// The tags for the head of the page.
    pub fn tags(&self) -> Markup {
        let Shared { origin, path, title, description, picture } = self;
        html! {
            @if !description.is_empty() {
                meta name="description" content=(description);
                meta property="og:description" content=(description);
            }
            meta property="og:site_name" content="Arcana";
            meta property="og:type" content="website";
            meta property="og:title" content=(title);
            meta property="og:url" content={ (origin) (path) };
            @if let Some((picture, shows)) = picture {
                meta property="og:image" content={ (origin) (picture) };
                meta property="og:image:type" content="image/png";
                meta property="og:image:width" content="1200";
                meta property="og:image:height" content="630";
                meta property="og:image:alt" content=(shows);
                meta name="twitter:card" content="summary_large_image";
            }
        }
    }
}

/// Shortens a text, at a sentence if possible, otherwise at a word.
fn shortened(text: &str) -> String {
    let Some((limit, _)) = text.char_indices().nth(MAX_DESCRIPTION) else { return text.to_owned() };
    let room = &text[..limit];
    match (room.rfind(". "), room.rfind(' ')) {
        (Some(end), _) => room[..=end].to_owned(),
        (None, Some(end)) => format!("{}…", &room[..end]),
        (None, None) => format!("{room}…"),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn addresses_are_whole_and_without_parameters() {
        let request =
            TestRequest::with_uri("/games/7?step=3").insert_header(("Host", "cards.example")).to_http_request();
        let shared =
            Shared::new(&request, "\"Ada\"", "Nine steps.").with_picture("/games/7/preview.png".into(), "Cards");
        let tags = shared.tags().into_string();
        for tag in [
            "<meta property=\"og:url\" content=\"http://cards.example/games/7\">",
            "<meta property=\"og:image\" content=\"http://cards.example/games/7/preview.png\">",
            "<meta property=\"og:title\" content=\"&quot;Ada&quot;\">",
            "<meta name=\"description\" content=\"Nine steps.\">",
        ] {
            assert!(tags.contains(tag), "{tag} is not in {tags}");
        }
    }

    #[test]
    fn a_long_text_ends_with_a_sentence_or_else_with_a_word() {
        let sentence = "Nine cards lie here, and two of them are turned. ";
        assert_eq!(shortened(&sentence.repeat(9)), sentence.repeat(4).trim_end());
        assert_eq!(shortened(&"word ".repeat(60)), format!("{}…", "word ".repeat(40).trim_end()));
        assert_eq!(shortened(&"字".repeat(300)), format!("{}…", "字".repeat(200)));
    }
}
