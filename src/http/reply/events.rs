//! Responses of events as they happen: server-sent events (WHATWG HTML, 9.2), or lines with a JSON value each.
//!
//! A stream buffers at most one batch. Events are read when the connection accepts more, so a slow reader holds up only
//! its own connection, which is eventually closed; it resumes after the last event it received.

use std::{fmt, io, pin::Pin, time::Duration};

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, ContentEncoding, HeaderName},
    web::{self, Bytes, BytesMut},
};
use futures::{Stream, StreamExt, stream};
use serde::Serialize;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::{
    ndjson,
    problem::{ApiResult, Problem},
    response,
};
use crate::{
    fair_semaphore::FairPermit,
    http::{
        extract::{
            accept::{self, NDJSON},
            query,
        },
        middleware::{
            auth::SentKey,
            framing, request_id,
            streams::{self, Streamed},
        },
        settings::Settings,
    },
    service::ProblemCode,
};

/// The last event that a caller has received of a stream that it resumes.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Asks a proxy not to buffer a streamed response (nginx).
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The media type of server-sent events (WHATWG HTML, 9.2).
const EVENT_STREAM: &str = "text/event-stream";

/// Milliseconds after which a browser whose stream has ended reconnects.
const RETRY: u32 = 2000;

/// The id of an event, after which a stream resumes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum EventId {
    /// The version of what the stream tells of.
    Version(u32),
    /// A cursor.
    Cursor(String),
}

impl From<u32> for EventId {
    fn from(version: u32) -> EventId {
        EventId::Version(version)
    }
}

impl From<String> for EventId {
    fn from(cursor: String) -> EventId {
        EventId::Cursor(cursor)
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventId::Version(version) => version.fmt(f),
            EventId::Cursor(cursor) => cursor.fmt(f),
        }
    }
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The id after which a stream resumes.
    pub id: EventId,
    /// The kind of event.
    pub name: &'static str,
    /// The content, as JSON in one line.
    data: String,
}

/// An event as a line.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a EventId,
    event: &'static str,
    data: &'a serde_json::value::RawValue,
}

impl Event {
    /// An event with this content.
    ///
    /// # Errors
    /// `internal` when the content cannot be serialized.
    pub fn new(id: impl Into<EventId>, name: &'static str, data: &impl Serialize) -> Result<Event, Problem> {
        let data = serde_json::to_string(data).map_err(|error| Problem::internal(error.to_string()))?;
        // Between JSON values a line break is as valid as a space, and strings contain none.
        Ok(Event { id: id.into(), name, data: data.replace(['\n', '\r'], " ") })
    }
}

/// How events are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events, as browsers read them.
    EventStream,
    /// One per line.
    Lines,
}

impl Framing {
    /// Chooses by `Accept`.
    ///
    /// # Errors
    /// `not_acceptable` if neither is accepted.
    pub fn of(request: &HttpRequest) -> Result<Framing, Problem> {
        let lines = accept::media_type(request, &[EVENT_STREAM, NDJSON])? == NDJSON;
        Ok(if lines { Framing::Lines } else { Framing::EventStream })
    }

    const fn media_type(self) -> &'static str {
        match self {
            Framing::EventStream => EVENT_STREAM,
            Framing::Lines => NDJSON,
        }
    }

    fn written(self, events: &[Event]) -> Result<Bytes, Problem> {
        let mut bytes = BytesMut::new();
        for event in events {
            let Event { id, name, data } = event;
            match self {
                Framing::EventStream => {
                    bytes.extend_from_slice(format!("id: {id}\nevent: {name}\ndata: {data}\n\n").as_bytes());
                }
                Framing::Lines => {
                    let data = serde_json::from_str(data).map_err(|error| Problem::internal(error.to_string()))?;
                    ndjson::add(&mut bytes, &Line { id, event: name, data })?;
                }
            }
        }
        Ok(bytes.freeze())
    }

    /// Sent first, so that proxies forward the head with it.
    fn opening(self) -> Bytes {
        match self {
            Framing::EventStream => format!("retry: {RETRY}\n\n").into(),
            Framing::Lines => Bytes::from_static(b"\n"),
        }
    }

    /// Sent when there are no events, to show that the stream is alive.
    fn heartbeat(self) -> Bytes {
        Bytes::from_static(match self {
            Framing::EventStream => b":\n\n",
            Framing::Lines => b"\n",
        })
    }

    /// Sent last when the service stops.
    fn closing(self) -> Bytes {
        Bytes::from_static(match self {
            Framing::EventStream => b": the service is shutting down\n\n",
            Framing::Lines => b"\n",
        })
    }
}

/// The event after which a stream begins: that of `Last-Event-ID`, or else of this parameter. A browser that reconnects
/// requests the same URL as before with the header, so the header is newer.
///
/// # Errors
/// `bad_parameter` for a header that is not the id of an event.
pub fn resumed_after(request: &HttpRequest, parameter: Option<u32>) -> Result<Option<u32>, Problem> {
    let Some(value) = request.headers().get(LAST_EVENT_ID) else { return Ok(parameter) };
    let id = value.to_str().ok().filter(|id| query::digits(id)).and_then(|id| id.parse().ok());
    id.map(Some).ok_or_else(|| no_event("Last-Event-ID", "an integer in digits"))
}

/// The same for ids that are cursors, as `read` takes them out of a header or parameter.
///
/// # Errors
/// `bad_parameter` for what is not such an id.
pub fn resumed_after_cursor<T>(
    request: &HttpRequest,
    parameter: Option<String>,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, Problem> {
    let (name, id) = match (request.headers().get(LAST_EVENT_ID), &parameter) {
        (Some(value), _) => ("Last-Event-ID", value.to_str().unwrap_or_default()),
        (None, Some(id)) => ("last_event_id", id.as_str()),
        (None, None) => return Ok(None),
    };
    read(id).map(Some).ok_or_else(|| no_event(name, "one of this key's stream"))
}

fn no_event(name: &'static str, expected: &str) -> Problem {
    let detail = format!("Expected the id of an event: {expected}.");
    Problem::of_parameter(ProblemCode::BadParameter, name, detail)
}

/// The state of an open stream.
struct Flow<S> {
    events: Pin<Box<S>>,
    framing: Framing,
    heartbeat: Duration,
    stopping: CancellationToken,
    key: Option<SentKey>,
    request: (String, String),
    _running: FairPermit,
}

impl<S: Stream<Item = Result<Vec<Event>, Problem>>> Flow<S> {
    /// The next part, and the rest of the stream; `None` after the last, and when the caller's key is no longer valid.
    async fn next(mut self) -> Option<(Result<Bytes, io::Error>, Option<Flow<S>>)> {
        let framing = self.framing;
        let stopping = self.stopping.clone();
        let next = async {
            let batch = timeout(self.heartbeat, self.events.next()).await;
            (batch, SentKey::is_void(self.key.as_ref()).await)
        };
        let (batch, is_void) = tokio::select! {
            biased;
            () = stopping.cancelled() => return Some((Ok(framing.closing()), None)),
            next = next => next,
        };
        if is_void {
            return None;
        }
        let written = match batch {
            Err(_silence) => Ok(framing.heartbeat()),
            Ok(batch) => batch?.and_then(|events| framing.written(&events)),
        };
        Some(match written {
            Ok(part) => (Ok(part), Some(self)),
            Err(problem) => {
                let (id, path) = &self.request;
                (Err(ndjson::aborted(&problem, id, path)), None)
            }
        })
    }
}

/// Responds with events. The head is sent immediately, whether or not there is an event.
///
/// # Errors
/// `too_many_streams`, `unavailable`.
pub fn answer(
    request: &HttpRequest,
    framing: Framing,
    events: impl Stream<Item = Result<Vec<Event>, Problem>> + 'static,
) -> ApiResult {
    if framing::is_head(request) {
        return Ok(unbuffered(response::streamed(framing.media_type(), stream::empty())));
    }
    let flow = Flow {
        events: Box::pin(events),
        framing,
        heartbeat: Settings::of(request).heartbeat,
        stopping: stopping(request).clone(),
        key: SentKey::of(request),
        request: (request_id::of(request), request.path().to_owned()),
        _running: streams::begin(request, Streamed::Events)?,
    };
    let parts = stream::unfold(Some(flow), async |flow| flow?.next().await);
    let body = stream::iter([Ok(framing.opening())]).chain(parts);
    Ok(unbuffered(response::streamed(framing.media_type(), body)))
}

/// Waits until the service stops.
pub async fn stopped(request: &HttpRequest) {
    stopping(request).cancelled().await;
}

fn stopping(request: &HttpRequest) -> &CancellationToken {
    request.app_data::<web::Data<CancellationToken>>().expect("the app is told when it stops")
}

/// Prevents buffering of the response, both by our own compression and by proxies.
fn unbuffered(mut response: HttpResponse) -> HttpResponse {
    let headers = response.headers_mut();
    headers.insert(X_ACCEL_BUFFERING, header::HeaderValue::from_static("no"));
    headers.insert(header::CONTENT_ENCODING, header::HeaderValue::from_static(ContentEncoding::Identity.as_str()));
    response
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use serde_json::{json, value::RawValue};

    use super::*;

    #[test]
    fn events_are_framed_by_media_type() {
        let raw = RawValue::from_string("{\"text\":\n\"a\\nb\"}".to_owned()).expect("JSON");
        let events = [Event::new(7, "step", &json!({"n": 1})), Event::new(8, "seat", &raw)];
        let events = events.map(|event| event.expect("an event"));
        let text = |framing: Framing| String::from_utf8(framing.written(&events).expect("bytes").to_vec());
        assert_eq!(
            text(Framing::EventStream).as_deref(),
            Ok("id: 7\nevent: step\ndata: {\"n\":1}\n\nid: 8\nevent: seat\ndata: {\"text\": \"a\\nb\"}\n\n")
        );
        assert_eq!(
            text(Framing::Lines).as_deref(),
            Ok(
                "{\"id\":7,\"event\":\"step\",\"data\":{\"n\":1}}\n{\"id\":8,\"event\":\"seat\",\"data\":{\"text\": \"a\\nb\"}}\n"
            )
        );
    }

    #[test]
    fn a_stream_resumes_after_the_header_rather_than_the_parameter() {
        let after = |header: &str, parameter| {
            let request = TestRequest::default().insert_header((LAST_EVENT_ID, header)).to_http_request();
            resumed_after(&request, parameter).ok()
        };
        assert_eq!((after("12", Some(3)), after("0", None)), (Some(Some(12)), Some(Some(0))));
        for no_id in ["", "x", "012", "-1", "4294967296"] {
            assert_eq!(after(no_id, Some(3)), None, "{no_id}");
        }
        assert_eq!(resumed_after(&TestRequest::default().to_http_request(), Some(3)).ok(), Some(Some(3)));
    }
}
