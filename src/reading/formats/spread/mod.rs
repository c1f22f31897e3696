//! The forms of a reading of a spread. They only show what stands in it.

pub mod html;
mod labels;
mod map;
pub mod markdown;
mod text;

pub use text::plain;
