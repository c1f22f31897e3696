//! The cases in `tests/data/cases`: logs with verdicts, made independently of this project.

use arcana::games::{
    Document, LogCodec, foolery::Foolery, fortuna::Fortuna, fortunes::Fortunes, fortuno::Fortuno, reversal::Reversal,
};
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};

#[derive(Deserialize)]
struct Case<'a> {
    #[serde(borrow)]
    log: &'a RawValue,
    result: Option<Value>,
    refused: Option<Value>,
}

/// Checks every line of a file: the whole result, or the index and code of the refusal.
fn agree<G: LogCodec>(lines: &str) -> usize {
    for (number, line) in lines.lines().enumerate() {
        let case: Case<'_> = serde_json::from_str(line).expect("a case");
        let verdict = Document::read(case.log.get(), &[])
            .map_err(|fault| json!({"index": null, "code": fault.code}))
            .and_then(|document| {
                document.replay::<G>().map_err(|refusal| json!({"index": refusal.index, "code": refusal.fault.code}))
            })
            .map(|(game, _)| serde_json::to_value(game.outcome()).expect("JSON"));
        match (verdict, case.refused) {
            (Ok(result), None) => assert_eq!(Some(result), case.result, "line {}", number + 1),
            (Err(refused), Some(expected)) => assert_eq!(refused, expected, "line {}", number + 1),
            (verdict, expected) => panic!("line {}: {verdict:?}, wanted {expected:?}", number + 1),
        }
    }
    lines.lines().count()
}

#[test]
fn fortunes_agrees_with_its_cases() {
    assert_eq!(agree::<Fortunes>(include_str!("data/cases/fortunes.ndjson")), 48);
}

#[test]
fn every_line_of_every_file_is_a_case() {
    for lines in [
        include_str!("data/cases/fortunes.ndjson"),
        include_str!("data/cases/foolery.ndjson"),
        include_str!("data/cases/fortuna.ndjson"),
        include_str!("data/cases/fortuno.ndjson"),
        include_str!("data/cases/reversal.ndjson"),
    ] {
        for line in lines.lines() {
            let case: Case<'_> = serde_json::from_str(line).expect("a case");
            assert!(case.result.is_some() != case.refused.is_some());
            assert!(case.log.get().starts_with('{'));
        }
    }
}

#[test]
fn fortuna_agrees_with_its_cases() {
    assert_eq!(agree::<Fortuna>(include_str!("data/cases/fortuna.ndjson")), 48);
}

#[test]
fn reversal_agrees_with_its_cases() {
    assert_eq!(agree::<Reversal>(include_str!("data/cases/reversal.ndjson")), 48);
}

#[test]
fn foolery_agrees_with_its_cases() {
    assert_eq!(agree::<Foolery>(include_str!("data/cases/foolery.ndjson")), 48);
}

#[test]
fn fortuno_agrees_with_its_cases() {
    assert_eq!(agree::<Fortuno>(include_str!("data/cases/fortuno.ndjson")), 48);
}
