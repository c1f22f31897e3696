//! An SVG document: its root, its title and its style sheet.

use maud::{Markup, PreEscaped, html};

use super::ink::style_sheet;

/// The family that PNG pictures are set in, and what browsers have that is like it.
const FONTS: &str = "Gelasio, Georgia, 'Noto Serif', 'DejaVu Serif', serif";

/// Does a picture stand by itself, with heading and style sheet, or does its page have both? And does the text of that
/// page have an anchor for each place, which the cards link?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Inside,
    Apart,
    Linked,
}

/// The root of a document: its size, its language, and its title and description.
pub(super) struct Root<'a> {
    /// Begins the ids of title and description, so that several pictures can stand in one page.
    pub(super) id: &'a str,
    pub(super) language: &'a str,
    /// Size of the field.
    pub(super) size: (i32, i32),
    pub(super) title: &'a str,
    pub(super) description: &'a str,
    pub(super) style: Style,
}

/// The document with this inside.
pub(super) fn document(root: &Root<'_>, inside: &Markup) -> String {
    let Root { id, language, size: (width, height), title, description, style } = root;
    // What is within an image is not read out, and links are to be.
    let role = match style {
        Style::Inside | Style::Apart => "img",
        Style::Linked => "group",
    };
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" class="arcana" viewBox={ "0 0 " (width) " " (height) } lang=(language)
            role=(role) aria-labelledby={ (id) "-title" } aria-describedby={ (id) "-description" } font-family=(FONTS) {
            title id={ (id) "-title" } { (title) }
            desc id={ (id) "-description" } { (description) }
            @match style {
                Style::Inside => style { (PreEscaped(style_sheet())) },
                Style::Apart | Style::Linked => {},
            }
            "\n"
            (inside)
        }
        "\n"
    };
    picture.into_string()
}
