//! Log lines are written in blocks by a dedicated thread.
//!
//! A system call for each line takes a tenth of the time of a cached response. A slow reader of the log never blocks
//! the service: up to 2 MiB of lines are buffered, and further ones are dropped. Their number is logged as soon as
//! there is room again. A process that is killed loses the lines of its last milliseconds.

use std::{
    io::{self, Write},
    sync::Arc,
    thread,
    time::Duration,
};

use parking_lot::{Condvar, Mutex};

/// How long a line waits for others, to be written in one block.
const DELAY: Duration = Duration::from_millis(5);
/// Size in bytes of a block that is written without delay.
const BLOCK: usize = 64 << 10;
/// Maximum number of buffered bytes. Further lines are dropped.
const BUFFER_LIMIT: usize = 2 << 20;
/// How long dropping the log waits for a reader that takes nothing.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Log output. When it is dropped, buffered lines are written, and later ones are discarded.
#[must_use = "logging ends when this is dropped"]
#[derive(Debug)]
pub struct Log(Arc<Lines>);

impl Log {
    /// Writes log lines to `out`. If no thread can be started, each line is written to standard error directly.
    pub(super) fn to(out: impl Write + Send + 'static) -> Log {
        let lines = Arc::<Lines>::default();
        let output = Arc::clone(&lines);
        let started = thread::Builder::new().name("log".to_owned()).spawn(move || output.write_out(out));
        lines.buffer.lock().unwritten = started.is_err();
        Log(lines)
    }

    /// The buffer of lines.
    pub(super) fn lines(&self) -> Arc<Lines> {
        Arc::clone(&self.0)
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.0.buffer.lock().closed = true;
        self.0.changed.notify_all();
        let mut buffer = self.0.buffer.lock();
        while !buffer.unwritten {
            let before = buffer.written;
            let unmoved = |buffer: &mut Buffer| !buffer.unwritten && buffer.written == before;
            if self.0.moved.wait_while_for(&mut buffer, unmoved, SHUTDOWN_TIMEOUT).timed_out() {
                return;
            }
        }
    }
}

/// Buffered lines.
#[derive(Debug, Default)]
pub(super) struct Lines {
    buffer: Mutex<Buffer>,
    /// Notified when there is something to write, or the log is closed.
    changed: Condvar,
    /// Notified when something was written.
    moved: Condvar,
}

#[derive(Debug, Default)]
struct Buffer {
    bytes: Vec<u8>,
    /// Number of dropped lines that were not reported yet.
    dropped: u64,
    /// Number of parts written.
    written: u64,
    /// Is the log closed?
    closed: bool,
    /// Is there no thread that writes lines?
    unwritten: bool,
}

impl Lines {
    /// Writes blocks until the log is closed and the buffer is empty.
    fn write_out(&self, mut out: impl Write) {
        let mut block = Vec::new();
        while let Some(dropped) = self.take(&mut block) {
            for part in block.chunks(BLOCK) {
                // If standard error is closed, there is no place to report it.
                let _ = out.write_all(part).and_then(|()| out.flush());
                self.buffer.lock().written += 1;
                self.moved.notify_all();
            }
            block.clear();
            if dropped > 0 {
                tracing::warn!(lines = dropped, "log lines were dropped: nobody took them from standard error");
            }
        }
        self.buffer.lock().unwritten = true;
        self.moved.notify_all();
    }

    /// Waits for a block and takes it; returns the number of lines dropped after it. `None` once the log is closed and
    /// the buffer is empty.
    fn take(&self, block: &mut Vec<u8>) -> Option<u64> {
        let is_empty = |buffer: &mut Buffer| buffer.bytes.is_empty() && !buffer.closed;
        let is_short = |buffer: &mut Buffer| buffer.bytes.len() < BLOCK && !buffer.closed;
        let mut buffer = self.buffer.lock();
        self.changed.wait_while(&mut buffer, is_empty);
        self.changed.wait_while_for(&mut buffer, is_short, DELAY);
        // Frees memory taken under high load.
        block.shrink_to(4 * BLOCK);
        std::mem::swap(block, &mut buffer.bytes);
        let dropped = std::mem::take(&mut buffer.dropped);
        (!block.is_empty() || dropped > 0).then_some(dropped)
    }
}

impl Write for &Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut buffer = self.buffer.lock();
        if buffer.unwritten {
            drop(buffer);
            return io::stderr().write_all(line).map(|()| line.len());
        }
        let before = buffer.bytes.len();
        if before + line.len() > BUFFER_LIMIT {
            buffer.dropped += 1;
            return Ok(line.len());
        }
        buffer.bytes.extend_from_slice(line);
        let now = buffer.bytes.len();
        drop(buffer);
        // The thread is woken for the first line of a block, and when the block is full.
        if before == 0 || (before < BLOCK && now >= BLOCK) {
            self.changed.notify_one();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Records the written blocks. If there is a channel of permissions, each write waits for one.
    #[derive(Clone, Default)]
    struct Blocks {
        written: Arc<Mutex<Vec<Vec<u8>>>>,
        permission: Option<Arc<Mutex<mpsc::Receiver<()>>>>,
    }

    impl Blocks {
        fn all(&self) -> Vec<Vec<u8>> {
            self.written.lock().clone()
        }

        fn text(&self) -> String {
            String::from_utf8(self.all().concat()).expect("text")
        }
    }

    impl Write for Blocks {
        fn write(&mut self, block: &[u8]) -> io::Result<usize> {
            if let Some(permission) = &self.permission {
                let permission = permission.lock();
                permission.recv().map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
            }
            self.written.lock().push(block.to_vec());
            Ok(block.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn write(log: &Log, lines: &[String]) {
        for line in lines {
            (&*log.0).write_all(line.as_bytes()).expect("lines are accepted");
        }
    }

    fn numbered(count: usize) -> Vec<String> {
        (0..count).map(|number| format!("line {number}\n")).collect()
    }

    #[test]
    fn lines_are_written_in_order_and_in_blocks() {
        let blocks = Blocks::default();
        let log = Log::to(blocks.clone());
        let lines = numbered(10_000);
        write(&log, &lines);
        drop(log);
        assert_eq!(blocks.text(), lines.concat());
        assert!(blocks.all().len() < lines.len() / 10, "{} blocks", blocks.all().len());
    }

    #[test]
    fn a_line_does_not_wait_for_a_full_block() {
        let blocks = Blocks::default();
        let log = Log::to(blocks.clone());
        write(&log, &["alone\n".to_owned()]);
        while blocks.all().is_empty() {
            thread::yield_now();
        }
        assert_eq!(blocks.text(), "alone\n");
        drop(log);
    }

    #[test]
    fn a_slow_reader_does_not_block_logging() {
        let (permit, permission) = mpsc::channel();
        let blocks = Blocks { permission: Some(Arc::new(Mutex::new(permission))), ..Blocks::default() };
        let log = Log::to(blocks.clone());
        let line = "x".repeat(1023) + "\n";
        let lines = vec![line.clone(); 3 * BUFFER_LIMIT / line.len()];
        // Once the thread has taken a line it waits for a permission, and takes no more.
        write(&log, &lines[..1]);
        while !log.0.buffer.lock().bytes.is_empty() {
            thread::yield_now();
        }
        write(&log, &lines[1..]);
        let dropped = log.0.buffer.lock().dropped;
        assert_eq!(dropped as usize, lines.len() - 1 - BUFFER_LIMIT / line.len());
        assert!(log.0.buffer.lock().bytes.capacity() <= 2 * BUFFER_LIMIT);
        for _ in &lines {
            permit.send(()).expect("the writer waits for it");
        }
        drop(log);
        assert_eq!(blocks.text().len(), (lines.len() - dropped as usize) * line.len());
    }

    #[test]
    fn lines_for_a_closed_reader_are_discarded() {
        let (permit, permission) = mpsc::channel();
        drop(permit);
        let blocks = Blocks { permission: Some(Arc::new(Mutex::new(permission))), ..Blocks::default() };
        let log = Log::to(blocks.clone());
        write(&log, &numbered(100_000));
        drop(log);
        assert!(blocks.all().is_empty());
    }
}
