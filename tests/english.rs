//! Texts for callers are plain English: phrases that were replaced do not come back.

use std::{fs, path::Path};

use serde_json::Value;

/// Phrases to avoid, with replacements. Whole words are compared; line breaks, case and punctuation are ignored.
const OLD: [(&str, &str); 49] = [
    ("wanted here", "expected …, or … is required"),
    ("are wanted", "expected …"),
    ("is no ruleset", "is not a ruleset"),
    ("is no bot", "is not a bot"),
    ("is no card", "is not a card"),
    ("is no deck", "is not a deck"),
    ("is no layout", "is not a layout"),
    ("is no scope", "is not a scope"),
    ("is no parameter", "is not a parameter"),
    ("is no field", "unknown field"),
    ("is no json", "is not valid JSON"),
    ("is no origin", "is not an origin"),
    ("that are none", "invalid …"),
    ("so many", "up to n, a number of"),
    ("so few", "as few as n"),
    ("nobody says", "by default"),
    ("somebody says", "by default"),
    ("nobody does", "by default"),
    ("whoever", "callers that, anyone who"),
    ("who sends", "clients that send"),
    ("who runs", "the operator"),
    ("up to who", "the operator decides"),
    ("to whom", "for clients that"),
    ("whom belongs", "owner of"),
    ("whom shall", "owner of"),
    ("the which", "number of"),
    ("told", "reported, logged, determined"),
    ("kept", "stored, cached"),
    ("lapsed", "expired"),
    ("lapses", "expires"),
    ("does not go so far", "lacks the required scope"),
    ("is good", "is valid"),
    ("good ones", "valid ones"),
    ("good no longer", "expired, revoked"),
    ("for good", "permanently"),
    ("dear", "expensive"),
    ("dearer", "more expensive"),
    ("dearest", "most expensive"),
    ("bears", "contains, has"),
    ("borne", "carried, limited"),
    ("look through", "check, browse"),
    ("looked at whole", "checked as a whole"),
    ("stands in no list", "is not listed"),
    ("hurt nobody", "do not affect the others"),
    ("is mended", "is fixed"),
    ("for ever", "forever"),
    ("judge", "check"),
    ("judged", "checked"),
    ("judges", "checks"),
];

/// The words of a text, separated by spaces.
fn words(text: &str) -> String {
    let mut words = String::from(" ");
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()) {
        words += &word.to_lowercase();
        words.push(' ');
    }
    words
}

/// The phrases to avoid in a text.
fn old_in(text: &str) -> Vec<String> {
    let words = words(text);
    let found = OLD.iter().filter(|(old, _)| words.contains(&format!(" {old} ")));
    found.map(|(old, new)| format!("“{old}” (write: {new})")).collect()
}

/// A message for each such phrase in the texts, with its location.
fn complaints<'a>(texts: impl IntoIterator<Item = (&'a str, String)>) -> Vec<String> {
    let found = texts.into_iter().flat_map(|(place, text)| {
        let start: String = text.chars().take(100).collect();
        old_in(&text).into_iter().map(move |old| format!("{place}: {old} in: {start}"))
    });
    found.collect()
}

/// All files in a folder with one of these extensions.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if path.is_dir() && stem != "tests" {
            files(&path, endings, found);
        } else if path.is_file()
            && stem != "tests"
            && path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one))
        {
            found.push((path.display().to_string(), fs::read_to_string(&path).expect("a text")));
        }
    }
}

/// A page without its code blocks.
fn prose(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

/// The texts of the OpenAPI document.
fn descriptions(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value) {
                    ("summary" | "description" | "title", Value::String(text)) => found.push(text.clone()),
                    // A field may be named like a keyword.
                    ("properties", Value::Object(fields)) => fields.values().for_each(|one| descriptions(one, found)),
                    ("example" | "examples" | "default", _) => (),
                    (_, value) => descriptions(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| descriptions(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => (),
    }
}

/// The string literals of a source file with spaces, without tests and panic messages.
fn messages(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut rest = code.replace("\\\"", "'").replace("'\"'", "");
    let mut found = Vec::new();
    while let Some((before, after)) = rest.split_once('"') {
        let Some((literal, after)) = after.split_once('"') else { break };
        let silent =
            ["expect(", "reason = ", "unreachable!("].iter().any(|end| before.trim_end().ends_with(end.trim_end()));
        if !silent && literal.contains(' ') {
            let text: String = literal.split("\\\n").map(str::trim_start).collect();
            // Text between braces is code.
            found.push(text.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after)).collect());
        }
        rest = after.to_owned();
    }
    found
}

/// The doc comments of a source file, which `--help` prints for the settings.
fn comments(source: &str) -> String {
    let lines = source.lines().filter_map(|line| line.trim_start().strip_prefix("/// "));
    lines.collect::<Vec<_>>().join("\n")
}

fn assert_plain(complaints: &[String]) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn an_old_phrase_is_found_anywhere() {
    assert_eq!(old_in("A UUID is wanted here.").len(), 1);
    assert_eq!(old_in("The last one when\nNobody says, for ever.").len(), 2);
    assert_eq!(old_in("Expected a UUID. The untold story is keptless.").len(), 0);
    assert_eq!(messages("bail!(\"A key, \\\n     whoever calls\");"), ["A key, whoever calls"]);
    assert_eq!(messages("bail!(\"no {told} key\");"), ["no  key"]);
    assert_eq!(messages("one.expect(\"whoever it is\")").len(), 0);
    assert_eq!(prose("a\n```\nwhoever\n```\nb").matches("whoever").count(), 0);
}

#[test]
fn pages_of_the_handbook_are_plain() {
    let mut pages = vec![];
    for page in ["README.md", "SECURITY.md"] {
        pages.push((page.to_owned(), fs::read_to_string(page).expect("a page")));
    }
    files(Path::new("docs"), &["md"], &mut pages);
    // The rules are normative and use the words of the published games. Readings use the words of their texts.
    pages.retain(|(path, _)| !path.starts_with("docs/rules/"));
    pages.retain(|(path, _)| !path.starts_with("docs/examples/") || path.ends_with("README.md"));
    assert!(pages.len() >= 8, "{}", pages.len());
    assert_plain(&complaints(pages.iter().flat_map(|(path, page)| {
        let prose = prose(page);
        let parts: Vec<_> = prose.split("\n\n").map(|part| (path.as_str(), part.to_owned())).collect();
        parts
    })));
}

#[test]
fn the_interface_document_is_plain() {
    let document = fs::read_to_string("openapi/openapi.json").expect("the document");
    let mut texts = Vec::new();
    descriptions(&serde_json::from_str(&document).expect("JSON"), &mut texts);
    assert!(texts.len() > 500, "{}", texts.len());
    assert_plain(&complaints(texts.into_iter().map(|text| ("openapi.json", text))));
}

#[test]
fn what_the_program_says_is_plain() {
    let mut sources = Vec::new();
    files(Path::new("src"), &["rs"], &mut sources);
    // Stored readings keep their wording.
    sources.retain(|(path, _)| !path.starts_with("src/reading/"));
    let said = |(path, source): &(String, String)| {
        let help = path.starts_with("src/config").then(|| comments(source));
        messages(source).into_iter().chain(help).map(|text| (path.clone(), text)).collect::<Vec<_>>()
    };
    let said: Vec<_> = sources.iter().flat_map(said).collect();
    assert!(said.len() > 500, "{}", said.len());
    assert_plain(&complaints(said.iter().map(|(path, text)| (path.as_str(), text.clone()))));
}
