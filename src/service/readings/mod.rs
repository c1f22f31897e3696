//! Readings: of the deals of a game, of tricks sent by the caller, and stored ones.

mod deal;
mod request;
mod stored;

use std::sync::Arc;

use self::deal::{reading_of, readings_of};
use super::{
    Authority, Cancel, Class, Created, DeletableId, GameDetails, IdempotencyKey, Page, PlayRequest, Position,
    ResourceKind, SeatRequest, Service, ServiceError, StoredSpread,
    records::{AnyReading, GameId, GameRecord, OwnerId, ReadingId, ReadingRecord},
    scrub::readable,
    store::{ListedReading, ReadingFilter, StoreError},
};
use crate::{
    cards::{Card, Deck},
    games::Player,
    reading::{
        CardLook, Heading, Pictures, Reading, Render, TEXTS_VERSION,
        png::{TooLarge, Width},
        svg::Preview,
    },
};

pub(super) use deal::{NOTHING_ASKED, read_last, read_line, rebuild, rebuild_listed};
pub use request::{ReadChoice, ReadingRequest, kind_of};
pub use stored::{AnyStored, GameReadings, PlayersReading, StoredReading};

/// The querent when a game is played for a reading: the player in the dealer's seat.
const QUERENT: Player = Player(0);

impl Service {
    /// All four readings of a deal.
    ///
    /// # Errors
    /// `NotFound`, `NoReading`, `BadParameter` for a deal that does not exist; `Unavailable`, `Internal`.
    pub async fn game_readings(&self, id: GameId, choice: ReadChoice) -> Result<GameReadings, ServiceError> {
        let stored = self.stored(id).await?;
        self.work.run(Class::Read, move |_| readings_of(&stored, choice)).await?
    }

    /// One player's reading of a deal.
    ///
    /// # Errors
    /// As [`game_readings`](Service::game_readings); `NotFound` for a player who did not play.
    pub async fn game_reading(
        &self,
        id: GameId,
        player: Player,
        choice: ReadChoice,
    ) -> Result<PlayersReading, ServiceError> {
        let stored = self.stored(id).await?;
        self.work.run(Class::Read, move |_| reading_of(&stored, player, choice)).await?
    }

    /// Renders a reading as PNG.
    ///
    /// # Errors
    /// `BadParameter` for a width at which it has too many pixels; `Unavailable`, `Internal`.
    pub async fn picture(
        &self,
        reading: impl Render,
        heading: Heading,
        cards: CardLook,
        width: Width,
    ) -> Result<Vec<u8>, ServiceError> {
        self.png(move |pictures| pictures.png(&reading, &heading, cards, width)).await
    }

    /// Renders a card as PNG.
    ///
    /// # Errors
    /// As [`picture`](Service::picture).
    pub async fn card_picture(
        &self,
        (deck, card): (Deck, Card),
        cards: CardLook,
        width: Width,
    ) -> Result<Vec<u8>, ServiceError> {
        self.png(move |pictures| pictures.card_png(card, deck, cards, width)).await
    }

    async fn png(
        &self,
        draw: impl FnOnce(&Pictures) -> Result<Vec<u8>, TooLarge> + Send + 'static,
    ) -> Result<Vec<u8>, ServiceError> {
        let pictures = Arc::clone(&self.pictures);
        let drawn = self.work.run(Class::Picture, move |_| draw(&pictures)).await?;
        drawn.map_err(|why| ServiceError::BadParameter { parameter: "width", detail: why.to_string() })
    }

    /// Renders a preview picture as PNG.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn preview(&self, preview: Preview) -> Result<Vec<u8>, ServiceError> {
        let pictures = Arc::clone(&self.pictures);
        self.work.run(Class::Picture, move |_| pictures.preview(&preview)).await
    }

    /// Plays a game with the querent in the dealer's seat, reads it and stores both.
    ///
    /// # Errors
    /// As [`play`](Service::play); then nothing is stored.
    pub async fn create_reading(
        &self,
        owner: OwnerId,
        request: ReadingRequest,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<StoredReading>, ServiceError> {
        let create = self.create_reading_once(owner, request, idempotency_key.clone());
        let find = async |id| {
            let wrong_kind = || ServiceError::Internal(format!("reading {id} is of another kind"));
            self.reading(ReadingId(id)).await?.fortunes().ok_or_else(wrong_kind)
        };
        self.idempotent(idempotency_key.as_ref(), create, find).await
    }

    async fn create_reading_once(
        &self,
        owner: OwnerId,
        request: ReadingRequest,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<StoredReading, ServiceError> {
        let names = std::iter::once(request.querent.clone()).chain(std::iter::repeat(None));
        let seats = names.zip(&request.bots).map(|(name, bot)| SeatRequest { name, bot: Some(*bot) });
        let play = PlayRequest {
            setup: request.setup,
            players: seats.collect(),
            seed: request.seed,
            client_seed: request.client_seed,
            commitment: request.commitment,
            external_id: None,
            tags: Vec::new(),
        };
        let (mut game, finished) = self.play_unstored(owner, play).await.map_err(of_querent)?;
        // The game shows the querent's name and cards, so it must be as hard to find as the reading.
        game.record.unlisted = true;
        game.record.id = GameId(self.shared.ids.secret_at(game.record.created_at));
        let (deck, kind) = (request.deck, kind_of(&request.question, request.question_kind));
        let question = request.question.into_string();
        let asked = question.clone();
        let read =
            move |_: &Cancel| read_last(&game, QUERENT, (deck, kind), (&asked, None)).map(|reading| (game, reading));
        let (game, reading) = self.work.run(Class::Read, read).await??;
        let record = self.reading_record(owner, &game.record, QUERENT, &reading, question);
        let game = GameDetails {
            detail: None,
            ..self.store_game(game, Some(record.clone()), finished, idempotency_key).await?
        };
        Ok(StoredReading { record, game, reading })
    }

    /// The record of a player's reading, which is stored with its game.
    pub(super) fn reading_record(
        &self,
        owner: OwnerId,
        game: &GameRecord,
        player: Player,
        reading: &Reading,
        question: String,
    ) -> ReadingRecord {
        ReadingRecord {
            id: ReadingId(self.shared.ids.secret_at(game.created_at)),
            owner,
            game: game.id,
            player,
            created_at: game.created_at,
            querent: game.players[player.index()].name.clone(),
            question,
            question_kind: reading.question_kind,
            deck: reading.deck,
            texts_version: TEXTS_VERSION,
            verdict: reading.verdict,
            layout: reading.layout,
        }
    }

    /// One stored reading.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn reading(&self, id: ReadingId) -> Result<AnyStored, ServiceError> {
        match self.store.reading(id).await?.ok_or(ServiceError::NotFound(ResourceKind::Reading))? {
            AnyReading::Fortunes(record) => {
                let game = self.stored(record.game).await?;
                let read = self.work.run(Class::Read, move |_| rebuild(record, game)).await?;
                read.map(AnyReading::Fortunes)
            }
            AnyReading::Spread(record) => {
                let read = self.work.run(Class::Read, move |_| StoredSpread::rebuild(record)).await?;
                read.map(AnyReading::Spread)
            }
        }
    }

    /// A page of the owner's readings, newest first. The anonymous owner stands for many callers and has none.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn readings(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<Page<AnyStored>, ServiceError> {
        if owner == OwnerId::ANONYMOUS {
            return Ok(Page { items: Vec::new(), next: None });
        }
        let permit = self.shared.list_permits.acquire(self.work.caller()).await;
        let page = self.store.readings(owner, filter, from, limit).await?;
        drop(permit);
        let next = page.next;
        let read = move |cancel: &Cancel| {
            let each = |reading: ListedReading| {
                readable("reading", reading.id().0, cancel.check().and_then(|()| rebuild_listed(reading)))
            };
            page.items.into_iter().filter_map(each).collect()
        };
        let items: Result<Vec<_>, _> = self.work.run(Class::Read, read).await?;
        Ok(Page { items: items?, next })
    }

    /// Deletes a reading. The game of a reading stays.
    ///
    /// # Errors
    /// `NotFound`, `Forbidden`, `Unavailable`, `Internal`.
    pub async fn delete_reading(&self, id: ReadingId, authority: Authority) -> Result<(), ServiceError> {
        let deletable = match self.store.reading(id).await {
            Ok(Some(AnyReading::Fortunes(reading))) => reading.game.into(),
            // One that cannot be read can be deleted all the same.
            Ok(Some(AnyReading::Spread(_))) | Err(StoreError::Broken(_)) => DeletableId::of_spread(id),
            Ok(None) => return Err(ServiceError::NotFound(ResourceKind::Reading)),
            Err(unavailable @ StoreError::Unavailable(_)) => return Err(unavailable.into()),
        };
        let whose =
            self.deletable_owners(authority, deletable).await?.ok_or(ServiceError::Forbidden(ResourceKind::Reading))?;
        match self.store.delete_reading(id, whose).await? {
            true => Ok(()),
            false => Err(ServiceError::Forbidden(ResourceKind::Reading)),
        }
    }
}

/// The error of a game that is played for a reading: its first player is the querent.
fn of_querent(error: ServiceError) -> ServiceError {
    let ServiceError::Invalid(mut errors) = error else { return error };
    for error in errors.iter_mut().filter(|error| error.pointer == "/players/0/name") {
        error.pointer = "/querent".into();
    }
    ServiceError::Invalid(errors)
}
