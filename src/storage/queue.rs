//! Writes that wait for the one connection that writes: whoever gets it stores all that wait, in one transaction.
//!
//! A transaction costs a way to the disk, a further write in it nearly nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sqlx::{Connection, SqliteConnection, SqlitePool};
use tokio::sync::oneshot;

use super::{dialect::Written, sqlite};
use crate::service::store::{StoreError, Write};

/// The most writes that share a transaction: the first of them waits for the last.
const TOGETHER: usize = 100;

/// The writes that wait, the first come first.
#[derive(Clone, Default)]
pub(super) struct Queue(Arc<Mutex<Vec<Waiting>>>);

/// A write and whom to answer.
struct Waiting {
    write: Arc<Write>,
    answer: oneshot::Sender<Result<Written, StoreError>>,
}

impl Queue {
    /// Stores a write, together with others that wait when its turn comes.
    ///
    /// The work is a task of its own, so that nobody who goes away takes the others' transaction along.
    pub(super) async fn store(&self, writer: &SqlitePool, write: &Arc<Write>) -> Result<Written, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.lock().push(Waiting { write: Arc::clone(write), answer });
        tokio::spawn(self.clone().serve(writer.clone(), Arc::clone(write)));
        answered.await.unwrap_or_else(|_| Err(StoreError::Unavailable("the service is stopping".to_owned())))
    }

    /// Serves those who wait; as many tasks come to serve as there are writes, so that none is left behind.
    async fn serve(self, writer: SqlitePool, own: Arc<Write>) {
        match writer.acquire().await {
            Ok(mut connection) => store_all(&mut connection, self.next()).await,
            Err(error) => self.give_up(&own, error.into()),
        }
    }

    /// How many writes wait.
    pub(super) fn len(&self) -> usize {
        self.lock().len()
    }

    /// The next writes, taken out of the queue.
    fn next(&self) -> Vec<Waiting> {
        let mut waiting = self.lock();
        let count = waiting.len().min(TOGETHER);
        waiting.drain(..count).collect()
    }

    /// Refuses a write, unless another one's task has taken it along by now.
    fn give_up(&self, write: &Arc<Write>, error: StoreError) {
        let mut waiting = self.lock();
        if let Some(place) = waiting.iter().position(|waiting| Arc::ptr_eq(&waiting.write, write)) {
            answer(waiting.remove(place), Err(error));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stores all together or, when one of them is refused or fails, each by itself.
async fn store_all(connection: &mut SqliteConnection, waiting: Vec<Waiting>) {
    let writes: Vec<&Write> = waiting.iter().map(|waiting| &*waiting.write).collect();
    let together = waiting.len() > 1 && matches!(store(connection, &writes).await, Ok(Written::Stored));
    for waiting in waiting {
        let written = if together { Ok(Written::Stored) } else { store(connection, &[&waiting.write]).await };
        answer(waiting, written);
    }
}

/// Stores writes in one transaction; takes all back when one of them is not stored.
async fn store(connection: &mut SqliteConnection, writes: &[&Write]) -> Result<Written, StoreError> {
    let mut transaction = connection.begin_with(sqlite::BEGIN).await?;
    for write in writes {
        match sqlite::store(&mut transaction, write).await? {
            Written::Stored => (),
            refusal => {
                transaction.rollback().await?;
                return Ok(refusal);
            }
        }
    }
    transaction.commit().await?;
    Ok(Written::Stored)
}

/// Nobody may be waiting any more: then there is nobody to tell.
fn answer(waiting: Waiting, written: Result<Written, StoreError>) {
    let _ = waiting.answer.send(written);
}
