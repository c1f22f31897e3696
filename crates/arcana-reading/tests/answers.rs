//! The first sentences of summaries for questions as people ask them: they are to be read, each as the answer that it is.
//!
//! `UPDATE_GOLDEN=1 cargo test -p arcana-reading --test answers` writes `tests/data/answers.txt`.

use std::{env, fs, path::PathBuf};

use arcana_reading::{Draw, KnownSpread, QuestionKind, Spread, SpreadChoice, read_spread};

/// The first sentence for a line with a spread, a tab and a question, which is the seed as well.
fn answer(line: &str) -> String {
    let (spread, question) = line.split_once('\t').expect("a spread and a question");
    let spread = KnownSpread::find(spread, None).expect("a spread");
    let cards = Draw::new(question, "").take(spread.places.len()).collect::<Vec<_>>();
    let choice = SpreadChoice { question_kind: QuestionKind::of(question), ..SpreadChoice::of(Spread::Known(spread)) };
    let text = read_spread(choice, &cards).expect("a card for each place").told_for(question, []).summary.text;
    let end = [". ", ".” ", "?” "].iter().filter_map(|end| text.find(end).map(|at| at + end.len())).min();
    format!("{question}\n    {}\n", text[..end.unwrap_or(text.len())].trim_end())
}

#[test]
fn questions_are_answered_in_their_own_words() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/answers.txt");
    let written = include_str!("data/questions.tsv").lines().map(answer).collect::<String>();
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &written).expect("a golden file can be written");
    }
    let golden = fs::read_to_string(&path).expect("a golden file");
    let differs = written.lines().zip(golden.lines()).find(|(now, before)| now != before);
    assert!(written == golden, "{differs:?}");
}
