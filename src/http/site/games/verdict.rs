//! Explains why a log breaks the rules: the step, the rule, and the legal steps.

use maud::{Markup, html};
use serde_json::Value;

use crate::{
    cards::Deck,
    games::{Code, Game, NamedDue, Player, Ruleset, with_game},
    http::site::{board::BoardPage, layout::coded},
    narration::Names,
    rules_pages::rules_page,
    service::IllegalLog,
};

/// Maximum number of legal steps listed.
const MAX_LISTED: usize = 12;

/// The explanation, with the card names of this deck, or else of the ruleset's. Players without a known name are
/// numbered.
pub fn illegal(log: &IllegalLog, players: &[String], deck: Option<Deck>) -> Markup {
    let players = numbered(players);
    html! {
        dl.pairs {
            dt { "Where" }
            dd { (place(log)) }
            @if let Some(step) = &log.step {
                dt { "The step" }
                dd { code { (step.get()) } }
            }
            dt { "The rule" }
            dd { (rule(log)) }
            @if let Some(due) = &log.due {
                dt { "What was expected" }
                dd { (expected(due, &players)) }
            }
        }
        (legal(log, &players, deck))
        @if let Some(cause) = &log.cause {
            p { "The reason lies in a later step, where the hands that were left out cannot be found:" }
            p { (coded(&cause.detail)) }
            dl.pairs { dt { "Where" } dd { (place(cause)) } dt { "The rule" } dd { (rule(cause)) } }
        }
    }
}

/// A name for each possible player.
fn numbered(players: &[String]) -> Vec<String> {
    let most =
        Ruleset::ALL.into_iter().map(|ruleset| usize::from(ruleset.info().players.max)).max().unwrap_or_default();
    (0..most).map(|index| players.get(index).cloned().unwrap_or_else(|| Player(index as u8).default_name())).collect()
}

fn place(log: &IllegalLog) -> String {
    match (log.index, &log.step) {
        (Some(index), None) if log.reason == Code::Incomplete => {
            format!("After step {index}, the last of the log")
        }
        (Some(index), _) => format!("Step {} of the log", index + 1),
        (None, _) => "The document, before its first step".to_owned(),
    }
}

/// The code of the rule, linked to the rules page of the game or of all games.
fn rule(log: &IllegalLog) -> Markup {
    let code = log.reason.id();
    let errors = |ruleset: &Ruleset| rules_page(*ruleset).split("\n## Errors").nth(1).unwrap_or_default();
    let own = log.ruleset.filter(|ruleset| errors(ruleset).contains(&format!("`{code}`")));
    html! {
        code { (code) } ", in "
        @match own {
            Some(ruleset) => { "the " a href={ "/rules/" (ruleset.id()) "#errors" } { "rules of " (ruleset.info().name) } },
            None => a href="/rules/README#what-is-refused" { "what all games share" },
        }
    }
}

fn expected(due: &NamedDue, players: &[String]) -> Markup {
    let name = |player: &Player| players.get(player.index()).map_or("", String::as_str);
    let kinds = |types: &[&str]| types.iter().map(|kind| kind.replace('_', " ")).collect::<Vec<_>>().join(" or ");
    html! {
        @match due {
            NamedDue::Table { table } => { "A step of the table: " (table.replace('_', " ")) "." },
            NamedDue::Players { players: due, types } => {
                @for (place, player) in due.iter().enumerate() { @if place > 0 { ", " } bdi { (name(player)) } }
                @if due.is_empty() { "A player" }
                ": " (kinds(types)) "."
            },
            NamedDue::Over { .. } => "Nothing more: the game was over.",
        }
    }
}

/// The first legal steps as sentences.
fn legal(log: &IllegalLog, players: &[String], deck: Option<Deck>) -> Markup {
    let sentences: Vec<_> = match log.ruleset {
        Some(ruleset) => {
            with_game!(ruleset, G => log.legal.iter().filter_map(|step| sentence::<G>(step, players, deck)).collect())
        }
        None => Vec::new(),
    };
    let more = sentences.len().saturating_sub(MAX_LISTED);
    html! {
        @if !sentences.is_empty() {
            details open[sentences.len() <= MAX_LISTED] {
                summary { "What would have been legal" }
                ul.links {
                    @for sentence in sentences.iter().take(MAX_LISTED) { li { (sentence) } }
                    @if more > 0 || log.legal_truncated {
                        li { @if log.legal_truncated { "and many more" } @else { "and " (more) " more" } }
                    }
                }
            }
        }
    }
}

fn sentence<G: BoardPage>(step: &Value, players: &[String], deck: Option<Deck>) -> Option<String> {
    let step: <G as Game>::Step = serde_json::from_value(step.clone()).ok()?;
    let deck = deck.or(G::INFO.deck).unwrap_or_default();
    let names = Names { players: players.iter().map(String::as_str).collect(), deck };
    Some(G::narrate(&names, &step).sentence)
}
