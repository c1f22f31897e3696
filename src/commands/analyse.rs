//! `arcana analyse`: what the search says of the decisions in a log.

use std::{fmt::Write, io::IsTerminal, process::ExitCode};

use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::{checked, local, output, read_log};
use crate::{
    analysis::{Decision, Fortune, Mark, Unit, analyse as look_at, luck_in_words},
    config::{Analyse, AnalyseFormat},
    games::{Fortunes, Log, Player, Violation, with_game},
    narration::{Names, Narrate},
    players::{Effort, HasBots},
    reading::{Heading, Reading, ReadingChoice, plain},
    service::{LogResult, Purpose},
    statistics::Estimate,
};

/// The analysis of one player.
struct Analysed {
    player: Player,
    decisions: Vec<Decision>,
    mark: Mark,
    /// What is told besides, of a game of Fortunes.
    fortune: Option<FortuneTold>,
}

/// What is told of a game of Fortunes besides its decisions.
struct FortuneTold {
    luck: Estimate,
    would_be: Option<WouldBeTold>,
}

/// The fortune that would have been.
struct WouldBeTold {
    about: String,
    after: u32,
    reading: Reading,
}

/// Analyses the log in a file, and prints the losses of each player.
pub fn analyse(settings: &Analyse) -> anyhow::Result<ExitCode> {
    let text = read_log(&settings.file)?;
    let result = match checked(&text, Purpose::Store, None)? {
        Ok(result) => result,
        Err(code) => return Ok(code),
    };
    let count = result.players.len();
    let players: Vec<_> = match settings.player {
        Some(player) => {
            ensure!(usize::from(player) < count, "--player: the players are 0 to {}", count - 1);
            vec![Player(player)]
        }
        None => Player::all(count).collect(),
    };
    let told = with_game!(result.ruleset, G => told::<G>(settings, &result, &players)?);
    output::print(&output::sanitised(&told))?;
    Ok(ExitCode::SUCCESS)
}

fn told<G: HasBots + Narrate>(settings: &Analyse, result: &LogResult, players: &[Player]) -> anyhow::Result<String> {
    let log = result.log::<G>()?;
    let bar = bar(players.len() * log.steps.len())?;
    let mut all = Vec::with_capacity(players.len());
    for player in players {
        let decisions = decisions(&log, result, (*player, settings.effort), &bar)?;
        let read = result.ruleset.info().has_readings;
        let fortune = read.then(|| FortuneTold::of(result, (*player, settings.effort), &decisions)).transpose()?;
        all.push(Analysed { player: *player, mark: Mark::of(&decisions), decisions, fortune });
    }
    bar.finish_and_clear();
    let unit = Unit::of(result.ruleset);
    let json =
        |all: &[Analysed]| all.iter().map(|one| one.json(settings.effort, unit)).collect::<anyhow::Result<Vec<_>>>();
    match settings.format {
        AnalyseFormat::Json => Ok(serde_json::to_string(&json(&all)?)? + "\n"),
        AnalyseFormat::Text => {
            let names = Names {
                players: result.players.iter().map(String::as_str).collect(),
                deck: G::INFO.deck.unwrap_or_default(),
            };
            all.iter().map(|one| one.text::<G>(&names, unit)).collect()
        }
    }
}

/// The progress, on a terminal.
fn bar(steps: usize) -> anyhow::Result<ProgressBar> {
    match std::io::stderr().is_terminal() {
        true => local::progress(Some(steps as u64), "{wide_bar} {pos} of {len} steps, {eta} left"),
        false => Ok(ProgressBar::hidden()),
    }
}

fn decisions<G: HasBots>(
    log: &Log<G>,
    result: &LogResult,
    (player, effort): (Player, Effort),
    bar: &ProgressBar,
) -> anyhow::Result<Vec<Decision>> {
    let mut decisions = Vec::new();
    let each = |_, decision| {
        decisions.extend(decision);
        bar.inc(1);
        true
    };
    look_at(log, result.ruleset, (player, effort), 0, &|| false, each)
        .map_err(|why| anyhow::anyhow!("the game cannot be set up: {why:?}"))?;
    Ok(decisions)
}

impl FortuneTold {
    fn of(
        result: &LogResult,
        (player, effort): (Player, Effort),
        decisions: &[Decision],
    ) -> anyhow::Result<FortuneTold> {
        let unusable = |why: Violation| anyhow::anyhow!("the game cannot be set up: {why:?}");
        let log = result.log::<Fortunes>()?;
        let told = Fortune::of(&log, (player, effort), decisions, &|| false).map_err(unusable)?;
        let Fortune { luck, would_be } = told.context("nobody stops it")?;
        let name = result.players.get(player.index()).map_or("", String::as_str);
        let would_be = would_be.map(|line| -> anyhow::Result<_> {
            let deal = line.deal(&log).map_err(unusable)?.context("a deal that is over")?;
            let reading = deal
                .read(player, ReadingChoice::default(), None)?
                .told_for("", result.players.iter().map(String::as_str));
            Ok(WouldBeTold { about: line.about(name), after: line.after, reading })
        });
        Ok(FortuneTold { luck, would_be: would_be.transpose()?.filter(|told| told.reading.care.is_none()) })
    }

    fn text(&self) -> String {
        let luck = luck_in_words(self.luck.value);
        match &self.would_be {
            Some(told) => format!("{luck}\n\n{}\n\n{}", told.about, plain(&told.reading, &Heading::default())),
            None => luck + "\n",
        }
    }
}

impl Analysed {
    fn json(&self, effort: Effort, unit: Unit) -> anyhow::Result<Value> {
        Ok(json!({
            "player": self.player,
            "effort": effort.number(),
            "unit": unit,
            "mean_loss": self.mark.mean_loss,
            "turning_points": self.mark.turning_points,
            "luck": self.fortune.as_ref().map(|told| told.luck),
            "would_be": self.fortune.as_ref().and_then(|told| told.would_be.as_ref()).map(|told| {
                json!({"about": told.about, "after": told.after, "reading": told.reading})
            }),
            "decisions": serde_json::to_value(&self.decisions)?,
        }))
    }

    /// The mark, and a line for each decision that lost something, the worst first.
    fn text<G: Narrate>(&self, names: &Names<'_>, unit: Unit) -> anyhow::Result<String> {
        let mut text = String::new();
        let mean = self.mark.mean_loss.map_or_else(
            || "nothing to decide".to_owned(),
            |loss| format!("{} decisions, {} lost on average", self.decisions.len(), unit.words(loss)),
        );
        writeln!(text, "{}: {mean}", names.player(self.player))?;
        let mut lost: Vec<_> = self.decisions.iter().filter(|decision| decision.loss > 0.0).collect();
        lost.sort_by(|one, other| other.loss.total_cmp(&one.loss));
        for decision in lost {
            let words = |step: &str| -> anyhow::Result<String> {
                let step = serde_json::from_str(step).context("a step that was written")?;
                Ok(G::narrate(names, &step).sentence)
            };
            let (played, best) = (words(decision.played.get())?, words(decision.best.get())?);
            writeln!(
                text,
                "{:>6}  {:>12}  {played} Better was: {best}",
                decision.after + 1,
                unit.words(decision.loss)
            )?;
        }
        if let Some(fortune) = &self.fortune {
            text += &fortune.text();
        }
        Ok(text + "\n")
    }
}
