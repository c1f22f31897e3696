//! Tests of the cache of responses.

use actix_web::test::TestRequest;

use super::*;
use crate::service::Scopes;

fn kept_under(uri: &str) -> Option<String> {
    let request = TestRequest::with_uri(uri).to_srv_request();
    address(&request, &Caller::anonymous(Scopes::READ)).map(Cow::into_owned)
}

#[test]
fn an_address_is_cached_under_one_spelling() {
    assert_eq!(kept_under("/v1/games/0199"), Some("/v1/games/0199".to_owned()));
    assert_eq!(kept_under("/v1/x?layout=fate&&deck=thoth&"), kept_under("/v1/x?deck=thoth&layout=fate"));
    assert_eq!(kept_under("/games/0199/preview.png"), Some("/games/0199/preview.png".to_owned()));
    for spelt in ["/v1/g%61mes", "/v1/games/0199A", "/v1/x?view=a+b", "/v1/x?vie%77=all", "/games"] {
        assert_eq!(kept_under(spelt), None, "{spelt}");
    }
    assert_eq!(kept_under(&format!("/v1/{}", "x".repeat(ADDRESS_LIMIT))), None);
}

#[test]
fn an_address_names_its_game_or_reading() {
    let id = "019a9f1e-0000-7000-8000-000000000001";
    let named = |path: &str| named(path).map(|id| id.to_string());
    for path in [
        "/v1/games/{id}",
        "/v1/games/{id}/states/3",
        "/v1/readings/{id}.svg",
        "/v1/games/{id}/readings/0.svg",
        "/readings/{id}/preview.png",
        "/games/{id}/preview.png",
    ] {
        assert_eq!(named(&path.replace("{id}", id)), Some(id.to_owned()), "{path}");
    }
    for path in ["/v1/games", "/v1/decks/thoth", "/v1/games/import", "/v1/keys/019a9f1e-0000-7000-8000-000000000001"] {
        assert_eq!(named(path), None, "{path}");
    }
}

#[test]
fn a_coding_is_remembered_as_it_was_read() {
    for (requested, coding) in [
        ("gzip, deflate, br, zstd", Some(ContentEncoding::Brotli)),
        ("br;q=1.0, gzip;q=0.5", Some(ContentEncoding::Brotli)),
        ("identity", Some(ContentEncoding::Identity)),
    ] {
        let request = TestRequest::default().insert_header((header::ACCEPT_ENCODING, requested)).to_srv_request();
        assert_eq!((negotiated_coding(&request), negotiated_coding(&request)), (coding, coding), "{requested}");
    }
    let none = TestRequest::default().to_srv_request();
    assert_eq!(negotiated_coding(&none), Some(ContentEncoding::Identity));
}
