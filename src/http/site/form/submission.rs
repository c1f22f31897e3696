//! Forms that are submitted twice, as by a double click: the browser drops the first response, and with it the cookies
//! to what was created. So the second one gets what the first one created.

use std::time::Duration;

use actix_web::HttpRequest;
use maud::{Markup, Render, html};
use sha2::{Digest, Sha256};

use crate::{
    hex::hex,
    service::{
        Service,
        records::{IdempotencyKey, OwnerId},
    },
};

/// How long a form waits for the first one to be carried out.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Name of the hidden field that tells a form from all others.
pub(super) const ONCE: &str = "once";

/// The hidden field of a form that creates something: submitted twice, as by a double click, it creates it once.
#[derive(Clone, Debug)]
pub struct Once(String);

impl Once {
    /// A field for the forms of one page.
    pub fn new(service: &Service) -> Once {
        Once(service.random_token())
    }
}

impl Render for Once {
    fn render(&self) -> Markup {
        html! { input type="hidden" name=(ONCE) value=(self.0); }
    }
}

/// The value of the hidden field, if there is a valid one. Without it, a form is like no other.
pub(super) fn once(fields: Vec<(String, String)>) -> Option<String> {
    let [(_, once)] = fields.try_into().ok()?;
    Some(once).filter(|once: &String| once.len() == 64 && once.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// What tells a submitted form from all others. Equal if the same form is submitted twice with the same values.
#[derive(Debug)]
pub struct Submission(String);

impl Submission {
    /// The submission of a form with a hidden field `once` and these other fields.
    pub(super) fn of(once: &str, fields: &[(String, String)]) -> Submission {
        let mut hash = Sha256::new_with_prefix(once);
        for text in fields.iter().flat_map(|(name, value)| [name, value]) {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        Submission(hex(&hash.finalize()))
    }

    /// What the tokens of what is created are derived from, so that they are the same if the form is submitted twice.
    pub fn nonce(&self) -> &str {
        &self.0
    }

    /// The idempotency key of the request with this form.
    pub fn key(&self, request: &HttpRequest, service: &Service, owner: OwnerId) -> IdempotencyKey {
        let address = request.uri().path_and_query().map_or(request.path(), |address| address.as_str());
        let what = [request.method().as_str(), address, &self.0];
        // The submission stands for its values, so there is no other body.
        IdempotencyKey { timeout: TIMEOUT, ..service.idempotency_key(owner, None, what, &[]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn only_the_same_form_with_the_same_values_is_the_same_submission() {
        let of = |once: &str, fields: &[(&str, &str)]| Submission::of(once, &owned(fields)).0;
        let first = of("1", &[("name", "Ada"), ("question", "")]);
        assert_eq!(of("1", &[("name", "Ada"), ("question", "")]), first);
        for (once, fields) in [
            ("2", &[("name", "Ada"), ("question", "")][..]),
            ("1", &[("name", "Bel"), ("question", "")]),
            ("1", &[("name", "Adaq"), ("uestion", "")]),
            ("1", &[("name", "Ada")]),
        ] {
            assert_ne!(of(once, fields), first, "{fields:?}");
        }
    }

    #[test]
    fn a_form_has_one_valid_field_or_none() {
        let valid = "ab".repeat(32);
        assert_eq!(once(owned(&[("once", &valid)])), Some(valid.clone()));
        for wrong in [&[][..], &[("once", "")], &[("once", "x")], &[("once", &valid), ("once", &valid)]] {
            assert_eq!(once(owned(wrong)), None, "{wrong:?}");
        }
    }
}
