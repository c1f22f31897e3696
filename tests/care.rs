//! Care: which questions need a person and not cards, and that no form of such a reading tells any card.

use arcana::{
    cards::PACK,
    reading::{
        Care, Disposition, DrawnCard, Heading, KnownSpread, OwnSpread, QuestionKind, Reading, ReadingChoice, Render,
        Shows, Spread, SpreadChoice, SpreadPlace, SpreadReading, TeamOutcome, Tricks, Untold, WonTrick, html, read,
        read_spread, spread,
        svg::{Faces, Preview},
    },
};

/// A question of each kind.
const QUESTIONS: [(Care, &str); 6] = [
    (Care::SelfHarm, "Should I kill myself?"),
    (Care::Violence, "My boyfriend hits me. Should I leave him?"),
    (Care::Illness, "Will my chemo work?"),
    (Care::PregnancyOrLoss, "Will I have another miscarriage?"),
    (Care::Addiction, "Will I ever stop drinking? I am an alcoholic."),
    (Care::LawOrMoney, "Should I plead guilty in court?"),
];

fn questions(file: &str) -> impl Iterator<Item = &str> {
    file.lines().filter(|line| !line.is_empty())
}

#[test]
fn every_question_that_needs_care_is_recognised() {
    let needs = include_str!("data/care/needs-care.tsv");
    let missed = questions(needs).filter(|line| {
        let (_, question) = line.split_once('\t').expect("a kind and a question");
        Care::of([question]).is_none()
    });
    assert_eq!(missed.collect::<Vec<_>>(), [""; 0]);
    assert!(questions(needs).count() >= 1_000);
}

#[test]
fn at_most_one_in_a_hundred_harmless_questions_is_taken_for_another() {
    let harmless = include_str!("data/care/harmless.tsv");
    let taken = questions(harmless).filter(|question| Care::of([*question]).is_some()).collect::<Vec<_>>();
    assert!(taken.len() * 100 <= questions(harmless).count(), "{taken:?}");
    assert!(questions(harmless).count() >= 1_000);
}

/// The words of a form, without tags.
fn words(form: &str) -> String {
    let mut tag = false;
    let shown = form.chars().map(|sign| {
        let within = tag || sign == '<';
        tag = within && sign != '>';
        if within { ' ' } else { sign }
    });
    shown.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn forms(reading: &impl Render, heading: &Heading, fragment: &str, preview: &Preview) -> Vec<(&'static str, String)> {
    // A style sheet shows nothing.
    let shown = |form: String| match (form.find("<style>"), form.rfind("</style>")) {
        (Some(from), Some(to)) => words(&format!("{}{}", &form[..from], &form[to..])),
        _ => words(&form),
    };
    vec![
        ("text", shown(reading.text(heading))),
        ("Markdown", shown(reading.markdown(heading))),
        ("HTML", shown(reading.html(heading, Faces::Drawn))),
        ("SVG", shown(reading.svg(heading, Faces::Drawn))),
        ("page", shown(fragment.to_owned())),
        ("preview", shown(preview.picture(Faces::Drawn))),
    ]
}

fn forms_of_game(reading: &Reading, heading: &Heading) -> Vec<(&'static str, String)> {
    let fragment = html::linked_fragment(reading, heading, Faces::Drawn).into_string();
    forms(reading, heading, &fragment, &Preview::of_reading(reading, heading))
}

fn forms_of_spread(reading: &SpreadReading, heading: &Heading) -> Vec<(&'static str, String)> {
    let fragment = spread::linked_fragment(reading, heading, Faces::Drawn).into_string();
    forms(reading, heading, &fragment, &Preview::of_spread(reading, heading))
}

fn heading(question: &str) -> Heading {
    Heading { querent: Some("Ada".to_owned()), question: Some(question.to_owned()), ..Heading::default() }
}

fn game(kind: QuestionKind) -> Untold<Reading> {
    let won = |n: usize| WonTrick {
        card: PACK[n * 7],
        disposition: if n.is_multiple_of(2) { Disposition::Well } else { Disposition::Ill },
    };
    let tricks = Tricks {
        own: (0..5).map(won).collect(),
        partner: (5..9).map(won).collect(),
        outcome: TeamOutcome::Lost,
        seats: None,
    };
    read(&tricks, ReadingChoice { question_kind: kind, ..ReadingChoice::default() }).expect("a reading")
}

fn drawn(spread: Spread, kind: QuestionKind) -> Untold<SpreadReading> {
    let cards = ["ar01", "wa02", "cu03'"].map(|card| card.parse::<DrawnCard>().expect("a card"));
    let cards = &cards[..spread.places().len()];
    read_spread(SpreadChoice { question_kind: kind, ..SpreadChoice::of(spread) }, cards).expect("a reading")
}

fn yes_no() -> Spread {
    Spread::Known(KnownSpread::find("yes-no", None).expect("a spread"))
}

/// A spread of the caller's own with two places, the second with this name.
fn own(name: &str, asks: &str) -> Spread {
    let place = |id: &str, name: &str, x| SpreadPlace {
        id: id.to_owned(),
        name: name.to_owned(),
        asks: asks.to_owned(),
        x,
        y: 0.0,
        rotation: 0.0,
    };
    let places = vec![place("one", "The garden", 0.0), place("two", name, 2.0)];
    Spread::Own(OwnSpread::new("Two paths".to_owned(), places).expect("a spread"))
}

/// What is told of a reading, part by part: none of it may appear.
struct Kept<'a> {
    texts: Vec<&'a str>,
    names: Vec<&'a str>,
}

fn check(care: Care, form: &str, shown: &str, kept: &Kept<'_>) {
    assert!(shown.contains(care.sentence()), "{care:?}, {form}: {shown}");
    for text in &kept.texts {
        assert!(!shown.contains(*text), "{care:?}, {form}, {text}: {shown}");
    }
    for word in ["Doom", "Against you today", "doom", "for Ada"] {
        assert!(!shown.contains(word), "{care:?}, {form}, {word}: {shown}");
    }
    // A preview has no room for names.
    let named = care.shows() != Shows::Sentence && form != "preview";
    for name in &kept.names {
        // The picture beside a page's texts has no names of its own.
        assert_eq!(shown.contains(*name), named, "{care:?}, {form}, {name}: {shown}");
    }
}

#[test]
fn no_form_of_a_game_s_reading_tells_a_card_leans_or_advises() {
    for (care, question) in QUESTIONS {
        for kind in QuestionKind::ALL {
            let plain = game(kind).told_for("", []);
            let told = game(kind).told_for(question, ["Ada"]);
            assert_eq!((told.care, told.verdict, told.layout), (Some(care), plain.verdict, plain.layout), "{question}");
            let with_advice = plain.places().zip(told.places()).filter(|(plain, told)| plain.text != told.text);
            let mut texts = with_advice.map(|(plain, _)| plain.text.as_str()).collect::<Vec<_>>();
            texts.push(&plain.summary.text);
            texts.extend(plain.summary.text.split_inclusive(". ").last());
            if care.shows() != Shows::Cards {
                texts.extend(
                    plain.zones.iter().flat_map(|zone| [&zone.about, &zone.empty]).flatten().map(String::as_str),
                );
                texts.extend(plain.rarity.iter().map(|rarity| rarity.text.as_str()));
            }
            let kept = Kept {
                texts,
                names: plain.places().flat_map(|place| &place.cards).map(|card| card.name.as_str()).collect(),
            };
            for (form, shown) in forms_of_game(&told, &heading(question)) {
                check(care, form, &shown, &kept);
            }
            let json = serde_json::to_value(&told).expect("JSON");
            assert_eq!(json["care"], care.id());
            assert!(told.places().zip(plain.places()).all(|(told, plain)| {
                let cards = |cards: &[arcana::reading::ReadCard]| cards.iter().map(|card| card.id).collect::<Vec<_>>();
                cards(&told.cards) == cards(&plain.cards)
            }));
        }
    }
}

#[test]
fn no_form_of_a_spread_s_reading_tells_a_card_leans_or_advises() {
    for (care, words) in QUESTIONS {
        // A spread, what is asked of it, and the same spread without anything that needs care.
        let spreads = [
            (yes_no(), words, yes_no()),
            (own(words, ""), "", own("The sea", "")),
            (own("The sea", words), "What now?", own("The sea", "")),
        ];
        for (spread, question, harmless) in &spreads {
            for kind in QuestionKind::ALL {
                let plain = drawn(harmless.clone(), kind).told_for("", []);
                let told = drawn(spread.clone(), kind).told_for(question, None);
                assert_eq!((told.care, &told.answer), (Some(care), &None), "{words}");
                let mut texts = plain.places.iter().map(|it| it.text.as_str()).collect::<Vec<_>>();
                texts.push(&plain.summary.text);
                texts.extend(plain.answer.iter().map(|answer| answer.text.as_str()));
                let kept = Kept { texts, names: plain.places.iter().map(|it| it.card.name.as_str()).collect() };
                for (form, shown) in forms_of_spread(&told, &heading(question)) {
                    check(care, form, &shown, &kept);
                }
                assert_eq!(serde_json::to_value(&told).expect("JSON")["care"], care.id());
            }
        }
    }
}

#[test]
fn the_gravest_of_all_texts_counts_and_a_name_is_one_of_them() {
    let kinds = QUESTIONS.map(|(care, _)| care);
    assert_eq!(kinds, Care::ALL);
    assert!(kinds.is_sorted());
    assert_eq!(Care::of(QUESTIONS.map(|(_, question)| question)), Some(Care::SelfHarm));
    let told = game(QuestionKind::Open).told_for("Will my chemo work?", ["I want to die"]);
    assert_eq!(told.care, Some(Care::SelfHarm));
}

#[test]
fn a_question_in_another_language_is_told_without_lean_and_advice() {
    for question in ["¿Debo dejar mi trabajo?", "Стоит ли мне уйти с работы?"] {
        let plain = drawn(yes_no(), QuestionKind::YesNo).told_for("", []);
        let told = drawn(yes_no(), QuestionKind::YesNo).told_for(question, None);
        assert_eq!((told.care, &told.answer), (None, &None), "{question}");
        assert!(plain.answer.is_some());
        for (told, plain) in told.places.iter().zip(&plain.places) {
            assert!(!told.text.is_empty() && plain.text.starts_with(&told.text) && plain.text != told.text);
        }
        let of_game = game(QuestionKind::YesNo).told_for(question, ["Ada"]);
        for text in [&told.summary.text, &of_game.summary.text] {
            let words = text.to_lowercase();
            assert!(
                !text.is_empty()
                    && ![" yes", " lean", "scales", " a no ", " no,", " no:", " deal ", "“"]
                        .iter()
                        .any(|said| words.contains(said)),
                "{text}"
            );
        }
    }
    let told = game(QuestionKind::YesNo).told_for("Should I move to Lyon?", ["Ada"]);
    assert!(told.care.is_none() && told.summary.text.contains("Lyon"), "{}", told.summary.text);
}
