//! Log lines are written out in blocks by a thread of their own.
//!
//! A system call for each line takes a tenth of what a ready answer does. And nobody waits for who reads the lines: when
//! they are not taken, a few megabytes of them wait, later ones are dropped, and a line says how many as soon as there is
//! room again. A process that is killed loses the lines of its last milliseconds.

use std::{
    io::{self, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

/// How long a line waits for others to be written with.
const DELAY: Duration = Duration::from_millis(5);
/// A block of this number of bytes is written at once.
const BLOCK: usize = 64 << 10;
/// When this number of bytes waits to be written, further lines are dropped.
const WAITING_LIMIT: usize = 2 << 20;
/// How long the end waits for a reader who takes nothing.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Log lines are written until it is dropped: then those that wait are, and later ones are not.
#[must_use = "log lines are written until it is dropped"]
#[derive(Debug)]
pub struct Log(Arc<Lines>);

impl Log {
    /// Writes log lines there; where there can be no thread, each by itself.
    pub(super) fn to(out: impl Write + Send + 'static) -> Log {
        let lines = Arc::<Lines>::default();
        let waiting = Arc::clone(&lines);
        let started = thread::Builder::new().name("log".to_owned()).spawn(move || waiting.write_out(out));
        lines.lock().unwritten = started.is_err();
        Log(lines)
    }

    /// What takes the lines.
    pub(super) fn lines(&self) -> Arc<Lines> {
        Arc::clone(&self.0)
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.changed.notify_all();
        let mut waiting = self.0.lock();
        while !waiting.unwritten {
            let before = waiting.written;
            let unmoved = |waiting: &mut Waiting| !waiting.unwritten && waiting.written == before;
            let waited = self.0.moved.wait_timeout_while(waiting, SHUTDOWN_TIMEOUT, unmoved);
            let (now, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            if timeout.timed_out() {
                return;
            }
            waiting = now;
        }
    }
}

/// Lines on their way out.
#[derive(Debug, Default)]
pub(super) struct Lines {
    waiting: Mutex<Waiting>,
    /// There is something to write, or nothing will be any more.
    changed: Condvar,
    /// Something was written.
    moved: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    bytes: Vec<u8>,
    /// How many lines were dropped since that was last said.
    dropped: u64,
    /// How many parts were written.
    written: u64,
    /// No more lines are taken.
    closed: bool,
    /// No thread writes lines.
    unwritten: bool,
}

impl Lines {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes blocks until nothing waits any more, and nothing will.
    fn write_out(&self, mut out: impl Write) {
        let mut block = Vec::new();
        while let Some(dropped) = self.take(&mut block) {
            for part in block.chunks(BLOCK) {
                // Who closed standard error wants no lines, and there is nobody else to tell.
                let _ = out.write_all(part).and_then(|()| out.flush());
                self.lock().written += 1;
                self.moved.notify_all();
            }
            block.clear();
            if dropped > 0 {
                tracing::warn!(lines = dropped, "log lines were dropped: nobody took them from standard error");
            }
        }
        self.lock().unwritten = true;
        self.moved.notify_all();
    }

    /// Waits for a block and takes it: how many lines were dropped behind it; `None` when nothing will come any more.
    fn take(&self, block: &mut Vec<u8>) -> Option<u64> {
        let nothing = |waiting: &mut Waiting| waiting.bytes.is_empty() && !waiting.closed;
        let little = |waiting: &mut Waiting| waiting.bytes.len() < BLOCK && !waiting.closed;
        let waiting = self.changed.wait_while(self.lock(), nothing).unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(waiting, DELAY, little);
        let (mut waiting, _) = waited.unwrap_or_else(PoisonError::into_inner);
        // What a hard moment took is given back.
        block.shrink_to(4 * BLOCK);
        std::mem::swap(block, &mut waiting.bytes);
        let dropped = std::mem::take(&mut waiting.dropped);
        (!block.is_empty() || dropped > 0).then_some(dropped)
    }
}

impl Write for &Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut waiting = self.lock();
        if waiting.unwritten {
            drop(waiting);
            return io::stderr().write_all(line).map(|()| line.len());
        }
        let before = waiting.bytes.len();
        if before + line.len() > WAITING_LIMIT {
            waiting.dropped += 1;
            return Ok(line.len());
        }
        waiting.bytes.extend_from_slice(line);
        let now = waiting.bytes.len();
        drop(waiting);
        // The thread is woken for the first line of a block, and when the block is a whole one.
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

    /// What was written, block by block; who has no permission to write waits for one.
    #[derive(Clone, Default)]
    struct Blocks {
        written: Arc<Mutex<Vec<Vec<u8>>>>,
        permission: Option<Arc<Mutex<mpsc::Receiver<()>>>>,
    }

    impl Blocks {
        fn all(&self) -> Vec<Vec<u8>> {
            self.written.lock().expect("no writer has panicked").clone()
        }

        fn text(&self) -> String {
            String::from_utf8(self.all().concat()).expect("text")
        }
    }

    impl Write for Blocks {
        fn write(&mut self, block: &[u8]) -> io::Result<usize> {
            if let Some(permission) = &self.permission {
                let permission = permission.lock().expect("no writer has panicked");
                permission.recv().map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
            }
            self.written.lock().expect("no writer has panicked").push(block.to_vec());
            Ok(block.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn write(log: &Log, lines: &[String]) {
        for line in lines {
            (&*log.0).write_all(line.as_bytes()).expect("it takes lines");
        }
    }

    fn numbered(count: usize) -> Vec<String> {
        (0..count).map(|number| format!("line {number}\n")).collect()
    }

    #[test]
    fn every_line_is_written_in_order_and_many_at_a_time() {
        let blocks = Blocks::default();
        let log = Log::to(blocks.clone());
        let lines = numbered(10_000);
        write(&log, &lines);
        drop(log);
        assert_eq!(blocks.text(), lines.concat());
        assert!(blocks.all().len() < lines.len() / 10, "{} blocks", blocks.all().len());
    }

    #[test]
    fn a_line_does_not_wait_for_a_whole_block() {
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
    fn nobody_waits_for_who_does_not_read() {
        let (permit, permission) = mpsc::channel();
        let blocks = Blocks { permission: Some(Arc::new(Mutex::new(permission))), ..Blocks::default() };
        let log = Log::to(blocks.clone());
        let line = "x".repeat(1023) + "\n";
        let lines = vec![line.clone(); 3 * WAITING_LIMIT / line.len()];
        write(&log, &lines);
        // One block may have been taken, and waits to be written.
        let dropped = log.0.lock().dropped;
        assert!((lines.len() as u64 / 3..=lines.len() as u64 * 2 / 3).contains(&dropped), "{dropped}");
        assert!(log.0.lock().bytes.capacity() <= 2 * WAITING_LIMIT);
        for _ in &lines {
            permit.send(()).expect("somebody writes");
        }
        drop(log);
        assert_eq!(blocks.text().len(), (lines.len() - dropped as usize) * line.len());
    }

    #[test]
    fn who_has_gone_is_written_to_no_more() {
        let (permit, permission) = mpsc::channel();
        drop(permit);
        let blocks = Blocks { permission: Some(Arc::new(Mutex::new(permission))), ..Blocks::default() };
        let log = Log::to(blocks.clone());
        write(&log, &numbered(100_000));
        drop(log);
        assert!(blocks.all().is_empty());
    }
}
