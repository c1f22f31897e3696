//! The classes of work, their limits, and the load of each.

use arcana_engine::enum_index::enum_index;

/// Kind of a piece of work. Each class has its own places, so that no class waits for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Replaying stored games and making readings.
    Read,
    /// Games and logs that take milliseconds.
    Quick,
    /// Games that may take seconds.
    Long,
    /// Checking, decompressing or replaying long logs, each of which takes tens of megabytes.
    LongLog,
    /// Exports, and imports of many logs.
    Bulk,
    /// Rendering readings as PNG.
    Picture,
}

enum_index!(pub(super) Class);

impl Class {
    /// All classes.
    pub const ALL: [Class; 6] = [Class::Read, Class::Quick, Class::Long, Class::LongLog, Class::Bulk, Class::Picture];

    /// Label of the class in metrics.
    pub const fn id(self) -> &'static str {
        match self {
            Class::Read => "read",
            Class::Quick => "quick",
            Class::Long => "long",
            Class::LongLog => "long_log",
            Class::Bulk => "bulk",
            Class::Picture => "picture",
        }
    }

    /// Do its threads run at background priority?
    pub(super) const fn is_background(self) -> bool {
        match self {
            Class::Read | Class::Quick => false,
            Class::Long | Class::LongLog | Class::Bulk | Class::Picture => true,
        }
    }

    /// Number of places, given the number of threads. Classes that take tens of megabytes per piece of work have few.
    pub(super) fn places(self, threads: usize) -> usize {
        match self {
            Class::Read | Class::Quick | Class::Bulk => 2 * threads,
            Class::Long => threads + self.share(threads).div_ceil(2),
            Class::LongLog | Class::Picture => self.share(threads),
        }
    }

    /// Number of places that one caller may take, given the number of threads.
    pub(super) fn share(self, threads: usize) -> usize {
        match self {
            Class::Read | Class::Quick | Class::Long | Class::Bulk => threads,
            Class::LongLog | Class::Picture => (threads / 2).max(1),
        }
    }
}

/// Current load of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The class.
    pub class: Class,
    /// Pieces of work that are running.
    pub running: usize,
    /// Pieces of work in the queue.
    pub waiting: usize,
    /// Pieces of work refused since the start because the queue was full.
    pub refused: u64,
    /// Pieces of work cancelled since the start because the caller went away.
    pub cancelled: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_that_take_much_memory_have_few_places_and_others_a_spare_one() {
        for threads in 1..=16 {
            for class in Class::ALL {
                let (places, share) = (class.places(threads), class.share(threads));
                match class {
                    Class::LongLog | Class::Picture => assert_eq!((places, share), (1.max(threads / 2), places)),
                    Class::Long => assert!(places > share && places <= 2 * threads, "{places} for {threads}"),
                    Class::Read | Class::Quick | Class::Bulk => assert_eq!((places, share), (2 * threads, threads)),
                }
            }
        }
    }
}
