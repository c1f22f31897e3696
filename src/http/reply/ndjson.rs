//! Responses of lines with a JSON value each (NDJSON), written as they are read.

use std::io;

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
use crate::{
    http::middleware::{
        auth::SentKey,
        request_id,
        streams::{self, Streamed},
    },
    service::ServiceError,
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

/// Responds with lines of this media type. An error before the first line becomes a problem; a later one aborts the connection, so that a
/// caller does not take a partial response for a complete one.
///
/// # Errors
/// The problem that replaces the response.
pub async fn answer(
    request: &HttpRequest,
    media_type: &'static str,
    lines: impl Stream<Item = Result<Bytes, Problem>> + 'static,
) -> ApiResult {
    let share = streams::begin(request, Streamed::List)?;
    let mut lines = Box::pin(lines);
    let first = lines.next().await.transpose()?;
    let (id, path) = (request_id::of(request), request.path().to_owned());
    let rest = lines.map_err(move |problem| {
        // The stream counts as running until its last line is sent or the caller disconnects.
        let _running = &share;
        aborted(&problem, &id, &path)
    });
    let body = stream::iter(first.map(Ok)).chain(rest);
    Ok(response::streamed(media_type, body))
}

/// The lines until the key of the request, if it was sent with one, expires or is revoked; then `unauthorized`.
pub fn while_authorized<S: Stream<Item = Result<Bytes, Problem>>>(
    request: &HttpRequest,
    lines: S,
) -> impl Stream<Item = Result<Bytes, Problem>> + use<S> {
    let key = SentKey::of(request);
    lines.then(move |lines| {
        let key = key.clone();
        async move { if SentKey::is_void(key.as_ref()).await { Err(ServiceError::Unauthorized.into()) } else { lines } }
    })
}

/// The error that aborts the connection of a stream, logged with the id and the path of its request.
pub fn aborted(problem: &Problem, request_id: &str, path: &str) -> io::Error {
    match problem.status() {
        ..500 => tracing::debug!(request_id, path, "stream aborted: {problem}"),
        _ => tracing::error!(request_id, path, error = problem.inner(), "stream aborted: {problem}"),
    }
    io::Error::other(problem.to_string())
}
