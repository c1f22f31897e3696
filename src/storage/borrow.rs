//! How a function runs on the database: on a borrowed connection, in a transaction, or on a connection for lists.

use std::time::Duration;

/// How often, and with which delay, the end of a list in commit order is polled while committed rows are not visible in
/// it yet because an earlier transaction is still open.
pub(super) const MAX_POLLS: u32 = 10;
pub(super) const POLL_DELAY: Duration = Duration::from_millis(25);

/// Runs a function on a connection borrowed from a pool.
macro_rules! with_connection {
    ($connections:expr, $function:path $(, $argument:expr)*) => {{
        let mut connection = $connections.acquire().await.map_err(StoreError::from)?;
        let done = connection.time_limit().run($function(&mut connection $(, $argument)*)).await;
        connection.finish(done).await
    }};
}

/// Runs a function in a transaction.
macro_rules! in_transaction {
    ($connections:expr, $function:path $(, $argument:expr)*) => {{
        let mut connection = $connections.acquire().await.map_err(StoreError::from)?;
        let time_limit = connection.time_limit();
        let done = async {
            let mut transaction = D::begin(&mut connection).await.map_err(StoreError::from)?;
            let outcome = $function(&mut transaction $(, $argument)*).await;
            transaction.conclude(outcome).await
        };
        let done = time_limit.run(done).await;
        connection.finish(done).await
    }};
}

/// Runs a function that fetches a list, on one of the connections for lists and with a statement timeout.
macro_rules! with_list_connection {
    ($lists:expr, on $connections:expr, $function:path $(, $argument:expr)*) => {
        async {
            let _permit = $lists.permit().await?;
            let mut connection = $connections.acquire().await.map_err(StoreError::from)?;
            let time_limit = connection.time_limit();
            let list = async {
                let deadline = D::limit(&mut connection, $lists.statement_timeout).await?;
                let list = $function(&mut connection $(, $argument)*).await;
                deadline.done();
                list
            };
            let done = time_limit.run(list).await;
            connection.finish(done).await
        }
        .await
    };
    ($lists:expr, $function:path $(, $argument:expr)*) => {
        with_list_connection!($lists, on $lists.connections, $function $(, $argument)*)
    };
}

/// Fetches a list as [`with_list_connection`] does, from the read replica if it has all that the primary has.
macro_rules! list {
    ($lists:expr, $function:path $(, $argument:expr)*) => {{
        let from_replica = match &$lists.replica {
            Some(replica) if D::replica_state(&$lists).await == Some(ReplicaState::Current) => {
                Some(with_list_connection!($lists, on replica.connections, $function $(, $argument)*))
            }
            Some(_) | None => None,
        };
        match from_replica {
            Some(Ok(list)) => Ok(list),
            // A standby cancels statements that are in the way of what it replays.
            Some(Err(_)) | None => with_list_connection!($lists, $function $(, $argument)*),
        }
    }};
}

/// Fetches a page of a list in commit order, and again while committed rows are not visible in it yet.
macro_rules! list_in_commit_order {
    ($lists:expr, $table:literal, $columns:path, $after:expr, $limit:expr, $function:path $(, $argument:expr)+) => {{
        let request = PageRequest { order: Order::Commits, from: $after, limit: $limit };
        let mut polls = 1;
        loop {
            let page: Page<_> = list!($lists, $function $(, $argument)+, request)?;
            if polls == MAX_POLLS
                || page.next.is_some()
                || !list!($lists, keyset::hides_any::<D>, $table, $columns)?
            {
                break Ok(page);
            }
            polls += 1;
            sleep(POLL_DELAY).await;
        }
    }};
}

pub(crate) use {in_transaction, with_connection, with_list_connection};
pub(super) use {list, list_in_commit_order};
