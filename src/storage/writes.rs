//! Stores writes, alone or in the write queue, and explains their outcomes.

use std::sync::Arc;

use super::{
    batch,
    borrow::with_connection,
    commitments,
    database::Database,
    dialect::Dialect,
    entry::{WriteEntry, WriteOutcome, Written},
    games, idempotency, readings, tables,
};
use crate::service::{
    records::{GameId, GameRecord, StoredGame},
    store::{StoreError, Write, WriteError},
};

impl<D: Dialect> Database<D> {
    /// Stores writes, batching those that can share a transaction; returns an outcome for each.
    pub(super) async fn store(&self, entries: &[WriteEntry]) -> Vec<WriteOutcome> {
        // Where several write at a time, other writes are stored directly: they change different rows, and the server
        // flushes them together.
        let is_queued = |entry: &&WriteEntry| D::WRITERS == 1 || entry.plain_game().is_some();
        let queued = entries.iter().filter(is_queued).cloned().collect::<Vec<_>>();
        let mut of_queued = if queued.is_empty() { Vec::new() } else { self.queue.store(queued).await }.into_iter();
        let mut outcomes = Vec::with_capacity(entries.len());
        for entry in entries {
            let outcome = if is_queued(&entry) { of_queued.next() } else { self.store_alone(entry).await };
            outcomes.push(outcome.unwrap_or_else(|| Err(StoreError::Broken("a write has no outcome".to_owned()))));
        }
        outcomes
    }

    /// Stores one write.
    pub(super) async fn store_one(&self, entry: WriteEntry) -> WriteOutcome {
        let unanswered = || Err(StoreError::Broken("a write has no outcome".to_owned()));
        self.store(&[entry]).await.pop().unwrap_or_else(unanswered)
    }

    /// Stores a write that is not queued.
    async fn store_alone(&self, entry: &WriteEntry) -> Option<WriteOutcome> {
        match self.writer.acquire().await {
            Ok(mut connection) => {
                let entries = std::slice::from_ref(entry);
                let done = connection.time_limit().run(store::<D>(&mut connection, entries)).await;
                connection.finish_all(done, 1).await.pop()
            }
            Err(error) => Some(Err(error.into())),
        }
    }

    /// The owner's stored game with the same external id.
    pub(super) async fn with_same_external_id(&self, record: &GameRecord) -> Result<Option<GameId>, StoreError> {
        let Some(external_id) = &record.external_id else { return Ok(None) };
        with_connection!(self.reader, games::by_external_id::<D>, record.owner, external_id)
    }

    /// Translates the outcome of a write. `Ok(Some(_))` is the database error if an id is in use and the row with it is
    /// not found.
    async fn translate(&self, write: &Write, outcome: WriteOutcome) -> Result<Option<StoreError>, WriteError> {
        match outcome? {
            Written::Stored => Ok(None),
            Written::CommitmentNotUsable => Err(WriteError::CommitmentNotUsable),
            Written::Repeated => Err(WriteError::Repeated),
            Written::VersionConflict => Err(StoreError::Broken("a game has no version".to_owned()).into()),
            Written::Taken(error) => match self.with_same_external_id(&write.game.record).await? {
                Some(first) => Err(WriteError::ExternalIdTaken(first)),
                None => Ok(Some(error)),
            },
        }
    }

    /// The result of a write, which is retried once after an unexplained conflict.
    pub(super) async fn resolve(&self, write: &Arc<Write>, outcome: WriteOutcome) -> Result<(), WriteError> {
        let Some(_) = self.translate(write, outcome).await? else { return Ok(()) };
        // The game with the same external id may have been deleted meanwhile.
        let outcome = self.store_one(WriteEntry::Game(Arc::clone(write))).await;
        self.translate(write, outcome).await?.map_or(Ok(()), |error| Err(error.into()))
    }
}

/// Stores writes in one transaction; returns an outcome for each. Rejections are rare: only after one does each write
/// get its own savepoint.
pub(super) async fn store<D: Dialect>(connection: &mut D::Connection, entries: &[WriteEntry]) -> Vec<WriteOutcome> {
    let outcome = match (D::BEGIN_TEXT, plain_games(entries)) {
        (Some(begin), Some(games)) => batch::store::<D>(connection, begin, &games).await,
        (None, Some(games)) if D::commits_alone(connection) && games.iter().all(|game| game.record.tags.is_empty()) => {
            batch::store_at_once::<D>(connection, &games).await
        }
        (Some(_) | None, _) => store_all::<D>(connection, entries).await,
    };
    if entries.len() == 1 {
        return vec![outcome];
    }
    let failed = |error: &StoreError| entries.iter().map(|_| Err(error.clone())).collect();
    match outcome {
        Ok(Written::Stored) => entries.iter().map(|_| Ok(Written::Stored)).collect(),
        // An error such as a full disk has ended the transaction.
        Err(error @ StoreError::Unavailable(_)) => failed(&error),
        Ok(_) | Err(StoreError::Broken(_)) => {
            store_each::<D>(connection, entries).await.unwrap_or_else(|error| failed(&error))
        }
    }
}

/// The games of writes that are nothing else.
fn plain_games(entries: &[WriteEntry]) -> Option<Vec<&StoredGame>> {
    entries.iter().map(WriteEntry::plain_game).collect()
}

/// Stores all writes or none; returns the first rejection.
async fn store_all<D: Dialect>(connection: &mut D::Connection, entries: &[WriteEntry]) -> WriteOutcome {
    let mut transaction = D::begin(connection).await?;
    let outcome = store_in::<D>(&mut transaction, entries).await;
    transaction.settle(outcome, Written::is_stored).await
}

/// Stores writes in one transaction, except those that are rejected.
async fn store_each<D: Dialect>(
    connection: &mut D::Connection,
    entries: &[WriteEntry],
) -> Result<Vec<WriteOutcome>, StoreError> {
    let mut transaction = D::begin(connection).await?;
    let mut outcomes = Vec::with_capacity(entries.len());
    for entry in entries {
        match store_all::<D>(&mut transaction, std::slice::from_ref(entry)).await {
            Err(error @ StoreError::Unavailable(_)) => return Err(error),
            outcome => outcomes.push(outcome),
        }
    }
    transaction.settle(Ok(outcomes), |_| true).await
}

/// Stores writes up to the first rejection, which is returned.
async fn store_in<D: Dialect>(transaction: &mut D::Connection, entries: &[WriteEntry]) -> WriteOutcome {
    let plain: Vec<_> = entries.iter().filter_map(WriteEntry::plain_game).collect();
    let mut outcome = games::insert::<D>(transaction, &plain).await?;
    for entry in entries.iter().filter(|entry| entry.plain_game().is_none()) {
        if !outcome.is_stored() {
            break;
        }
        outcome = match entry {
            WriteEntry::Game(write) => store_game::<D>(transaction, write).await?,
            WriteEntry::Spread(write) => readings::store_spread::<D>(transaction, write).await?,
            WriteEntry::Table(write) => tables::update::<D>(transaction, write).await?,
        };
    }
    Ok(outcome)
}

/// The idempotency record is written first: the same request at another service waits for this transaction, and then
/// finds the record.
async fn store_game<D: Dialect>(transaction: &mut D::Connection, write: &Write) -> WriteOutcome {
    let record = &write.game.record;
    if !idempotency::add::<D>(transaction, write.idempotency_key.as_ref(), write.created()).await? {
        return Ok(Written::Repeated);
    }
    if let Some(commitment) = record.commitment() {
        let used = commitments::take::<D>(commitment, ("game_id", record.id.0), record.owner, write.now);
        if used.execute(transaction).await? == 0 {
            return Ok(Written::CommitmentNotUsable);
        }
    }
    readings::insert_with_game::<D>(transaction, &write.game, &write.reading).await
}
