//! The width of a picture.

use std::time::Duration;

/// Width of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(u32);

impl Width {
    /// Minimum width.
    pub const LEAST: u32 = 200;
    /// Maximum width.
    pub const MOST: u32 = 2000;
    /// Width of preview pictures.
    pub const PREVIEW: Width = Width(1200);
    /// Width of the site's icon.
    pub(super) const ICON: Width = Width(32);

    /// This many pixels; `None` when that is too few or too many.
    pub const fn new(pixels: u32) -> Option<Width> {
        if pixels >= Width::LEAST && pixels <= Width::MOST { Some(Width(pixels)) } else { None }
    }

    /// In pixels.
    pub const fn pixels(self) -> u32 {
        self.0
    }

    /// Whether its cards are so large that small pictures of them would be blurred.
    pub(in crate::formats) const fn is_wide(self) -> bool {
        self.0 > 1400
    }

    /// Approximate maximum time to draw a picture of this width.
    pub const fn drawing(self) -> Duration {
        Duration::from_nanos(DOT.as_nanos() as u64 * self.0 as u64 * self.0 as u64)
    }
}

/// Drawing time per pixel of a square.
const DOT: Duration = Duration::from_nanos(160);

impl Default for Width {
    fn default() -> Width {
        Width(1000)
    }
}
