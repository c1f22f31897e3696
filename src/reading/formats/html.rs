//! A reading as HTML: a piece fit for a page with a strict content security policy (no scripts, no styles inside), and
//! a document of its own around it.

use super::{Heading, markup::Markup, svg};
use crate::reading::{Disposition, PlaceReading, ReadCard, Reading, texts::texts};

/// The reading as an `article`, its picture inside; the page links [`style_sheet`].
pub fn fragment(reading: &Reading, heading: &Heading) -> String {
    let mut page = Markup::default();
    let language = reading.language.tag();
    page.element(&format!("article class=\"arcana-reading\" lang=\"{language}\""), |article| {
        head(article, reading, heading);
        article.line();
        article.element("figure", |figure| figure.written(&svg::picture_for_page(reading, heading)));
        for zone in &reading.zones {
            article.line();
            article.element("section", |section| {
                section.leaf("h2", zone.zone.name());
                for it in &zone.places {
                    section.line();
                    place(section, it);
                }
            });
        }
        for (title, cards) in reading.leftovers() {
            article.line();
            listed(article, title, cards);
        }
        article.line();
        let texts = texts(reading.texts_version, reading.language);
        article.element("footer", |footer| footer.leaf("p", texts.about()));
    });
    page.line();
    page.finish()
}

/// The reading as a page by itself, its styles inside; well-formed as XML too.
pub fn document(reading: &Reading, heading: &Heading) -> String {
    let mut page = Markup::default();
    page.written("<!DOCTYPE html>\n");
    page.element(&format!("html lang=\"{}\"", reading.language.tag()), |html| {
        html.element("head", |head| {
            head.empty("meta charset=\"utf-8\"");
            head.empty("meta name=\"viewport\" content=\"width=device-width\"");
            head.empty("meta name=\"color-scheme\" content=\"light dark\"");
            head.leaf("title", &heading.title(reading));
            head.element("style", |style| style.written(&style_sheet()));
        });
        html.line();
        html.element("body", |body| {
            body.element("main", |main| main.written(&fragment(reading, heading)));
        });
    });
    page.line();
    page.finish()
}

/// The styles of readings: those of the pictures and those of the text around them.
pub fn style_sheet() -> String {
    svg::style_sheet() + include_str!("reading.css")
}

fn head(page: &mut Markup, reading: &Reading, heading: &Heading) {
    page.element("header", |header| {
        header.element("h1", |title| title.leaf("bdi", &heading.title(reading)));
        for line in heading.lines() {
            header.element("p class=\"asked\"", |asked| asked.leaf("bdi", &line));
        }
        header.leaf("p class=\"summary\"", &reading.summary.text);
        header.line();
        figures(header, reading);
    });
}

fn figures(page: &mut Markup, reading: &Reading) {
    page.element("dl class=\"figures\"", |list| {
        for (name, value) in reading.figures() {
            list.element("div", |row| {
                row.leaf("dt", name);
                row.leaf("dd", &value);
            });
        }
    });
}

fn place(page: &mut Markup, place: &PlaceReading) {
    let class = if place.cards.is_empty() { "place empty" } else { "place" };
    page.element(&format!("section class=\"{class}\""), |section| {
        section.leaf("h3", place.title());
        let about = place.about();
        if !about.is_empty() {
            section.leaf("p class=\"about\"", &about);
        }
        for it in &place.cards {
            section.element("p class=\"card\"", |line| card(line, it));
        }
        section.leaf("p class=\"told\"", &place.text);
    });
}

fn card(line: &mut Markup, card: &ReadCard) {
    line.leaf("strong", &card.name);
    if card.disposition == Disposition::Ill {
        line.text(", ");
        line.leaf("em class=\"turned\"", "turned");
    }
    line.text(&format!(" ({}): ", card.origin()));
    line.leaf("span class=\"keywords\"", &card.keywords.join(", "));
}

fn listed(page: &mut Markup, title: &str, cards: &[ReadCard]) {
    page.element("section", |section| {
        section.leaf("h2", title);
        section.element("ul", |list| {
            for it in cards {
                list.element("li", |line| card(line, it));
            }
        });
    });
}
