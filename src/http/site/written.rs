//! Renders a page of the documentation from Markdown to HTML, with a table of contents and links to the pages it mentions.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream, html::push_html};

use crate::rules_pages::RulesPage;

/// A linkable heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Is it of the third level?
    pub within: bool,
    /// Its id.
    pub id: String,
    /// Its text.
    pub text: String,
}

/// A rendered page.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its title.
    pub title: String,
    /// Its headings of the second and third level.
    pub headings: Vec<Heading>,
    /// Its body below the title.
    pub body: Markup,
}

/// Where a link of a page leads on the site; `None` if what it names is not there.
pub type Resolve<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Links that lead where they say.
pub fn unchanged(link: &str) -> Option<String> {
    Some(link.to_owned())
}

/// Renders a page.
pub fn written(markdown: &str, resolve: Resolve<'_>) -> Written {
    let events: Vec<_> = TextMergeStream::new(Parser::new_ext(markdown, Options::ENABLE_TABLES)).collect();
    let (title, headings) = (heading_text(&events), headings(&events));
    let mut writer =
        Writer { headings: &headings, resolve, met: 0, tables: 0, is_code: false, is_link: false, events: Vec::new() };
    // Each page begins with its title, which the frame shows.
    let mut rest = &events[after_heading(&events)..];
    while let Some((event, later)) = rest.split_first() {
        rest = &later[writer.write(event, later)..];
    }
    let mut body = String::new();
    push_html(&mut body, writer.events.into_iter());
    // Wide blocks scroll, also by keyboard.
    let body = PreEscaped(body.replace("<pre>", "<pre tabindex=\"0\">"));
    Written { title, headings, body }
}

/// The headings below the title, each with a unique id.
fn headings(events: &[Event<'_>]) -> Vec<Heading> {
    let mut headings: Vec<Heading> = Vec::new();
    for (place, event) in events.iter().enumerate() {
        let Event::Start(Tag::Heading { level, .. }) = event else { continue };
        if *level == HeadingLevel::H1 {
            continue;
        }
        let text = heading_text(&events[place..]);
        let id = slug(&text);
        let same = headings.iter().filter(|heading| slug(&heading.text) == id).count();
        let id = if same == 0 { id } else { format!("{id}-{}", same + 1) };
        headings.push(Heading { within: *level != HeadingLevel::H2, id, text });
    }
    headings
}

/// Number of events in the heading that begins here.
fn after_heading(events: &[Event<'_>]) -> usize {
    events.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_)))).map_or(0, |end| end + 1)
}

/// The text of the heading that begins here.
fn heading_text(events: &[Event<'_>]) -> String {
    let words = events[..after_heading(events)]
        .iter()
        .filter_map(|event| if let Event::Text(text) | Event::Code(text) = event { Some(text.as_ref()) } else { None });
    words.collect()
}

/// A text as an id, as in `who-wins-a-trick`.
fn slug(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

struct Writer<'a> {
    headings: &'a [Heading],
    resolve: Resolve<'a>,
    /// Number of headings rendered so far.
    met: usize,
    /// Number of tables rendered so far.
    tables: usize,
    is_code: bool,
    /// Whether the link around the event leads anywhere.
    is_link: bool,
    events: Vec<Event<'a>>,
}

impl<'a> Writer<'a> {
    /// Renders an event; returns how many of the following events it consumed.
    fn write(&mut self, event: &Event<'a>, later: &[Event<'a>]) -> usize {
        match (event, later) {
            (Event::Start(Tag::Heading { level, .. }), _) if *level != HeadingLevel::H1 => {
                let tag = level.to_string();
                self.html(format!("<div class=\"heading\"><{tag} id=\"{}\">", self.headings[self.met].id));
            }
            (Event::End(TagEnd::Heading(level)), _) if *level != HeadingLevel::H1 => self.end_heading(*level),
            (Event::Start(Tag::Table(_)), _) => {
                self.tables += 1;
                let section = self.met.checked_sub(1).map(|last| &self.headings[last].text);
                let label =
                    html! { @if let Some(section) = section { (section) ", table " } @else { "Table " } (self.tables) };
                let label = label.into_string();
                self.html(format!("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{label}\">"));
                self.events.push(event.clone());
            }
            (Event::End(TagEnd::Table), _) => {
                self.events.push(event.clone());
                self.html("</div>".to_owned());
            }
            (Event::Start(Tag::Link { dest_url, .. }), _) => {
                let address = (self.resolve)(dest_url);
                self.is_link = address.is_some();
                if let Some(address) = address {
                    self.html(format!("<a href=\"{}\">", html! { (address) }.into_string()));
                }
            }
            (Event::End(TagEnd::Link), _) => {
                if std::mem::take(&mut self.is_link) {
                    self.html("</a>".to_owned());
                }
            }
            // Links a section that is mentioned.
            (Event::Start(Tag::Emphasis), [Event::Text(text), Event::End(TagEnd::Emphasis), ..]) => {
                let Some(heading) = self.headings.iter().find(|heading| heading.text == text.as_ref()) else {
                    self.events.push(event.clone());
                    return 0;
                };
                self.html(html! { em { a href={ "#" (heading.id) } { (heading.text) } } }.into_string());
                return 2;
            }
            (Event::Text(text), _) if !self.is_code && !self.is_link => self.text(text),
            _ => {
                if matches!(event, Event::Start(Tag::CodeBlock(_)) | Event::End(TagEnd::CodeBlock)) {
                    self.is_code = matches!(event, Event::Start(_));
                }
                self.events.push(event.clone());
            }
        }
        0
    }

    fn end_heading(&mut self, level: HeadingLevel) {
        let Heading { id, text, .. } = &self.headings[self.met];
        let link = html! { " " a.anchor href={ "#" (id) } aria-label={ "Link to “" (text) "”" } { "#" } };
        // Beside the heading, so that it is not read with it.
        self.html(format!("</{level}>{}</div>", link.into_string()));
        self.met += 1;
    }

    /// Text, with links to pages mentioned by file name.
    fn text(&mut self, text: &CowStr<'a>) {
        let mut rest = text.as_ref();
        while let Some((before, page, after)) = named_page(rest) {
            let alone = before.is_empty() && after.is_empty();
            self.events.push(Event::Text(before.to_owned().into()));
            let name = page.title;
            let link = match alone {
                true => html! { a href=(page.address()) { (name) } },
                false => html! { a href=(page.address()) { "the page “" (name) "”" } },
            };
            self.html(link.into_string());
            rest = after;
        }
        self.events.push(Event::Text(rest.to_owned().into()));
    }

    fn html(&mut self, html: String) {
        self.events.push(Event::InlineHtml(html.into()));
    }
}

/// The first page mentioned by file name, as in `chance.md`, with the text before and after.
fn named_page(text: &str) -> Option<(&str, RulesPage, &str)> {
    text.match_indices(".md").find_map(|(end, ending)| {
        let start = text[..end].rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |place| place + 1);
        let page = RulesPage::named(text.get(start..end)?)?;
        Some((&text[..start], page, &text[end + ending.len()..]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_listed_and_linked() {
        let page = written("# One\n\n## Who `wins`\n\n### Ace (low)\n\n## Who wins\n", &unchanged);
        let shown: Vec<_> = page.headings.iter().map(|heading| (heading.within, heading.id.as_str())).collect();
        assert_eq!(shown, [(false, "who-wins"), (true, "ace-low"), (false, "who-wins-2")]);
        let body = page.body.into_string();
        assert!(page.title == "One" && !body.contains("One"), "{body}");
        assert!(body.contains("<h3 id=\"ace-low\">Ace (low)</h3> <a class=\"anchor\" href=\"#ace-low\""), "{body}");
    }

    #[test]
    fn pages_and_sections_that_are_mentioned_are_linked() {
        let body = written("# A\n\nSee chance.md, *Ends* and *none*.\n\n`chance.md` lord.md\n\n## Ends\n", &unchanged)
            .body
            .into_string();
        assert!(body.contains("See <a href=\"/rules/chance\">the page “Chance”</a>, "), "{body}");
        assert!(body.contains("<em><a href=\"#ends\">Ends</a></em> and <em>none</em>."), "{body}");
        assert!(body.contains("<code>chance.md</code> lord.md"), "{body}");
    }

    #[test]
    fn a_wide_table_is_scrolled_by_itself() {
        let body = written("# A\n\n## B\n\n| a |\n| --- |\n| README.md |\n", &unchanged).body.into_string();
        assert!(body.contains("role=\"group\" aria-label=\"B, table 1\"><table>"), "{body}");
        assert!(body.contains("<td><a href=\"/rules/README\">What all games share</a></td>"), "{body}");
        assert!(body.contains("</table>\n</div>"), "{body}");
    }

    #[test]
    fn every_mentioned_page_is_linked() {
        for page in RulesPage::all() {
            let body = written(page.text, &unchanged).body.into_string();
            let code = body.matches("<code>").count();
            assert!(!body.contains(".md"), "{} still names a file", page.name);
            assert!(code > 0, "{}", page.name);
        }
    }
}
