//! Readings.
//!
//! Readings of games and of spreads share a database table, so that one index orders an owner's list of both. A reading
//! of a game has a game, a verdict and a layout; a reading of a spread has a document instead ([`document`]).

mod document;

use std::sync::Arc;

use async_trait::async_trait;
use tokio::time::sleep;
use uuid::Uuid;

use super::{
    borrow::{MAX_POLLS, POLL_DELAY, list, list_in_commit_order, with_list_connection},
    commitments,
    database::Database,
    dialect::Dialect,
    entry::{WriteEntry, WriteOutcome, Written},
    error::damaged,
    games, idempotency,
    keyset::{self, Order, PageRequest},
    query::{Cells, Statement},
};
use crate::{
    cards::Deck,
    games::Player,
    service::{
        records::{
            AnyReading, Former, GameId, GameRecord, Layout, OwnerId, ReadingId, ReadingKind, ReadingRecord,
            SpreadRecord, StoredGame, Verdict,
        },
        store::{
            ListedReading, OwnerFilter, Page, Position, ReadingFilter, ReadingStore, ReplicaState, SpreadWrite,
            StoreError, WriteError,
        },
    },
};

/// The columns of a reading, in the order of reading.
const COLUMNS: &str = "readings.id, readings.owner_id, readings.created_at, readings.querent, readings.question, \
    readings.question_kind, readings.deck, readings.texts_version, readings.spread, readings.game_id, \
    readings.player, readings.verdict, readings.layout, readings.former_id, readings.former_place";

/// The columns that lists of readings are ordered by.
const ORDER: keyset::Columns =
    keyset::Columns { id: "readings.id", time: "readings.created_at", position: "readings.position" };

#[async_trait]
impl<D: Dialect> ReadingStore for Database<D> {
    async fn write_spread(&self, write: SpreadWrite) -> Result<(), WriteError> {
        let clarifies = write.reading.clarified_place().is_some();
        match self.store_one(WriteEntry::Spread(Arc::new(write))).await? {
            Written::Stored => Ok(()),
            Written::CommitmentNotUsable => Err(WriteError::CommitmentNotUsable),
            Written::Repeated => Err(WriteError::Repeated),
            Written::VersionConflict => Err(StoreError::Broken("a reading has no version".to_owned()).into()),
            Written::Taken(_) if clarifies => Err(WriteError::CardDrawn),
            Written::Taken(error) => Err(error.into()),
        }
    }

    async fn reading(&self, id: ReadingId) -> Result<Option<AnyReading<ReadingRecord, SpreadRecord>>, StoreError> {
        let mut statement = Statement::new("select ");
        statement.push(COLUMNS).push(" from readings where readings.id = ").bind(id.0);
        self.reader.read_one(statement, read).await
    }

    async fn readings(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<Page<ListedReading>, StoreError> {
        let request = PageRequest { order: Order::newest(filter.since, filter.until), from, limit };
        list!(self.lists, page::<D>, owner, filter, request).map(keyset::without_positions)
    }

    async fn readings_after(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        after: Option<Position>,
        limit: u32,
    ) -> Result<Page<(ListedReading, Position)>, StoreError> {
        list_in_commit_order!(self.lists, "readings", ORDER, after, limit, page::<D>, owner, filter)
    }

    async fn questions_of_game(&self, game: GameId) -> Result<Vec<String>, StoreError> {
        let mut statement = Statement::new("select question from readings where question <> '' and game_id = ");
        statement.bind(game.0);
        self.reader.read_all(statement, |cells| cells.next()).await
    }

    async fn following_readings(
        &self,
        former: ReadingId,
        owner: OwnerId,
        limit: u32,
    ) -> Result<Vec<SpreadRecord>, StoreError> {
        let found = self.reader.read_all(following(former, owner, limit), read).await?;
        Ok(found.into_iter().filter_map(AnyReading::spread).collect())
    }

    async fn delete_reading(&self, id: ReadingId, owner: OwnerFilter) -> Result<bool, StoreError> {
        let mut statement = Statement::delete_from("readings", "delete_reading");
        statement.push(" and id = ").bind(id.0).owned("owner_id", owner);
        Ok(self.writer.execute(statement).await? > 0)
    }
}

/// Stores a game, its players and its readings. Unless the outcome is [`Written::Stored`], the caller must roll back.
pub(super) async fn insert_with_game<D: Dialect>(
    transaction: &mut D::Connection,
    game: &StoredGame,
    readings: impl IntoIterator<Item = &ReadingRecord, IntoIter: Send> + Send,
) -> WriteOutcome {
    let mut outcome = games::insert::<D>(transaction, &[game]).await?;
    for reading in readings {
        if !outcome.is_stored() {
            break;
        }
        outcome = Written::or_taken(insert::<D>(reading).execute(transaction).await)?;
    }
    Ok(outcome)
}

/// Writes the corrected names of a game into its readings.
pub(super) async fn respell<D: Dialect>(
    transaction: &mut D::Connection,
    before: &GameRecord,
    after: &GameRecord,
) -> sqlx::Result<()> {
    for (player, (former, seat)) in (0_i16..).zip(before.players.iter().zip(&after.players)) {
        if former.name != seat.name {
            let mut statement = Statement::<D>::new("update readings set querent = ");
            statement.bind(seat.name.clone()).push(" where game_id = ").bind(after.id.0);
            statement.push(" and player = ").bind(player);
            statement.execute(transaction).await?;
        }
    }
    Ok(())
}

/// Stores a reading of a spread and uses up its commitment. Unless the outcome is [`Written::Stored`], the caller must
/// roll back.
///
/// The idempotency record is written first, so that a repeated request is recognised as one instead of finding its
/// commitment used.
pub(super) async fn store_spread<D: Dialect>(transaction: &mut D::Connection, write: &SpreadWrite) -> WriteOutcome {
    let SpreadWrite { reading, now, idempotency_key } = write;
    if !idempotency::add::<D>(transaction, idempotency_key.as_ref(), reading.id.0).await? {
        return Ok(Written::Repeated);
    }
    if let Some(commitment) = reading.commitment() {
        let used = commitments::take::<D>(commitment, ("reading_id", reading.id.0), reading.owner, *now);
        if used.execute(transaction).await? == 0 {
            return Ok(Written::CommitmentNotUsable);
        }
    }
    Written::or_taken(insert_spread::<D>(reading).execute(transaction).await)
}

fn insert<D: Dialect>(reading: &ReadingRecord) -> Statement<D> {
    let mut statement = Statement::new(
        "insert into readings (id, owner_id, game_id, created_at, querent, question, deck, texts_version, verdict, \
         layout, player, question_kind) select ",
    );
    statement
        .item(reading.id.0)
        .item(reading.owner.0)
        .item(reading.game.0)
        .item(D::time(reading.created_at))
        .item(reading.querent.clone())
        .item(reading.question.clone())
        .item(reading.deck.id().to_owned())
        .narrow_item::<i32, _>(reading.texts_version)
        .item(reading.verdict.id().to_owned())
        .item(reading.layout.id().to_owned())
        .item(i16::from(reading.player.0))
        .item(reading.question_kind.id().to_owned());
    statement
}

fn insert_spread<D: Dialect>(reading: &SpreadRecord) -> Statement<D> {
    let mut statement = Statement::new(
        "insert into readings (id, owner_id, created_at, querent, question, deck, texts_version, question_kind, \
         spread, former_id, former_place, former_skip) select ",
    );
    let (former, place) = reading.former.clone().map(|former| (former.reading.0, former.place)).unzip();
    let skip = reading.drawing.as_ref().filter(|_| reading.clarified_place().is_some()).map(|drawing| drawing.skip);
    statement
        .item(reading.id.0)
        .item(reading.owner.0)
        .item(D::time(reading.created_at))
        .item(reading.querent.clone())
        .item(reading.question.clone())
        .item(reading.choice.deck.id().to_owned())
        .narrow_item::<i32, _>(reading.texts_version)
        .item(reading.choice.question_kind.id().to_owned())
        .try_item(document::write(reading))
        .item(former)
        .item(place.flatten())
        .item(skip.map(i16::from));
    statement
}

/// Reads the cells of [`COLUMNS`].
fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<AnyReading<ReadingRecord, SpreadRecord>, StoreError> {
    let missing = |what| move || damaged(what);
    let (id, owner, created_at) = (ReadingId(cells.next()?), OwnerId(cells.next()?), cells.time()?);
    let (querent, question): (Option<String>, String) = (cells.next()?, cells.next()?);
    let question_kind = cells.named("question_kind")?;
    let deck: Deck = cells.named("deck")?.ok_or_else(missing("deck"))?;
    let (texts_version, document): (u32, Option<String>) = (cells.count()?, cells.next()?);
    let (game, seat): (Option<Uuid>, i16) = (cells.next()?, cells.next()?);
    let (verdict, layout): (Option<Verdict>, Option<Layout>) = (cells.named("verdict")?, cells.named("layout")?);
    let (former, place): (Option<Uuid>, Option<String>) = (cells.next()?, cells.next()?);
    let Some(document) = document else {
        return Ok(AnyReading::Fortunes(ReadingRecord {
            id,
            owner,
            game: GameId(game.ok_or_else(missing("game_id"))?),
            player: player(seat)?,
            created_at,
            querent: querent.ok_or_else(missing("querent"))?,
            question,
            // The first texts, of release 0.1.0, stored no kind.
            question_kind: question_kind.unwrap_or_default(),
            deck,
            texts_version,
            verdict: verdict.ok_or_else(missing("verdict"))?,
            layout: layout.ok_or_else(missing("layout"))?,
        }));
    };
    let question_kind = question_kind.ok_or_else(missing("question_kind"))?;
    let content = document::read(&document, deck, question_kind)?;
    Ok(AnyReading::Spread(SpreadRecord {
        id,
        owner,
        created_at,
        querent,
        question,
        choice: content.choice,
        texts_version,
        cards: content.cards,
        drawing: content.drawing,
        former: former.map(|id| Former { reading: ReadingId(id), place }),
    }))
}

/// Selects the clarifiers of a reading, and the follow-ups that this owner has asked, oldest first, up to a number of both.
/// Of callers without a key nobody knows who has asked.
fn following<D: Dialect>(former: ReadingId, owner: OwnerId, limit: u32) -> Statement<D> {
    let mut statement = Statement::new("select ");
    statement.push(COLUMNS).push(" from readings where readings.former_id = ").bind(former.0);
    statement.push(" and (former_place is not null or owner_id <> 0 and owner_id = ").bind(owner.0).push(")");
    statement.ids_above(None, limit);
    statement
}

/// The player with a stored number.
pub(super) fn player(number: i16) -> Result<Player, StoreError> {
    u8::try_from(number).map(Player).map_err(|_| damaged("player"))
}

/// A page of the owner's readings that match, each with its position; readings of games come with the game.
async fn page<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    filter: &ReadingFilter,
    request: PageRequest,
) -> Result<Page<(ListedReading, Position)>, StoreError> {
    keyset::without_damaged("reading", results::<D>(connection, owner, filter, request).await?)
}

/// The same page with an error for each reading that cannot be read.
pub(super) async fn results<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    filter: &ReadingFilter,
    request: PageRequest,
) -> Result<Page<(Result<ListedReading, StoreError>, Position)>, StoreError> {
    let request = request.resolved::<D>(connection, "readings", ORDER).await?;
    let edge = edge::<D>(connection, owner, filter, request).await?;
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(", ").push(&games::COLUMNS).push(", games.log, ");
    request.order.select_place(&mut statement, ORDER);
    statement.push(" from readings left join games on games.id = readings.game_id where ");
    walk(&mut statement, owner, filter, (request, edge));
    request.begin(&mut statement, ORDER);
    if let Some(edge) = edge {
        request.end_at(&mut statement, ORDER, edge);
    }
    narrow(&mut statement, filter, request);
    request.cut(&mut statement, ORDER, request.limit.saturating_add(1));
    let rows = statement.rows(connection).await?;
    let found: Result<Vec<_>, StoreError> = rows.iter().map(|row| read_with_position::<D>(row, request)).collect();
    Ok(request.page(found?, edge))
}

/// Where the page stops scanning, if a filter only narrows what the index finds and more rows follow.
async fn edge<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    filter: &ReadingFilter,
    request: PageRequest,
) -> Result<Option<Position>, StoreError> {
    let period = request.order == Order::Commits && filter.since.or(filter.until).is_some();
    let ReadingFilter { kind, querent, verdict, layout, since: _, until: _ } = filter;
    if kind.is_none() && querent.is_none() && verdict.is_none() && layout.is_none() && !period {
        return Ok(None);
    }
    let rows = |statement: &mut Statement<D>| {
        statement.push(" from readings where ");
        walk(statement, owner, filter, (request, None));
    };
    request.edge::<D>(ORDER, request.window(), connection, rows).await
}

/// Adds the conditions by which an index finds readings.
fn walk<D: Dialect>(
    statement: &mut Statement<D>,
    owner: OwnerId,
    filter: &ReadingFilter,
    (request, edge): (PageRequest, Option<Position>),
) {
    statement.push("readings.owner_id = ").bind(owner.0);
    if request.order == Order::NewestTime {
        let (since, until) = request.open_ends(edge, (filter.since, filter.until));
        keyset::narrow_to_period(statement, ORDER.time, since, until);
    }
}

/// Adds the other conditions.
fn narrow<D: Dialect>(statement: &mut Statement<D>, filter: &ReadingFilter, request: PageRequest) {
    match filter.kind {
        Some(ReadingKind::Fortunes) => statement.push(" and readings.spread is null"),
        Some(ReadingKind::Spread) => statement.push(" and readings.spread is not null"),
        None => statement,
    };
    if let Some(querent) = &filter.querent {
        statement.push(" and readings.querent = ").bind(querent.clone());
    }
    if let Some(verdict) = filter.verdict {
        statement.push(" and readings.verdict = ").bind(verdict.id().to_owned());
    }
    if let Some(layout) = filter.layout {
        statement.push(" and readings.layout = ").bind(layout.id().to_owned());
    }
    if request.order == Order::Commits {
        keyset::narrow_to_period(statement, "readings.created_at", filter.since, filter.until);
    }
}

/// The position of a row, and the reading if it can be read.
fn read_with_position<D: Dialect>(
    row: &D::Row,
    request: PageRequest,
) -> Result<(Result<ListedReading, StoreError>, Position), StoreError> {
    let listed = |cells: &mut Cells<'_, D>| {
        Ok(match read(cells)? {
            AnyReading::Fortunes(reading) => AnyReading::Fortunes((reading, games::read_stored(cells)?)),
            AnyReading::Spread(reading) => AnyReading::Spread(reading),
        })
    };
    let position = request.order.read_position(&mut Cells::<D>::last(row, request.order.places()))?;
    Ok((listed(&mut Cells::<D>::of(row)), position))
}
