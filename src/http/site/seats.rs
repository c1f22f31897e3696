//! The seats of a game as a form: the player at each, and the names of bots where they have any.

use maud::{Markup, html};

use super::form::{Field, Form, options};
use crate::{
    games::{Player, Ruleset},
    service::Name,
};

/// The choices for a seat: value and label. The one without a value leaves it out, where the number of players varies.
pub type Kinds<'a> = &'a [(&'a str, &'a str)];

/// The choices of a bot.
pub const BOTS: [(&str, &str); 6] = [
    ("adept", "Careful bot (adept)"),
    ("easy", "Carefree bot (easy)"),
    ("random", "Reckless bot (random)"),
    ("sage:1", "Thoughtful bot (sage), quick"),
    ("sage:4", "Thoughtful bot (sage), takes its time"),
    ("sage:10", "Thoughtful bot (sage), who thinks longest: some six times as long"),
];

/// Names and ids of the fields for the seats.
pub struct SeatFields {
    seats: Vec<Seat>,
    /// Whether players are named here.
    named: bool,
}

/// One seat: the field with its choice, and the field with its name.
struct Seat {
    kind: String,
    kind_id: String,
    kind_label: String,
    name: String,
    name_id: String,
    name_label: String,
}

impl Seat {
    fn kind(&self) -> Field<'_> {
        Field::text(&self.kind_id, &self.kind, &self.kind_label)
    }

    fn name(&self) -> Field<'_> {
        Field::text(&self.name_id, &self.name, &self.name_label)
    }
}

impl SeatFields {
    /// Fields for the maximum number of players.
    pub fn of(ruleset: Ruleset) -> SeatFields {
        SeatFields { named: true, ..SeatFields::without_names(ruleset) }
    }

    /// The same where nobody is named.
    pub fn without_names(ruleset: Ruleset) -> SeatFields {
        let seat = |seat: u8| Seat {
            kind: format!("seat.{seat}"),
            kind_id: format!("seat-{seat}"),
            kind_label: format!("Seat {}", seat + 1),
            name: format!("name.{seat}"),
            name_id: format!("name-{seat}"),
            name_label: format!("Name in seat {}", seat + 1),
        };
        SeatFields { seats: (0..ruleset.info().players.max).map(seat).collect(), named: false }
    }

    /// The names of all fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fields().map(|field| field.name)
    }

    /// All fields, for error messages.
    pub fn fields(&self) -> impl Iterator<Item = Field<'_>> {
        self.seats.iter().flat_map(move |seat| [Some(seat.kind()), self.named.then(|| seat.name())]).flatten()
    }

    /// Faults with the names of fields instead of the places in the request, where seats that nobody takes are left out.
    pub fn named(faults: Vec<(String, String)>, taken: &[u8]) -> impl Iterator<Item = (String, String)> {
        faults.into_iter().map(|(place, why)| {
            let list = place.strip_prefix("players.").or_else(|| place.strip_prefix("seats."));
            let index = list.and_then(|rest| rest.strip_suffix(".name")?.parse::<usize>().ok());
            match index.and_then(|index| taken.get(index)) {
                Some(seat) => (format!("name.{seat}"), why),
                None => (place, why),
            }
        })
    }

    /// The inputs. Those beyond the default number are folded unless they are filled in or have errors.
    pub fn inputs<'a>(
        &self,
        ruleset: Ruleset,
        form: &Form,
        kinds: Kinds<'_>,
        chosen: impl Fn(u8) -> &'a str,
    ) -> Markup {
        let players = ruleset.info().players;
        let shown = players.default.max(players.min);
        let mut kinds = kinds.to_vec();
        kinds.retain(|(kind, _)| !kind.is_empty() || players.min < players.max);
        let line = |seat: u8| self.line(form, seat, &kinds, chosen(seat));
        let open = (shown..players.max).any(|seat| !chosen(seat).is_empty() || self.is_wrong(form, seat));
        html! {
            @for seat in 0..shown { (line(seat)) }
            @if players.max > shown {
                details open[open] { summary { "More seats" } @for seat in shown..players.max { (line(seat)) } }
            }
        }
    }

    fn is_wrong(&self, form: &Form, seat: u8) -> bool {
        let seat = &self.seats[usize::from(seat)];
        form.is_wrong(&seat.kind) || form.is_wrong(&seat.name)
    }

    fn line(&self, form: &Form, seat: u8, kinds: Kinds<'_>, chosen: &str) -> Markup {
        let one = &self.seats[usize::from(seat)];
        let fields = [one.kind(), one.name()];
        html! {
            div.seat-line {
                label for=(one.kind_id) { (one.kind_label) }
                select #(one.kind_id) name=(one.kind) aria-invalid=[form.invalid(&one.kind)] aria-describedby=[form.described_by(&fields[0])] {
                    (options(chosen, kinds))
                }
                @if self.named {
                    label.unseen for=(one.name_id) { (one.name_label) }
                    input #(one.name_id) name=(one.name) maxlength=(Name::LIMIT) placeholder=(Player(seat).default_name())
                        value=(form.text(&one.name)) autocomplete="off" aria-invalid=[form.invalid(&one.name)] aria-describedby=[form.described_by(&fields[1])];
                }
                @for field in &fields { (form.described(field)) }
            }
        }
    }
}
