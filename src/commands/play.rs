//! `arcana play`.

use std::{fmt::Write, process::ExitCode};

use anyhow::{Context, bail};
use serde_json::Value;

use super::output;
use crate::{
    cards::Deck,
    config::Play,
    games::{Fortunes, Game, Log, LogCodec, Player, Ruleset, fortunes, parse_options, with_game},
    players::Skill,
    reading::{self, Choice, Heading, Tricks},
    service::{self, Finished, GameSetup, Ids, SeedText, ServiceError, records::Seed},
};

/// Plays a game and prints it.
pub fn play(settings: &Play) -> anyhow::Result<ExitCode> {
    let setup = setup(settings)?;
    let finished = match service::play(&setup) {
        Ok(finished) => finished,
        Err(ServiceError::Invalid(errors)) => {
            let told: Vec<_> = errors.iter().map(|error| format!("{}: {}", error.pointer, error.detail)).collect();
            bail!("{}", told.join("\n"));
        }
        Err(error) => return Err(error.into()),
    };
    let text = if settings.log { document(&setup, &finished)? } else { told(&setup, &finished)? };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn setup(settings: &Play) -> anyhow::Result<GameSetup> {
    let ruleset: Ruleset = settings.ruleset.parse()?;
    let skill = Skill::from_id(&settings.bot).with_context(|| format!("{} is not a bot", settings.bot))?;
    let seats = settings.players.unwrap_or(usize::from(ruleset.info().players.default));
    let seed = match &settings.seed {
        Some(seed) => Seed::Given(SeedText::new(seed).context("--seed")?.into_string()),
        None => Seed::Made(Ids::default().secret()),
    };
    Ok(GameSetup {
        ruleset,
        options: serde_json::from_str(&settings.options).context("--options is not valid JSON")?,
        skills: vec![skill; seats],
        seed,
        client_seed: service::ClientSeed::new(&settings.client_seed).context("--client-seed")?.into_string(),
        deal: None,
    })
}

fn name(player: Player) -> String {
    format!("Player {}", player.0 + 1)
}

fn log_of<G: LogCodec>(setup: &GameSetup, finished: &Finished) -> anyhow::Result<Log<G>> {
    let options = parse_options::<G>(serde_json::from_str(&finished.options)?)
        .map_err(|faults| anyhow::anyhow!("the options were accepted before: {faults:?}"))?;
    Ok(Log::from_bytes(setup.skills.len(), options, finished.step_count as usize, &finished.log)?)
}

/// The log document: what `verify` and import take.
fn document(setup: &GameSetup, finished: &Finished) -> anyhow::Result<String> {
    let players: Vec<Value> =
        Player::all(setup.skills.len()).map(|player| serde_json::json!({"name": name(player)})).collect();
    let steps = with_game!(setup.ruleset, G => serde_json::to_value(&log_of::<G>(setup, finished)?.steps)?);
    let document = serde_json::json!({
        "ruleset": setup.ruleset,
        "rules_version": setup.ruleset.info().rules_version,
        "options": &finished.complete_options,
        "players": players,
        "steps": steps,
    });
    Ok(document.to_string() + "\n")
}

/// The game as people read it.
fn told(setup: &GameSetup, finished: &Finished) -> anyhow::Result<String> {
    let about = setup.ruleset.info();
    let mut text = format!("{}, {} players, seed {}\n\n", about.name, setup.skills.len(), setup.seed.text());
    text += &match setup.ruleset {
        Ruleset::Fortunes => deals(&log_of::<Fortunes>(setup, finished)?)?,
        Ruleset::Fortuno | Ruleset::Foolery | Ruleset::Fortuna | Ruleset::Reversal => steps(setup, finished)?,
    };
    let outcome = &finished.outcome;
    let winners: Vec<_> = outcome.winners.iter().map(|player| name(*player)).collect();
    let won = if winners.is_empty() { "A draw".to_owned() } else { format!("Won by {}", winners.join(" and ")) };
    let _ = writeln!(text, "{won}. Scores: {:?}", outcome.scores);
    Ok(text)
}

/// Every step on a line, as the log has it.
fn steps(setup: &GameSetup, finished: &Finished) -> anyhow::Result<String> {
    let mut text = String::new();
    with_game!(setup.ruleset, G => {
        for (number, step) in log_of::<G>(setup, finished)?.steps.iter().enumerate() {
            let _ = writeln!(text, "{number:>4}  {}", serde_json::to_string(step)?);
        }
    });
    text.push('\n');
    Ok(text)
}

/// Every deal trick by trick, and the dealer's reading of the last.
fn deals(log: &Log<Fortunes>) -> anyhow::Result<String> {
    let game = log.replay().map_err(|refusal| anyhow::anyhow!("the log was accepted before: {refusal:?}"))?;
    let detail = game.outcome().context("the game is over")?.detail;
    let mut text = String::new();
    for (number, deal) in detail.deals.iter().enumerate() {
        let _ = writeln!(text, "Deal {}, dealt by {}", number + 1, name(deal.dealer));
        for (trick, taken) in deal.tricks.iter().enumerate() {
            text += &trick_line(trick, taken);
        }
        let _ = writeln!(text, "Points by player: {:?}\n", deal.points);
    }
    if let Some(last) = detail.deals.last() {
        let reading = reading::read(&Tricks::of_deal(last, Player(0)), Choice::default())?;
        let heading = Heading { querent: Some(name(Player(0))), partner: Some(name(Player(2))), ..Heading::default() };
        text += &reading::plain(&reading, &heading);
        text.push('\n');
    }
    Ok(text)
}

fn trick_line(number: usize, trick: &fortunes::Trick) -> String {
    let cards: Vec<_> = trick.cards.iter().map(ToString::to_string).collect();
    let disposition = match trick.disposition {
        fortunes::Disposition::Well => "well",
        fortunes::Disposition::Ill => "ill",
    };
    let (leader, winner, card) = (name(trick.leader), name(trick.winner), Deck::Fortunes.card_name(trick.card));
    format!("{:>2}. {leader} leads  {}  {winner} wins with {card} ({disposition})\n", number + 1, cards.join(" "))
}
