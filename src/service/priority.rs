//! Thread priorities, so that background work does not delay requests.

#[cfg(target_os = "linux")]
use std::io;

#[cfg(target_os = "linux")]
use thread_priority::{
    NormalThreadSchedulePolicy::Idle, ThreadPriority, ThreadSchedulePolicy::Normal, set_thread_priority_and_policy,
    thread_native_id,
};

/// A lowered thread priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Priority {
    /// Nice 10: gets about a tenth of a contended processor.
    Background,
    /// Runs only when nothing else wants to run.
    Idle,
}

impl Priority {
    /// Sets the priority of the current thread. If the system refuses, the thread keeps its priority.
    pub(super) fn assume(self) {
        #[cfg(target_os = "linux")]
        if let Err(error) = self.set() {
            tracing::debug!(%error, "cannot lower the priority of a thread");
        }
    }

    /// A nice thread keeps its processor for up to a tick (4 ms) after another thread wakes up. A thread of the class
    /// `SCHED_IDLE` is preempted at once.
    #[cfg(target_os = "linux")]
    fn set(self) -> io::Result<()> {
        match self {
            Priority::Background => Ok(rustix::process::nice(10).map(drop)?),
            Priority::Idle => set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, Normal(Idle))
                .map_err(io::Error::other),
        }
    }
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::thread;

    use thread_priority::thread_schedule_policy;

    use super::*;

    #[test]
    fn only_the_thread_that_sets_it_is_idle() {
        let idle = thread::spawn(|| {
            Priority::Idle.set().expect("any thread may lower its priority");
            thread_schedule_policy().expect("the system knows it")
        });
        assert_eq!(idle.join().expect("no panic"), Normal(Idle));
        assert_ne!(thread_schedule_policy().expect("the system knows it"), Normal(Idle));
    }
}
