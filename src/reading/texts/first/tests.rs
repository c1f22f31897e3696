use super::*;
use crate::reading::texts::Slots;

fn english() -> &'static Edition {
    edition(Language::En)
}

#[test]
fn positions_have_different_texts_well_ill_and_empty() {
    let slots = Slots { card: "the Fool", theme: "trust", ..Slots::default() };
    for place in Place::ALL {
        let told = english().place(place);
        let (well, ill, empty) = (told.well.fill(slots), told.ill.fill(slots), told.empty.fill(slots));
        assert!(well != ill && well != empty && ill != empty, "{place:?}");
        for sentence in [&well, &ill] {
            assert!(sentence.contains("the Fool") && sentence.contains("trust"), "{place:?}: {sentence}");
        }
        assert!(ill.contains("turned") && !well.contains("turned"), "{place:?}");
        assert!(!empty.contains("the Fool"), "{place:?}");
    }
}

#[test]
fn an_incomplete_file_is_refused() {
    let file = include_str!("../v1/en.json");
    assert!(Edition::load(&file.replacen("\"ar00\"", "\"ar99\"", 1)).is_err());
    assert!(Edition::load(&file.replacen("\"source\": \"waite\"", "\"source\": \"nobody\"", 1)).is_err());
    assert!(Edition::load(&file.replacen("{theme}", "{thema}", 1)).is_err());
}

#[test]
fn a_published_edition_never_changes() {
    // Stored readings use this version. Changed texts need a new one.
    assert_eq!(crc32fast::hash(include_bytes!("../v1/en.json")), 0xec0a_41ff);
}
