//! Thread priorities, so that background work does not delay requests.

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
        if let Err(error) = linux::assume(self) {
            tracing::debug!(%error, "cannot lower the priority of a thread");
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io;

    use thread_priority::{
        NormalThreadSchedulePolicy::Idle, ThreadPriority, ThreadSchedulePolicy::Normal, set_thread_priority_and_policy,
        thread_native_id,
    };

    use super::Priority;

    /// A nice thread keeps its processor for up to a tick (4 ms) after another thread wakes up. A thread of the class
    /// `SCHED_IDLE` is preempted at once.
    pub(super) fn assume(priority: Priority) -> io::Result<()> {
        match priority {
            Priority::Background => Ok(rustix::process::nice(10).map(drop)?),
            Priority::Idle => set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, Normal(Idle))
                .map_err(io::Error::other),
        }
    }

    #[cfg(test)]
    mod tests {
        use std::thread;

        use thread_priority::thread_schedule_policy;

        use super::*;

        #[test]
        fn a_thread_is_idle_alone_and_others_stay_as_they_are() {
            let idle = thread::spawn(|| {
                assume(Priority::Idle).expect("any thread may step aside");
                thread_schedule_policy().expect("the system tells")
            });
            assert_eq!(idle.join().expect("no panic"), Normal(Idle));
            assert_ne!(thread_schedule_policy().expect("the system tells"), Normal(Idle));
        }
    }
}
