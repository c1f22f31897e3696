//! Notes on readings.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sqlx::error::BoxDynError;

use super::{
    borrow::in_transaction,
    database::Database,
    dialect::Dialect,
    idempotency,
    query::{Cells, DeletedRows, Statement},
};
use crate::service::{
    IdempotencyKey,
    records::{NoteFields, NoteId, NoteRecord, OwnerId, ReadingId},
    store::{NoteStore, StoreError, WriteError},
};

/// The columns of a note, in the order of writing and reading.
const COLUMNS: &str = "id, reading_id, created_at, changed_at, text, mood, people, tags, came_of_it";

#[async_trait]
impl<D: Dialect> NoteStore for Database<D> {
    async fn add_note(
        &self,
        note: &NoteRecord,
        most: u32,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<bool, WriteError> {
        in_transaction!(self.writer, add::<D>, note, most, idempotency_key.as_ref())
    }

    async fn change_note(
        &self,
        reading: ReadingId,
        id: NoteId,
        fields: &NoteFields,
        now: DateTime<Utc>,
    ) -> Result<Option<NoteRecord>, StoreError> {
        in_transaction!(self.writer, change::<D>, reading, id, fields, now)
    }

    async fn delete_note(&self, reading: ReadingId, id: NoteId) -> Result<bool, StoreError> {
        let mut statement = Statement::<D>::delete_from("reading_notes", "delete_note");
        statement.push(" and id = ").bind(id.0).push(" and reading_id = ").bind(reading.0);
        Ok(self.writer.execute(statement).await? > 0)
    }

    async fn note(&self, id: NoteId) -> Result<Option<NoteRecord>, StoreError> {
        let mut statement = Statement::<D>::new("select ");
        statement.push(COLUMNS).push(" from reading_notes where id = ").bind(id.0);
        self.reader.read_one(statement, read).await
    }

    async fn notes(
        &self,
        readings: &[ReadingId],
        before: Option<NoteId>,
        limit: u32,
    ) -> Result<Vec<NoteRecord>, StoreError> {
        let mut statement = Statement::<D>::new("select ");
        statement.push(COLUMNS).push(" from reading_notes where reading_id");
        statement.one_of(readings.iter().map(|reading| reading.0));
        statement.ids_below(before.map(|before| before.0), limit);
        self.reader.read_all(statement, read).await
    }

    async fn untold_readings(
        &self,
        owner: OwnerId,
        before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<ReadingId>, StoreError> {
        let mut statement = Statement::<D>::new("select id from readings where owner_id = ");
        statement.bind(owner.0).push(" and created_at < ").bind_time(before).push(
            " and not exists (select 1 from reading_notes \
             where reading_notes.reading_id = readings.id and reading_notes.came_of_it <> '')",
        );
        statement.ids_below(None, limit);
        self.reader.read_all(statement, |cells| cells.next().map(ReadingId)).await
    }
}

/// Stores a new note; false if its reading is gone or has `most` notes. Requires a transaction.
async fn add<D: Dialect>(
    transaction: &mut D::Connection,
    note: &NoteRecord,
    most: u32,
    idempotency_key: Option<&IdempotencyKey>,
) -> Result<bool, WriteError> {
    idempotency::claim::<D>(transaction, idempotency_key, note.id.0).await?;
    let mut statement = Statement::<D>::new("insert into reading_notes (");
    statement
        .push(COLUMNS)
        .push(") select ")
        .item(note.id.0)
        .item(note.reading.0)
        .item(D::time(note.created_at))
        .item(D::time(note.changed_at))
        .item(note.text.clone())
        .item(note.mood.map(|mood| mood.id().to_owned()))
        .try_item(list_text(&note.people))
        .try_item(list_text(&note.tags))
        .item(note.came_of_it.clone());
    statement.push(" from readings where id = ").bind(note.reading.0);
    statement.push(" and (select count(*) from reading_notes where reading_id = ").bind(note.reading.0);
    statement.push(") < ").number(most);
    if statement.execute(transaction).await.map_err(StoreError::from)? == 0 {
        return Ok(false);
    }
    add_people::<D>(transaction, note.id, &note.people).await?;
    Ok(true)
}

fn list_text(list: &[String]) -> Result<String, BoxDynError> {
    Ok(serde_json::to_string(list)?)
}

async fn add_people<D: Dialect>(
    transaction: &mut D::Connection,
    id: NoteId,
    people: &[String],
) -> Result<(), StoreError> {
    if people.is_empty() {
        return Ok(());
    }
    let mut statement = Statement::<D>::new("insert into note_people (note_id, name) values ");
    for name in people {
        statement.comma().push("(").item(id.0).item(name.clone()).push(")");
    }
    statement.execute(transaction).await?;
    Ok(())
}

/// Changes fields of a note; `None` if its reading has none with this id. Requires a transaction.
async fn change<D: Dialect>(
    transaction: &mut D::Connection,
    reading: ReadingId,
    id: NoteId,
    fields: &NoteFields,
    now: DateTime<Utc>,
) -> Result<Option<NoteRecord>, StoreError> {
    let NoteFields { text, mood, people, tags, came_of_it } = fields;
    let mut statement = Statement::<D>::new("update reading_notes set changed_at = ");
    statement.bind_time(now);
    if let Some(text) = text {
        statement.push(", text = ").bind(text.clone());
    }
    if let Some(mood) = mood {
        statement.push(", mood = ").bind(mood.map(|mood| mood.id().to_owned()));
    }
    if let Some(people) = people {
        statement.try_set("people = ", list_text(people));
    }
    if let Some(tags) = tags {
        statement.try_set("tags = ", list_text(tags));
    }
    if let Some(came_of_it) = came_of_it {
        statement.push(", came_of_it = ").bind(came_of_it.clone());
    }
    statement.push(" where id = ").bind(id.0).push(" and reading_id = ").bind(reading.0);
    statement.push(" returning ").push(COLUMNS);
    let changed = statement.read_one(transaction, read).await?;
    if let (Some(_), Some(people)) = (&changed, people) {
        let mut former = Statement::<D>::delete_from("note_people", "change_people");
        former.push(" and note_id = ").bind(id.0);
        former.execute(transaction).await?;
        add_people::<D>(transaction, id, people).await?;
    }
    Ok(changed)
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<NoteRecord, StoreError> {
    Ok(NoteRecord {
        id: NoteId(cells.next()?),
        reading: ReadingId(cells.next()?),
        created_at: cells.time()?,
        changed_at: cells.time()?,
        text: cells.next()?,
        mood: cells.named("mood")?,
        people: cells.json("people")?,
        tags: cells.json("tags")?,
        came_of_it: cells.next()?,
    })
}

/// Adds the condition that a note names a person.
pub(super) fn push_names<D: Dialect>(statement: &mut Statement<D>, name: &str) {
    statement.push("id in (select note_id from note_people where name = ").bind(name.to_owned()).push(")");
}

/// Deletes up to `limit` notes that name a person; returns how many.
pub(super) async fn erase_person<D: Dialect>(
    connection: &mut D::Connection,
    name: &str,
    limit: u32,
) -> Result<u64, StoreError> {
    let rows = DeletedRows { table: "reading_notes", purpose: "erase_notes", key: "id", order: "id", limit };
    Statement::<D>::delete_rows(connection, rows, |statement| push_names(statement, name)).await
}
