//! Hints: what the search would do from a seat, which sees what the seat sees.

use serde_json::value::RawValue;

use super::{in_play::game_of, live::Live, seats::holder, token::SeatToken};
use crate::{
    analysis::{Unit, alternatives},
    cards::Deck,
    games::{Player, with_game},
    narration::{Names, Narrate},
    players::{Effort, HasBots},
    service::{
        Class, Service, ServiceError,
        engine::raw,
        records::{TableId, TableRecord},
    },
    statistics::Estimate,
};

/// What the search would do from a seat.
#[derive(Debug)]
pub struct Hint {
    /// Number of steps played.
    pub after: u32,
    /// What results are counted in.
    pub unit: Unit,
    /// What the seat can do, best first; at least one.
    pub steps: Vec<HintedStep>,
}

/// A step that a seat can make.
#[derive(Debug)]
pub struct HintedStep {
    /// The step, as it is sent.
    pub step: Box<RawValue>,
    /// The step in words.
    pub words: String,
    /// Expected result; `None` where the search leaves the decision to what bots know.
    pub result: Option<Estimate>,
}

impl Service {
    /// What the search would do from a seat whose turn it is.
    ///
    /// # Errors
    /// `NotFound`, `NotYourSeat`, `NoHints`, `NotBegun`, `TableOver`, `NotYourTurn`, `Unavailable`, `Internal`.
    pub async fn hint(&self, id: TableId, token: &SeatToken, deck: Option<Deck>) -> Result<Hint, ServiceError> {
        let live = self.live(id).await?;
        let player = holder(&live, token, self.clock.now())?;
        may_be_hinted(&live, player)?;
        with_game!(live.record.ruleset, G => {
            self.work.run(Class::Quick, move |_| hint_of::<G>(&live, player, deck)).await?
        })
    }
}

/// Whether a player is given a hint now.
fn may_be_hinted(live: &Live, player: Player) -> Result<(), ServiceError> {
    if !live.record.hints || live.record.day.is_some() {
        return Err(ServiceError::NoHints);
    }
    if live.record.phase.has_ended() {
        return Err(ServiceError::TableOver);
    }
    match live.session {
        None => Err(ServiceError::NotBegun),
        Some(_) if !live.due_persons().contains(player) => Err(ServiceError::NotYourTurn),
        Some(_) => Ok(()),
    }
}

fn hint_of<G: HasBots + Narrate>(live: &Live, player: Player, deck: Option<Deck>) -> Result<Hint, ServiceError> {
    let TableRecord { id, ruleset, seats, step_count, .. } = &live.record;
    let missing = || ServiceError::Internal(format!("table {id} has no game"));
    let (game, log) = live.session.as_deref().and_then(game_of::<G>).ok_or_else(missing)?;
    let names = Names {
        players: seats.iter().map(|seat| seat.name.as_str()).collect(),
        deck: deck.or(G::INFO.deck).unwrap_or_default(),
    };
    let found = alternatives(game, *ruleset, player, Effort::USUAL, log.steps.len());
    let told = found.iter().map(|one| {
        let words = G::narrate(&names, &one.step).sentence;
        Ok(HintedStep { step: raw(&one.step)?, words, result: one.result })
    });
    let steps = told.collect::<Result<Vec<_>, ServiceError>>()?;
    if steps.is_empty() {
        Err(ServiceError::NotYourTurn)
    } else {
        Ok(Hint { after: *step_count, unit: Unit::of(*ruleset), steps })
    }
}
