//! The spheres of the tree of life, which places stand for in layouts with spheres.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::Element;

/// A sphere of the tree of life, or an element that stands for one in the Universe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sphere {
    /// 1, the far end of the tree, to 10, the near one.
    Tree(u8),
    /// One of the four elements at the far edge.
    Element(Element),
}

impl fmt::Display for Sphere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sphere::Tree(number) => write!(f, "{number}"),
            Sphere::Element(element) => f.write_str(element.id()),
        }
    }
}

impl Serialize for Sphere {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
