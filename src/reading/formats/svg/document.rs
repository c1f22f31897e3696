//! An SVG document: its root, its title and its style sheet.

use maud::{Markup, PreEscaped, html};

use super::ink::style_sheet;

/// The font family of PNG pictures, and similar ones of browsers.
const FONTS: &str = "Gelasio, Georgia, 'Noto Serif', 'DejaVu Serif', serif";

/// Whether a picture is standalone, with heading and style sheet, or its page has both; and whether the cards link to
/// anchors in the text of that page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Inside,
    Apart,
    Linked,
}

impl Style {
    /// Decoration, which screen readers skip where they read the links.
    pub(super) fn beside_links(self, drawn: Markup) -> Markup {
        match self {
            Style::Inside | Style::Apart => drawn,
            Style::Linked => html! { g aria-hidden="true" { (drawn) } },
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
    pub(super) style: Style,
}

/// The document with this content.
pub(super) fn document(root: &Root<'_>, inside: &Markup) -> String {
    let Root { id, language, size: (width, height), title, description, style } = root;
    // Screen readers skip the content of an image, but should read links; a page with links has the description in its
    // text.
    let (role, described) = match style {
        Style::Inside | Style::Apart => ("img", Some(format!("{id}-description"))),
        Style::Linked => ("group", None),
    };
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" class="arcana" viewBox={ "0 0 " (width) " " (height) } lang=(language)
            role=(role) aria-labelledby={ (id) "-title" } aria-describedby=[&described] font-family=(FONTS) {
            title id={ (id) "-title" } { (title) }
            @if let Some(described) = &described { desc id=(described) { (description) } }
            @match style {
                Style::Inside => style { (PreEscaped(style_sheet())) },
                Style::Apart | Style::Linked => {},
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
    use resvg::usvg::roxmltree;

    use super::*;

    #[test]
    fn a_picture_is_well_formed_whatever_the_names() {
        let root =
            Root { id: "a", language: "en", size: (1, 1), title: "\u{FFFE}<&>", description: "", style: Style::Apart };
        let picture = document(&root, &html! { text { "\u{FFFF}" } });
        assert!(roxmltree::Document::parse(&picture).is_ok(), "{picture}");
    }
}
