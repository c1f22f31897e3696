//! Writing XML and HTML that is well-formed whatever names and questions contain.

/// A document in the making; what it opens it closes, and text is escaped.
#[derive(Debug, Default)]
pub(super) struct Markup(String);

impl Markup {
    /// An element with whatever `inside` writes. The tag is ours: a name and attributes, as in `g class="card"`.
    pub fn element(&mut self, tag: &str, inside: impl FnOnce(&mut Markup)) {
        self.0.push('<');
        self.0.push_str(tag);
        self.0.push('>');
        inside(self);
        self.0.push_str("</");
        self.0.push_str(tag.split(' ').next().unwrap_or(tag));
        self.0.push('>');
    }

    /// An element that holds nothing but text.
    pub fn leaf(&mut self, tag: &str, text: &str) {
        self.element(tag, |inside| inside.text(text));
    }

    /// An element that holds nothing (not for HTML).
    pub fn empty(&mut self, tag: &str) {
        self.0.push('<');
        self.0.push_str(tag);
        self.0.push_str("/>");
    }

    /// Text, escaped.
    pub fn text(&mut self, text: &str) {
        for sign in text.chars().filter(|sign| is_xml(*sign)) {
            match sign {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                _ => self.0.push(sign),
            }
        }
    }

    /// A line's end, for people who read the source.
    pub fn line(&mut self) {
        self.0.push('\n');
    }

    /// Markup of our own that is written already.
    pub fn written(&mut self, markup: &str) {
        self.0.push_str(markup);
    }

    /// The document.
    pub fn finish(self) -> String {
        self.0
    }
}

/// May the character stand in an XML document at all? (XML 1.0, "Char".)
const fn is_xml(sign: char) -> bool {
    matches!(sign, '\t' | '\n' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..='\u{10FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_closed_and_text_is_escaped() {
        let mut markup = Markup::default();
        markup.element("g class=\"a\"", |inside| {
            inside.leaf("title", "<b> & 'c' \"d\"");
            inside.empty("path d=\"M0 0\"");
        });
        let wanted = "<g class=\"a\"><title>&lt;b&gt; &amp; &#39;c&#39; &quot;d&quot;</title><path d=\"M0 0\"/></g>";
        assert_eq!(markup.finish(), wanted);
    }

    #[test]
    fn characters_that_xml_forbids_are_dropped() {
        let mut markup = Markup::default();
        markup.text("a\u{0}b\u{1b}c\u{ffff}d\re");
        assert_eq!(markup.finish(), "abcde");
    }
}
