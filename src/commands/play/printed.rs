//! A game among bots, printed at its end.

use std::{fmt::Write, process::ExitCode};

use anyhow::Context;
use serde_json::json;

use super::setup::{Setup, seeds_text};
use crate::{
    cards::Deck,
    commands::output,
    config::Play,
    games::{Fortunes, Game, Log, Player, Ruleset, fortunes, with_game},
    http::openapi::LogBot,
    narration::joined,
    players::{HasBots, Skill},
    reading::{self, Heading, PlayedDeal, ReadingChoice},
    service::{
        Cancel,
        records::{BotRecord, Seed},
    },
};

/// Plays a game among bots and prints it.
pub fn print(settings: &Play, ruleset: Ruleset) -> anyhow::Result<ExitCode> {
    let text = if ruleset == Ruleset::Fortunes {
        Played::<Fortunes>::of(settings, ruleset)?.text(settings.log, deals)?
    } else {
        with_game!(ruleset, G => Played::<G>::of(settings, ruleset)?.text(settings.log, steps)?)
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// A finished game.
struct Played<G: Game> {
    ruleset: Ruleset,
    skill: Skill,
    seed: Seed,
    client_seed: String,
    game: G,
    log: Log<G>,
}

impl<G: HasBots> Played<G> {
    fn of(settings: &Play, ruleset: Ruleset) -> anyhow::Result<Played<G>> {
        let Setup { game, skill, seed, client_seed } = Setup::<G>::of(settings)?;
        let (game, log) = game.played(&vec![skill; game.players], &seed, &client_seed, &Cancel::never())?;
        Ok(Played { ruleset, skill, seed, client_seed, game, log })
    }

    /// The output: the log document, or a description for people.
    fn text(&self, log: bool, describe: impl Fn(&Played<G>) -> anyhow::Result<String>) -> anyhow::Result<String> {
        if log {
            return self.document();
        }
        let outcome = self.game.outcome().context("the game is over")?;
        let winners: Vec<_> = outcome.winners.iter().map(|player| player.default_name()).collect();
        let (game, players, won) = (G::INFO.name, self.log.players, won_by(&winners));
        let seeds = seeds_text(&self.seed.text(), &self.client_seed);
        let description = describe(self)?;
        Ok(format!("{game}, {players} players, {seeds}\n\n{description}{won}. Scores: {:?}\n", outcome.scores))
    }

    /// The log document, as `verify` and `import` accept it.
    fn document(&self) -> anyhow::Result<String> {
        let players: Vec<_> =
            Player::all(self.log.players).map(|player| json!({"name": player.default_name()})).collect();
        let bot = BotRecord::of(self.ruleset, self.skill);
        let document = json!({
            "ruleset": self.ruleset,
            "rules_version": G::INFO.rules_version,
            "options": serde_json::to_value(&self.log.options)?,
            "players": players,
            "bots": vec![LogBot::from(Some(bot)); self.log.players],
            "steps": serde_json::to_value(&self.log.steps)?,
        });
        Ok(document.to_string() + "\n")
    }
}

/// All steps, one per line.
fn steps<G: HasBots>(played: &Played<G>) -> anyhow::Result<String> {
    let mut text = String::new();
    for (number, step) in played.log.steps.iter().enumerate() {
        writeln!(text, "{number:>4}  {}", serde_json::to_string(step)?)?;
    }
    text.push('\n');
    Ok(text)
}

/// All deals trick by trick, and the dealer's reading of the last.
fn deals(played: &Played<Fortunes>) -> anyhow::Result<String> {
    let detail = played.game.outcome().context("the game is over")?.detail;
    let mut text = String::new();
    for (number, deal) in detail.deals.iter().enumerate() {
        writeln!(text, "Deal {}, dealt by {}", number + 1, deal.dealer.default_name())?;
        for (trick, taken) in deal.tricks.iter().enumerate() {
            text += &trick_line(trick, taken);
        }
        writeln!(text, "Points by player: {:?}\n", deal.points)?;
    }
    if let Some(last) = PlayedDeal::all(&played.log.steps, detail.deals).last() {
        let seeds = (played.seed.text(), &played.client_seed);
        let reading = last.read(Player(0), ReadingChoice::default(), Some((&seeds.0, seeds.1)))?;
        let heading = Heading {
            querent: Some(Player(0).default_name()),
            partner: Some(Player(2).default_name()),
            ..Heading::default()
        };
        text += &reading::plain(&reading.told_for("", heading.names()), &heading);
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
    let (leader, winner, card) =
        (trick.leader.default_name(), trick.winner.default_name(), Deck::Fortunes.card_name(trick.card));
    format!("{:>2}. {leader} leads  {}  {winner} wins with {card} ({disposition})\n", number + 1, cards.join(" "))
}

/// Who won, as in `Won by Ada and Bel`.
fn won_by(winners: &[String]) -> String {
    if winners.is_empty() { "A draw".to_owned() } else { format!("Won by {}", joined(winners)) }
}
