//! Forms that are submitted twice, as by a double click: the browser drops the first response, and with it the cookies
//! to what was created. So the second one gets what the first one created.

use std::time::Duration;

use actix_web::HttpRequest;
use sha2::{Digest, Sha256};

use crate::{
    chance::hex,
    http::site::form_token::is_random_token,
    service::{
        Service,
        records::{IdempotencyKey, OwnerId},
    },
};

/// How long a form waits for the first one to be carried out.
const TIMEOUT: Duration = Duration::from_secs(2);

/// What tells a submitted form from all others. Equal if the same form is submitted twice with the same values.
#[derive(Debug)]
pub(super) struct Submission(String);

impl Submission {
    /// The submission of a form with fields and a hidden field `once`. Without that, it is like no other.
    pub(super) fn of(once: Vec<(String, String)>, fields: &[(String, String)]) -> Option<Submission> {
        let [(_, once)] = once.try_into().ok().filter(|[(_, once)]: &[_; 1]| is_random_token(once))?;
        let mut hash = Sha256::new_with_prefix(once);
        for text in fields.iter().flat_map(|(name, value)| [name, value]) {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        Some(Submission(hex(&hash.finalize())))
    }

    /// A text that tells the submission from all others.
    pub(super) fn nonce(&self) -> &str {
        &self.0
    }

    /// The idempotency key of the request with this form.
    pub(super) fn key(&self, request: &HttpRequest, service: &Service, owner: OwnerId) -> IdempotencyKey {
        let address = request.uri().path_and_query().map_or(request.path(), |address| address.as_str());
        let what = [request.method().as_str(), address, &self.0];
        // The submission stands for its values, so there is no other body.
        IdempotencyKey { timeout: TIMEOUT, ..service.idempotency_key(owner, None, what, &[]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(once: &str, fields: &[(&str, &str)]) -> Option<String> {
        let owned = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>()
        };
        Submission::of(owned(&[("once", once)]), &owned(fields)).map(|submission| submission.0)
    }

    #[test]
    fn only_the_same_form_with_the_same_values_is_the_same_submission() {
        let (once, other) = ("ab".repeat(32), "cd".repeat(32));
        let first = of(&once, &[("name", "Ada"), ("question", "")]).expect("a submission");
        assert_eq!(of(&once, &[("name", "Ada"), ("question", "")]), Some(first.clone()));
        for (once, fields) in [
            (&other, &[("name", "Ada"), ("question", "")][..]),
            (&once, &[("name", "Bel"), ("question", "")]),
            (&once, &[("name", "Adaq"), ("uestion", "")]),
            (&once, &[("name", "Ada")]),
        ] {
            assert_ne!(of(once, fields), Some(first.clone()), "{fields:?}");
        }
    }

    #[test]
    fn a_form_without_a_valid_field_is_like_no_other() {
        assert_eq!(of("", &[]), None);
        assert_eq!(of("x", &[]), None);
        let twice = ["ab", "cd"].map(|half| ("once".to_owned(), half.repeat(32)));
        assert!(Submission::of(twice.to_vec(), &[]).is_none() && Submission::of(Vec::new(), &[]).is_none());
    }
}
