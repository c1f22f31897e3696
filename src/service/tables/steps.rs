//! Playing from a seat: a step, or the number of one that the scene lists.

use serde_json::value::RawValue;

use super::{
    changes::{AutoPlay, INLINE_OPEN_STEPS},
    journal::JournalEntry,
    live::Live,
    seats::holder,
    session::{SentStep, Waits},
    token::SeatToken,
    view::TableView,
};
use crate::{
    games::{Player, Viewer},
    service::{
        Cancel, Class, Created, FieldError, IdempotencyKey, Service, ServiceError,
        records::{TableId, TablePhase},
    },
};

/// What is wrong with a choice that is not in the list.
const NO_CHOICE: &str = "Expected the number of a choice that the seat has now, as the table in plain text lists them.";

impl Service {
    /// Plays a step from a seat. `after`: the number of steps that the player had seen.
    ///
    /// # Errors
    /// `NotFound`, `NotYourSeat`, `TableMovedOn`, `TableOver`, `NotBegun`, `IllegalStep`, `IdempotencyInProgress`,
    /// `IdempotencyKeyReused`, `CreatedAndDeleted`, `Unavailable`, `Internal`; then nothing has changed.
    pub async fn table_step(
        &self,
        id: TableId,
        token: &SeatToken,
        after: u32,
        sent: SentStep<'_>,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<TableView>, ServiceError> {
        let make = async {
            let make = |live: &mut Live, now| {
                let player = holder(live, token, now)?;
                make_step(live, player, after, sent)?;
                live.touch(now);
                Ok(AutoPlay::Now)
            };
            let live = self.change_table(id, idempotency_key.clone(), make).await?;
            TableView::of(&live, self.viewer(&live, Some(token))?)
        };
        let find = async |_| self.table(id, Some(token)).await;
        self.idempotent(idempotency_key.as_ref(), make, find).await
    }

    /// The step with this number among those that a seat could make after `after` steps, as its scene lists them.
    ///
    /// # Errors
    /// `NotFound`, `NotYourSeat`, `NotBegun`, `TableOver`, `Unavailable`, `Internal`; `TableMovedOn` if it is not known
    /// what the number means; `Invalid` if there is no such choice.
    pub async fn table_choice(
        &self,
        id: TableId,
        token: &SeatToken,
        after: u32,
        number: u32,
    ) -> Result<Box<RawValue>, ServiceError> {
        let live = self.live(id).await?;
        let (player, after) = (holder(&live, token, self.clock.now())?, after as usize);
        let find = move |_: &Cancel| {
            let over = live.record.phase.has_ended();
            let none = || if over { ServiceError::TableOver } else { ServiceError::NotBegun };
            let session = live.session.as_deref().ok_or_else(none)?;
            let count = session.step_count();
            if after > count {
                return Err(ServiceError::TableMovedOn(count));
            }
            match session.choice(player, after, number)? {
                Some(step) => Ok(step),
                None if over => Err(ServiceError::TableOver),
                // It may be a number of the table as it is now.
                None if after < count => Err(ServiceError::TableMovedOn(count)),
                None => Err(ServiceError::Invalid(vec![FieldError::bad_value("/choice", NO_CHOICE)])),
            }
        };
        self.work.run_inline_if(after <= INLINE_OPEN_STEPS, Class::Read, find).await?
    }

    /// Whether the step that followed the first `after` steps is this one, made from this seat, as it is when a form is
    /// submitted twice.
    ///
    /// # Errors
    /// `NotFound`, `NotYourSeat`, `Unavailable`, `Internal`.
    pub async fn made_step(
        &self,
        id: TableId,
        token: &SeatToken,
        after: u32,
        step: &RawValue,
    ) -> Result<bool, ServiceError> {
        let live = self.live(id).await?;
        let (player, after, step) = (holder(&live, token, self.clock.now())?, after as usize, step.to_owned());
        let find = move |_: &Cancel| {
            let Some(session) = live.session.as_deref().filter(|session| after < session.step_count()) else {
                return Ok(false);
            };
            // Steps name their player, so that an equal one is from the same seat.
            let next = session.follower(after)?.follow(session, 1, Viewer::Player(player))?;
            Ok(next.iter().any(|entry| entry.step.get() == step.get()))
        };
        self.work.run_inline_if(after <= INLINE_OPEN_STEPS, Class::Read, find).await?
    }
}

/// Plays a step from a seat, unless what the player may do has changed since the `after` steps that were seen.
pub(super) fn make_step(live: &mut Live, player: Player, after: u32, sent: SentStep<'_>) -> Result<(), ServiceError> {
    match live.record.phase {
        TablePhase::Waiting => return Err(ServiceError::NotBegun),
        TablePhase::Over | TablePhase::Closed => return Err(ServiceError::TableOver),
        TablePhase::Playing => {}
    }
    let names: Vec<&str> = live.record.seats.iter().map(|seat| seat.name.as_str()).collect();
    let session = live.session.as_mut().ok_or_else(|| ServiceError::Internal("no game is in play".to_owned()))?;
    let (after, count) = (after as usize, session.step_count());
    if after > count || after < session.open_since(player) {
        return Err(ServiceError::TableMovedOn(count));
    }
    let secret = matches!(session.waits(), Waits::Players { secret: true, .. });
    session.submit(player, sent, &names).map_err(ServiceError::IllegalStep)?;
    // If it is hidden who was asked, it stays hidden who is back.
    if !secret && std::mem::take(&mut live.record.seats[player.index()].away) {
        live.note(JournalEntry::Back(player));
    }
    live.stepped();
    Ok(())
}
