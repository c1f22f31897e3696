//! `arcana verify`.

use std::{io::Read, process::ExitCode};

use anyhow::Context;

use super::output;
use crate::{config::Verify, http::reply::problem::Problem, service};

/// Checks the log in a file and prints its result or the problem.
pub fn verify(settings: &Verify) -> anyhow::Result<ExitCode> {
    let text = read(settings)?;
    // Some editors begin a file with a byte order mark.
    let document = text.strip_prefix('\u{feff}').unwrap_or(&text);
    match service::check_document(document, usize::MAX, settings.deck) {
        Ok(result) => {
            let outcome = &result.finished.outcome;
            let text = format!(
                "{} steps of {}, all legal.\nwinners {:?}, places {:?}, scores {:?}\n",
                result.finished.step_count,
                result.ruleset.info().name,
                outcome.winners.iter().map(|player| player.0).collect::<Vec<_>>(),
                outcome.places,
                outcome.scores
            );
            output::print(&text)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            let mut problem = serde_json::to_value(Problem::from(error).response("", ""))?;
            if let Some(fields) = problem.as_object_mut() {
                // They belong to requests.
                fields.retain(|name, _| !["instance", "request_id"].contains(&name.as_str()));
            }
            output::print(&output::sanitised(&(serde_json::to_string_pretty(&problem)? + "\n")))?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn read(settings: &Verify) -> anyhow::Result<String> {
    if settings.file.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        return Ok(text);
    }
    std::fs::read_to_string(&settings.file).with_context(|| format!("cannot read {}", settings.file.display()))
}
