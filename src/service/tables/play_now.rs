//! Sitting down at once: at a table that waits, or at a new one, where bots soon take the seats of those who do not come.

use super::{
    live::Live,
    seats::{Guest, seat_nonce},
    setup::{SeatSetup, TableSetup},
    token::{SeatToken, TableTokens},
};
use crate::{
    games::{Player, Ruleset},
    service::{
        Created, GameSetup, IdempotencyKey, ResourceKind, Service, ServiceError,
        records::{SeatKind, TableClock, TableFilter, TableId, TablePhase, TableRecord},
    },
};

/// How long a new table waits for others, in seconds.
const FILL_SECONDS: u32 = 30;

/// Number of waiting tables that are looked at.
const LOOKED_AT: u32 = 50;

impl Service {
    /// Seats a person at a listed table of a game that begins soon, the one that has waited longest, or at a new one;
    /// returns the table and the token of the seat.
    ///
    /// # Errors
    /// `Invalid`, `IdempotencyInProgress`, `IdempotencyKeyReused`, `CreatedAndDeleted`, `Unavailable`, `Internal`.
    pub async fn play_now(
        &self,
        ruleset: Ruleset,
        mut guest: Guest,
        nonce: &str,
        key: IdempotencyKey,
    ) -> Result<Created<(TableId, SeatToken)>, ServiceError> {
        let tokens = self.tokens(seat_nonce(Some(nonce), Some(&key)).as_deref()).await?;
        self.bear_own_name(guest.owner, [(String::new(), &mut guest.person)]).await?;
        let sit = async {
            match self.sit_at_any(ruleset, &guest, &tokens, &key).await? {
                Some(sat) => Ok(sat),
                None => self.wait_for_others(ruleset, guest.clone(), &tokens, &key).await,
            }
        };
        let find = async |id| {
            let live = self.live(TableId(id)).await?;
            held(&live, &tokens).ok_or(ServiceError::NotFound(ResourceKind::Seat))
        };
        self.idempotent(Some(&key), sit, find).await
    }

    async fn sit_at_any(
        &self,
        ruleset: Ruleset,
        guest: &Guest,
        tokens: &TableTokens,
        key: &IdempotencyKey,
    ) -> Result<Option<(TableId, SeatToken)>, ServiceError> {
        let filter = TableFilter { owner: None, ruleset: Some(ruleset), phase: Some(TablePhase::Waiting) };
        let waiting = self.store.tables(&filter, None, LOOKED_AT).await?;
        for table in waiting.iter().rev().filter(|table| begins_soon(table)) {
            for seat in open_seats(table) {
                let token = tokens.seat(table.id, seat);
                match self.sit(table.id, seat, guest, &token, Some(key.clone())).await {
                    // Somebody was faster, or has a name that looks like this one.
                    Err(ServiceError::SeatTaken | ServiceError::TableOver | ServiceError::NotFound(_)) => {}
                    Err(ServiceError::Invalid(_)) => break,
                    sat => return sat.map(|_| Some((table.id, token))),
                }
            }
        }
        Ok(None)
    }

    async fn wait_for_others(
        &self,
        ruleset: Ruleset,
        guest: Guest,
        tokens: &TableTokens,
        key: &IdempotencyKey,
    ) -> Result<(TableId, SeatToken), ServiceError> {
        let setup = GameSetup::with_defaults(ruleset, None).map_err(ServiceError::Invalid)?;
        let others = (1..setup.players()).map(|_| SeatSetup::Open);
        let setup = TableSetup {
            seats: [SeatSetup::Person(guest.person)].into_iter().chain(others).collect(),
            setup,
            listed: true,
            hints: false,
            clock: TableClock { fill_seconds: Some(FILL_SECONDS), ..TableClock::default() },
            commitment: None,
            external_id: None,
            tags: Vec::new(),
            day: None,
        };
        let made = self.create_table_once(guest.owner, setup, tokens, Some(key.clone())).await?;
        let id = made.view.record.id;
        Ok((id, tokens.seat(id, Player(0))))
    }
}

/// Does whoever takes a seat here play soon, whoever else comes?
fn begins_soon(table: &TableRecord) -> bool {
    table.clock.fill_seconds.is_some() || open_seats(table).count() == 1
}

fn open_seats(table: &TableRecord) -> impl Iterator<Item = Player> {
    Player::all(table.seats.len()).filter(|seat| table.seats[seat.index()].kind == SeatKind::Open)
}

/// The seat whose token was made with these.
fn held(live: &Live, tokens: &TableTokens) -> Option<(TableId, SeatToken)> {
    let id = live.record.id;
    let mut made = Player::all(live.record.seats.len()).map(|seat| (seat, tokens.seat(id, seat)));
    made.find(|(seat, token)| live.record.holder(&token.hash()) == Some(*seat)).map(|(_, token)| (id, token))
}
