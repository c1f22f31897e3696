//! Readings as rows: their columns, and statements on single readings.

use std::str::FromStr;

use uuid::Uuid;

use super::{document, words};
use crate::{
    cards::Deck,
    service::{
        records::{AnyReading, Former, GameId, OwnerId, ReadingId, ReadingRecord, SpreadRecord},
        store::{OwnerFilter, StoreError},
    },
    storage::{
        dialect::Dialect,
        error::damaged,
        query::{Cells, Statement},
    },
};

/// The columns of a reading, in the order of reading.
pub(super) const COLUMNS: &str = "readings.id, readings.owner_id, readings.created_at, readings.querent, readings.question, \
    readings.question_kind, readings.deck, readings.texts_version, readings.spread, readings.game_id, \
    readings.player, readings.verdict, readings.layout, readings.former_id, readings.former_place";

/// A reading of either kind.
pub(super) type Reading = AnyReading<ReadingRecord, SpreadRecord>;

/// Adds the statement that stores a reading of a game; a condition may follow.
pub(crate) fn insert<D: Dialect>(statement: &mut Statement<D>, reading: &ReadingRecord) {
    statement.push(
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
}

/// Adds the statement that stores a reading of a spread.
pub(crate) fn insert_spread<D: Dialect>(statement: &mut Statement<D>, reading: &SpreadRecord) {
    statement.push(
        "insert into readings (id, owner_id, created_at, querent, question, deck, texts_version, question_kind, \
         spread, former_id, former_place) select ",
    );
    let (former, place) = reading.former.clone().map(|former| (former.reading.0, former.place)).unzip();
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
        .item(place.flatten());
}

/// Reads the cells of [`COLUMNS`].
pub(super) fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<Reading, StoreError> {
    let (id, owner, created_at) = (ReadingId(cells.next()?), OwnerId(cells.next()?), cells.time()?);
    let (querent, question): (Option<String>, String) = (cells.next()?, cells.next()?);
    let question_kind = words::question_kind(cells.next()?)?;
    let deck = Deck::from_str(&cells.next::<String>()?).map_err(|_| damaged("deck"))?;
    let (texts_version, document): (u32, Option<String>) = (cells.count()?, cells.next()?);
    let (game, player): (Option<Uuid>, i16) = (cells.next()?, cells.next()?);
    let (verdict, layout): (Option<String>, Option<String>) = (cells.next()?, cells.next()?);
    let (former, place): (Option<Uuid>, Option<String>) = (cells.next()?, cells.next()?);
    let Some(document) = document else {
        let missing = |what| move || damaged(what);
        return Ok(AnyReading::Fortunes(ReadingRecord {
            id,
            owner,
            game: GameId(game.ok_or_else(missing("game_id"))?),
            player: words::player(player)?,
            created_at,
            querent: querent.ok_or_else(missing("querent"))?,
            question,
            // The first texts, of release 0.1.0, stored no kind.
            question_kind: question_kind.unwrap_or_default(),
            deck,
            texts_version,
            verdict: words::verdict(&verdict.ok_or_else(missing("verdict"))?)?,
            layout: words::layout(&layout.ok_or_else(missing("layout"))?)?,
        }));
    };
    let question_kind = question_kind.ok_or_else(|| damaged("question_kind"))?;
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

/// The reading with this id.
pub(crate) async fn by_id<D: Dialect>(
    connection: &mut D::Connection,
    id: ReadingId,
) -> Result<Option<Reading>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(" from readings where readings.id = ").bind(id.0);
    statement.read_one(connection, read).await
}

/// The clarifiers of a reading, and the follow-ups that this owner has asked, oldest first, up to a number of both. Of
/// callers without a key nobody knows who has asked.
pub(crate) async fn following<D: Dialect>(
    connection: &mut D::Connection,
    former: ReadingId,
    owner: OwnerId,
    limit: u32,
) -> Result<Vec<SpreadRecord>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(" from readings where readings.former_id = ").bind(former.0);
    statement.push(" and (former_place is not null or owner_id <> 0 and owner_id = ").bind(owner.0).push(")");
    statement.ids_above(None, limit);
    let found = statement.read_all(connection, read).await?;
    Ok(found.into_iter().filter_map(AnyReading::spread).collect())
}

/// Deletes the reading with this id; false if this owner has none.
pub(crate) async fn delete<D: Dialect>(
    connection: &mut D::Connection,
    id: ReadingId,
    owner: OwnerFilter,
) -> Result<bool, StoreError> {
    let mut statement = Statement::<D>::delete_from("readings", "delete_reading");
    statement.push(" and id = ").bind(id.0).owned("owner_id", owner);
    Ok(statement.execute(connection).await? > 0)
}
