//! A browser without script: cookies, forms and redirects.

use std::{cell::RefCell, collections::BTreeMap};

use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderName};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
};

/// A browser without script.
pub struct Browser<'a> {
    app: &'a TestApp,
    /// Values by path and name.
    cookies: RefCell<BTreeMap<(String, String), String>>,
}

impl<'a> Browser<'a> {
    /// A browser without cookies.
    pub fn new(app: &'a TestApp) -> Browser<'a> {
        Browser { app, cookies: RefCell::default() }
    }

    /// Sends a request with the cookies of its path, and stores those of the response.
    pub async fn send(&self, request: Request) -> Answer {
        let path = request.path.split('?').next().expect("a path");
        let cookies: Vec<_> = self.sent_to(path).map(|(name, value)| format!("{name}={value}")).collect();
        let answer = self.app.send_unchecked(request.with(COOKIE, &cookies.join("; "))).await;
        for cookie in answer.headers.get_all("set-cookie") {
            self.store(cookie.to_str().expect("text"));
        }
        answer
    }

    /// The cookies that a request for this path carries.
    fn sent_to(&self, path: &str) -> impl Iterator<Item = (String, String)> + use<> {
        let below = |of: &str| {
            path.strip_prefix(of).is_some_and(|rest| of.ends_with('/') || rest.is_empty() || rest.starts_with('/'))
        };
        let cookies: Vec<_> = self
            .cookies
            .borrow()
            .iter()
            .filter(|((of, _), _)| below(of))
            .map(|((_, name), value)| (name.clone(), value.clone()))
            .collect();
        cookies.into_iter()
    }

    fn store(&self, cookie: &str) {
        let (pair, attributes) = cookie.split_once("; ").expect("attributes");
        let (name, value) = pair.split_once('=').expect("a name and a value");
        let path = attributes.split("; ").find_map(|attribute| attribute.strip_prefix("Path=")).expect("a path");
        let key = (path.to_owned(), name.to_owned());
        match attributes.split("; ").any(|attribute| attribute == "Max-Age=0") {
            true => self.cookies.borrow_mut().remove(&key),
            false => self.cookies.borrow_mut().insert(key, value.to_owned()),
        };
    }

    /// The text of a page.
    pub async fn open(&self, path: &str) -> String {
        self.send(Request::get(path)).await.text(200)
    }

    /// A form as a request.
    pub fn form(path: &str, fields: &[(&str, &str)]) -> Request {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        Request::post(path, body).with(CONTENT_TYPE, "application/x-www-form-urlencoded")
    }

    /// Sends a form from a page of the service.
    pub async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.send(from_own_page(Self::form(path, fields))).await
    }
}

/// The request, as a browser sends it from a page of the service.
pub fn from_own_page(request: Request) -> Request {
    request.with(HeaderName::from_static("sec-fetch-site"), "same-origin")
}
