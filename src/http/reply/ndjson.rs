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
/// `internal` when the value cannot be serialized.
pub fn add(lines: &mut BytesMut, value: &impl Serialize) -> Result<(), Problem> {
    serde_json::to_writer((&mut *lines).writer(), value).map_err(|error| Problem::internal(error.to_string()))?;
    lines.extend_from_slice(b"\n");
    Ok(())
}

/// Responds with lines. An error before the first line becomes a problem; a later one aborts the connection, so that a
/// caller does not take a partial response for a complete one.
///
/// # Errors
/// The problem that replaces the response.
pub async fn answer(request: &HttpRequest, lines: impl Stream<Item = Result<Bytes, Problem>> + 'static) -> ApiResult {
    let share = streams::begin(request, Streamed::List)?;
    let mut lines = Box::pin(lines);
    let first = lines.next().await.transpose()?;
    let (id, path) = (request_id::of(request), request.path().to_owned());
    let rest = lines.map_err(move |problem| {
        // The stream counts as running until its last line is sent or the caller disconnects.
        let _running = &share;
        tracing::error!(request_id = id, path, error = problem.inner(), "stream aborted: {problem}");
        std::io::Error::other(problem.to_string())
    });
    let body = stream::iter(first.map(Ok)).chain(rest);
    Ok(response::streamed(NDJSON, body))
}
