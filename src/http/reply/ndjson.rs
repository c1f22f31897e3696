//! Responses of lines with a JSON value each (NDJSON), written as they are read.

use actix_web::{
    HttpRequest,
    web::{BufMut, Bytes, BytesMut},
};
use futures::{Stream, StreamExt, TryStreamExt, stream};
use serde::Serialize;

use super::{
    problem::{ApiResult, Problem},
    response,
};
use crate::http::{
    middleware::{
        request_id,
        streams::{self, Streamed},
    },
    names::NDJSON,
};

/// Adds a line.
///
/// # Errors
/// `internal` when the value cannot be written.
pub fn add(lines: &mut BytesMut, value: &impl Serialize) -> Result<(), Problem> {
    serde_json::to_writer((&mut *lines).writer(), value).map_err(|error| Problem::internal(error.to_string()))?;
    lines.extend_from_slice(b"\n");
    Ok(())
}

/// Answers with lines. What is wrong before the first is a problem; later it breaks the connection off, so that nobody
/// takes what came for everything.
///
/// # Errors
/// The problem that stands in place of the first lines.
pub async fn answer(request: &HttpRequest, lines: impl Stream<Item = Result<Bytes, Problem>> + 'static) -> ApiResult {
    let share = streams::begin(request, Streamed::List)?;
    let mut lines = Box::pin(lines);
    let first = lines.next().await.transpose()?;
    let (id, path) = (request_id::of(request), request.path().to_owned());
    let rest = lines.map_err(move |problem| {
        // It is running until its last line is handed over, or nobody reads it any more.
        let _running = &share;
        tracing::error!(request_id = id, path, error = problem.inner(), "stream aborted: {problem}");
        std::io::Error::other(problem.to_string())
    });
    let body = stream::iter(first.map(Ok)).chain(rest);
    Ok(response::streamed(NDJSON, body))
}
