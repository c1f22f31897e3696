//! Tests of `Accept`.

use actix_web::test::TestRequest;

use super::*;

fn chosen(accept: &str) -> Option<Representation> {
    let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
    choose(&request, &[Representation::Json, Representation::Text]).ok()
}

#[test]
fn the_most_preferred_representation_is_chosen() {
    assert_eq!(chosen("*/*"), Some(Representation::Json));
    assert_eq!(chosen("text/plain"), Some(Representation::Text));
    assert_eq!(chosen("text/*;q=0.5, application/json;q=0.4"), Some(Representation::Text));
    assert_eq!(chosen("*/*;q=0.1, application/json;q=0"), Some(Representation::Text));
    assert_eq!(chosen("image/webp"), None);
    assert_eq!(chosen("application/json;q=0"), None);
}

#[test]
fn a_media_type_with_a_suffix_is_compared_whole() {
    let chosen = |accept: &str| {
        let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
        choose(&request, &[Representation::Json, Representation::Svg, Representation::Png]).ok()
    };
    assert_eq!(chosen("image/svg+xml"), Some(Representation::Svg));
    assert_eq!(chosen("image/*"), Some(Representation::Svg));
    assert_eq!(chosen("image/*, image/svg+xml;q=0.5"), Some(Representation::Png));
    assert_eq!(chosen("image/svg"), None);
}

#[test]
fn a_list_has_pages_unless_lines_are_requested() {
    let form = |accept: &str| {
        let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
        (list_form(&request).ok(), any_of(&request, &[NDJSON]).is_ok())
    };
    assert_eq!(form("*/*"), (Some(ListForm::Pages), true));
    assert_eq!(form("application/x-ndjson"), (Some(ListForm::Lines), true));
    assert_eq!(form("application/json;q=0.5, application/x-ndjson"), (Some(ListForm::Lines), true));
    assert_eq!(form("application/json"), (Some(ListForm::Pages), false));
    assert_eq!(form("text/html"), (None, false));
    assert_eq!(list_form(&TestRequest::default().to_http_request()).ok(), Some(ListForm::Pages));
}

#[test]
fn browsers_prefer_pages_and_programs_do_not() {
    let asks =
        |accept: &str| prefers_page(&TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request());
    assert!(asks("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"));
    assert!(asks("text/html"));
    for accept in ["*/*", "text/*", "application/json, text/html", "text/html;q=0.5, application/problem+json", "", "x"]
    {
        assert!(!asks(accept), "{accept}");
    }
    assert!(!prefers_page(&TestRequest::default().to_http_request()));
}

#[test]
fn an_extension_overrides_the_header() {
    let request = TestRequest::default().insert_header((header::ACCEPT, "application/json")).to_http_request();
    let chosen = |part| of_part(&request, part, &[Representation::Json, Representation::Text]).ok();
    assert_eq!(chosen("0199.txt"), Some(("0199", Representation::Text)));
    assert_eq!(chosen("0199"), Some(("0199", Representation::Json)));
    assert_eq!(chosen("0199.exe"), None);
    assert_eq!(chosen("0199.html"), None);
    assert_eq!(chosen("0199."), Some(("0199.", Representation::Json)));
}
