//! The formats of a reading. They only present its data.

mod anchors;
pub mod art;
mod forms;
mod heading;
pub mod html;
mod labels;
pub mod markdown;
mod pictures;
pub mod png;
mod presentation;
pub mod spread;
pub mod svg;
mod text;

pub use forms::Forms;
pub use heading::Heading;
pub use pictures::{CardLook, Pictures};
pub use text::plain;
