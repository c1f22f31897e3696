//! Taking a seat, leaving it, and closing a table.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::{
    changes::AutoPlay,
    journal::JournalEntry,
    live::Live,
    setup::{SitDown, left_to_bot, unanswerable},
    token::{Invitation, SeatToken, TableTokens},
    view::TableView,
};
use crate::{
    games::{Player, Viewer},
    hex::hex,
    service::{
        Authority, BadText, Created, FieldError, IdempotencyKey, Name, ResourceKind, Service, ServiceError,
        play::seat_name,
        records::{CloseReason, OWN_SEAT, OwnerId, SeatKind, SeatState, TableId, TablePhase},
        store::OwnerFilter,
        text::{PlayerName, alike, askable},
    },
};

/// A person who asks for a seat.
#[derive(Clone, Debug)]
pub struct Guest {
    /// The person's name, part of the seed, and question.
    pub person: SitDown,
    /// The invitation to the seat. A caller who may write needs none at a listed table; others cannot do without.
    pub invitation: Option<Invitation>,
    /// Owner of the person's reading.
    pub owner: OwnerId,
}

impl Service {
    /// Takes an open seat; returns the table as seen from it, unless the request is a repeated one, and the seat's
    /// token. The game begins when the last seat is taken.
    ///
    /// # Errors
    /// `NotFound`, `Invalid`, `SeatTaken`, `BadInvitation`, `TableOver`, `IdempotencyInProgress`,
    /// `IdempotencyKeyReused`, `CreatedAndDeleted`, `Unavailable`, `Internal`.
    pub async fn take_seat(
        &self,
        id: TableId,
        player: Player,
        mut guest: Guest,
        nonce: Option<&str>,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<(Option<TableView>, SeatToken)>, ServiceError> {
        let token = self.tokens(seat_nonce(nonce, idempotency_key.as_ref()).as_deref()).await?.seat(id, player);
        self.bear_own_name(guest.owner, [(String::new(), &mut guest.person)]).await?;
        let take = async {
            let live = self.sit(id, player, &guest, &token, idempotency_key.clone()).await?;
            Ok((Some(TableView::of(&live, Viewer::Player(player))?), token))
        };
        let find = async |_| Ok((None, token));
        self.idempotent(idempotency_key.as_ref(), take, find).await
    }

    /// Seats a guest who bears this token from then on.
    pub(super) async fn sit(
        &self,
        id: TableId,
        player: Player,
        guest: &Guest,
        token: &SeatToken,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Arc<Live>, ServiceError> {
        let take = |live: &mut Live, now| {
            may_see(live, None, now)?;
            may_sit(live, player, guest)?;
            seat_guest((live, now), player, guest, token)
        };
        self.change_table(id, idempotency_key, take).await
    }

    /// Seats a guest for whom the seat is, without an invitation.
    pub(super) async fn sit_expected(
        &self,
        id: TableId,
        player: Player,
        guest: &Guest,
        token: &SeatToken,
    ) -> Result<Arc<Live>, ServiceError> {
        let take = |live: &mut Live, now| {
            open_seat(live, player)?;
            seat_guest((live, now), player, guest, token)
        };
        self.change_table(id, None, take).await
    }

    /// Takes the invitation to an open seat back, on behalf of the table's owner; returns the new one.
    ///
    /// # Errors
    /// `NotFound`, `Forbidden`, `SeatTaken`, `TableOver`, `Unavailable`, `Internal`.
    pub async fn renew_invitation(
        &self,
        id: TableId,
        player: Player,
        authority: Authority,
    ) -> Result<Invitation, ServiceError> {
        let whose =
            self.deletable_owners(authority, id.into()).await?.ok_or(ServiceError::Forbidden(ResourceKind::Table))?;
        let invitation = self.tokens(None).await?.invitation(id, player);
        let renew = |live: &mut Live, now| {
            may_change(live, authority, now)?;
            if !whose.includes(live.record.owner) {
                return Err(ServiceError::Forbidden(ResourceKind::Table));
            }
            open_seat(live, player)?;
            live.record.seats[player.index()].invitation = Some(invitation.hash());
            live.touch(now);
            live.note(JournalEntry::Invited(player));
            Ok(AutoPlay::Off)
        };
        self.change_table(id, None, renew).await?;
        Ok(invitation)
    }

    /// Has bots play on behalf of the table's owner: at all open seats, or at one that is open or whose person is gone.
    ///
    /// # Errors
    /// `NotFound`, `Forbidden`, `SeatTaken`, `TableOver`, `Unavailable`, `Internal`.
    pub async fn seat_bots(
        &self,
        id: TableId,
        seat: Option<Player>,
        authority: Authority,
    ) -> Result<TableView, ServiceError> {
        let whose =
            self.deletable_owners(authority, id.into()).await?.ok_or(ServiceError::Forbidden(ResourceKind::Table))?;
        let change = |live: &mut Live, now| {
            may_change(live, authority, now)?;
            if !whose.includes(live.record.owner) {
                return Err(ServiceError::Forbidden(ResourceKind::Table));
            }
            if live.record.phase.has_ended() {
                return Err(ServiceError::TableOver);
            }
            live.seat_bots(seat, now)?;
            live.touch(now);
            live.begin()?;
            Ok(AutoPlay::Now)
        };
        let live = self.change_table(id, None, change).await?;
        TableView::of(&live, Viewer::Public)
    }

    /// Leaves a seat. Before the game begins the seat is open again, and its new invitation is returned, also to the
    /// same request sent again; afterwards a bot plays it.
    ///
    /// # Errors
    /// `NotFound`, `NotYourSeat`, `TableOver`, `Unavailable`, `Internal`.
    pub async fn leave_seat(
        &self,
        id: TableId,
        player: Player,
        token: &SeatToken,
    ) -> Result<Option<Invitation>, ServiceError> {
        let invitation = TableTokens::of_leaving(self.token_secret().await?, token).invitation(id, player);
        let leave = |live: &mut Live, now| {
            if holder(live, token, now)? != player {
                return Err(ServiceError::NotYourSeat);
            }
            if live.record.day.is_some() {
                return Err(ServiceError::SeatKept);
            }
            let left = &live.record.seats[player.index()];
            live.record.seats[player.index()] = match live.record.phase {
                TablePhase::Waiting => SeatState { invitation: Some(invitation.hash()), ..SeatState::open() },
                TablePhase::Playing => left_to_bot(left, live.record.ruleset),
                TablePhase::Over | TablePhase::Closed => return Err(ServiceError::TableOver),
            };
            live.touch(now);
            live.note(JournalEntry::Left(player));
            Ok(AutoPlay::Now)
        };
        let live = match self.change_table(id, None, leave).await {
            Err(ServiceError::NotYourSeat) => {
                let live = self.live(id).await?;
                let is_left =
                    |seat: &SeatState| seat.kind == SeatKind::Open && seat.invitation == Some(invitation.hash());
                return match live.record.seats.get(player.index()).is_some_and(is_left) {
                    true => Ok(Some(invitation)),
                    false => Err(ServiceError::NotYourSeat),
                };
            }
            left => left?,
        };
        let open = live.record.seats[player.index()].kind == SeatKind::Open;
        Ok(open.then_some(invitation))
    }

    /// Closes a table on behalf of its owner.
    ///
    /// # Errors
    /// `NotFound`, `Forbidden`, `TableOver`, `Unavailable`, `Internal`.
    pub async fn close_table(&self, id: TableId, authority: Authority) -> Result<(), ServiceError> {
        let whose =
            self.deletable_owners(authority, id.into()).await?.ok_or(ServiceError::Forbidden(ResourceKind::Table))?;
        let close = |live: &mut Live, now| {
            may_change(live, authority, now)?;
            if !whose.includes(live.record.owner) {
                return Err(ServiceError::Forbidden(ResourceKind::Table));
            }
            if live.record.phase.has_ended() {
                return Err(ServiceError::TableOver);
            }
            live.close(CloseReason::Owner, now);
            Ok(AutoPlay::Off)
        };
        match self.change_table(id, None, close).await {
            // A damaged table cannot be closed, and nobody can tell whose it is: administrators delete it.
            Err(ServiceError::Internal(_))
                if whose == OwnerFilter::Any && matches!(self.live(id).await, Err(ServiceError::Internal(_))) =>
            {
                for (id, revision) in self.store.table_revisions(&[id]).await? {
                    self.store.delete_table(id, revision).await?;
                }
                Ok(())
            }
            closed => closed.map(drop),
        }
    }

    /// A table as the holder of a seat's token may see it, or as the public may.
    ///
    /// # Errors
    /// `NotFound`, `NotYourSeat` for a token that is not of a seat of this table; `Unavailable`, `Internal`.
    pub async fn table(&self, id: TableId, token: Option<&SeatToken>) -> Result<TableView, ServiceError> {
        let live = self.live(id).await?;
        TableView::of(&live, self.viewer(&live, token)?)
    }

    /// The viewer that a token stands for, who is here now.
    pub(super) fn viewer(&self, live: &Live, token: Option<&SeatToken>) -> Result<Viewer, ServiceError> {
        let now = self.clock.now();
        let Some(token) = token else { return may_see(live, None, now).map(|()| Viewer::Public) };
        let player = holder(live, token, now)?;
        self.shared.tables.presence.note(live.record.id, player, now);
        Ok(Viewer::Player(player))
    }
}

/// What the token of a seat is derived from. The text of an idempotency key alone is not enough: if a seat is left
/// before the game begins, whoever takes it next may use the same text.
pub(super) fn seat_nonce(text: Option<&str>, request: Option<&IdempotencyKey>) -> Option<String> {
    let IdempotencyKey { owner, request, body, .. } = request?;
    text.map(|text| format!("{text}\n{} {} {}", owner.0, hex(request), hex(body)))
}

/// Whether somebody with this token may know that there is such a table. Every way to a table leads past here, or past
/// [`may_change`]: of the deal of a day that is not over nobody but its player learns anything.
fn may_see(live: &Live, seat: Option<Player>, now: DateTime<Utc>) -> Result<(), ServiceError> {
    let hidden = seat.is_none() && live.record.is_sealed(now);
    if hidden { Err(ServiceError::NotFound(ResourceKind::Table)) } else { Ok(()) }
}

/// Whether this authority may know that there is such a table.
fn may_change(live: &Live, authority: Authority, now: DateTime<Utc>) -> Result<(), ServiceError> {
    let is_own = match authority {
        Authority::Owner(owner) | Authority::Admin(owner) => owner == live.record.owner,
        Authority::Creator(_) | Authority::Nobody => false,
    };
    may_see(live, is_own.then_some(OWN_SEAT), now)
}

pub(super) fn holder(live: &Live, token: &SeatToken, now: DateTime<Utc>) -> Result<Player, ServiceError> {
    let seat = live.record.holder(&token.hash());
    may_see(live, seat, now)?;
    seat.ok_or(ServiceError::NotYourSeat)
}

/// A seat that is open.
fn open_seat(live: &Live, player: Player) -> Result<&SeatState, ServiceError> {
    if live.record.phase.has_ended() {
        return Err(ServiceError::TableOver);
    }
    let seat = live.record.seats.get(player.index()).ok_or(ServiceError::NotFound(ResourceKind::Seat))?;
    if seat.kind == SeatKind::Open { Ok(seat) } else { Err(ServiceError::SeatTaken) }
}

fn may_sit(live: &Live, player: Player, guest: &Guest) -> Result<(), ServiceError> {
    let seat = open_seat(live, player)?;
    let invited = match &guest.invitation {
        Some(invitation) => seat.invitation.as_deref() == Some(invitation.hash().as_str()),
        None => live.record.listed,
    };
    if invited { Ok(()) } else { Err(ServiceError::BadInvitation) }
}

/// Has a guest sit down at an open seat.
fn seat_guest(
    (live, now): (&mut Live, DateTime<Utc>),
    player: Player,
    guest: &Guest,
    token: &SeatToken,
) -> Result<AutoPlay, ServiceError> {
    let mut errors = unanswerable(live.record.ruleset, &guest.person, "");
    errors.extend(unusable_name(live, player, guest.person.name.as_ref()));
    if !errors.is_empty() {
        return Err(ServiceError::Invalid(errors));
    }
    let invitation = live.record.seats[player.index()].invitation.take();
    let seat = guest.person.clone().seat(player.index(), token, guest.owner);
    live.record.seats[player.index()] = SeatState { invitation, ..seat };
    live.touch(now);
    live.note(JournalEntry::Taken(player));
    live.begin()?;
    Ok(AutoPlay::Now)
}

/// Why a guest who takes this seat may not be called so.
fn unusable_name(live: &Live, player: Player, name: Option<&Name>) -> Option<FieldError> {
    let name = seat_name(name.cloned(), player.index());
    // Whoever takes an open seat without a name is called after it.
    let own: Vec<_> = (0..live.record.seats.len()).map(|index| seat_name(None, index)).collect();
    let others = live.record.seats.iter().zip(&own).enumerate().filter(|(index, _)| *index != player.index());
    let others = others.map(|(index, (seat, own))| {
        let name = if seat.kind == SeatKind::Open { own } else { &seat.name };
        PlayerName { index, name, given: false }
    });
    let guest = PlayerName { index: player.index(), name: &name, given: true };
    let is_guest = |(index, _): &(usize, BadText)| *index == player.index();
    let bad =
        askable(&name).err().or_else(|| alike(others.chain([guest])).into_iter().find(is_guest).map(|(_, why)| why));
    bad.map(|why| FieldError::bad_value("/name", why.to_string()))
}
