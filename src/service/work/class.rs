//! The classes of work, and how much of each is in hand.

/// What a piece of work is like. Each class has places of its own, so that one never waits for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Stored games replayed and readings read.
    Read,
    /// Games and logs that take moments.
    Quick,
    /// Games and logs that may take seconds.
    Long,
    /// Exports, and imports of many logs.
    Bulk,
    /// Readings drawn as PNG.
    Picture,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 5] = [Class::Read, Class::Quick, Class::Long, Class::Bulk, Class::Picture];

    /// As it is labelled in metrics.
    pub const fn id(self) -> &'static str {
        match self {
            Class::Read => "read",
            Class::Quick => "quick",
            Class::Long => "long",
            Class::Bulk => "bulk",
            Class::Picture => "picture",
        }
    }

    /// Does it give way to all other threads of the machine?
    pub(super) const fn gives_way(self) -> bool {
        match self {
            Class::Read | Class::Quick => false,
            Class::Long | Class::Bulk | Class::Picture => true,
        }
    }

    /// How many places it has, where so many threads work: a picture in work takes tens of megabytes.
    pub(super) fn places(self, threads: usize) -> usize {
        match self {
            Class::Read | Class::Quick | Class::Long | Class::Bulk => 2 * threads,
            Class::Picture => self.share(threads),
        }
    }

    /// How many places of it one caller may have, where so many threads work.
    pub(super) fn share(self, threads: usize) -> usize {
        match self {
            Class::Read | Class::Quick | Class::Long | Class::Bulk => threads,
            Class::Picture => (threads / 2).max(1),
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
