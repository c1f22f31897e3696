//! The form for tricks, with a row for each in the order won.

use maud::{Markup, html};

use super::entered::{Entered, OUTCOMES};
use crate::{
    cards::{Deck, PACK, by_name},
    games::{QUOTED, excerpt, fortunes::TRICKS},
    http::site::{
        form::{Field, Form, with_message},
        look::{DECK, deck, deck_choice},
    },
    reading::{Disposition, Layout, ReadingError, Side, Tricks, WonTrick},
    service::{Name, Question},
};

/// Initial number of rows, and number of rows added at a time.
const ROWS: usize = 5;

/// The two players: value in field names, and labels.
const SIDES: [(Side, &str, &str); 2] =
    [(Side::Own, "own", "Your tricks"), (Side::Partner, "partner", "Your partner’s tricks")];

const OUTCOME: Field<'_> = Field::text("outcome", "outcome", "How the deal went for the two of you");
const NAME: Field<'_> = Field {
    limit: Some(Name::LIMIT),
    hint: "Optional.",
    autocomplete: "nickname",
    ..Field::text("name", "name", "Your name")
};
const QUESTION: Field<'_> =
    Field { limit: Some(Question::LIMIT), hint: "Optional.", ..Field::text("question", "question", "Your question") };
const LAYOUT: Field<'_> = Field::text("layout", "layout", "Layout");

/// Number of rows for the reader's tricks and the partner's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    rows: [usize; 2],
    /// The field to focus.
    first_new: Option<(Side, usize)>,
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet { rows: [ROWS; 2], first_new: None }
    }
}

/// A row of the form, by its number.
struct Row {
    card: String,
    turned: String,
    id: String,
    label: String,
}

impl Row {
    fn of(side: Side, number: usize) -> Row {
        let word = word(side);
        Row {
            card: format!("{word}.{number}"),
            turned: format!("{word}.{number}.turned"),
            id: format!("{word}-{number}"),
            label: match side {
                Side::Own => format!("Trick {number}"),
                Side::Partner => format!("Partner’s trick {number}"),
            },
        }
    }

    fn field(&self) -> Field<'_> {
        Field { limit: Some(40), list: Some("cards"), ..Field::text(&self.id, &self.card, &self.label) }
    }
}

const fn word(side: Side) -> &'static str {
    match side {
        Side::Own => "own",
        Side::Partner => "partner",
    }
}

fn rows(side: Side, count: usize) -> impl Iterator<Item = Row> {
    (1..=count).map(move |number| Row::of(side, number))
}

/// The rows in which a card was entered, by side.
pub fn rows_of(form: &Form) -> [Vec<usize>; 2] {
    SIDES.map(|(side, ..)| {
        (1..=TRICKS).filter(|number| !form.text(&Row::of(side, *number).card).trim().is_empty()).collect()
    })
}

/// The form fields for what was entered.
pub fn pairs(entered: &Entered) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for (source, trick) in entered.tricks.all() {
        let row = Row::of(source.from, usize::from(source.trick));
        pairs.push((row.card, entered.deck.card_name(trick.card)));
        if trick.disposition == Disposition::Ill {
            pairs.push((row.turned, "yes".to_owned()));
        }
    }
    let outcome = OUTCOMES.iter().find(|(_, outcome)| *outcome == entered.tricks.outcome).map_or("", |(word, _)| word);
    let texts = [
        (OUTCOME, outcome),
        (DECK, entered.deck.id()),
        (LAYOUT, entered.layout.map_or("", Layout::id)),
        (NAME, entered.querent.as_ref().map_or("", Name::as_str)),
        (QUESTION, entered.question.as_str()),
    ];
    pairs.extend(texts.map(|(field, text)| (field.name.to_owned(), text.to_owned())));
    pairs
}

/// The error for tricks that cannot be read, with its field. `rows` gives the row of each trick.
pub fn fault(why: &ReadingError, rows: &[Vec<usize>; 2], deck: Deck) -> (String, String) {
    let row = |side: Side, trick: usize| {
        let [own, partner] = rows;
        let rows = match side {
            Side::Own => own,
            Side::Partner => partner,
        };
        Row::of(side, rows.get(trick - 1).copied().unwrap_or(trick))
    };
    match why {
        ReadingError::DuplicateCard { card, first, again } => {
            let first = row(first.from, usize::from(first.trick)).label;
            let why = format!("{} stands in “{first}” already.", deck.card_name(*card));
            (row(again.from, usize::from(again.trick)).card, why)
        }
        ReadingError::TooManyTricks { own, .. } => (row(Side::Own, (*own).max(1)).card, why.to_string()),
    }
}

impl Sheet {
    /// The number of rows that the form has or needs.
    pub fn of(form: &Form) -> Sheet {
        let needed = rows_of(form).map(|rows| rows.last().copied().unwrap_or_default());
        let count = |place: usize| {
            let (_, word, _) = SIDES[place];
            let sent = form.text(&format!("rows.{word}")).parse().unwrap_or(ROWS);
            sent.max(needed[place]).clamp(ROWS, TRICKS)
        };
        Sheet { rows: [count(0), count(1)], first_new: None }
    }

    /// The form with more rows, if the reader asked for them.
    pub fn longer(mut self, form: &Form) -> Option<Sheet> {
        let place = SIDES.iter().position(|(_, word, _)| *word == form.text("more"))?;
        let (side, ..) = SIDES[place];
        self.first_new = Some((side, (self.rows[place] + 1).min(TRICKS)));
        self.rows[place] = (self.rows[place] + ROWS).min(TRICKS);
        Some(self)
    }

    /// Parses the form; `None` after recording errors in it.
    pub fn read(self, form: &mut Form) -> Option<Entered> {
        let all: Vec<_> = SIDES.iter().flat_map(|(side, ..)| rows(*side, TRICKS)).collect();
        let known = [OUTCOME, NAME, QUESTION, DECK, LAYOUT].map(|field| field.name);
        let known = known.into_iter().chain(["rows.own", "rows.partner"]);
        let known: Vec<_> = known.chain(all.iter().flat_map(|row| [row.card.as_str(), row.turned.as_str()])).collect();
        form.only(&known);
        let deck = form.value(DECK.name, deck).unwrap_or_default();
        let layout = form.value(LAYOUT.name, |id| with_message(id.parse::<Layout>()));
        let querent = form.value(NAME.name, |text| with_message(Name::new(text)));
        let question = form.value(QUESTION.name, |text| with_message(Question::new(text))).unwrap_or_default();
        let [own, partner] = SIDES.map(|(side, ..)| tricks(side, deck, form));
        let outcome = OUTCOMES.iter().find(|(word, _)| *word == form.text(OUTCOME.name)).map(|(_, outcome)| *outcome);
        if outcome.is_none() {
            form.wrong.push((OUTCOME.name.to_owned(), "Choose one.".to_owned()));
        }
        if own.is_empty() && partner.is_empty() && form.wrong.is_empty() {
            form.wrong.push((Row::of(Side::Own, 1).card, "Enter at least one card.".to_owned()));
        }
        let outcome = outcome.filter(|_| form.wrong.is_empty())?;
        Some(Entered { tricks: Tricks { own, partner, outcome, seats: None }, deck, layout, querent, question })
    }

    /// The page with the form.
    pub fn page(&self, path: &str, form: &Form) -> Markup {
        let all: Vec<_> = SIDES.iter().flat_map(|(side, ..)| rows(*side, TRICKS)).collect();
        let others = [OUTCOME, NAME, QUESTION, DECK, LAYOUT];
        html! {
            h1 { "Enter tricks by hand" }
            p.lead {
                "You have played a deal of " a href="/rules/fortunes" { "Fortunes" } " at a real table? Enter the card that won each trick, \
                 in the order won: yours, and your partner’s. Nothing is stored."
            }
            (form.faults(all.iter().map(Row::field).chain(others)))
            form.set-up method="post" action=(path) {
                // Enter triggers the first button.
                button.unseen type="submit" tabindex="-1" aria-hidden="true" { "Lay the cards" }
                p.hint #how {
                    "A trick is turned when it went against the team that won it: a trick that ended low, won by the High team, or the other way round."
                }
                (self.side(form, 0))
                (self.side(form, 1))
                (form.choice(&OUTCOME, &[("", "Choose"), ("won", "We won"), ("lost", "We lost"), ("drawn", "It was drawn")]))
                (form.line(&NAME))
                (form.line(&QUESTION))
                (deck_choice(form))
                details open[form.is_wrong(LAYOUT.name) || !form.text(LAYOUT.name).is_empty()] {
                    summary { "Layout" }
                    (form.choice(&LAYOUT, &[("", "As the cards have it"), ("simple", "Simple"), ("broad", "Broad"), ("fate", "Fate")]))
                }
                p { button type="submit" { "Lay the cards" } }
            }
            (names(form))
        }
    }

    fn side(&self, form: &Form, place: usize) -> Markup {
        let ((side, word, legend), count) = (SIDES[place], self.rows[place]);
        html! {
            fieldset aria-describedby="how" {
                legend { (legend) }
                input type="hidden" name={ "rows." (word) } value=(count);
                ol.rows { @for (index, row) in rows(side, count).enumerate() {
                    li { (line(&row, form, self.first_new == Some((side, index + 1)))) }
                } }
                @if count < TRICKS { p { button.quiet type="submit" name="more" value=(word) { "More rows" span.unseen { " for " (legend) } } } }
            }
        }
    }
}

/// A row with one trick: its card, and whether it is reversed.
fn line(row: &Row, form: &Form, focused: bool) -> Markup {
    let field = row.field();
    html! {
        div.row {
            label for=(row.id) { (row.label) }
            input #(row.id) name=(row.card) type="text" list="cards" maxlength="40" value=(form.text(&row.card)) autocomplete="off"
                autocapitalize="words" autofocus[focused] aria-invalid=[form.invalid(&row.card)] aria-describedby=[form.described_by(&field)];
            label.flag {
                input type="checkbox" name=(row.turned) value="yes" checked[!form.text(&row.turned).is_empty()];
                " turned" span.unseen { ", " (row.label) }
            }
        }
        (form.described(&field))
    }
}

/// Suggestions while a card is typed.
fn names(form: &Form) -> Markup {
    let deck = deck(form.text(DECK.name)).unwrap_or_default();
    html! {
        datalist #cards { @for card in PACK { option value=(deck.card_name(card)); } }
    }
}

/// The tricks of one side, without empty rows.
fn tricks(side: Side, deck: Deck, form: &mut Form) -> Vec<WonTrick> {
    let mut tricks = Vec::new();
    for row in rows(side, TRICKS) {
        let turned = !form.text(&row.turned).is_empty();
        let found = form.value(&row.card, |text| {
            by_name(text, deck).map_err(|refusal| format!("“{}” {refusal}", excerpt(text, QUOTED)))
        });
        let disposition = if turned { Disposition::Ill } else { Disposition::Well };
        match found {
            Some(card) => tricks.push(WonTrick { card, disposition }),
            None if turned && !form.is_wrong(&row.card) => {
                form.wrong.push((row.card, "Which card is turned?".to_owned()));
            }
            None => {}
        }
    }
    tricks
}

#[cfg(test)]
mod tests {
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
}
