//! A table of a running service.

mod client;
mod table_json;
mod table_link;

use std::{collections::BTreeMap, process::ExitCode};

use anyhow::{Context, ensure};
use serde_json::json;

use self::{
    client::{Client, MAX_WAIT, Reply},
    table_json::{OpenedJson, PartJson, ResultJson, StepJson, TableJson, kind},
    table_link::TableLink,
};
use super::{
    host::{Ending, GameHost, Made, Perspective, Prompt, Seen, told_now},
    screens::Screen,
    sitting::sit,
    terminal::Terminal,
    words::refused,
};
use crate::{
    cards::Deck,
    config::Play,
    games::{Labels, NamedDue, Player, with_game},
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
    let mut client = Client::new(link.clone());
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
    let seat = opened.seat.context("the token is not one of a seat of this table")?;
    with_game!(opened.ruleset, G => {
        let mut table = Remote::<G>::new(client, seat, settings.deck)?;
        sit(&mut table, terminal)
    })
}

/// Takes the seat of the invitation, or the first open one.
fn take_seat(
    settings: &Play,
    link: &TableLink,
    client: &mut Client,
    terminal: &Terminal,
) -> anyhow::Result<OpenedJson> {
    let seat = match link.seat {
        Some(seat) => seat,
        None => {
            let table: OpenedJson = client.table(0, 0)?;
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
    let opened: OpenedJson = client.post(&format!("/seats/{}", seat.0), &person)?.success()?;
    let token = opened.tokens.get(seat.index()).cloned().flatten().context("the service gives no token")?;
    terminal.say(&format!("You have seat {}. Ctrl-C leaves; come back with --token {token}", seat.0))?;
    client.set_token(&token);
    terminal.farewell().set_token(&token);
    Ok(opened)
}

/// A game at a table of a service, from the view of a seat.
struct Remote<G: Screen> {
    client: Client,
    seat: Player,
    /// The deck that the person has chosen.
    deck: Option<Deck>,
    perspective: Perspective,
    table: TableJson<G>,
    /// Step count at which the person last passed.
    passed_at: Option<u32>,
    /// Step count at which it was last shown who is due.
    waited_at: Option<u32>,
    /// The steps of which the person has not seen all, by number, as they were told.
    hidden: BTreeMap<u32, Vec<String>>,
}

impl<G: Screen> Remote<G> {
    fn new(client: Client, seat: Player, deck: Option<Deck>) -> anyhow::Result<Remote<G>> {
        let table: TableJson<G> = client.table(0, 0)?;
        let perspective = perspective(&table, seat, deck);
        Ok(Remote { client, seat, deck, perspective, table, passed_at: None, waited_at: None, hidden: BTreeMap::new() })
    }

    fn due(&self) -> NamedDue {
        let none = NamedDue::Players { players: Vec::new(), types: Vec::new() };
        self.table.due.as_ref().map_or(none, |due| due.named::<G::Step>())
    }

    fn prompt(&self) -> Prompt {
        match self.table.phase {
            TablePhase::Over => return Prompt::Over,
            TablePhase::Closed => return Prompt::Closed,
            TablePhase::Waiting | TablePhase::Playing => {}
        }
        let Some(state) = &self.table.state else { return Prompt::Not };
        let may_only = G::may_only_speak(&self.perspective, state, &self.table.legal);
        match self.table.legal.is_empty() {
            true => Prompt::Not,
            false if may_only && self.passed_at == Some(self.table.step_count) => Prompt::Not,
            false if may_only => Prompt::May,
            false => Prompt::Must,
        }
    }

    /// A sentence that names the players who are due.
    fn waiting(&self) -> String {
        let open = self.table.seats.iter().filter(|seat| seat.name.is_none()).count();
        if self.table.phase == TablePhase::Waiting {
            return format!("Waiting for players: {open} of {} seats are open.", self.table.seats.len());
        }
        match self.due() {
            NamedDue::Players { players, .. } if !players.is_empty() => {
                format!("Waiting for {}.", self.perspective.names().list(players))
            }
            NamedDue::Players { .. } | NamedDue::Table { .. } | NamedDue::Over { .. } => {
                "Waiting for the others.".to_owned()
            }
        }
    }

    /// Updates the table; describes the steps in between.
    fn catch_up(&mut self, table: TableJson<G>) -> anyhow::Result<Vec<String>> {
        self.perspective = perspective(&table, self.seat, self.deck);
        let before = std::mem::replace(&mut self.table, table);
        let (mut steps, mut happened) = (Vec::new(), Vec::new());
        if self.table.step_count > before.step_count {
            // Where the stream ends early, the remaining steps are not described.
            for event in self.client.events(before.version)? {
                let event = event?;
                // After a gap the stream begins with the whole table, and the steps before it are not described.
                if event.event != "step" {
                    if ["table", "over", "closed"].contains(&event.event.as_str()) { break } else { continue }
                }
                let step: StepJson = serde_json::from_str(event.data.get())?;
                let (described, whole) = (self.described(step.step.get()), step.whole::<G::Step>());
                if whole.is_none() {
                    self.hidden.insert(step.n, described.clone());
                }
                happened.push(described);
                steps.push(whole);
                if step.n >= self.table.step_count {
                    break;
                }
            }
        }
        if let (Some(old), Some(new)) = (&before.state, &self.table.state) {
            if steps.len() as u32 == self.table.step_count - before.step_count {
                let changes = G::changes_by_step(&self.perspective, old, new, &steps);
                happened.iter_mut().zip(changes).for_each(|(sentences, changes)| sentences.extend(changes));
            } else {
                happened.push(G::changes(&self.perspective, old, new));
            }
        }
        Ok(happened.concat())
    }

    /// Waits for a change; describes what happened, or once who is due.
    fn wait(&mut self) -> anyhow::Result<Vec<String>> {
        let (count, phase) = (self.table.step_count, self.table.phase);
        let wait = if self.waited_at == Some(count) { MAX_WAIT } else { QUIET_WAIT };
        let table = self.client.table(count, wait)?;
        let mut happened = self.catch_up(table)?;
        if self.table.step_count == count && self.table.phase == phase && self.waited_at != Some(count) {
            self.waited_at = Some(count);
            happened.push(self.waiting());
        }
        Ok(happened)
    }

    /// The steps of which the person has not seen all, as they are told when the game is over.
    fn untold(&self) -> anyhow::Result<Vec<String>> {
        let (names, mut untold) = (self.perspective.names(), Vec::new());
        if self.hidden.is_empty() {
            return Ok(untold);
        }
        for event in self.client.events(0)? {
            let event = event?;
            if event.event != "step" {
                continue;
            }
            let step: StepJson = serde_json::from_str(event.data.get())?;
            if let (Some(told), Some(whole)) = (self.hidden.get(&step.n), step.whole::<G::Step>()) {
                untold.extend(told_now(step.n, &G::narrate(&names, &whole), told.first().cloned()));
            }
        }
        Ok(untold)
    }

    /// A problem without the numbers of players, and with the person as `you`.
    fn plain(&self, sentence: &str) -> String {
        let players: Vec<_> = self.table.seats.iter().map(|seat| seat.name.clone().unwrap_or_default()).collect();
        let labels = Labels { deck: self.perspective.deck, players: &players };
        // From the last: `Player 1` is the beginning of `Player 10`.
        let named = |sentence: String, seat: &table_json::SeatJson| {
            sentence.replace(&labels.player(seat.index), self.perspective.player(seat.index))
        };
        self.table.seats.iter().rev().fold(sentence.to_owned(), named)
    }

    /// A step in sentences, as far as it is visible.
    fn described(&self, step: &str) -> Vec<String> {
        let names = self.perspective.names();
        if let Ok(step) = serde_json::from_str::<G::Step>(step) {
            let detail = G::detail(&self.perspective, &step);
            return [G::narrate(&names, &step).sentence].into_iter().chain(detail).collect();
        }
        // Null, a partly hidden step, or one of a later version.
        let part = serde_json::from_str::<PartJson>(step).ok();
        let part = part.and_then(|part| Some((kind::<G::Step>(&part.step_type)?, part)));
        part.map(|(kind, part)| G::narrate_part(&names, kind, part.player, part.count)).into_iter().collect()
    }
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

/// The names at a table; open seats have none.
fn perspective<G: Screen>(table: &TableJson<G>, seat: Player, deck: Option<Deck>) -> Perspective {
    let name = |seat: &table_json::SeatJson| seat.name.clone().unwrap_or_else(|| format!("seat {}", seat.index.0));
    Perspective::of::<G>(seat, &table.seats.iter().map(name).collect::<Vec<_>>(), deck)
}

impl<G: Screen> GameHost<G> for Remote<G> {
    fn advance(&mut self) -> anyhow::Result<Vec<String>> {
        let mut happened = if self.prompt() == Prompt::Not { self.wait()? } else { Vec::new() };
        if self.prompt() == Prompt::Closed {
            happened.push(format!("The table was closed{}.", why_closed(self.table.closed.as_deref())));
        }
        Ok(happened)
    }

    fn seen(&self) -> Seen<G> {
        Seen {
            perspective: self.perspective.clone(),
            state: self.table.state.clone(),
            due: self.due(),
            until: self.table.deadline.clone(),
            prompt: self.prompt(),
            legal: self.table.legal.clone(),
            truncated: self.table.legal_truncated,
        }
    }

    fn make(&mut self, step: &G::Step) -> anyhow::Result<Made> {
        let mut body = json!({"after": self.table.step_count, "step": step});
        if let Some(deck) = self.deck {
            body["deck"] = json!(deck.id());
        }
        match self.client.post("/steps", &body)? {
            Reply::Success(table) => Ok(Made::Step(self.catch_up(table)?)),
            Reply::Problem(problem) if ["table_moved_on", "table_over"].contains(&problem.code.as_str()) => {
                let mut happened = vec!["Your step was not made: the table has moved on meanwhile.".to_owned()];
                let table = self.client.table(0, 0)?;
                happened.extend(self.catch_up(table)?);
                Ok(Made::Step(happened))
            }
            Reply::Problem(problem) if problem.code == "illegal_step" => {
                Ok(Made::Refused(refused(&self.plain(&problem.sentence()))))
            }
            problem @ Reply::Problem(_) => problem.success().map(|_: TableJson<G>| Made::Step(Vec::new())),
        }
    }

    fn pass(&mut self) {
        self.passed_at = Some(self.table.step_count);
    }

    fn ending(&mut self) -> anyhow::Result<Ending> {
        let ResultJson { winners, scores } = self.table.result.clone().context("a game that is over has a result")?;
        ensure!(scores.len() == self.table.seats.len(), "a result has a score for each player");
        let reading = self.table.links.reading.as_ref().map(|path| self.client.text(path)).transpose()?;
        let game = self.table.links.game.as_deref().unwrap_or_default();
        let untold = self.untold()?;
        Ok(Ending { winners, scores, untold, record: format!("Stored as {}", self.client.address(game)), reading })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_table_is_told_in_words() {
        assert_eq!(why_closed(Some("clock")), ", because somebody did not act in time");
        assert_eq!((why_closed(Some("sky")), why_closed(None)), (": sky".to_owned(), String::new()));
    }
}
