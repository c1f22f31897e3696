//! A table of a running service.

mod client;
mod day;
mod table_json;
mod table_link;

use std::process::ExitCode;

use anyhow::Context;
use chrono::{DateTime, Utc};
use serde::de::IgnoredAny;
use serde_json::json;

pub use day::play_day;

use self::{
    client::{Client, MAX_WAIT, Reply},
    day::Day,
    table_json::TableJson,
    table_link::TableLink,
};
use super::{
    host::{Decision, Host, Made, Prompt, Seen},
    sitting::sit,
    terminal::Terminal,
};
use crate::{
    cards::Deck,
    clock::{Clock, SystemClock},
    config::Play,
    games::{Player, Ruleset},
    narration::joined,
    service::tables::TablePhase,
};

/// How long to wait for a step of others before showing who is due, in seconds.
const QUIET_WAIT: u32 = 2;

/// Joins the table of a link and plays there.
///
/// # Errors
/// Joining or playing fails.
pub fn join(settings: &Play, link: &str, terminal: &mut Terminal) -> anyhow::Result<ExitCode> {
    let mut link: TableLink = link.parse().context("--table")?;
    link.seat = settings.seat.map(Player).or(link.seat);
    link.invitation = settings.invitation.clone().or(link.invitation);
    let mut client = Client::new(link.service.clone());
    client.set_table(link.table);
    let opened = match &settings.token {
        Some(token) => {
            client.set_token(token);
            terminal.farewell().set_token(token);
            client.table(0, 0)?
        }
        None => {
            // An invitation needs no key, and its link may name the service of somebody else.
            if let (Some(key), None) = (&settings.key, &link.invitation) {
                client.set_key(key);
            }
            take_seat(settings, &link, &mut client, terminal)?
        }
    };
    opened.seat.context("the token is not one of a seat of this table")?;
    let table = client.table(0, 0)?;
    sit(&mut Remote::new(client, settings.deck, table, None), terminal, settings.deck)
}

/// Takes the seat of the invitation, or the first open one.
fn take_seat(settings: &Play, link: &TableLink, client: &mut Client, terminal: &Terminal) -> anyhow::Result<TableJson> {
    let seat = match link.seat {
        Some(seat) => seat,
        None => {
            let table: TableJson = client.table(0, 0)?;
            let open = table.seats.iter().find(|seat| seat.name.is_none()).context("no seat is open")?;
            open.index
        }
    };
    let mut person = json!({"client_seed": settings.client_seed});
    let texts = [("name", &settings.name), ("question", &settings.question), ("invitation", &link.invitation)];
    for (field, text) in texts {
        if let Some(text) = text {
            person[field] = json!(text);
        }
    }
    let opened: TableJson = client.post(&format!("/seats/{}", seat.0), &person)?.success()?;
    let token = opened.tokens.get(seat.index()).cloned().flatten().context("the service gives no token")?;
    terminal.say(&format!("You have seat {}. Ctrl-C leaves; come back with --token {token}", seat.0))?;
    client.set_token(&token);
    terminal.farewell().set_token(&token);
    Ok(opened)
}

/// A table of a service, from a seat.
struct Remote {
    client: Client,
    /// The deck that the person has chosen.
    deck: Option<Deck>,
    table: TableJson,
    /// Step count at which the person last passed.
    passed_at: Option<u32>,
    /// Step count at which it was last shown who is due.
    waited_at: Option<u32>,
    /// The deal of the day that is played.
    day: Option<Day>,
}

/// How a table's text says that others may go on although the person may act.
const MAY_WAIT: &str = "\nYou need not do anything.\n";

impl Remote {
    fn new(client: Client, deck: Option<Deck>, table: TableJson, day: Option<Day>) -> Remote {
        Remote { client, deck, table, passed_at: None, waited_at: None, day }
    }

    /// The table in plain text, without how to send a choice.
    fn text(&self) -> anyhow::Result<String> {
        let deck = self.deck.map(|deck| format!("?deck={}", deck.id())).unwrap_or_default();
        let text = self.client.table_text(&deck)?;
        let until = self.table.deadline.as_ref().filter(|_| !self.table.legal.is_empty());
        let until = until.map(|until| format!("You have time until {}.\n", clock_time(until, SystemClock.now())));
        let lines = text.lines().filter(|line| !line.starts_with("POST ")).map(|line| format!("{line}\n"));
        Ok(lines.chain(until).collect())
    }

    /// What the person sees if there is something to do.
    fn seen(&self) -> anyhow::Result<Option<Seen>> {
        let prompt = match self.table.phase {
            TablePhase::Over => Prompt::Over,
            TablePhase::Closed => {
                let text = format!("The table was closed{}.", why_closed(self.table.closed.as_deref()));
                return Ok(Some(Seen { text, prompt: Prompt::Closed }));
            }
            TablePhase::Waiting | TablePhase::Playing if self.table.legal.is_empty() => return Ok(None),
            TablePhase::Waiting | TablePhase::Playing => Prompt::Step,
        };
        let text = self.text()?;
        let passed = self.passed_at == Some(self.table.step_count) && text.contains(MAY_WAIT);
        Ok((!passed).then_some(Seen { text, prompt }))
    }

    /// A sentence that names the players who are due.
    fn waiting(&self) -> String {
        let open = self.table.seats.iter().filter(|seat| seat.name.is_none()).count();
        if self.table.phase == TablePhase::Waiting {
            return format!("Waiting for players: {open} of {} seats are open.", self.table.seats.len());
        }
        let due = self.table.due.iter().flat_map(|due| &due.players);
        let names: Vec<&str> = due.filter_map(|player| self.table.seats.get(player.index())?.name.as_deref()).collect();
        format!("Waiting for {}.", if names.is_empty() { "the others".to_owned() } else { joined(&names) })
    }
}

/// A deadline in RFC 3339 as the time of a clock, with the date unless it is today.
fn clock_time(deadline: &str, now: DateTime<Utc>) -> String {
    let Ok(time) = DateTime::parse_from_rfc3339(deadline).map(|time| time.to_utc()) else { return deadline.to_owned() };
    let format = if time.date_naive() == now.date_naive() { "%H:%M:%S UTC" } else { "%Y-%m-%d %H:%M UTC" };
    time.format(format).to_string()
}

/// Why a table was closed, in words. A later release may have other reasons.
fn why_closed(reason: Option<&str>) -> String {
    match reason {
        Some("owner") => " by its owner".to_owned(),
        Some("clock") => ", because somebody did not act in time".to_owned(),
        Some("abandoned") => ", because nobody came for seven days".to_owned(),
        Some(other) => format!(": {other}"),
        None => String::new(),
    }
}

impl Host for Remote {
    fn ruleset(&self) -> Ruleset {
        self.table.ruleset
    }

    fn look(&mut self) -> anyhow::Result<Seen> {
        loop {
            if let Some(seen) = self.seen()? {
                return Ok(seen);
            }
            let (count, phase) = (self.table.step_count, self.table.phase);
            let is_told = self.waited_at == Some(count);
            self.table = self.client.table(count, if is_told { MAX_WAIT } else { QUIET_WAIT })?;
            if !is_told && self.table.step_count == count && self.table.phase == phase {
                self.waited_at = Some(count);
                return Ok(Seen { text: self.waiting(), prompt: Prompt::Not });
            }
        }
    }

    fn make(&mut self, decision: &Decision) -> anyhow::Result<Made> {
        let mut body = json!({"after": self.table.step_count});
        match decision {
            Decision::Choice(number) => body["choice"] = json!(number),
            Decision::Step(step) => body["step"] = step.clone(),
        }
        if let Some(deck) = self.deck {
            body["deck"] = json!(deck.id());
        }
        let made = match self.client.post::<IgnoredAny>("/steps", &body)? {
            Reply::Success(_) => Made::Done,
            Reply::Problem(problem) if ["table_moved_on", "table_over"].contains(&problem.code.as_str()) => {
                Made::MovedOn
            }
            Reply::Problem(problem) if ["illegal_step", "invalid_body"].contains(&problem.code.as_str()) => {
                return Ok(Made::Refused(problem.sentence()));
            }
            problem @ Reply::Problem(_) => problem.success().map(|_| Made::Done)?,
        };
        self.table = self.client.table(0, 0)?;
        Ok(made)
    }

    fn pass(&mut self) {
        self.passed_at = Some(self.table.step_count);
    }

    fn ending(&mut self) -> anyhow::Result<String> {
        match &self.day {
            Some(day) if day.is_of_profile() => return day.ending(),
            Some(_) | None => {}
        }
        let stored = self.client.address(self.table.links.game.as_deref().unwrap_or_default());
        let reading = self.table.links.reading.as_ref().map(|path| self.client.text(path)).transpose()?;
        let reading = reading.map(|reading| format!("\n\n{reading}")).unwrap_or_default();
        let uncounted = if self.day.is_some() { day::UNCOUNTED } else { "" };
        Ok(format!("Stored as {stored}{reading}{uncounted}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_shown_as_a_clock_shows_it() {
        let now = "2026-11-26T01:00:00Z".parse().expect("a time");
        assert_eq!(clock_time("2026-11-26T01:21:35.327668Z", now), "01:21:35 UTC");
        assert_eq!(clock_time("2026-11-28T01:21:35Z", now), "2026-11-28 01:21 UTC");
        assert_eq!(clock_time("soon", now), "soon");
    }

    #[test]
    fn the_end_of_a_table_is_told_in_words() {
        assert_eq!(why_closed(Some("clock")), ", because somebody did not act in time");
        assert_eq!((why_closed(Some("sky")), why_closed(None)), (": sky".to_owned(), String::new()));
    }
}
