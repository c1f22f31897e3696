//! The formats of a reading of a spread. They only present its data.

pub mod html;
mod labels;
mod map;
pub mod markdown;
mod text;

pub use text::plain;
