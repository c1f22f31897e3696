//! The forms of a reading. They only show what stands in it.

mod anchors;
mod heading;
pub mod html;
mod labels;
pub mod markdown;
mod pictures;
pub mod png;
mod presentation;
pub mod svg;
mod text;

pub use heading::Heading;
pub use pictures::Pictures;
pub use text::plain;
