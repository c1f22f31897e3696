//! Parsers of values whose own errors say less than a caller needs.

use std::{net::SocketAddr, num::NonZeroU32};

use uuid::Uuid;

/// An address to listen on.
pub(super) fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "expected an IP address and a port, as in `127.0.0.1:8080`".to_owned())
}

/// An id.
pub(super) fn id(text: &str) -> Result<Uuid, String> {
    text.parse().map_err(|_| "expected a UUID".to_owned())
}

/// A number from 1.
pub(super) fn positive(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| format!("expected a whole number from 1 to {}", u32::MAX))
}

/// A size in bytes or a number of steps, from 1.
pub(super) fn size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| *size > 0);
    size.ok_or_else(|| format!("expected a whole number from 1 to {}", usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_is_expected() {
        assert!(address("[::1]:80").is_ok());
        for text in ["localhost:8080", "8080", ":8080"] {
            assert!(address(text).is_err_and(|why| why.contains("as in `127.0.0.1:8080`")), "{text}");
        }
        assert_eq!(id("x"), Err("expected a UUID".to_owned()));
        assert!(positive("0").is_err() && positive("-1").is_err() && positive("7").is_ok());
        assert_eq!((size("0").is_err(), size("1")), (true, Ok(1)));
    }
}
