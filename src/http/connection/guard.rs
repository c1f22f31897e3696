//! A connection that waits for a limited time: for the head of a request, or for the client to read a response.
//!
//! It works below HTTP, where it sees whether bytes move; [`Conversation`] tells it what they belong to.

use std::{
    future::Future,
    io::{self, ErrorKind},
    mem,
    net::IpAddr,
    pin::Pin,
    rc::Rc,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_web::rt::net::TcpStream;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep_until},
};

use super::{
    exchange::Conversation,
    pace::Pace,
    registry::{Connections, Cut, Share},
    turns::Turns,
};

/// Maximum wait for a client that does not read its response once the service stops.
const STOPPING: Duration = Duration::from_secs(3);

/// The response to a head that is not complete in time.
const TOO_SLOW: &[u8] = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// The transport that a guard requires.
pub trait Wire: AsyncRead + AsyncWrite + Unpin {
    /// Resets the connection when it is dropped, so that unsent bytes are discarded and the client does not take a
    /// partial response for a complete one.
    fn abort(&self);
}

impl Wire for TcpStream {
    fn abort(&self) {
        // A connection that is already closed needs no reset.
        let _ = self.set_zero_linger();
    }
}

/// A guarded connection.
pub struct Guarded<W> {
    wire: W,
    conversation: Rc<Conversation>,
    connections: Arc<Connections>,
    pace: Pace,
    timer: Option<Pin<Box<Sleep>>>,
    /// Whether bytes were read since the last read that had none.
    fresh: bool,
    turns: Turns,
    ended: bool,
    _share: Option<Share<IpAddr>>,
}

impl<W: Wire> Guarded<W> {
    /// Guards a connection that was just accepted.
    pub fn new(wire: W, connections: Arc<Connections>, share: Option<Share<IpAddr>>) -> Guarded<W> {
        let pace = Pace::new(connections.limits().rate());
        let conversation = Rc::new(Conversation::new(connections.limits().header_timeout));
        Guarded {
            wire,
            conversation,
            connections,
            pace,
            timer: None,
            fresh: false,
            turns: Turns::new(),
            ended: false,
            _share: share,
        }
    }

    /// State of the requests on the connection.
    pub fn conversation(&self) -> &Rc<Conversation> {
        &self.conversation
    }

    /// Bytes of the current request, or of the next one if the response is complete; none at the end of the input.
    fn next_bytes(&mut self, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.turns.answered(self.conversation.responses());
        let before = buffer.filled().len();
        let passed_on = if self.turns.has_waiting() {
            self.turns.pass_on(buffer)
        } else {
            ready!(Pin::new(&mut self.wire).poll_read(context, buffer))?;
            if buffer.filled().len() == before {
                return Poll::Ready(Ok(()));
            }
            self.turns.hold_back(buffer, before)
        };
        if passed_on == 0 {
            self.conversation.wake_at_end(context);
            return Poll::Pending;
        }
        self.conversation.heard();
        // A client that still sends is not one that has stalled: it may send all of its request before it reads.
        self.pace.moved(buffer.filled().len() - before, Instant::now);
        self.fresh = true;
        Poll::Ready(Ok(()))
    }

    /// Why the connection should be ended now, or else when to check again.
    fn due(&mut self, now: Instant) -> Result<Option<Instant>, Cut> {
        if self.connections.are_stopping() {
            if self.conversation.is_streaming() {
                return Err(Cut::Stopping);
            }
            self.pace.shorten(STOPPING);
        }
        let (stalled, head) = (self.pace.deadline(), self.conversation.head_deadline());
        match (stalled, head) {
            (Some(deadline), _) if deadline <= now => Err(Cut::Stalled),
            (_, Some(deadline)) if deadline <= now => Err(Cut::SlowHead),
            (stalled, head) => Ok(stalled.into_iter().chain(head).min()),
        }
    }

    /// Wakes the task at the next deadline, unless bytes move before.
    fn watch(&mut self, context: &mut Context<'_>) -> Result<(), Cut> {
        loop {
            let Some(deadline) = self.due(Instant::now())? else { return Ok(()) };
            let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
            // A timer that fires early is checked and set again: deadlines move with each request.
            if timer.deadline() > deadline || timer.is_elapsed() {
                timer.as_mut().reset(deadline);
            }
            if timer.as_mut().poll(context).is_pending() {
                return Ok(());
            }
        }
    }

    /// Ends the connection.
    fn end(&mut self, cut: Cut, context: &mut Context<'_>) -> io::Error {
        self.ended = true;
        self.connections.count(cut);
        tracing::debug!(reason = cut.id(), "connection closed");
        match cut {
            Cut::SlowHead if self.conversation.has_begun_a_head() && self.pace.deadline().is_none() => {
                // Best effort: a slow client is not waited for.
                let _ = Pin::new(&mut self.wire).poll_write(context, TOO_SLOW);
            }
            Cut::SlowHead => {}
            Cut::Refused | Cut::Stalled | Cut::Stopping => self.wire.abort(),
        }
        ErrorKind::TimedOut.into()
    }
}

impl<W: Wire> AsyncRead for Guarded<W> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let guarded = self.get_mut();
        if guarded.ended {
            return Poll::Ready(Ok(()));
        }
        if let Poll::Ready(read) = guarded.next_bytes(context, buffer) {
            return Poll::Ready(read);
        }
        let fresh = mem::take(&mut guarded.fresh);
        match guarded.watch(context) {
            Ok(()) => Poll::Pending,
            // A head that has just arrived is processed first: it is not late merely because this task was.
            Err(Cut::SlowHead) if fresh => {
                context.waker().wake_by_ref();
                Poll::Pending
            }
            Err(Cut::SlowHead) => {
                guarded.end(Cut::SlowHead, context);
                // An end of input, not an error: pending output is still written.
                Poll::Ready(Ok(()))
            }
            Err(cut) => Poll::Ready(Err(guarded.end(cut, context))),
        }
    }
}

impl<W: Wire> AsyncWrite for Guarded<W> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let guarded = self.get_mut();
        match Pin::new(&mut guarded.wire).poll_write(context, bytes) {
            Poll::Ready(Ok(written)) => {
                guarded.pace.moved(written, Instant::now);
                Poll::Ready(Ok(written))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                guarded.pace.wait(Instant::now());
                match guarded.watch(context) {
                    Ok(()) => Poll::Pending,
                    Err(cut) => Poll::Ready(Err(guarded.end(cut, context))),
                }
            }
        }
    }

    /// After a response the connection has a deadline again. The server flushes then, but need not read: it may still
    /// wait for the rest of a request whose response was sent early.
    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let guarded = self.get_mut();
        if guarded.conversation.take_ended() && guarded.watch(context).is_err() {
            // The next read ends the connection.
            context.waker().wake_by_ref();
        }
        Pin::new(&mut guarded.wire).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().wire).poll_shutdown(context)
    }
}
