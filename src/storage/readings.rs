//! Readings: their columns, and the statements that store, find and delete them.

use std::str::FromStr;

use super::{
    dialect::Dialect,
    error::damaged,
    games,
    keyset::{self, Asked},
    query::{Cells, Statement},
};
use crate::{
    cards::Deck,
    games::Player,
    service::{
        records::{GameId, Layout, OwnerId, QuestionKind, ReadingId, ReadingRecord, StoredGame, Verdict},
        store::{OwnerFilter, Page, Place, ReadingFilter, StoreError},
    },
};

/// A reading's columns, in the order in which they are written and read.
const COLUMNS: &str = "readings.id, readings.owner_id, readings.game_id, readings.created_at, readings.querent, \
    readings.question, readings.deck, readings.texts_version, readings.verdict, readings.layout, \
    readings.player, readings.question_kind";

/// Adds the statement that stores a reading; a condition may follow.
pub(super) fn insert<D: Dialect>(statement: &mut Statement<D>, reading: &ReadingRecord) {
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
        .item(verdict_word(reading.verdict).to_owned())
        .item(layout_word(reading.layout).to_owned())
        .item(i16::from(reading.player.0))
        .item(reading.question_kind.map(|kind| kind.id().to_owned()));
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<ReadingRecord, StoreError> {
    Ok(ReadingRecord {
        id: ReadingId(cells.next()?),
        owner: OwnerId(cells.next()?),
        game: GameId(cells.next()?),
        created_at: cells.time()?,
        querent: cells.next()?,
        question: cells.next()?,
        deck: Deck::from_str(&cells.next::<String>()?).map_err(|_| damaged("deck"))?,
        texts_version: cells.count()?,
        verdict: verdict(&cells.next::<String>()?)?,
        layout: layout(&cells.next::<String>()?)?,
        player: player(cells.next()?)?,
        question_kind: question_kind(cells.next()?)?,
    })
}

/// The reading of this id.
pub(super) async fn by_id<D: Dialect>(
    connection: &mut D::Connection,
    id: ReadingId,
) -> Result<Option<ReadingRecord>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(" from readings where readings.id = ").bind(id.0);
    let row = statement.row(connection).await?;
    row.map(|row| read(&mut Cells::<D>::of(&row))).transpose()
}

/// What lists of readings are ordered by.
pub(super) const ORDER: keyset::Columns =
    keyset::Columns { id: "readings.id", time: "readings.created_at", position: "readings.position" };

/// A reading with its game.
type WithGame = (ReadingRecord, StoredGame);

/// A page of the owner's readings that match, each with its game and its place.
pub(super) async fn list<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    filter: &ReadingFilter,
    asked: Asked,
) -> Result<Page<(WithGame, Place)>, StoreError> {
    let asked = asked.resolved::<D>(connection, "readings", ORDER).await?;
    let edge = edge::<D>(connection, owner, filter, asked).await?;
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(", ").push(&games::COLUMNS).push(", games.log, ");
    asked.order.select_place(&mut statement, ORDER);
    statement.push(" from readings cross join games where games.id = readings.game_id and ");
    walk(&mut statement, owner, filter, asked);
    if let Some(edge) = edge {
        asked.end_at(&mut statement, ORDER, edge);
    }
    narrow(&mut statement, filter, asked);
    asked.cut(&mut statement, ORDER, asked.limit.saturating_add(1));
    let rows = statement.rows(connection).await?;
    let found: Result<Vec<_>, StoreError> = rows.iter().map(|row| read_with_place::<D>(row, asked)).collect();
    Ok(asked.page(found?, edge))
}

/// Where the page stops looking, if a filter only narrows what the index finds, and there is more.
async fn edge<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    filter: &ReadingFilter,
    asked: Asked,
) -> Result<Option<Place>, StoreError> {
    let period = asked.order == keyset::Order::Commits && filter.since.or(filter.until).is_some();
    if filter.querent.is_none() && filter.verdict.is_none() && filter.layout.is_none() && !period {
        return Ok(None);
    }
    let mut statement = Statement::<D>::new("select ");
    asked.order.select_place(&mut statement, ORDER);
    statement.push(" from readings where ");
    walk(&mut statement, owner, filter, asked);
    asked.edge(statement, ORDER, asked.window(), connection).await
}

/// Adds the conditions that an index finds readings by.
fn walk<D: Dialect>(statement: &mut Statement<D>, owner: OwnerId, filter: &ReadingFilter, asked: Asked) {
    statement.push("readings.owner_id = ").bind(owner.0);
    if asked.order == keyset::Order::NewestTime {
        keyset::narrow_to_period(statement, ORDER.time, filter.since, filter.until);
    }
    asked.begin(statement, ORDER);
}

/// Adds the other conditions.
fn narrow<D: Dialect>(statement: &mut Statement<D>, filter: &ReadingFilter, asked: Asked) {
    if let Some(querent) = &filter.querent {
        statement.push(" and readings.querent = ").bind(querent.clone());
    }
    if let Some(verdict) = filter.verdict {
        statement.push(" and readings.verdict = ").bind(verdict_word(verdict).to_owned());
    }
    if let Some(layout) = filter.layout {
        statement.push(" and readings.layout = ").bind(layout_word(layout).to_owned());
    }
    if asked.order == keyset::Order::Commits {
        keyset::narrow_to_period(statement, "readings.created_at", filter.since, filter.until);
    }
}

fn read_with_place<D: Dialect>(row: &D::Row, asked: Asked) -> Result<(WithGame, Place), StoreError> {
    let mut cells = Cells::<D>::of(row);
    let reading = read(&mut cells)?;
    let game = games::read_stored(&mut cells)?;
    Ok(((reading, game), asked.order.read_place(&mut cells)?))
}

/// Deletes the reading of this id.
pub(super) async fn delete<D: Dialect>(
    connection: &mut D::Connection,
    id: ReadingId,
    owner: OwnerFilter,
) -> Result<bool, StoreError> {
    let mut statement = Statement::<D>::delete_from("readings", "delete_reading");
    statement.push(" and id = ").bind(id.0).owned("owner_id", owner);
    Ok(statement.execute(connection).await? > 0)
}

const fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fortune => "fortune",
        Verdict::Doom => "doom",
        Verdict::Balance => "balance",
    }
}

fn verdict(word: &str) -> Result<Verdict, StoreError> {
    match word {
        "fortune" => Ok(Verdict::Fortune),
        "doom" => Ok(Verdict::Doom),
        "balance" => Ok(Verdict::Balance),
        _ => Err(damaged("verdict")),
    }
}

fn player(number: i16) -> Result<Player, StoreError> {
    u8::try_from(number).map(Player).map_err(|_| damaged("player"))
}

fn question_kind(id: Option<String>) -> Result<Option<QuestionKind>, StoreError> {
    id.map(|id| id.parse()).transpose().map_err(|_| damaged("question_kind"))
}

const fn layout_word(layout: Layout) -> &'static str {
    match layout {
        Layout::Simple => "simple",
        Layout::Broad => "broad",
        Layout::Fate => "fate",
    }
}

fn layout(word: &str) -> Result<Layout, StoreError> {
    match word {
        "simple" => Ok(Layout::Simple),
        "broad" => Ok(Layout::Broad),
        "fate" => Ok(Layout::Fate),
        _ => Err(damaged("layout")),
    }
}
