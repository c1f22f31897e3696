//! The deal of the day at a running service: today's with the key of a profile, else yesterday's.

use std::process::ExitCode;

use anyhow::Context;
use chrono::{Days, NaiveDate};
use serde::Deserialize;
use serde_json::json;

use super::{
    Remote,
    client::{Client, Reply, refusal},
    table_json::TableJson,
};
use crate::{
    commands::play::{sitting::sit, terminal::Terminal},
    config::Play,
    service::{ComparedWith, against_par, line_to_share, records::DayState},
};
/// A deal of the day at the service.
#[derive(Deserialize)]
struct DayJson {
    date: NaiveDate,
    state: DayState,
}

/// The page of days.
#[derive(Deserialize)]
struct DaysJson {
    items: Vec<DayJson>,
}

/// What was made of a day.
#[derive(Deserialize)]
struct ResultJson {
    number: i32,
    counted: bool,
    points: u8,
    against: u8,
    tricks: u8,
    par: u8,
    place: PlaceJson,
}

/// The place among others.
#[derive(Deserialize)]
struct PlaceJson {
    compared_with: ComparedWith,
    better_than: Option<f64>,
}

/// Told at the end of a deal that is played without a profile.
pub const UNCOUNTED: &str = "\n\nThis deal is not counted: with the key of a profile (--key) you play today's.";

/// Opens the table of today's deal, or comes back to it, and plays there. Without a key it is yesterday's.
///
/// # Errors
/// The service cannot be reached or refuses, or the terminal cannot be used.
pub fn play_day(settings: &Play, terminal: &mut Terminal) -> anyhow::Result<ExitCode> {
    let mut client = Client::new(settings.address.trim_end_matches('/').to_owned());
    if let Some(key) = &settings.key {
        client.set_key(key);
    }
    let days: DaysJson = client.json("/v1/days")?;
    let today =
        days.items.iter().find(|day| day.state == DayState::Open).context("the service has no deal of today")?;
    let date = if settings.key.is_some() { today.date } else { today.date - Days::new(1) };
    let day = Day { client: client.clone(), date, is_of_profile: settings.key.is_some() };
    let opened = day.open(&mut client)?;
    let token = opened.tokens.into_iter().next().flatten().context("the service gives no token")?;
    client.set_token(&token);
    match settings.key {
        Some(_) => terminal.say(&format!("The deal of {date}. Leave it and come back until the day is over."))?,
        None => {
            terminal.say(&format!(
                "Without the key of a profile (--key) you play the deal of {date}, which is over and not counted.\n\
                 Come back with --table {} --token {token}",
                client.address(&format!("/tables/{}", opened.id)),
            ))?;
            terminal.farewell().set_token(&token);
        }
    }
    let table = client.table(0, 0)?;
    sit(&mut Remote::new(client, settings.deck, table, Some(day)), terminal, settings.deck)
}

/// The deal of a day, as it is played.
pub struct Day {
    /// A client with the key of the profile, if there is one.
    client: Client,
    date: NaiveDate,
    is_of_profile: bool,
}

impl Day {
    /// Is it played for the count, or at least for the profile's own list?
    pub const fn is_of_profile(&self) -> bool {
        self.is_of_profile
    }

    /// Opens a table of the day, or finds the one that the profile has opened before.
    fn open(&self, client: &mut Client) -> anyhow::Result<TableJson> {
        let opened = client.post_to::<TableJson>(&format!("/v1/days/{}/tables", self.date), &json!({}))?;
        let table = match opened {
            Reply::Success(opened) => opened,
            Reply::Problem(problem) => match problem.table {
                Some(table) => client.json(&format!("/v1/tables/{table}"))?,
                None => return Err(refusal(&problem)),
            },
        };
        client.set_table(table.id);
        Ok(table)
    }

    /// The score card, the reading of the day, and the line to share.
    ///
    /// # Errors
    /// The service cannot be reached or refuses.
    pub fn ending(&self) -> anyhow::Result<String> {
        let path = format!("/v1/days/{}", self.date);
        let result: ResultJson = self.client.json(&format!("{path}/result"))?;
        let ResultJson { number, counted, points, against, tricks, par, place } = result;
        let better = place.better_than.map(|share| place.compared_with.better_than(share));
        let in_place = better.as_ref().map(|better| format!("In your place: {better}.\n")).unwrap_or_default();
        let uncounted = if counted { "" } else { "It is not in the count.\n" };
        Ok(format!(
            "Your score card: {points} : {against}, with {tricks} of 19 tricks.\nFour adepts made {par}, {}.\n\
             {in_place}{uncounted}\n{}\nTo share: {}",
            against_par(points, par),
            self.client.text(&format!("{path}/reading"))?,
            line_to_share(number, (points, against), better.as_deref()),
        ))
    }
}
