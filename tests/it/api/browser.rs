//! A browser without script: cookies, forms and redirects.

use std::{cell::RefCell, collections::BTreeMap};

use reqwest::header::{CONTENT_TYPE, COOKIE};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
};

/// A browser without script.
pub struct Browser<'a> {
    app: &'a TestApp,
    pub cookies: RefCell<BTreeMap<String, String>>,
}

impl<'a> Browser<'a> {
    /// A browser without cookies.
    pub fn new(app: &'a TestApp) -> Browser<'a> {
        Browser { app, cookies: RefCell::default() }
    }

    /// Sends a request with cookies, and stores those of the response.
    pub async fn send(&self, request: Request) -> Answer {
        let cookies: Vec<_> = self.cookies.borrow().iter().map(|(name, value)| format!("{name}={value}")).collect();
        let answer = self.app.send_unchecked(request.with(COOKIE, &cookies.join("; "))).await;
        for cookie in answer.headers.get_all("set-cookie") {
            let pair = cookie.to_str().expect("text").split(';').next().expect("a pair");
            let (name, value) = pair.split_once('=').expect("a name and a value");
            self.cookies.borrow_mut().insert(name.to_owned(), value.to_owned());
        }
        answer
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

    /// Sends a form with the token of the browser.
    pub async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let token = self.token();
        self.send(Self::form(path, &[fields, &[("form_token", token.as_str())]].concat())).await
    }

    /// The form token of the browser.
    pub fn token(&self) -> String {
        self.cookies.borrow().get("arcana_form").cloned().unwrap_or_default()
    }
}
