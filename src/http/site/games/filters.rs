//! Inputs that narrow games, on the pages of games and of their statistics.

use maud::{Markup, html};

use super::page::source;
use crate::{
    games::Ruleset,
    http::site::form::{Field, Form},
    service::{ExternalId, Name, SeedText, records::Source},
};

/// The game.
pub const RULESET: Field<'_> = Field::text("ruleset", "ruleset", "Game");
const PLAYER: Field<'_> = Field { limit: Some(Name::LIMIT), ..Field::text("player", "player", "Player") };
const WINNER: Field<'_> = Field { limit: Some(Name::LIMIT), ..Field::text("winner", "winner", "Winner") };
const SOURCE: Field<'_> = Field::text("source", "source", "Source");
/// Times at which the games were played or stored.
pub const TIMES: [Field<'_>; 4] = [
    Field::text("played_since", "played_since", "Played from (day)"),
    Field::text("played_until", "played_until", "Played before (day)"),
    Field::text("since", "since", "Stored from (day)"),
    Field::text("until", "until", "Stored before (day)"),
];
/// The seed.
pub const SEED: Field<'_> = Field { limit: Some(SeedText::LIMIT), ..Field::text("seed", "seed", "Seed") };
const EXTERNAL_ID: Field<'_> =
    Field { limit: Some(ExternalId::LIMIT), ..Field::text("external_id", "external_id", "External id") };

/// All fields, for error messages.
pub fn fields() -> impl Iterator<Item = Field<'static>> {
    [RULESET, PLAYER, WINNER, SOURCE].into_iter().chain(TIMES).chain([SEED, EXTERNAL_ID])
}

/// The games to choose from: value and label.
pub fn rulesets() -> [(&'static str, &'static str); Ruleset::ALL.len()] {
    Ruleset::ALL.map(|ruleset| (ruleset.id(), ruleset.info().name))
}

/// The inputs for players, source and times. Those that only links have are shown if they are filled in.
pub fn inputs(form: &Form) -> Markup {
    let sources = Source::ALL.map(|one| (one.id(), source(one)));
    let [from, before, since, until] = TIMES.map(|field| form.day(field));
    html! {
        (form.repeated_line(&PLAYER))
        (form.line(&WINNER))
        (form.choice(&SOURCE, &[&[("", "Any")], &sources[..]].concat()))
        (form.line(&from))
        (form.line(&before))
        @for field in [since, until, EXTERNAL_ID].iter().filter(|field| form.is_filled(field.name)) { (form.line(field)) }
    }
}
