//! One request at a time: what a client sends after a request waits until its response is complete.
//!
//! The server reads ahead, and takes the method and the version of the last request that it has read for those of the one
//! that it answers: the response to a `GET` would lose its body to a `HEAD` behind it.

use tokio::io::ReadBuf;

/// Maximum size of a head, in bytes; the server refuses larger ones.
const LARGEST_HEAD: usize = 128 << 10;

/// What has been passed on of the current request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// At most the beginning of its head.
    Head,
    /// Its head; this number of bytes of its body is missing.
    Body(u64),
    /// All of it.
    Complete,
    /// The request tells no length, or something unusual: from here on everything is passed on as it comes.
    Unframed,
}

/// The requests of a connection, and the bytes that wait for their turn.
#[derive(Debug)]
pub struct Turns {
    part: Part,
    /// The head so far, if it comes in pieces.
    head: Vec<u8>,
    /// Number of heads passed on.
    begun: u64,
    waiting: Vec<u8>,
}

impl Turns {
    /// Nothing has arrived yet.
    pub const fn new() -> Turns {
        Turns { part: Part::Head, head: Vec::new(), begun: 0, waiting: Vec::new() }
    }

    /// Takes note of the number of responses that are complete.
    pub fn answered(&mut self, responses: u64) {
        if self.part == Part::Complete && responses >= self.begun {
            self.part = Part::Head;
        }
    }

    /// Whether bytes have arrived that are not passed on yet.
    pub fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Passes on waiting bytes, as far as they are next and there is room; returns how many.
    pub fn pass_on(&mut self, buffer: &mut ReadBuf<'_>) -> usize {
        let mut waiting = std::mem::take(&mut self.waiting);
        let room = waiting.len().min(buffer.remaining());
        let next = self.next(&waiting[..room]);
        buffer.put_slice(&waiting[..next]);
        waiting.drain(..next);
        self.waiting = waiting;
        next
    }

    /// Takes what has just been read off the buffer again, as far as it has to wait; returns how much is left.
    pub fn hold_back(&mut self, buffer: &mut ReadBuf<'_>, before: usize) -> usize {
        let next = self.next(&buffer.filled()[before..]);
        self.waiting.extend_from_slice(&buffer.filled()[before + next..]);
        buffer.set_filled(before + next);
        next
    }

    /// How many of these bytes belong to the current request.
    fn next(&mut self, bytes: &[u8]) -> usize {
        match self.part {
            Part::Unframed => bytes.len(),
            Part::Complete => 0,
            Part::Body(missing) => {
                let part = usize::try_from(missing).unwrap_or(usize::MAX).min(bytes.len());
                self.part = body(missing - part as u64);
                part
            }
            Part::Head => match self.head_within(bytes) {
                None => bytes.len(),
                Some(end) => end + self.next(&bytes[end..]),
            },
        }
    }

    /// Where the current head ends, if it does within these bytes.
    fn head_within(&mut self, bytes: &[u8]) -> Option<usize> {
        // Empty lines before a request are ignored (RFC 9112, 2.2).
        let empty = match self.head.is_empty() {
            true => bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count(),
            false => 0,
        };
        let (earlier, bytes) = (self.head.len(), &bytes[empty..]);
        let end = if earlier == 0 {
            end_of(bytes, 0).inspect(|end| self.part = framing(&bytes[..*end]))
        } else {
            self.head.extend_from_slice(bytes);
            end_of(&self.head, earlier.saturating_sub(2)).inspect(|end| self.part = framing(&self.head[..*end]))
        };
        match end {
            Some(_) => {
                self.begun += 1;
                self.head = Vec::new();
            }
            None if earlier + bytes.len() > LARGEST_HEAD => {
                self.part = Part::Unframed;
                self.head = Vec::new();
            }
            None if earlier == 0 => self.head.extend_from_slice(bytes),
            None => {}
        }
        end.map(|end| empty + end - earlier)
    }
}

const fn body(missing: u64) -> Part {
    if missing == 0 { Part::Complete } else { Part::Body(missing) }
}

/// Where a head ends, with its empty line. The server accepts line feeds without carriage returns.
fn end_of(head: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let line = from + head.get(from..)?.iter().position(|byte| *byte == b'\n')? + 1;
        match &head[line..] {
            [b'\n', ..] => return Some(line + 1),
            [b'\r', b'\n', ..] => return Some(line + 2),
            _ => from = line,
        }
    }
}

/// What follows a head: a body of the length that it declares, or nothing.
fn framing(head: &[u8]) -> Part {
    let mut length = None;
    for line in head.split(|byte| *byte == b'\n').skip(1) {
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { continue };
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"content-length") {
            let digits = std::str::from_utf8(value).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
            match (length, digits.and_then(|digits| digits.parse().ok())) {
                (None, Some(declared)) => length = Some(declared),
                (Some(_), _) | (None, None) => return Part::Unframed,
            }
        } else if name.eq_ignore_ascii_case(b"transfer-encoding") || name.eq_ignore_ascii_case(b"upgrade") {
            return Part::Unframed;
        }
    }
    if head.starts_with(b"CONNECT ") { Part::Unframed } else { body(length.unwrap_or_default()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: &str = "GET / HTTP/1.1\r\nHost: arcana\r\n\r\n";
    const POST: &str = "POST /v1/games HTTP/1.1\r\nHost: arcana\r\nContent-Length: 5\r\n\r\n12345";

    /// What is passed on before each response, when bytes arrive in pieces of this size.
    fn passed(bytes: &str, piece: usize) -> Vec<String> {
        let (mut turns, mut told, mut sent) = (Turns::new(), Vec::new(), bytes.as_bytes().chunks(piece));
        for responses in 0..4 {
            turns.answered(responses);
            let mut space = vec![0; bytes.len()];
            let mut buffer = ReadBuf::new(&mut space);
            turns.pass_on(&mut buffer);
            while !turns.has_waiting() {
                let Some(piece) = sent.next() else { break };
                let before = buffer.filled().len();
                buffer.put_slice(piece);
                turns.hold_back(&mut buffer, before);
            }
            told.push(String::from_utf8(buffer.filled().to_vec()).expect("UTF-8"));
        }
        told
    }

    #[test]
    fn requests_are_passed_on_one_after_the_other() {
        let bare = GET.replace('\r', "");
        for requests in [[GET, POST, GET], [POST, POST, "\r\n"], [GET, &bare, POST], [&bare, GET, &bare]] {
            for piece in [1, 2, 3, 7, 40, 1000] {
                let passed = passed(&requests.concat(), piece);
                assert_eq!(passed[..3], requests, "in pieces of {piece}");
                assert_eq!(passed[3], "");
            }
        }
    }

    #[test]
    fn what_has_no_plain_length_is_passed_on_as_it_comes() {
        let chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n";
        let twice = "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab";
        let signed = "POST / HTTP/1.1\r\ncontent-length: +1\r\n\r\na";
        for first in [chunked, twice, signed, "CONNECT a:1 HTTP/1.1\r\n\r\n"] {
            let all = [first, GET, GET].concat();
            assert_eq!(passed(&all, 1000)[0], all);
        }
    }

    #[test]
    fn empty_lines_before_a_request_belong_to_it() {
        let spaced = format!("\r\n\r\n{GET}");
        assert_eq!(passed(&[&spaced, GET].concat(), 1)[..2], [spaced.as_str(), GET]);
    }

    #[test]
    fn a_head_without_end_is_left_to_the_server() {
        let endless = format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(LARGEST_HEAD));
        assert_eq!(passed(&endless, 8192)[0], endless);
    }
}
