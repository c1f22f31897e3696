//! Lines of a body as they arrive: numbered, limited, and never all in memory.

use std::mem;

use actix_web::web::{Bytes, BytesMut};

use super::unpack::{MemoryLease, Unpacked, too_large};
use crate::{games::without_mark, http::reply::problem::Problem, service::ProblemCode};

/// Maximum number of lines in a body, without empty ones.
const LINES: usize = 10_000;

/// Maximum number of lines in a body, with empty ones.
const LINES_AND_EMPTY: usize = 1_000_000;

/// Number of bytes that are checked before the first line is returned: an error in them rejects the whole request.
const LOOKED_AT: usize = 1 << 20;

/// Number of bytes after which a batch of lines is complete.
const BATCH: usize = 1 << 20;

/// The lines of a body.
pub struct LineReader {
    body: Unpacked,
    /// Maximum size of the body in bytes.
    limit: usize,
    /// Maximum length of a line in bytes.
    longest: usize,
    /// Bytes that have arrived but are not returned yet.
    buffer: BytesMut,
    /// The buffer has no line break before this index.
    searched: usize,
    /// Number of bytes that have arrived.
    bytes: usize,
    /// Number of lines that have ended, and number of lines returned.
    number: usize,
    lines: usize,
    /// The current line is too long: the rest of it is skipped.
    skipping: bool,
    state: State,
}

/// How much of a body has been read.
enum State {
    /// More is to come.
    UnderWay,
    /// All of it is in the buffer.
    Whole,
    /// An error occurred after what is in the buffer.
    Broken(Problem),
    /// All of it was returned.
    Done,
}

/// Lines that are returned at once.
#[derive(Debug, Default)]
pub struct Batch {
    /// Each with its number, from 1 as in an editor, or with its problem.
    pub lines: Vec<(usize, Result<Bytes, Problem>)>,
    /// Number of bytes of body memory that they take.
    pub bytes: usize,
}

impl LineReader {
    /// Starts to read lines of at most `longest` bytes from a body of at most `limit`.
    ///
    /// # Errors
    /// If the first part of the body is already invalid.
    pub async fn begin(body: Unpacked, limit: usize, longest: usize) -> Result<LineReader, Problem> {
        let mut reader = LineReader {
            body,
            limit,
            longest,
            buffer: BytesMut::new(),
            searched: 0,
            bytes: 0,
            number: 0,
            lines: 0,
            skipping: false,
            state: State::UnderWay,
        };
        while matches!(reader.state, State::UnderWay) && reader.buffer.len() < LOOKED_AT {
            reader.fill().await;
        }
        if let State::Broken(_) = reader.state
            && let State::Broken(problem) = mem::replace(&mut reader.state, State::Done)
        {
            return Err(problem);
        }
        let ends = || reader.buffer[..].split(|byte| *byte == b'\n');
        if ends().count() > LINES_AND_EMPTY || ends().filter(|line| !line.trim_ascii().is_empty()).count() > LINES {
            return Err(too_many());
        }
        Ok(reader)
    }

    /// The memory lease of the body.
    pub fn held(&self) -> MemoryLease {
        self.body.held()
    }

    /// The next lines, without empty ones; `None` at the end. The last item may be the problem that ended the body.
    pub async fn batch(&mut self, most: usize) -> Option<Batch> {
        let mut batch = Batch::default();
        self.body.renew();
        while batch.lines.len() < most && batch.bytes < BATCH {
            if let Some(line) = self.line(&mut batch.bytes) {
                let last = line.1.as_ref().is_err_and(|_| matches!(self.state, State::Done));
                batch.lines.push(line);
                if last {
                    break;
                }
            } else if matches!(self.state, State::UnderWay) {
                self.fill().await;
            } else if matches!(self.state, State::Done) {
                break;
            }
        }
        (!batch.lines.is_empty() || batch.bytes > 0).then_some(batch)
    }

    /// Reads the next piece of the body.
    async fn fill(&mut self) {
        match self.body.next().await {
            Ok(Some(piece)) if self.bytes + piece.len() > self.limit => {
                self.state = State::Broken(too_large(self.limit));
            }
            Ok(Some(piece)) => {
                self.bytes += piece.len();
                self.buffer.extend_from_slice(&piece);
            }
            Ok(None) => self.state = State::Whole,
            Err(problem) => self.state = State::Broken(problem),
        }
    }

    /// The next complete, non-empty line in the buffer.
    fn line(&mut self, worked_off: &mut usize) -> Option<(usize, Result<Bytes, Problem>)> {
        loop {
            let end = self.buffer[self.searched..].iter().position(|byte| *byte == b'\n');
            // The rest of a line that is too long is dropped as it arrives.
            let most = if self.skipping { 0 } else { self.longest };
            let (line, whole) = match (end, &self.state) {
                (Some(end), _) => (self.buffer.split_to(self.searched + end + 1), true),
                (None, State::Whole) if !self.buffer.is_empty() => (self.buffer.split(), true),
                (None, State::UnderWay) if self.buffer.len() > most => (self.buffer.split(), false),
                (None, State::UnderWay) => {
                    self.searched = self.buffer.len();
                    return None;
                }
                // An incomplete line is dropped.
                (None, State::Whole | State::Broken(_) | State::Done) => return self.end(),
            };
            self.searched = 0;
            *worked_off += line.len();
            if let Some(line) = self.met(line.freeze(), whole) {
                return Some(line);
            }
        }
    }

    /// A line, or the start of one that is too long; `None` if there is nothing to return.
    fn met(&mut self, line: Bytes, whole: bool) -> Option<(usize, Result<Bytes, Problem>)> {
        let (number, rest) = (self.number + 1, mem::replace(&mut self.skipping, !whole));
        self.number += usize::from(whole);
        // A file of lines may begin with a byte order mark.
        let shown = if number == 1 && !rest { without_mark(&line) } else { &line[..] };
        let text = line.slice_ref(shown.trim_ascii());
        if rest || whole && text.is_empty() && self.number <= LINES_AND_EMPTY {
            return None;
        }
        self.lines += 1;
        if self.lines > LINES || self.number > LINES_AND_EMPTY {
            self.state = State::Done;
            self.buffer.clear();
            return Some((number, Err(too_many())));
        }
        if !whole || text.len() > self.longest {
            let detail = format!("A line may have at most {} bytes.", self.longest);
            return Some((number, Err(Problem::new(ProblemCode::TooLarge, detail))));
        }
        Some((number, Ok(text)))
    }

    /// The problem with which the body ended, if any.
    fn end(&mut self) -> Option<(usize, Result<Bytes, Problem>)> {
        match mem::replace(&mut self.state, State::Done) {
            State::Broken(problem) => Some((self.number + 1, Err(problem))),
            State::UnderWay | State::Whole | State::Done => None,
        }
    }
}

fn too_many() -> Problem {
    Problem::new(ProblemCode::TooLarge, format!("A request may have at most {LINES} lines."))
}

#[cfg(test)]
mod tests {
    use actix_web::{dev::Payload, error::PayloadError, test::TestRequest, web::Data};
    use futures::stream;

    use super::*;
    use crate::http::{extract::unpack::BodyMemory, settings::Settings};

    type Parts = Vec<Result<Bytes, PayloadError>>;
    type Lines = Vec<(usize, Result<Bytes, u16>)>;

    /// The lines of a body that arrives in these parts, by number: their texts, or the status of their problem.
    fn read(parts: Parts, limit: usize, longest: usize) -> Result<Lines, u16> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        runtime.block_on(async {
            let payload: Payload = Payload::Stream { payload: Box::pin(stream::iter(parts)) };
            let request = TestRequest::default()
                .app_data(Data::new(Settings::default()))
                .app_data(Data::new(BodyMemory::new(64 << 20)))
                .to_http_request();
            let body = Unpacked::of(&request, payload, usize::MAX).expect("a body");
            let reader = LineReader::begin(body, limit, longest).await;
            let (mut reader, mut all) = (reader.map_err(|problem| problem.status())?, Vec::new());
            while let Some(batch) = reader.batch(3).await {
                assert!(batch.lines.len() <= 3);
                all.extend(batch.lines);
            }
            Ok(all.into_iter().map(|(number, line)| (number, line.map_err(|problem| problem.status()))).collect())
        })
    }

    fn parts(parts: &[&str]) -> Parts {
        parts.iter().map(|part| Ok(Bytes::copy_from_slice(part.as_bytes()))).collect()
    }

    fn good(number: usize, line: &'static str) -> (usize, Result<Bytes, u16>) {
        (number, Ok(Bytes::from_static(line.as_bytes())))
    }

    #[test]
    fn lines_are_numbered_as_in_an_editor() {
        let lines = Ok(vec![good(2, "{}"), good(4, "[1]"), good(6, "2")]);
        assert_eq!(read(parts(&["\n{}\r\n \t\n[1]\n\n2"]), 100, 100), lines);
        assert_eq!(read(parts(&["\n{", "}\r", "\n \t", "\n[1]", "\n", "\n2\n"]), 100, 100), lines);
        assert_eq!(read(Vec::new(), 100, 100), Ok(Vec::new()));
        assert_eq!(read(parts(&["\n", " \n "]), 100, 100), Ok(Vec::new()));
    }

    #[test]
    fn empty_lines_do_not_count_towards_the_limit() {
        let lines = |text: &str, count| read(vec![Ok(Bytes::from(text.repeat(count)))], 1 << 20, 100);
        assert_eq!(lines("1\n\n", LINES).map(|lines| lines.len()), Ok(LINES));
        assert_eq!(lines("1\n", LINES + 1), Err(413));
        assert_eq!(read(vec![Ok(Bytes::from(vec![b'\n'; LINES_AND_EMPTY + 1]))], 2 << 20, 100), Err(413));
    }

    #[test]
    fn later_errors_are_reported_in_place() {
        let filled = || Ok(Bytes::from("1\n".to_owned() + &" ".repeat(LOOKED_AT) + "\n"));
        let many = vec![filled(), Ok(Bytes::from("1\n".repeat(LINES + 5)))];
        let lines = read(many, 2 << 20, 2 << 20).expect("a good beginning");
        assert_eq!((lines.len(), lines.last().cloned()), (LINES + 1, Some((LINES + 2, Err(413)))));
        let large = vec![filled(), Ok(Bytes::from_static(b"2\n3")), filled()];
        assert_eq!(read(large, 2 << 20, 2 << 20), Ok(vec![good(1, "1"), good(3, "2"), (4, Err(413))]));
        let broken = vec![filled(), Ok(Bytes::from_static(b"2\n{")), Err(PayloadError::Incomplete(None))];
        assert_eq!(read(broken, 2 << 20, 2 << 20), Ok(vec![good(1, "1"), good(3, "2"), (4, Err(400))]));
        assert_eq!(read(vec![Ok(Bytes::from_static(b"1\n2")), Err(PayloadError::Overflow)], 100, 100), Err(400));
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let long = ["1\n", "22222", "22222", "22222", "2\n333333333333\n", "4"];
        let lines = vec![good(1, "1"), (2, Err(413)), (3, Err(413)), good(4, "4")];
        assert_eq!(read(parts(&long), 100, 10), Ok(lines));
    }
}
