//! Responses of the app.

use reqwest::header::{CONTENT_TYPE, HeaderMap};
use serde_json::Value;

/// A response.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Method and path of the request.
    pub asked: String,
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    /// The header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().expect("a header in ASCII"))
    }

    /// The media type with its parameters.
    pub fn content_type(&self) -> &str {
        self.header(CONTENT_TYPE.as_str()).unwrap_or_default()
    }

    /// The body as text.
    pub fn body(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8")
    }

    /// The body as JSON, whatever the status.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|why| panic!("{}: no JSON ({why}): {}", self.asked, self.body()))
    }

    /// The JSON of every non-empty line.
    pub fn lines(&self) -> Vec<Value> {
        assert_eq!(
            (self.status, self.content_type()),
            (200, "application/x-ndjson"),
            "{}: {}",
            self.asked,
            self.body()
        );
        let line =
            |text| serde_json::from_str(text).unwrap_or_else(|why| panic!("{}: no JSON ({why}): {text}", self.asked));
        self.body().lines().filter(|line| !line.is_empty()).map(line).collect()
    }

    /// The text of an answer with this status.
    pub fn text(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}: {}", self.asked, self.body());
        self.body().to_owned()
    }

    /// The well-formed markup of a successful response.
    pub fn markup(&self) -> roxmltree::Document<'_> {
        assert_eq!(self.status, 200, "{}", self.asked);
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        roxmltree::Document::parse_with_options(self.body(), options)
            .unwrap_or_else(|why| panic!("{}: {why}: {}", self.asked, self.body()))
    }

    /// Width and height of a PNG, from its header.
    pub fn png_size(&self) -> (u32, u32) {
        assert_eq!((self.status, self.content_type()), (200, "image/png"), "{}", self.asked);
        assert_eq!(&self.body[..16], b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", "{}", self.asked);
        let number = |at: usize| u32::from_be_bytes(self.body[at..at + 4].try_into().expect("four bytes"));
        (number(16), number(20))
    }

    /// The JSON of an answer with this status.
    pub fn is(&self, status: u16) -> Value {
        self.text(status);
        assert_eq!(self.content_type(), "application/json", "{}", self.asked);
        self.json()
    }

    /// The problem with this status and code.
    pub fn problem(&self, status: u16, code: &str) -> Value {
        self.text(status);
        assert_eq!(self.content_type(), "application/problem+json", "{}", self.asked);
        let problem = self.json();
        assert_eq!(problem["code"], code, "{}: {problem}", self.asked);
        assert_eq!(problem["status"], status);
        assert_eq!(problem["type"], format!("/problems/{code}"));
        assert_eq!(problem["request_id"].as_str(), self.header("x-request-id"));
        if let Some(first) = problem["errors"].get(0) {
            let name = first["parameter"].as_str().or(first["pointer"].as_str()).expect("a place");
            let named =
                name.is_empty() || problem["detail"].as_str().is_some_and(|it| it.contains(&format!("`{name}`: ")));
            assert!(named, "{}: the detail names no field: {problem}", self.asked);
        }
        problem
    }

    /// Checks that a problem page has this status and code.
    pub fn problem_page(&self, status: u16, code: &str) {
        assert!(self.text(status).contains(&format!("/problems/{code}")), "{}: {}", self.asked, self.body());
        assert_eq!(self.content_type(), "text/html; charset=utf-8", "{}", self.asked);
    }

    /// The pointers or parameters of a problem's errors with their codes, in order.
    pub fn wrong(&self, status: u16, code: &str) -> Vec<(String, String)> {
        let problem = self.problem(status, code);
        let errors = problem["errors"].as_array().unwrap_or_else(|| panic!("{}: no errors: {problem}", self.asked));
        let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
        let place = |error: &Value| text(&error["pointer"]).or(text(&error["parameter"])).expect("a place");
        errors.iter().map(|error| (place(error), text(&error["code"]).expect("a code"))).collect()
    }
}
