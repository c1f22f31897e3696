//! The classes of work, and how much of each is in hand.

/// What a piece of work is like. Each class has places of its own, so that one never waits for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Stored games replayed and readings read.
    Read,
    /// Games and logs that take moments.
    Quick,
    /// Games that may take seconds.
    Long,
    /// Long logs judged, unpacked or replayed: each takes tens of megabytes meanwhile.
    LongLog,
    /// Exports, and imports of many logs.
    Bulk,
    /// Readings drawn as PNG.
    Picture,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 6] = [Class::Read, Class::Quick, Class::Long, Class::LongLog, Class::Bulk, Class::Picture];

    /// As it is labelled in metrics.
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

    /// Does it give way to all other threads of the machine?
    pub(super) const fn gives_way(self) -> bool {
        match self {
            Class::Read | Class::Quick => false,
            Class::Long | Class::LongLog | Class::Bulk | Class::Picture => true,
        }
    }

    /// How many places it has, where so many threads work: what takes tens of megabytes has few.
    pub(super) fn places(self, threads: usize) -> usize {
        match self {
            Class::Read | Class::Quick | Class::Bulk => 2 * threads,
            Class::Long => threads + self.share(threads).div_ceil(2),
            Class::LongLog | Class::Picture => self.share(threads),
        }
    }

    /// How many places of it one caller may have, where so many threads work.
    pub(super) fn share(self, threads: usize) -> usize {
        match self {
            Class::Read | Class::Quick | Class::Long | Class::Bulk => threads,
            Class::LongLog | Class::Picture => (threads / 2).max(1),
        }
    }
}

/// How much work of a class is in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Of which class.
    pub class: Class,
    /// How many pieces are being worked on.
    pub running: usize,
    /// How many wait for a place.
    pub waiting: usize,
    /// How many were refused since the start because too many were waiting.
    pub refused: u64,
    /// How many were given up since the start because nobody waited for them any more.
    pub cancelled: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_much_memory_has_few_places_and_everything_else_one_for_others() {
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
