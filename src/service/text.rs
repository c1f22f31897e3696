//! Texts sent by callers, each within its limits and without control characters.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, Utc};
use deserr::{DeserializeError, Deserr, ErrorKind, IntoValue, Value, ValueKind, ValuePointerRef};
use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

/// A text outside its limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadText(String);

/// Pattern of texts: no control characters. Further rules are told in words, since generators of clients write a pattern
/// into sources, where line separators end the line.
const PLAIN: &str = "^[^\\u0000-\\u001F\\u007F-\\u009F]*$";

/// Pattern of texts of several lines.
const LINES: &str = "^[^\\u0000-\\u0009\\u000B-\\u001F\\u007F-\\u009F]*$";

/// Is the character allowed in texts of several lines?
fn lined(c: char) -> bool {
    c == '\n' || plain(c)
}

/// Is the character allowed in questions, seeds and ids?
fn plain(c: char) -> bool {
    !c.is_control()
}

/// Is the character allowed in names, which appear within other text? It must not reorder or break the text around it.
fn shown(c: char) -> bool {
    plain(c) && !matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Rejects other characters.
fn only(allowed: fn(char) -> bool, text: &str) -> Result<(), BadText> {
    match text.chars().find(|c| !allowed(*c)) {
        Some(c) => Err(BadText(format!("Control characters such as U+{:04X} are not allowed.", c as u32))),
        None => Ok(()),
    }
}

/// Rejects a text without visible characters.
fn visible(text: &str) -> Result<(), BadText> {
    match text.chars().any(|c| !c.is_whitespace() && !is_blank(c)) {
        true => Ok(()),
        false => Err(BadText("At least one visible character is required.".to_owned())),
    }
}

/// Is the character invisible by itself, such as formatting characters, fillers and selectors?
pub(super) const fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// What a name looks like: the same for names that differ only in case, spaces, invisible characters, or variants of
/// letters. Letters of different scripts that look the same are different.
pub fn appearance(name: &str) -> String {
    let letters = match name.is_ascii() {
        true => name.to_ascii_lowercase(),
        false => name.chars().filter(|c| !is_blank(*c)).nfkc().collect::<String>().to_lowercase(),
    };
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Segments that clients and proxies take out of a path, written or escaped: nobody could ask for a player by them.
const PATH_SEGMENTS: [&str; 2] = [".", ".."];

/// A name of a player: its place in the list of them, and whether somebody gave it. Others have their seat's.
#[derive(Clone, Copy, Debug)]
pub struct PlayerName<'a> {
    /// The place, from 0.
    pub index: usize,
    /// The name.
    pub name: &'a str,
    /// Was it given?
    pub given: bool,
}

/// Refuses a name that no URL keeps.
///
/// # Errors
/// The name is `.` or `..`.
pub fn askable(name: &str) -> Result<(), BadText> {
    match PATH_SEGMENTS.contains(&name) {
        true => Err(BadText(format!("`{name}` cannot be the name of a player: no URL keeps it."))),
        false => Ok(()),
    }
}

/// The names among those of one game that look like others, by their places: each player has to be told from the others.
pub fn alike<'a>(names: impl Iterator<Item = PlayerName<'a>> + Clone) -> Vec<(usize, BadText)> {
    let mut seen = HashMap::new();
    let mut bad = Vec::new();
    // A name that is a seat's own belongs to that seat.
    for given in [false, true] {
        for PlayerName { index, name, .. } in names.clone().filter(|name| name.given == given) {
            if let Some(other) = seen.insert(appearance(name), name) {
                bad.push((index, BadText(format!("It looks like `{other}`, the name of another player."))));
            }
        }
    }
    bad
}

/// Whether two names are one in different spellings: with other capitals, spaces or diacritics.
pub fn are_spellings_of_one(one: &str, other: &str) -> bool {
    let letters = |name: &str| {
        let base = name.nfkd().filter(|c| canonical_combining_class(*c) == 0 && !c.is_whitespace() && !is_blank(*c));
        base.collect::<String>().to_lowercase()
    };
    letters(one) == letters(other)
}

/// Maximum number of tags of a game.
pub const MAX_TAGS: usize = 8;

/// The tags of a game, each once.
///
/// # Errors
/// They are too many.
pub fn tags_of_game(tags: Vec<Tag>) -> Result<Vec<String>, BadText> {
    match tags.len() {
        0..=MAX_TAGS => Ok(once_each(tags.into_iter().map(Tag::into_string))),
        count => Err(BadText(format!("Expected at most {MAX_TAGS} tags, not {count}."))),
    }
}

/// Texts in their order, each once.
pub fn once_each(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut met = HashSet::new();
    texts.filter(|text| met.insert(text.clone())).collect()
}

/// Accepts any text.
const fn any(_: &str) -> Result<(), BadText> {
    Ok(())
}

fn between(count: usize, low: usize, high: usize, unit: &str) -> Result<(), BadText> {
    if (low..=high).contains(&count) {
        return Ok(());
    }
    Err(BadText(format!("Expected {low} to {high} {unit}, not {count}.")))
}

/// Parses a date, as in `2026-11-22`.
///
/// # Errors
/// The text is not a date in this form, or its year is not between 1 and 9999.
pub fn read_date(text: &str) -> Result<NaiveDate, BadText> {
    let is_plain = |date: &NaiveDate| (1..=9999).contains(&date.year()) && date.to_string() == text;
    let date = text.parse::<NaiveDate>().ok().filter(is_plain);
    date.ok_or_else(|| BadText("Expected a date such as `2026-11-22`.".to_owned()))
}

/// Parses an RFC 3339 time, truncated to microseconds.
///
/// # Errors
/// The text is not a time, or its year is not between 1 and 9999.
pub fn read_time(text: &str) -> Result<DateTime<Utc>, BadText> {
    // The parser also accepts a space instead of `T`.
    let time = Some(text).filter(|text| !text.contains(' ')).and_then(|text| DateTime::parse_from_rfc3339(text).ok());
    let invalid = || BadText("Expected a time in RFC 3339 format, such as `2026-11-22T18:30:00Z`.".to_owned());
    // A leap second is stored as the second after it, and is answered so from the beginning.
    let stored = |time: DateTime<FixedOffset>| DateTime::from_timestamp_micros(time.timestamp_micros());
    let time = time.and_then(stored).ok_or_else(invalid)?;
    // Both databases store four-digit years.
    match time.timestamp() {
        -62_135_596_800..=253_402_300_799 => Ok(time),
        _ => Err(BadText("Expected a time within the years 1 to 9999.".to_owned())),
    }
}

macro_rules! texts {
    ($($(#[doc = $words:literal])+ $name:ident $low:literal $high:literal $unit:ident $allowed:ident $rule:ident $clean:ident $example:literal)*) => {$(
        $(#[doc = $words])+
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(String);

        impl $name {
            #[doc = concat!("Maximum length, in ", stringify!($unit), ".")]
            pub const LIMIT: u16 = $high;

            /// Parses a text.
            ///
            /// # Errors
            /// The text is too short, too long, or has invalid characters.
            pub fn new(text: &str) -> Result<$name, BadText> {
                only($allowed, text)?;
                // The text as sent is limited as well, before normalisation: trimmed spaces count.
                between($unit(text), $low, $high, stringify!($unit))?;
                let tidy = $clean(text);
                between($unit(&tidy), $low, $high, stringify!($unit))?;
                $rule(&tidy)?;
                Ok($name(tidy))
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The text as a string.
            pub fn into_string(self) -> String {
                self.0
            }
        }

        impl<E: DeserializeError> Deserr<E> for $name {
            fn deserialize_from_value<V: IntoValue>(value: Value<V>, place: ValuePointerRef<'_>) -> Result<Self, E> {
                let text = match value {
                    Value::String(text) => text,
                    other => {
                        let error = ErrorKind::IncorrectValueKind { actual: other, accepted: &[ValueKind::String] };
                        return Err(deserr::take_cf_content(E::error(None, error, place)));
                    }
                };
                $name::new(&text).map_err(|BadText(msg)| {
                    deserr::take_cf_content(E::error::<V>(None, ErrorKind::Unexpected { msg }, place))
                })
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .min_length(Some($low))
                    .max_length(Some($high))
                    .pattern(Some(if $allowed('\n') { LINES } else { PLAIN }))
                    .description(Some(concat!($($words),+).trim()))
                    .examples([$example])
                    .into()
            }
        }

        impl ToSchema for $name {}
    )*};
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

fn bytes(text: &str) -> usize {
    text.len()
}

/// Most texts are ASCII, which is normalised as it stands.
fn tidy(text: &str) -> String {
    if text.is_ascii() { text.trim().to_owned() } else { text.trim().nfc().collect() }
}

fn as_sent(text: &str) -> String {
    text.to_owned()
}

texts! {
    /// A name: 1 to 64 characters, trimmed and NFC-normalised, one of them visible and none a control character or one
    /// that reorders or breaks the text around it (U+2028 to U+202E, U+2066 to U+2069).
    Name 1 64 characters shown visible tidy "Ada"
    /// A seed: 1 to 128 bytes of UTF-8, no control characters.
    SeedText 1 128 bytes plain any as_sent "any text"
    /// The seed of a simulation, which leaves room for a game's number: 1 to 120 bytes of UTF-8, no control characters.
    SimulationSeed 1 120 bytes plain any as_sent "any text"
    /// The caller's own part of a seed: up to 128 bytes of UTF-8, no control characters.
    ClientSeed 0 128 bytes plain any as_sent "my lucky words"
    /// A question to the cards: up to 500 characters, no control characters.
    Question 0 500 characters plain any as_sent "What comes of it?"
    /// What a place of a spread asks: up to 200 characters, none a control character or one that reorders or breaks the
    /// text around it (U+2028 to U+202E, U+2066 to U+2069).
    Asks 0 200 characters shown any tidy "What led here?"
    /// A text of a note: up to 4,000 characters in lines that end with a line feed, without other control characters.
    NoteText 0 4000 characters lined any tidy "The letter came on Friday."
    /// A tag: 1 to 64 characters, trimmed and NFC-normalised, one of them visible and none a control character or one
    /// that reorders or breaks the text around it (U+2028 to U+202E, U+2066 to U+2069).
    Tag 1 64 characters shown visible tidy "work"
    /// The caller's own id for a game: 1 to 128 characters, no control characters.
    ExternalId 1 128 characters plain any as_sent "table-7/2026-11-21"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_normalised() {
        assert_eq!(Name::new("  Zoe\u{308} ").map(Name::into_string), Ok("Zo\u{eb}".to_owned()));
        assert!(Name::new("   ").is_err());
        assert!(Name::new(&"é".repeat(64)).is_ok());
        assert!(Name::new(&"é".repeat(65)).is_err());
        assert!(Name::new("a\u{7}b").is_err());
    }

    #[test]
    fn an_invisible_name_is_rejected() {
        for blank in ["\u{200b}", "\u{200d}\u{feff}", " \u{ad} ", "\u{3164}", "\u{2800}", "\u{e0041}", "\u{fe0f}"] {
            assert!(Name::new(blank).is_err(), "{blank:?}");
        }
        // Joined symbols and accents are valid names.
        assert!(Name::new("\u{1f469}\u{200d}\u{1f9b0}").is_ok());
        assert!(Name::new("می\u{200c}خواهم").is_ok());
    }

    #[test]
    fn names_that_look_the_same_have_one_appearance() {
        for same in ["ada", "Ada\u{200b}", "\u{2060}Ada", "A\u{ad}da\u{fe0f}", "\u{ff21}da"] {
            assert_eq!(appearance(same), "ada", "{same:?}");
        }
        assert_eq!(appearance("Ada  Bel"), appearance("ada bel"));
        assert_ne!(appearance("Adam"), "ada");
        assert_ne!(appearance("Zoë"), appearance("Zoe"));
    }

    #[test]
    fn a_spelling_has_other_capitals_spaces_or_diacritics() {
        for (one, other) in
            [("zoe", "Zo\u{eb}"), ("AdaLovelace", "Ada  Lovelace"), ("Jose\u{301}", "JOSE"), ("Ada", "Ada")]
        {
            assert!(are_spellings_of_one(one, other), "{one} {other}");
        }
        for (one, other) in [("Ada", "Adam"), ("Bel", "Bell"), ("की", "का"), ("Ada", "Cyd")] {
            assert!(!are_spellings_of_one(one, other), "{one} {other}");
        }
    }

    #[test]
    fn players_of_one_game_are_told_apart_by_their_names() {
        let bad = |names: &[&str], given: &[usize]| -> Vec<usize> {
            let names = names.iter().enumerate();
            let names = names.map(|(index, name)| PlayerName { index, name, given: given.contains(&index) });
            alike(names).into_iter().map(|(index, _)| index).collect()
        };
        for same in ["Ada", "ada", "Ada\u{200b}", "\u{ff21}da"] {
            assert_eq!(bad(&["Ada", "Bel", same], &[0, 1, 2]), [2], "{same:?}");
        }
        assert_eq!(bad(&["Zo\u{eb}", "Zoe\u{308}"], &[0, 1]), [1]);
        assert_eq!(bad(&["Player 2", "Player 2"], &[0]), [0], "the second has the name of its seat");
        assert!(bad(&["Player 1", "Player 2"], &[]).is_empty());
        assert_eq!([".", "..", "...", ".a"].map(|name| askable(name).is_ok()), [false, false, true, true]);
    }

    #[test]
    fn a_name_does_not_reorder_the_text_around_it() {
        for turned in ["\u{202e}adA", "a\u{2066}b", "a\u{2028}b", "a\u{85}b", "a\u{9b}b"] {
            assert!(Name::new(turned).is_err(), "{turned:?}");
        }
        // A question stands alone on its line.
        assert!(Question::new("\u{202e}adA").is_ok());
        assert!(SeedText::new("\u{202e}adA").is_ok());
    }

    /// Compares the documented pattern of a text with what is accepted within it.
    fn is_documented<T: PartialSchema>(accepts: impl Fn(&str) -> bool) {
        let schema = serde_json::to_value(T::schema()).expect("JSON");
        let pattern = jsonschema::validator_for(&schema).expect("a schema");
        // What reorders or breaks the text around it is described in words: some generators cannot write it in a pattern.
        let words =
            schema["description"].as_str().is_some_and(|text| text.contains("U+2028 to U+202E, U+2066 to U+2069"));
        let refused = |c| words && matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        for c in ('\0'..='\u{2100}').chain(['\u{feff}', '\u{fffe}', '\u{10ffff}']) {
            let text = format!("a{c}b");
            assert_eq!(accepts(&text), pattern.is_valid(&text.as_str().into()) && !refused(c), "{text:?} {schema}");
        }
    }

    #[test]
    fn a_text_takes_the_characters_of_its_documented_pattern() {
        is_documented::<Name>(|text| Name::new(text).is_ok());
        is_documented::<SeedText>(|text| SeedText::new(text).is_ok());
        is_documented::<SimulationSeed>(|text| SimulationSeed::new(text).is_ok());
        is_documented::<ClientSeed>(|text| ClientSeed::new(text).is_ok());
        is_documented::<Question>(|text| Question::new(text).is_ok());
        is_documented::<Asks>(|text| Asks::new(text).is_ok());
        is_documented::<ExternalId>(|text| ExternalId::new(text).is_ok());
    }

    #[test]
    fn seeds_are_counted_in_bytes() {
        assert!(SeedText::new(&"é".repeat(64)).is_ok());
        assert!(SeedText::new(&"é".repeat(65)).is_err());
        assert!(SeedText::new("").is_err());
        assert!(ClientSeed::new("").is_ok());
    }

    #[test]
    fn times_are_read_as_they_are_stored() {
        let read = |text: &str| read_time(text).map(|time| time.to_rfc3339());
        assert_eq!(read("2026-11-22T18:30:00.1234567+01:00").as_deref(), Ok("2026-11-22T17:30:00.123456+00:00"));
        assert_eq!(read("0001-01-01T00:00:00.5Z").as_deref(), Ok("0001-01-01T00:00:00.500+00:00"));
        assert_eq!(read("2016-12-31T23:59:60.5Z").as_deref(), Ok("2017-01-01T00:00:00.500+00:00"));
        assert_eq!(read("9999-12-31T23:59:59.9999999Z").as_deref(), Ok("9999-12-31T23:59:59.999999+00:00"));
        assert!(read("9999-12-31T23:59:60Z").is_err(), "the year 10000");
    }
}
