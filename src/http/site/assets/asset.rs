//! A file linked by pages.

use std::borrow::Cow;

use sha2::{Digest, Sha256};

use crate::hex::hex;

/// A file linked by pages.
pub struct Asset {
    pub name: &'static str,
    pub content_type: &'static str,
    pub content: Cow<'static, [u8]>,
    /// Start of its SHA-256, in hex.
    pub hash: String,
}

/// A file with this content.
pub fn made(name: &'static str, content_type: &'static str, content: impl Into<Cow<'static, [u8]>>) -> Asset {
    let content = content.into();
    let hash = hex(&Sha256::digest(&content)[..8]);
    Asset { name, content_type, content, hash }
}
