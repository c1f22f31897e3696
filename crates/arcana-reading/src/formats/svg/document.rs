//! An SVG document: its root, its title and its style sheet.

use maud::{Markup, PreEscaped, html};

use super::{ink, scene};

/// The font family of PNG pictures, and similar ones of browsers.
const FONTS: &str = "Gelasio, Georgia, 'Noto Serif', 'DejaVu Serif', serif";

/// How a picture is embedded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Embedding {
    /// It is a file of its own, with heading and style sheet.
    Standalone,
    /// Its page has the heading in its text and links the [`style_sheet`](super::style_sheet).
    InPage,
    /// The same, and each card links to its place in the page's text and has an id that the text can link to. That text
    /// also explains numbers, and the page's style sheet hides the backs of the cards.
    Linked,
}

impl Embedding {
    /// Decoration, which screen readers skip where they read the links.
    pub(super) fn beside_links(self, drawn: Markup) -> Markup {
        match self {
            Embedding::Standalone | Embedding::InPage => drawn,
            Embedding::Linked => html! { g aria-hidden="true" { (drawn) } },
        }
    }
}

/// The root of a document: its size, its language, and its title and description.
pub(super) struct Root<'a> {
    /// Prefix of the ids of title and description, so that a page can contain several pictures.
    pub(super) id: &'a str,
    pub(super) language: &'a str,
    /// Size of the view box.
    pub(super) size: (i32, i32),
    pub(super) title: &'a str,
    pub(super) description: &'a str,
    pub(super) embedding: Embedding,
}

/// The document with this content.
pub(super) fn document(root: &Root<'_>, inside: &Markup) -> String {
    let Root { id, language, size: (width, height), title, description, embedding } = root;
    // Screen readers skip the content of an image, but should read links; a page with links has the description in its
    // text.
    let (role, described) = match embedding {
        Embedding::Standalone | Embedding::InPage => ("img", Some(format!("{id}-description"))),
        Embedding::Linked => ("group", None),
    };
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" class="arcana" viewBox={ "0 0 " (width) " " (height) } lang=(language)
            role=(role) aria-labelledby={ (id) "-title" } aria-describedby=[&described] font-family=(FONTS) {
            title id={ (id) "-title" } { (title) }
            @if let Some(described) = &described { desc id=(described) { (description) } }
            @match embedding {
                Embedding::Standalone => style {
                    (PreEscaped(ink::style_sheet()))
                    @if scene::are_in(&inside.0) { (PreEscaped(scene::COLOURS)) }
                },
                Embedding::InPage | Embedding::Linked => {},
            }
            "\n"
            (inside)
        }
        "\n"
    };
    well_formed(picture.into_string())
}

/// XML cannot contain these two characters, which names and questions may have.
fn well_formed(picture: String) -> String {
    const FORBIDDEN: [char; 2] = ['\u{FFFE}', '\u{FFFF}'];
    if picture.contains(FORBIDDEN) { picture.replace(FORBIDDEN, "\u{FFFD}") } else { picture }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_well_formed_whatever_the_names() {
        let root = Root {
            id: "a",
            language: "en",
            size: (1, 1),
            title: "\u{FFFE}<&>",
            description: "",
            embedding: Embedding::InPage,
        };
        let picture = document(&root, &html! { text { "\u{FFFF}" } });
        assert!(roxmltree::Document::parse(&picture).is_ok(), "{picture}");
    }
}
