//! Readings: of the deals of a game, of tricks sent by the caller, and stored ones.

use std::{sync::Arc, time::Duration};

use super::{
    Authority, Cancel, Class, ClientSeed, Created, Game, GameSetup, IdempotencyKey, Name, Page, Place, PlayRequest,
    Question, SeatRequest, SeedText, Service, ServiceError, StoredSpread, engine,
    records::{AnyReading, CommitmentId, GameId, OwnerId, ReadingId, ReadingRecord, StoredGame},
    store::{ListedReading, ReadingFilter},
};
use crate::{
    cards::Deck,
    games::{Fortunes, Game as _, Player, Ruleset},
    players::Skill,
    reading::{
        CardLook, Choice, Forms, Heading, Language, Layout, PlayedDeal, QuestionKind, Reading, TextsVersion, Verdict,
        png::Width, svg::Preview,
    },
};

/// The querent when a game is played for a reading: the player in the dealer's seat.
const QUERENT: Player = Player(0);

/// How a game's deal is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadChoice {
    /// The deal, from 1; `None`: the last.
    pub deal: Option<u32>,
    /// The layout; `None`: the one that the cards determine.
    pub layout: Option<Layout>,
    /// The deck that names the cards.
    pub deck: Deck,
    /// The kind of question.
    pub question_kind: QuestionKind,
    /// The version of the texts.
    pub texts_version: TextsVersion,
}

/// The readings of one deal.
#[derive(Clone, Debug)]
pub struct GameReadings {
    /// The game.
    pub game: GameId,
    /// The deal, from 1.
    pub deal: u32,
    /// The readings, one per player.
    pub readings: Vec<Reading>,
    /// High, then Low: the players of the team, and its verdict.
    pub teams: [([Player; 2], Verdict); 2],
    /// The players' names.
    pub names: Vec<String>,
}

/// One player's reading of a deal.
#[derive(Clone, Debug)]
pub struct PlayersReading {
    /// The reading.
    pub reading: Reading,
    /// The heading: querent, question, partner and date.
    pub heading: Heading,
    /// The deal, from 1.
    pub deal: u32,
    /// Number of deals in the game.
    pub deals: u32,
    /// The players' names.
    pub names: Vec<String>,
}

/// A request for a reading.
#[derive(Clone, Debug)]
pub struct ReadingRequest {
    /// The querent; `None`: the default name of player 0.
    pub querent: Option<Name>,
    /// The question.
    pub question: Question,
    /// The kind of question; `None`: derived from the question's words.
    pub question_kind: Option<QuestionKind>,
    /// The deck that names the cards.
    pub deck: Deck,
    /// The game of Fortunes to play.
    pub setup: GameSetup,
    /// The bots, the querent's seat first.
    pub bots: Vec<Skill>,
    /// The seed of the game.
    pub seed: Option<SeedText>,
    /// The caller's part of the seed.
    pub client_seed: ClientSeed,
    /// The commitment whose seed is used.
    pub commitment: Option<CommitmentId>,
}

/// A stored reading of either kind.
pub type AnyStored = AnyReading<StoredReading, StoredSpread>;

/// A stored reading of a game.
#[derive(Debug)]
pub struct StoredReading {
    /// The stored record.
    pub record: ReadingRecord,
    /// The game, without detail.
    pub game: Game,
    /// The cards, laid out.
    pub reading: Reading,
}

impl ReadingRequest {
    /// Upper estimate of the time to play its game.
    pub fn thinking(&self) -> Duration {
        self.setup.thinking(&self.bots)
    }
}

impl StoredReading {
    /// Its heading: the querent, the question, the partner and the date.
    pub fn heading(&self) -> Heading {
        Heading {
            querent: Some(self.record.querent.clone()),
            partner: self.partner().map(ToOwned::to_owned),
            question: Some(self.record.question.clone()),
            date: Some(self.record.created_at.format("%-d %B %Y").to_string()),
            game: Some(self.record.game.to_string()),
        }
    }

    /// The name of the querent's partner, who sits opposite.
    fn partner(&self) -> Option<&str> {
        let players = &self.game.record.players;
        let partner = self.record.player.after(2, players.len());
        players.get(partner.index()).map(|seat| seat.name.as_str())
    }
}

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
    /// `Unavailable`, `Internal`.
    pub async fn picture(
        &self,
        reading: impl Forms,
        heading: Heading,
        cards: CardLook,
        width: Width,
    ) -> Result<Vec<u8>, ServiceError> {
        let pictures = Arc::clone(&self.pictures);
        self.work.run(Class::Picture, move |_| pictures.png(&reading, &heading, cards, width)).await
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
        };
        let (mut game, finished) = self.play_unstored(owner, play).await?;
        // The game shows the querent's name and cards, so it must be as hard to find as the reading.
        game.record.unlisted = true;
        game.record.id = GameId(self.ids.secret_at(game.record.created_at));
        let question_kind = kind_of(&request.question, request.question_kind);
        let texts_version = TextsVersion::LATEST;
        let choice = ReadChoice { deck: request.deck, question_kind, texts_version, ..ReadChoice::default() };
        let (game, reading) = self.work.run(Class::Read, move |_| querent_reading(game, QUERENT, choice)).await??;
        let record = ReadingRecord {
            id: ReadingId(self.ids.secret_at(game.record.created_at)),
            owner,
            game: game.record.id,
            player: QUERENT,
            created_at: game.record.created_at,
            querent: game.record.players[QUERENT.index()].name.clone(),
            question: request.question.into_string(),
            question_kind: reading.question_kind,
            deck: request.deck,
            texts_version: choice.texts_version.number().into(),
            verdict: reading.verdict,
            layout: reading.layout,
        };
        let game =
            Game { detail: None, ..self.store_game(game, Some(record.clone()), finished, idempotency_key).await? };
        Ok(StoredReading { record, game, reading })
    }

    /// One stored reading.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn reading(&self, id: ReadingId) -> Result<AnyStored, ServiceError> {
        match self.store.reading(id).await?.ok_or(ServiceError::NotFound("reading"))? {
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
        from: Option<Place>,
        limit: u32,
    ) -> Result<Page<AnyStored>, ServiceError> {
        if owner == OwnerId::ANONYMOUS {
            return Ok(Page { items: Vec::new(), next: None });
        }
        let turn = self.turns.take(self.work.caller()).await;
        let page = self.store.readings(owner, filter, from, limit).await?;
        drop(turn);
        let next = page.next;
        let read = move |cancel: &Cancel| {
            let each = |reading| cancel.check().and_then(|()| rebuild_listed(reading));
            page.items.into_iter().map(each).collect()
        };
        let items: Result<Vec<_>, _> = self.work.run(Class::Read, read).await?;
        Ok(Page { items: items?, next })
    }

    /// Deletes a reading. The game of a reading stays.
    ///
    /// # Errors
    /// `NotFound`, `Forbidden`, `Unavailable`, `Internal`.
    pub async fn delete_reading(&self, id: ReadingId, authority: Authority) -> Result<(), ServiceError> {
        let token_id = match self.store.reading(id).await?.ok_or(ServiceError::NotFound("reading"))? {
            AnyReading::Fortunes(reading) => reading.game.0,
            AnyReading::Spread(reading) => reading.id.0,
        };
        let whose =
            self.deletable_owners(authority, GameId(token_id)).await?.ok_or(ServiceError::Forbidden("reading"))?;
        match self.store.delete_reading(id, whose).await? {
            true => Ok(()),
            false => Err(ServiceError::Forbidden("reading")),
        }
    }
}

/// The deals of a stored game of Fortunes.
///
/// # Errors
/// `NoReading` for a game of another ruleset; `Internal` when it is damaged.
fn deals_of(game: &StoredGame) -> Result<Vec<PlayedDeal>, ServiceError> {
    let Ruleset::Fortunes = game.record.ruleset else { return Err(ServiceError::NoReading) };
    let damaged = |why: String| ServiceError::Internal(format!("game {}: {why}", game.record.id));
    let log = engine::stored_log::<Fortunes>(game)?;
    let state = log.replay().map_err(|why| damaged(format!("{why:?}")))?;
    let outcome = state.outcome().ok_or_else(|| damaged("it is not over".to_owned()))?;
    Ok(PlayedDeal::all(&log.steps, outcome.detail.deals))
}

/// The chosen deal of a game, by default the last, and the number of deals.
fn deal_of(game: &StoredGame, choice: ReadChoice) -> Result<(PlayedDeal, u32), ServiceError> {
    let mut deals = deals_of(game)?;
    let count = deals.len() as u32;
    let index = (choice.deal.unwrap_or(count) as usize).wrapping_sub(1);
    if index >= deals.len() {
        let detail = format!("The game has {count} deals, numbered from 1.");
        return Err(ServiceError::BadParameter { parameter: "deal", detail });
    }
    Ok((deals.swap_remove(index), count))
}

/// One player's reading of a deal.
fn reading_of(game: &StoredGame, player: Player, choice: ReadChoice) -> Result<PlayersReading, ServiceError> {
    let (played, deals) = deal_of(game, choice)?;
    let names: Vec<_> = game.record.players.iter().map(|seat| seat.name.clone()).collect();
    let name = |player: Player| names.get(player.index()).cloned();
    let querent = name(player).ok_or(ServiceError::NotFound("player"))?;
    let reading = read_for(game, &played, player, choice)?;
    let partner = reading.partner.and_then(name);
    let id = Some(game.record.id.to_string());
    let heading = Heading { querent: Some(querent), partner, game: id, ..Heading::default() };
    Ok(PlayersReading { reading, heading, deal: played.number, deals, names })
}

fn readings_of(game: &StoredGame, choice: ReadChoice) -> Result<GameReadings, ServiceError> {
    let (played, _) = deal_of(game, choice)?;
    let (dealer, all) = (played.deal.dealer, game.record.players.len());
    let read = |player| read_for(game, &played, player, choice);
    let readings = Player::all(all).map(read).collect::<Result<Vec<_>, _>>()?;
    let high = [dealer.after(0, all), dealer.after(2, all)];
    let low = [dealer.after(1, all), dealer.after(3, all)];
    let team = |mut players: [Player; 2]| {
        players.sort();
        (players, readings[players[0].index()].verdict)
    };
    let teams = [team(high), team(low)];
    let names = game.record.players.iter().map(|seat| seat.name.clone()).collect();
    Ok(GameReadings { game: game.record.id, deal: played.number, readings, teams, names })
}

/// A player's reading of a given deal.
fn read_for(game: &StoredGame, deal: &PlayedDeal, player: Player, choice: ReadChoice) -> Result<Reading, ServiceError> {
    let ReadChoice { deal: _, layout, deck, question_kind, texts_version } = choice;
    let choice = Choice { layout, deck, language: Language::default(), question_kind, texts_version };
    let drawn = game.record.seed_record.as_ref();
    let seeds = drawn.map(|drawn| (drawn.seed.text(), drawn.client_seed.as_str()));
    deal.read(player, choice, seeds.as_ref().map(|(seed, client_seed)| (seed.as_str(), *client_seed)))
        .map_err(|why| ServiceError::Internal(format!("a deal can be read: {why}")))
}

/// The querent's reading of the last deal.
fn querent_reading(
    game: StoredGame,
    querent: Player,
    choice: ReadChoice,
) -> Result<(StoredGame, Reading), ServiceError> {
    if querent.index() >= game.record.players.len() {
        return Err(ServiceError::Internal(format!("game {} has no player {}", game.record.id, querent.0)));
    }
    let deals = deals_of(&game)?;
    let last = deals.last().ok_or_else(|| ServiceError::Internal("a game has a deal".to_owned()))?;
    let reading = read_for(&game, last, querent, choice)?;
    Ok((game, reading))
}

/// The kind of a question: the caller's choice, or else derived from its words.
pub fn kind_of(question: &Question, chosen: Option<QuestionKind>) -> QuestionKind {
    chosen.unwrap_or_else(|| QuestionKind::of(question.as_str()))
}

/// A player's reading of the last deal of a game.
pub(super) fn read_last(
    game: &StoredGame,
    player: Player,
    deck: Deck,
    question_kind: QuestionKind,
) -> Result<Reading, ServiceError> {
    let texts_version = TextsVersion::LATEST;
    let choice = ReadChoice { deck, question_kind, texts_version, ..ReadChoice::default() };
    reading_of(game, player, choice).map(|found| found.reading)
}

/// Rebuilds the reading of a list item.
pub(super) fn rebuild_listed(reading: ListedReading) -> Result<AnyStored, ServiceError> {
    match reading {
        AnyReading::Fortunes((record, game)) => rebuild(record, game).map(AnyReading::Fortunes),
        AnyReading::Spread(record) => StoredSpread::rebuild(record).map(AnyReading::Spread),
    }
}

/// Rebuilds a stored reading of a game from the game.
pub(super) fn rebuild(record: ReadingRecord, game: StoredGame) -> Result<StoredReading, ServiceError> {
    let texts_version = u16::try_from(record.texts_version).ok().and_then(TextsVersion::from_number);
    let texts_version = texts_version
        .ok_or_else(|| ServiceError::Internal(format!("reading {}: texts {}", record.id, record.texts_version)))?;
    let question_kind = record.question_kind.unwrap_or_default();
    let choice = ReadChoice { deck: record.deck, question_kind, texts_version, ..ReadChoice::default() };
    let (game, reading) = querent_reading(game, record.player, choice)?;
    Ok(StoredReading { record, game: Service::listed(game.record)?, reading })
}
