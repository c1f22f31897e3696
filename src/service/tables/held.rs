//! Seats that a browser or a profile holds, and whether it is their turn there.

use std::{fmt, str::FromStr};

use uuid::Uuid;

use super::{live::Live, token::SeatToken};
use crate::{
    games::{Player, Ruleset},
    service::{
        Caller, Scope, Service, ServiceError,
        records::{Attempt, OWN_SEAT, OwnerId, TableDay, TableId},
    },
};

/// Number of hex digits of a token's hash by which its seat is known.
const DIGITS: usize = 16;

/// A seat that somebody holds, without what it takes to play there: its table, and how the hash of its token begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatMark {
    /// The table.
    pub table: TableId,
    token: String,
}

impl SeatMark {
    /// The mark of the seat with this token.
    pub fn of(table: TableId, token: &SeatToken) -> SeatMark {
        SeatMark { table, token: token.hash()[..DIGITS].to_owned() }
    }

    fn holds(&self, live: &Live, player: usize) -> bool {
        live.record.seats[player].token.as_deref().is_some_and(|hash| hash.starts_with(&self.token))
    }
}

impl fmt::Display for SeatMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.table.0.simple(), self.token)
    }
}

impl FromStr for SeatMark {
    type Err = ();

    fn from_str(text: &str) -> Result<SeatMark, ()> {
        let (table, token) = text.split_at_checked(uuid::fmt::Simple::LENGTH).ok_or(())?;
        let is_hash = token.len() == DIGITS && token.bytes().all(|digit| digit.is_ascii_hexdigit());
        let table = Uuid::try_parse(table).map_err(drop)?;
        if is_hash { Ok(SeatMark { table: TableId(table), token: token.to_owned() }) } else { Err(()) }
    }
}

/// A seat at a table that has not ended.
#[derive(Clone, Debug)]
pub struct HeldSeat {
    /// The table.
    pub table: TableId,
    /// What is played there.
    pub ruleset: Ruleset,
    /// The day whose deal it is.
    pub day: Option<TableDay>,
    /// Does the game wait for whoever sits there?
    pub is_due: bool,
}

/// What the tokens of tables are derived from that an agent opens with a key: the key finds the seats again, so that no
/// answer has to tell a token. No idempotency key has a space in it.
pub fn agents_nonce(owner: OwnerId) -> String {
    format!("agent of {}", owner.0)
}

/// The token of a key's seat, if it has one seat alone.
pub fn only_seat(held: &[(Player, SeatToken)]) -> Option<SeatToken> {
    if let [(_, token)] = held { Some(*token) } else { None }
}

impl Service {
    /// The seats that a key that may write has at a table, with their tokens: at its own table of a day, or at one that an
    /// agent has opened with a key of the same owner.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn seats_of_key(&self, caller: &Caller, id: TableId) -> Result<Vec<(Player, SeatToken)>, ServiceError> {
        if caller.key.is_none() {
            return Ok(Vec::new());
        }
        let live = self.latest_known(id).await?;
        let record = &live.record;
        if record.owner != caller.owner || !caller.scopes.has(Scope::Write) {
            return Ok(Vec::new());
        }
        let tokens = match record.day.filter(|day| day.attempt != Attempt::Guest) {
            Some(day) => self.tokens_of_try(caller.owner, day.date).await?,
            None => self.tokens(Some(&agents_nonce(caller.owner))).await?,
        };
        let seats = Player::all(record.seats.len()).map(|seat| (seat, tokens.seat(id, seat)));
        Ok(seats.filter(|(seat, token)| record.holder(&token.hash()) == Some(*seat)).collect())
    }

    /// The token with which a caller looks at a table: the one that was sent, or that of the only seat of the key.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn seat_at_table(&self, caller: &Caller, id: TableId) -> Result<Option<SeatToken>, ServiceError> {
        if caller.seat.is_some() {
            return Ok(caller.seat);
        }
        Ok(only_seat(&self.seats_of_key(caller, id).await?))
    }

    /// Those of these seats that are held still, at tables that have not ended; and the one of an owner at today's deal.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn held_seats(&self, marks: &[SeatMark], owner: Option<OwnerId>) -> Result<Vec<HeldSeat>, ServiceError> {
        let mut seats = Vec::new();
        for mark in marks {
            seats.extend(self.held_seat(mark.table, |live, player| mark.holds(live, player)).await?);
        }
        let today = match owner {
            Some(owner) => self.own_try(owner, self.today()).await?.filter(|own| own.score.is_none()),
            None => None,
        };
        if let Some(own) = today.filter(|own| seats.iter().all(|seat| seat.table != own.table)) {
            seats.extend(self.held_seat(own.table, |_, player| player == OWN_SEAT.index()).await?);
        }
        Ok(seats)
    }

    async fn held_seat(
        &self,
        table: TableId,
        holds: impl Fn(&Live, usize) -> bool,
    ) -> Result<Option<HeldSeat>, ServiceError> {
        let live = match self.live(table).await {
            Err(ServiceError::NotFound(_)) => return Ok(None),
            live => live?,
        };
        let record = &live.record;
        let own = (0..record.seats.len()).find(|player| holds(&live, *player)).filter(|_| !record.phase.has_ended());
        Ok(own.map(|own| HeldSeat {
            table,
            ruleset: record.ruleset,
            day: record.day,
            is_due: live.due_persons().iter().any(|player| player.index() == own),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_read_as_it_is_written_and_shows_no_token() {
        let token = SeatToken::read(&format!("seat_{}", "ab".repeat(32))).expect("a token");
        let mark = SeatMark::of(TableId(Uuid::from_u128(7)), &token);
        let text = mark.to_string();
        assert_eq!(text.parse(), Ok(mark));
        assert!(!text.contains("abab") && text.len() == 48);
        for wrong in ["", "x", &text[1..], &text.replace('0', "g"), &format!("{text}0"), "é"] {
            assert_eq!(wrong.parse::<SeatMark>(), Err(()), "{wrong}");
        }
    }
}
