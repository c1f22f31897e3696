//! Tests of the inputs for options.

use serde_json::json;

use super::*;
use crate::{games::Game, service::GameSetup};

fn form(pairs: &[(&str, &str)]) -> Form {
    Form::from(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>())
}

fn read(ruleset: Ruleset, pairs: &[(&str, &str)]) -> Value {
    Options::of(ruleset).read(&form(pairs))
}

/// The paths of all options in a ruleset's schema, and of the fields of their variants.
fn paths(ruleset: Ruleset) -> Vec<String> {
    let mut paths = Vec::new();
    for (name, option) in options_schema(ruleset)["properties"].as_object().into_iter().flatten() {
        paths.push(name.clone());
        let variants = option["oneOf"].as_array().into_iter().flatten();
        let fields = variants.filter_map(|one| one["properties"].as_object()).flat_map(Map::keys);
        paths.extend(fields.filter(|field| *field != "type").map(|field| format!("{name}.{field}")));
    }
    paths.sort();
    paths.dedup();
    paths
}

#[test]
fn every_option_has_an_input_and_a_label() {
    for ruleset in Ruleset::ALL {
        let options = Options::of(ruleset);
        let mut known: Vec<_> = options.fields.iter().map(|field| field.words.path.to_owned()).collect();
        known.sort();
        assert_eq!(known, paths(ruleset), "{}", ruleset.id());
        let defaults = with_game!(ruleset, G => serde_json::to_value(<G as Game>::Options::default()));
        for name in defaults.expect("JSON").as_object().expect("an object").keys() {
            assert!(known.contains(name), "{} {name}", ruleset.id());
        }
    }
}

#[test]
fn a_preset_sets_what_is_not_entered_otherwise() {
    let read = |ruleset, pairs: &[(&str, &str)]| {
        let (options, mut form) = (Options::of(ruleset), form(pairs));
        let read = options.read(&options.with_preset(&mut form));
        (read, form.wrong)
    };
    let match_of_four = json!({"match": {"type": "deals", "deals": 4}});
    for (ruleset, pairs, options) in [
        (Ruleset::Fortunes, &[][..], json!({})),
        (Ruleset::Fortunes, &[("preset", "quick")], json!({})),
        (Ruleset::Fortunes, &[("preset", "match"), ("option.match.deals", "")], match_of_four),
        (
            Ruleset::Fortunes,
            &[("preset", "match"), ("option.match.deals", "2")],
            json!({"match": {"type": "deals", "deals": 2}}),
        ),
        (
            Ruleset::Fortunes,
            &[("preset", "match"), ("option.match", "race"), ("option.match.target", "30")],
            json!({"match": {"type": "race", "target": 30}}),
        ),
        (Ruleset::Foolery, &[], json!({"deals": 4})),
        (Ruleset::Foolery, &[("preset", "quick")], json!({})),
        (Ruleset::Reversal, &[], json!({})),
    ] {
        assert_eq!(read(ruleset, pairs), (options, Vec::new()), "{} {pairs:?}", ruleset.id());
    }
    let (_, wrong) = read(Ruleset::Fortuno, &[("preset", "match")]);
    assert_eq!(wrong, [("preset".to_owned(), "Choose one of the list.".to_owned())]);
}

#[test]
fn every_choice_has_a_label_and_is_legal() {
    for ruleset in Ruleset::ALL {
        for field in &Options::of(ruleset).fields {
            let values = match (&field.schema["oneOf"], &field.schema["enum"]) {
                (Value::Array(variants), _) => {
                    variants.iter().map(|one| one["properties"]["type"]["enum"][0].clone()).collect()
                }
                (_, Value::Array(words)) => words.clone(),
                _ if field.schema["type"] == "boolean" => vec![json!("true"), json!("false")],
                _ => Vec::new(),
            };
            let named: Vec<_> = field.words.values.iter().map(|(value, _)| json!(value)).collect();
            assert_eq!(named, values, "{} {}", ruleset.id(), field.words.path);
            for (value, _) in field.words.values.iter().filter(|_| !field.words.path.contains('.')) {
                let with = match *value {
                    "race" | "race_exact" => Some(("option.match.target", "30")),
                    "wager" => Some(("option.betting.when", "open")),
                    // Chosen during the game, when a player calls.
                    _ => None,
                };
                let pairs: Vec<_> = [(field.name.as_str(), *value)].into_iter().chain(with).collect();
                let read = read(ruleset, &pairs);
                assert!(GameSetup::parse(ruleset, read.clone(), Some(4), None).is_ok(), "{read}");
            }
        }
    }
}

#[test]
fn an_option_with_variants_has_an_input_for_each_of_their_fields() {
    let sent = [
        ("option.betting", "wager"),
        ("option.betting.when", "open"),
        ("option.betting.limit", "30"),
        ("option.disposition", "led"),
    ];
    let expected = json!({"betting": {"type": "wager", "when": "open", "limit": 30}, "disposition": "led"});
    assert_eq!(read(Ruleset::Fortunes, &sent), expected);
    let deals = [("option.match", ""), ("option.match.deals", "3")];
    assert_eq!(read(Ruleset::Fortunes, &deals), json!({"match": {"type": "deals", "deals": 3}}));
}

#[test]
fn options_are_written_as_a_form_sends_them_and_read_again() {
    for (ruleset, options) in [
        (Ruleset::Fortunes, json!({"betting": {"type": "wager", "when": "open", "limit": 30}, "disposition": "led"})),
        (Ruleset::Fortunes, json!({"match": {"type": "race", "target": 30}, "folder_may_win": true})),
        (Ruleset::Foolery, json!({"deals": 3, "scoring": "titles"})),
        (Ruleset::Reversal, json!({})),
    ] {
        let written = Options::of(ruleset).written(&options.to_string());
        let pairs: Vec<_> = written.iter().map(|(name, text)| (*name, text.as_str())).collect();
        assert_eq!(read(ruleset, &pairs), options, "{written:?}");
    }
    assert!(Options::of(Ruleset::Foolery).written("no JSON").is_empty());
    let default = json!({"betting": {"type": "wager", "when": "blind"}}).to_string();
    assert_eq!(Options::of(Ruleset::Fortunes).written(&default)[0], ("option.betting", "wager".to_owned()));
}

#[test]
fn errors_are_shown_at_their_input() {
    let options = Options::of(Ruleset::Fortunes);
    for (sent, name, why) in [
        (&[("option.betting.limit", "30")][..], "option.betting.limit", "It does not go with what is chosen above."),
        (&[("option.match", "race")], "option.match.target", "It has to be given."),
        (&[("option.match.deals", "0")], "option.match.deals", "1 to 100"),
        (&[("option.match.deals", "x")], "option.match.deals", ""),
        (&[("option.stars_when_broken", "never")], "option.stars_when_broken", "never"),
    ] {
        let faults = GameSetup::parse(Ruleset::Fortunes, options.read(&form(sent)), None, None).expect_err("a fault");
        let faults = options.faults(faults);
        assert!(faults.iter().any(|(field, said)| field == name && said.contains(why)), "{sent:?}: {faults:?}");
    }
}

#[test]
fn a_choice_is_shown_as_it_is_in_the_form() {
    for ruleset in Ruleset::ALL {
        for field in Options::of(ruleset).fields.iter().filter(|field| !field.words.values.is_empty()) {
            for (value, text) in field.words.values {
                let shown = field.input(&form(&[(&field.name, value)])).into_string();
                let sent = if *value == field.default() { "" } else { value };
                assert_eq!(shown.matches(" selected").count(), 1, "{shown}");
                assert!(
                    shown.contains(&format!("<option value=\"{sent}\" selected>{text}</option>")),
                    "{value}: {shown}"
                );
            }
            let other = field.input(&form(&[(&field.name, "<other>")])).into_string();
            let expected = "<option value=\"&lt;other&gt;\" selected>&lt;other&gt;</option>";
            assert!(other.contains(expected) && other.matches(" selected").count() == 1, "{other}");
        }
    }
}

#[test]
fn an_unchanged_form_sends_no_options() {
    for ruleset in Ruleset::ALL {
        let shown = Options::of(ruleset).folded(&Form::default()).into_string();
        assert!(!shown.contains(" open"), "{shown}");
        assert_eq!(shown.matches(" selected").count(), shown.matches("value=\"\" selected").count(), "{shown}");
        assert!(!shown.contains('`') && !shown.contains("null"), "{shown}");
    }
}
