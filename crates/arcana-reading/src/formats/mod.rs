//! The formats of a reading. They only present its data.

mod anchors;
pub mod art;
mod care;
mod heading;
pub mod html;
mod labels;
pub mod markdown;
mod pictures;
pub mod png;
mod presentation;
mod render;
pub mod spread;
pub mod svg;
mod text;

pub use heading::Heading;
pub use pictures::{CardLook, Pictures};
pub use render::Render;
pub use text::plain;
