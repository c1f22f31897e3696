//! A stored game while it is replayed for its page.

use super::{
    moment::Moment,
    table::{DealStart, TablePage},
};
use crate::{
    games::{Log, Outcome, Viewer},
    narration::{Names, UNSEEN, narrate_seen},
    service::{ServiceError, records::GameRecord},
};

/// A game while it is replayed.
pub struct Walk<'a, G: TablePage> {
    /// What players and cards are called.
    pub names: Names<'a>,
    /// Where the game had got to at the moment.
    pub game: G,
    /// How it ended.
    pub outcome: Outcome<G::Detail>,
    /// The sentence of each step.
    pub sentences: Vec<String>,
    /// How many steps there are before each part but the first.
    pub parts: Vec<usize>,
    /// Its deals, where it has several.
    pub deals: Vec<DealStart>,
}

/// Replays a game.
///
/// # Errors
/// `Internal` when the log is damaged.
pub fn walk<'a, G: TablePage>(
    record: &'a GameRecord,
    log: &Log<G>,
    moment: Moment,
) -> Result<Walk<'a, G>, ServiceError> {
    let damaged = |why: String| ServiceError::Internal(format!("game {} does not replay: {why}", record.id));
    let names = Names {
        players: record.players.iter().map(|seat| seat.name.as_str()).collect(),
        deck: G::INFO.deck.unwrap_or_default(),
    };
    let mut game = G::new(log.players, log.options.clone()).map_err(|why| damaged(format!("{why:?}")))?;
    let (mut sentences, mut parts, mut shown) = (Vec::with_capacity(log.steps.len()), Vec::new(), game.clone());
    let (mut part, mut deals) = (G::part(&game), Vec::new());
    deals.extend(G::deal(&game).map(|number| DealStart { number, after: 0 }));
    for (index, made) in log.steps.iter().enumerate() {
        let before = (moment.viewer != Viewer::All).then(|| game.clone());
        game.apply(made).map_err(|why| damaged(format!("step {index}: {why:?}")))?;
        let narration = match &before {
            Some(before) => narrate_seen(&names, (before, made, &game), moment.viewer).0,
            None => Some(G::narrate(&names, made)),
        };
        sentences.push(narration.map_or_else(|| UNSEEN.to_owned(), |narration| narration.sentence));
        let next = G::part(&game);
        if next != part {
            parts.push(index + 1);
        }
        part = next;
        if let Some(number) = G::deal(&game).filter(|number| deals.last().is_none_or(|last| last.number != *number)) {
            deals.push(DealStart { number, after: index + 1 });
        }
        if index + 1 == moment.step {
            shown = game.clone();
        }
    }
    let outcome = game.outcome().ok_or_else(|| damaged("it is not over".to_owned()))?;
    Ok(Walk { names, game: shown, outcome, sentences, parts, deals })
}
