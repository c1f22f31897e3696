//! The commands of arcana.

fn main() {}
