//! Compressed bodies (`Content-Encoding`): decompressed in small pieces, so that limits apply to the decompressed size.

use std::{
    cell::RefCell,
    io::{self, ErrorKind, Write},
    mem,
    rc::Rc,
    sync::Arc,
    time::Duration,
};

use actix_web::{
    HttpMessage, HttpRequest,
    dev::Payload,
    error::PayloadError,
    http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, HeaderValue},
    web::{Bytes, Data},
};
use flate2::write::GzDecoder;
use futures::StreamExt;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout_at},
};

use crate::{
    http::{middleware::timeout::BodyArrival, reply::problem::Problem, settings::Settings},
    service::{ProblemCode, ServiceError, Unavailable},
};

/// The codings that bodies may have.
const CODINGS: &str = "gzip, zstd, identity";

/// Number of decompressed bytes that are returned at once.
const PIECE: usize = 32 << 10;

/// Number of compressed bytes that are decompressed in one step: even one repeated byte expands to 4 MiB at most.
const SLICE: usize = 64;

/// Maximum window of a zstd body, as a power of two: 1 MiB. A decoder takes as much memory, before anything is unpacked.
const WINDOW: u32 = 20;

/// Maximum number of members of a gzip body. Each takes time to begin, even one that is empty.
const MEMBERS: usize = 100;

/// The content coding of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    /// None.
    Identity,
    /// Gzip.
    Gzip,
    /// Zstandard.
    Zstd,
}

impl Coding {
    /// The coding of a request.
    ///
    /// # Errors
    /// `unsupported_media_type` for any other coding, or for several.
    fn of(request: &HttpRequest) -> Result<Coding, Problem> {
        let mut named = request.headers().get_all(CONTENT_ENCODING);
        let coding = match (named.next().map(HeaderValue::as_bytes), named.next()) {
            (None, _) => Some(Coding::Identity),
            (Some(name), None) if name.eq_ignore_ascii_case(b"identity") => Some(Coding::Identity),
            (Some(name), None) if name.eq_ignore_ascii_case(b"gzip") || name.eq_ignore_ascii_case(b"x-gzip") => {
                Some(Coding::Gzip)
            }
            (Some(name), None) if name.eq_ignore_ascii_case(b"zstd") => Some(Coding::Zstd),
            (Some(_), _) => None,
        };
        coding.ok_or_else(|| {
            let detail = format!("Expected one `Content-Encoding` of {CODINGS}, or none.");
            let problem = Problem::new(ProblemCode::UnsupportedMediaType, detail);
            problem.with_header(ACCEPT_ENCODING, HeaderValue::from_static(CODINGS))
        })
    }
}

/// A decompressor.
enum Decoder {
    Gzip(Box<Gzip>),
    Zstd(Box<zstd::stream::write::Decoder<'static, Vec<u8>>>),
}

impl Decoder {
    fn of(coding: Coding) -> io::Result<Option<Decoder>> {
        Ok(match coding {
            Coding::Identity => None,
            Coding::Gzip => Some(Decoder::Gzip(Box::new(Gzip { member: GzDecoder::new(Vec::new()), members: 1 }))),
            Coding::Zstd => {
                let mut decoder = zstd::stream::raw::Decoder::new()?;
                decoder.set_parameter(zstd::zstd_safe::DParameter::WindowLogMax(WINDOW))?;
                Some(Decoder::Zstd(Box::new(zstd::stream::write::Decoder::with_decoder(Vec::new(), decoder))))
            }
        })
    }

    fn write(&mut self, packed: &[u8]) -> io::Result<()> {
        match self {
            Decoder::Gzip(decoder) => decoder.write(packed),
            Decoder::Zstd(decoder) => decoder.write_all(packed).and_then(|()| decoder.flush()),
        }
    }

    /// Checks that the compressed data is complete.
    fn finish(&mut self) -> io::Result<()> {
        match self {
            Decoder::Gzip(decoder) => decoder.member.try_finish(),
            Decoder::Zstd(decoder) => decoder.do_finish(),
        }
    }

    fn unpacked(&mut self) -> &mut Vec<u8> {
        match self {
            Decoder::Gzip(decoder) => decoder.member.get_mut(),
            Decoder::Zstd(decoder) => decoder.get_mut(),
        }
    }
}

/// Gzip: members, one after another.
struct Gzip {
    member: GzDecoder<Vec<u8>>,
    /// Number of members that have begun.
    members: usize,
}

impl Gzip {
    fn write(&mut self, mut packed: &[u8]) -> io::Result<()> {
        while !packed.is_empty() {
            match self.member.write(packed)? {
                // The member has ended, and another one follows.
                0 => self.next_member()?,
                length => packed = &packed[length..],
            }
        }
        self.member.flush()
    }

    fn next_member(&mut self) -> io::Result<()> {
        if self.members == MEMBERS {
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.member.try_finish()?;
        let unpacked = mem::take(self.member.get_mut());
        *self = Gzip { member: GzDecoder::new(unpacked), members: self.members + 1 };
        Ok(())
    }
}

/// A body as it arrives, decompressed. What arrives must be complete by a deadline.
pub struct Unpacked {
    payload: Payload,
    /// Maximum size of the body as it arrives, in bytes.
    limit: usize,
    /// Number of bytes that have arrived.
    arrived: usize,
    decoder: Option<Decoder>,
    /// Bytes that have arrived but are not decompressed yet.
    packed: Bytes,
    held: MemoryLease,
    arrival: Option<BodyArrival>,
    /// The time that it may take.
    timeout: Duration,
    deadline: Instant,
    ended: bool,
}

impl Unpacked {
    /// The body of a request, of at most `limit` bytes as it arrives. The caller limits the decompressed bytes.
    ///
    /// # Errors
    /// `unsupported_media_type` for an unknown coding.
    pub fn of(request: &HttpRequest, payload: Payload, limit: usize) -> Result<Unpacked, Problem> {
        let coding = Coding::of(request)?;
        let decoder = Decoder::of(coding).map_err(|why| Problem::internal(why.to_string()))?;
        let (held, timeout) = (BodyMemory::lease(request), Settings::of(request).body_timeout);
        let body = Unpacked {
            payload,
            limit,
            arrived: 0,
            decoder,
            packed: Bytes::new(),
            held,
            arrival: request.extensions().get().cloned(),
            timeout,
            deadline: Instant::now() + timeout,
            ended: false,
        };
        if coding == Coding::Zstd {
            body.take(1 << WINDOW)?;
        }
        Ok(body)
    }

    /// Gives the rest of the body as much time as all of it had: some was processed, which took time.
    pub fn renew(&mut self) {
        self.deadline = Instant::now() + self.timeout;
    }

    /// The memory lease of the body.
    pub fn held(&self) -> MemoryLease {
        self.held.clone()
    }

    /// The next piece; `None` at the end.
    ///
    /// # Errors
    /// If the body is too long or incomplete, does not match its coding, or takes more memory than is available.
    pub async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        loop {
            if let Some(piece) = self.unpack()? {
                return Ok(Some(piece));
            }
            if self.ended {
                return Ok(None);
            }
            let chunk = timeout_at(self.deadline, self.payload.next()).await.map_err(|_| too_slow())?;
            let Some(chunk) = chunk.transpose().map_err(|why| broken_off(&why))? else {
                self.end()?;
                continue;
            };
            self.arrived += chunk.len();
            if self.arrived > self.limit {
                return Err(too_large(self.limit));
            }
            if self.decoder.is_none() {
                self.take(chunk.len())?;
                return Ok(Some(chunk));
            }
            self.packed = chunk;
        }
    }

    /// Decompresses some of what has arrived.
    fn unpack(&mut self) -> Result<Option<Bytes>, Problem> {
        let Some(decoder) = &mut self.decoder else { return Ok(None) };
        while !self.packed.is_empty() && decoder.unpacked().len() < PIECE {
            let slice = self.packed.split_to(self.packed.len().min(SLICE));
            decoder.write(&slice).map_err(|why| not_packed(&why))?;
        }
        let piece = mem::take(decoder.unpacked());
        self.take(piece.len())?;
        Ok((!piece.is_empty()).then(|| Bytes::from(piece)))
    }

    fn take(&self, bytes: usize) -> Result<(), Problem> {
        if self.held.take(bytes) { Ok(()) } else { Err(ServiceError::Unavailable(Unavailable::BodyMemory).into()) }
    }

    fn end(&mut self) -> Result<(), Problem> {
        self.ended = true;
        self.arrival.iter().for_each(BodyArrival::complete);
        match &mut self.decoder {
            Some(decoder) => decoder.finish().map_err(|why| not_packed(&why)),
            None => Ok(()),
        }
    }
}

fn not_packed(why: &io::Error) -> Problem {
    if why.kind() == ErrorKind::FileTooLarge {
        return Problem::new(ProblemCode::TooLarge, format!("A gzip body may have at most {MEMBERS} members."));
    }
    // The text of zstd: its crate keeps no code.
    if why.to_string().contains("too much memory") {
        let detail =
            "A zstd body may have a window of at most 1 MiB: compress it with `zstd --zstd=wlog=20`, or with gzip.";
        return Problem::new(ProblemCode::BadJson, detail);
    }
    Problem::new(ProblemCode::BadJson, format!("The body does not match its `Content-Encoding`: {why}."))
}

/// The problem of a body that exceeds this limit.
pub fn too_large(limit: usize) -> Problem {
    Problem::new(ProblemCode::TooLarge, format!("The body may have at most {limit} bytes."))
}

fn too_slow() -> Problem {
    Problem::new(ProblemCode::RequestTimeout, "The body took too long to arrive. Nothing was done.")
}

/// The problem of a body that is incomplete.
fn broken_off(why: &PayloadError) -> Problem {
    let detail = if matches!(why, PayloadError::Incomplete(_)) {
        "The body ended early, or is not a valid chunked body.".to_owned()
    } else {
        format!("The body was incomplete: {why}.")
    };
    Problem::new(ProblemCode::BadJson, detail)
}

/// The bytes of each body that are not counted: ordinary requests go on while large bodies take all memory.
const UNCOUNTED: usize = 16 << 10;

/// The memory for large bodies: one semaphore with a permit a byte. Who finds it empty may come again.
#[derive(Clone, Debug)]
pub struct BodyMemory(Arc<Semaphore>);

impl BodyMemory {
    /// This number of bytes for all bodies together.
    pub fn new(bytes: usize) -> BodyMemory {
        BodyMemory(Arc::new(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS))))
    }

    /// The lease of a request's body, which takes no memory yet. What is answered may share the body's memory, so the
    /// lease lasts at least as long as the request.
    fn lease(request: &HttpRequest) -> MemoryLease {
        let memory = request.app_data::<Data<BodyMemory>>().expect("the app bounds its bodies");
        let lease = memory.begin();
        request.extensions_mut().insert(lease.clone());
        lease
    }

    fn begin(&self) -> MemoryLease {
        MemoryLease(Rc::new(RefCell::new(Lease { memory: self.clone(), bytes: 0, permit: None })))
    }
}

/// The memory of a body, returned when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct MemoryLease(Rc<RefCell<Lease>>);

#[derive(Debug)]
struct Lease {
    memory: BodyMemory,
    bytes: usize,
    /// Those of them that are counted.
    permit: Option<OwnedSemaphorePermit>,
}

impl MemoryLease {
    /// Takes memory for this number of bytes; false if too little is left.
    pub fn take(&self, bytes: usize) -> bool {
        self.0.borrow_mut().take(bytes)
    }

    /// Returns the memory of this number of bytes.
    pub fn give_back(&self, bytes: usize) {
        self.0.borrow_mut().give_back(bytes);
    }
}

impl Lease {
    fn counted(&self) -> usize {
        self.permit.as_ref().map_or(0, OwnedSemaphorePermit::num_permits)
    }

    fn take(&mut self, bytes: usize) -> bool {
        let due = (self.bytes + bytes).saturating_sub(UNCOUNTED).saturating_sub(self.counted());
        if due > 0 {
            let permits = u32::try_from(due).unwrap_or(u32::MAX);
            let Ok(permit) = Arc::clone(&self.memory.0).try_acquire_many_owned(permits) else { return false };
            match &mut self.permit {
                Some(all) => all.merge(permit),
                None => self.permit = Some(permit),
            }
        }
        self.bytes += bytes;
        true
    }

    fn give_back(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
        let surplus = self.counted().saturating_sub(self.bytes.saturating_sub(UNCOUNTED));
        drop(self.permit.as_mut().and_then(|permit| permit.split(surplus)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_returned_with_the_last_lease() {
        let memory = BodyMemory::new(4000);
        let first = memory.begin();
        let held = first.clone();
        assert!(first.take(UNCOUNTED + 3000));
        drop(first);
        assert!(!memory.begin().take(UNCOUNTED + 1001));
        assert!(memory.begin().take(UNCOUNTED + 1000));
        drop(held);
        assert!(memory.begin().take(UNCOUNTED + 4000));
    }

    #[test]
    fn memory_of_what_is_done_is_returned_at_once() {
        let (memory, size) = (BodyMemory::new(4000), UNCOUNTED + 4000);
        let first = memory.begin();
        assert!(first.take(size));
        assert!(!first.take(1));
        first.give_back(1000);
        assert_eq!(memory.0.available_permits(), 1000);
        assert!(first.take(1000));
        first.give_back(size);
        assert_eq!(memory.0.available_permits(), 4000);
    }

    #[test]
    fn small_bodies_are_not_counted() {
        let memory = BodyMemory::new(4000);
        let large = memory.begin();
        assert!(large.take(UNCOUNTED + 4000));
        let small: Vec<_> = (0..10).map(|_| memory.begin()).collect();
        assert!(small.iter().all(|small| small.take(UNCOUNTED)));
        assert!(!small.iter().any(|small| small.take(1)));
    }
}
