//! Writes the texts of a reading (`reading.md`, "Texts").

mod second;

pub(super) use second::narrate;
