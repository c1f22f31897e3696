//! Tests of the sheet of cards.

use super::*;

fn form(pairs: &[(&str, &str)]) -> Form {
    Form::from(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>())
}

fn read(pairs: &[(&str, &str)]) -> (Option<Entered>, Form) {
    let mut form = form(pairs);
    (Sheet::of(&form).read(&mut form), form)
}

#[test]
fn cards_are_known_by_any_of_their_names_and_empty_rows_are_left_out() {
    let sent = [
        ("own.1", "Two of Wands"),
        ("own.3", "the tower"),
        ("own.3.turned", "yes"),
        ("partner.2", "cuqu"),
        ("outcome", "won"),
    ];
    let (entered, form) = read(&sent);
    let entered = entered.unwrap_or_else(|| panic!("{form:?}"));
    assert_eq!(entered.link(), "/readings/by-hand?own=wa02.ar16-&partner=cuqu&outcome=won");
    let again = Form::from(pairs(&entered));
    assert_eq!((again.text("own.2"), again.text("own.2.turned")), ("The Tower", "yes"));
}

#[test]
fn errors_are_shown_at_their_row() {
    for (field, sent) in [
        ("own.2", &[("own.2", "Two of Moons"), ("outcome", "won")][..]),
        ("own.2", &[("own.2.turned", "yes"), ("outcome", "won")]),
        ("outcome", &[("own.1", "wa02")]),
        ("own.1", &[("outcome", "won")]),
        ("own.20", &[("own.20", "wa02"), ("own.1", "wa03"), ("outcome", "won")]),
    ] {
        let (entered, form) = read(sent);
        assert!(entered.is_none() && form.is_wrong(field), "{field}: {:?}", form.wrong);
    }
}

#[test]
fn a_repeated_card_is_an_error_of_the_second_row() {
    let (entered, form) = read(&[("own.1", "wa02"), ("partner.4", "Two of Wands"), ("outcome", "won")]);
    let why = entered.expect("tricks").read().expect_err("a card twice");
    let expected = ("partner.4".to_owned(), "Two of Wands stands in “Trick 1” already.".to_owned());
    assert_eq!(fault(&why, &rows_of(&form), Deck::Fortunes), expected);
}

#[test]
fn more_rows_are_added_on_request() {
    let first = form(&[("more", "partner"), ("own.9", "wa02")]);
    let longer = Sheet::of(&first).longer(&first).expect("more");
    assert_eq!((longer.rows, longer.first_new), ([9, 10], Some((Side::Partner, 6))));
    let last = form(&[("more", "own"), ("rows.own", "18")]);
    assert_eq!(Sheet::of(&last).longer(&last).map(|sheet| sheet.rows), Some([19, 5]));
    assert_eq!(Sheet::of(&form(&[])).longer(&form(&[])), None);
    assert_eq!(Sheet::of(&form(&[("rows.own", "9999")])).rows, [19, 5]);
}
