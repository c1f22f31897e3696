//! A rematch: the table at which those of a table that has ended play again. A table has one, whoever asks for it first.
//!
//! It is found by the idempotency record of the request that made it, for as long as that is kept.

use std::{sync::Arc, time::Duration};

use super::{
    live::Live,
    seats::Guest,
    setup::{NewTable, SitDown, TableSetup},
    token::{SeatToken, TableTokens},
};
use crate::{
    games::Player,
    service::{
        IdempotencyKey, Name, Service, ServiceError,
        records::{OwnerId, SeatKind, TableId, TableRecord},
    },
};

/// How long a request waits for the same of somebody else.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A rematch for one of its players.
#[derive(Debug)]
pub struct Rematch {
    /// The table.
    pub made: NewTable,
    /// The token of the player's seat.
    pub token: SeatToken,
    /// Whether this player has set it up; the others join it.
    pub is_maker: bool,
}

impl Service {
    fn rematch_key(&self, of: TableId) -> IdempotencyKey {
        let request = ["POST", &format!("/tables/{of}/rematch"), "rematch"];
        IdempotencyKey { timeout: TIMEOUT, ..self.idempotency_key(OwnerId::ANONYMOUS, None, request, &[]) }
    }

    /// The rematch of a table that has ended, if somebody has asked for it.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn rematch_of(&self, of: TableId) -> Result<Option<TableRecord>, ServiceError> {
        let Some(record) = self.store.idempotency_record(&self.rematch_key(of)).await? else { return Ok(None) };
        match self.live(TableId(record.created)).await {
            Err(ServiceError::NotFound(_)) => Ok(None),
            live => Ok(Some(live?.record.clone())),
        }
    }

    /// Sets up the rematch of a table, or joins the one that somebody has set up; returns it, with the token of the seat
    /// of whoever asks. The token is derived from that of the same seat at the table before.
    ///
    /// # Errors
    /// Those of [`create_table`](Service::create_table); `SeatTaken`, `TableOver`.
    pub async fn rematch(
        &self,
        owner: OwnerId,
        (of, seat, token): (&TableRecord, Player, &SeatToken),
        setup: TableSetup,
    ) -> Result<Rematch, ServiceError> {
        let tokens = || async { Ok::<_, ServiceError>(TableTokens::of_leaving(self.token_secret().await?, token)) };
        let made = self.create_table_with(owner, setup, tokens().await?, Some(self.rematch_key(of.id))).await?;
        let record = Arc::clone(&made.value.view.record);
        let token = tokens().await?.seat(record.id, seat);
        let sits = record.holder(&token.hash()) == Some(seat);
        if !sits {
            self.rejoin((record.id, seat), &of.seats[seat.index()].name, owner, &token).await?;
        }
        // A seat that was open has had an invitation.
        Ok(Rematch { made: made.value, token, is_maker: sits && record.seats[seat.index()].invitation.is_none() })
    }

    /// Seats somebody at a rematch without an invitation: the seat was the same person's at the table before.
    async fn rejoin(
        &self,
        (id, seat): (TableId, Player),
        name: &str,
        owner: OwnerId,
        token: &SeatToken,
    ) -> Result<Arc<Live>, ServiceError> {
        let person = SitDown { name: Name::new(name).ok(), ..SitDown::default() };
        let mut guest = Guest { person, invitation: None, owner };
        self.bear_own_name(owner, [(String::new(), &mut guest.person)]).await?;
        self.sit_expected(id, seat, &guest, token).await
    }
}

/// The people who sit at a rematch.
pub fn rejoined(rematch: &TableRecord) -> Vec<&str> {
    let persons = rematch.seats.iter().filter(|seat| seat.kind == SeatKind::Person);
    persons.map(|seat| seat.name.as_str()).collect()
}
