//! The contract: every request and response of any test is checked against `/openapi.json`.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, OnceLock},
};

use jsonschema::{Draft, Validator};
use parking_lot::Mutex;
use reqwest::{
    Method,
    header::{AUTHORIZATION, CONTENT_TYPE},
};
use serde_json::{Value, json};

use crate::api::{answer::Answer, app::Request};

/// Media type of problems.
const PROBLEM: &str = "application/problem+json";
/// Media type of NDJSON, whose lines match the schema.
const LINES: &str = "application/x-ndjson";
/// Error codes that a body allowed by its schema never gets.
const FORM: [&str; 3] = ["unknown_field", "missing_field", "wrong_type"];
/// Extensions that the last segment of a path may have.
const ENDINGS: [&str; 7] = [".json", ".svg", ".png", ".html", ".txt", ".md", ".csv"];

/// The parsed OpenAPI document.
pub struct Contract {
    pub document: Value,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// An operation of the document.
#[derive(Clone, Copy)]
pub struct Operation<'a> {
    pub path: &'a str,
    pub method: &'a str,
    pub declared: &'a Value,
}

impl Contract {
    /// The contract, parsed once.
    pub fn get() -> &'static Contract {
        static CONTRACT: OnceLock<Contract> = OnceLock::new();
        CONTRACT.get_or_init(|| Contract { document: arcana::http::document(), validators: Mutex::default() })
    }

    /// Every operation of the document.
    pub fn operations(&self) -> impl Iterator<Item = Operation<'_>> {
        let paths = self.document["paths"].as_object().into_iter().flatten();
        paths.flat_map(|(path, item)| {
            let methods = item.as_object().into_iter().flatten();
            methods.map(move |(method, declared)| Operation { path, method, declared })
        })
    }

    /// The operations of the route that matches a path. Literal segments take precedence over parameters.
    fn route(&self, path: &str) -> Vec<Operation<'_>> {
        let mut fitting: Vec<_> = self.operations().filter(|one| parameters(one.path, path).is_some()).collect();
        let fewest = fitting.iter().map(|one| one.path.matches('{').count()).min();
        fitting.retain(|one| Some(one.path.matches('{').count()) == fewest);
        fitting
    }

    /// Checks a request and its response against the document.
    pub fn check(&self, request: &Request, answer: &Answer) {
        assert!(answer.header("x-request-id").is_some(), "{}: no x-request-id", answer.asked);
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        // These are pages of the site, outside the document.
        if path.starts_with("/docs") || ["/rules/", "/problems/"].contains(&path) || is_page_of_a_problem(answer) {
            return;
        }
        let route = self.route(path);
        // Too many unknown keys are rate limited.
        let unknown_key = matches!(answer.status, 401 | 429) && request.headers.contains_key(AUTHORIZATION);
        if route.is_empty() && !unknown_key {
            return self.check_problem(answer, 404);
        }
        let asked = if request.method == Method::HEAD { "get" } else { &request.method.as_str().to_lowercase() };
        let Some(operation) = route.iter().find(|operation| operation.method == asked) else {
            // An invalid key is rejected before anything else is checked.
            if unknown_key {
                return self.check_problem(answer, answer.status);
            }
            self.check_problem(answer, 405);
            return check_allow(&route, answer);
        };
        self.check_answer(operation, request, answer);
        self.check_asked(operation, request, path, query, answer);
    }

    /// A part of the document with its location, after following a reference.
    fn resolved<'a>(&'a self, place: String, part: &'a Value) -> (String, &'a Value) {
        match part["$ref"].as_str().map(|place| place.trim_start_matches('#')) {
            Some(place) => (place.to_owned(), self.document.pointer(place).expect("a part of the document")),
            None => (place, part),
        }
    }

    /// The parameters of an operation in `query` or `path`, with their locations in the document.
    pub fn parameters<'a>(&'a self, operation: &Operation<'a>, there: &str) -> Vec<(String, &'a Value)> {
        let all = operation.declared["parameters"].as_array().into_iter().flatten().enumerate();
        let all = all.map(|(index, one)| self.resolved(format!("{}/parameters/{index}", operation.pointer()), one));
        all.filter(|(_, parameter)| parameter["in"] == there).collect()
    }

    /// The parameter with this name and its location.
    fn parameter<'a>(&'a self, operation: &Operation<'a>, there: &str, name: &str) -> Option<(String, &'a Value)> {
        self.parameters(operation, there).into_iter().find(|(_, parameter)| parameter["name"] == name)
    }

    fn check_problem(&self, answer: &Answer, status: u16) {
        assert_eq!(answer.status, status, "{}: {}", answer.asked, answer.body());
        if answer.asked.starts_with("HEAD ") {
            return;
        }
        assert_eq!(answer.content_type(), PROBLEM, "{}", answer.asked);
        self.validate("/components/schemas/Problem", &answer.json(), &answer.asked);
    }

    fn check_answer(&self, operation: &Operation<'_>, request: &Request, answer: &Answer) {
        let (asked, status) = (&answer.asked, answer.status.to_string());
        let own = operation.declared["responses"].get(&status);
        let declared = own.unwrap_or(&operation.declared["responses"]["default"]);
        assert!(
            own.is_some() || answer.status >= 400,
            "{asked}: the status {status} is not documented: {}",
            answer.body()
        );
        let (place, response) = self.resolved(format!("{}/responses/{status}", operation.pointer()), declared);
        for (name, header) in response["headers"].as_object().into_iter().flatten() {
            let (_, header) = self.resolved(String::new(), header);
            let there = answer.header(name);
            assert!(there.is_some() || header["required"] != true, "{asked}: no header {name}");
        }
        let Some(content) = response.get("content") else {
            assert!(answer.body.is_empty(), "{asked}: a body is not documented: {}", answer.body());
            return;
        };
        let media_type = answer.content_type();
        assert!(content.get(media_type).is_some(), "{asked}: {media_type} is not documented for {status}");
        if request.method != Method::HEAD && media_type.ends_with("json") {
            let place = format!("{place}/content/{}/schema", escaped(media_type));
            let told = if media_type == LINES { answer.lines() } else { vec![answer.json()] };
            told.iter().for_each(|told| self.validate(&place, told, asked));
        }
        if media_type == PROBLEM && request.method != Method::HEAD {
            // A description beside a reference replaces the one that it leads to.
            let told = declared.get("description").unwrap_or(&response["description"]).as_str().expect("a description");
            let code = answer.json()["code"].as_str().expect("a code").to_owned();
            let named = if own.is_some() { format!("`{code}`") } else { format!("{status} `{code}`") };
            assert!(told.contains(&named), "{asked}: {named} is not documented");
            let key_lacks =
                code == "unauthorized" || (code == "forbidden" && own.is_none() && operation.method == "get");
            assert!(!key_lacks || answer.header("www-authenticate").is_some(), "{asked}: no header www-authenticate");
            let wait = matches!(answer.status, 429 | 503) || code == "idempotency_in_progress";
            assert!(!wait || answer.header("retry-after").is_some(), "{asked}: no header retry-after");
        }
    }

    /// What the document forbids is rejected, and what it allows is not rejected for its form.
    fn check_asked(&self, operation: &Operation<'_>, request: &Request, path: &str, query: &str, answer: &Answer) {
        let accepted = answer.status < 300;
        let problem = (answer.content_type() == PROBLEM && !answer.body.is_empty()).then(|| answer.json());
        let errors = problem.as_ref().and_then(|problem| problem["errors"].as_array()).cloned().unwrap_or_default();
        let asked = &answer.asked;
        for name in errors.iter().filter(|error| error["code"] == "unknown_parameter").map(|error| &error["parameter"])
        {
            let known = self.parameter(operation, "query", name.as_str().expect("a name"));
            assert!(known.is_none(), "{asked}: {name}");
        }
        if accepted {
            self.check_parameters(operation, path, query, answer);
        }
        let Some(content_type) = request.headers.get(CONTENT_TYPE) else { return };
        let json = content_type.to_str().is_ok_and(|text| text.starts_with("application/json"));
        let body = operation.declared.pointer("/requestBody/content/application~1json/schema");
        let (Some(_), true, Ok(mut sent)) = (body, json, serde_json::from_slice::<Value>(&request.body)) else {
            return;
        };
        // A ruleset without deals has no such field, and null is as good as none.
        if accepted && sent["deal"].is_null() {
            sent.as_object_mut().and_then(|sent| sent.shift_remove("deal"));
        }
        let place = operation.pointer() + "/requestBody/content/application~1json/schema";
        match answer.status {
            _ if accepted => self.validate(&place, &sent, &format!("{asked}, the request")),
            422 if self.validator(&place).is_valid(&sent) => {
                let form = errors.iter().any(|error| FORM.iter().any(|code| error["code"] == *code));
                // Schemas do not know the number of players, and accept 1.0 as an integer, which the rules pages do
                // not.
                let unknowable = ["There is no player", "Numbers in a step must be integers"];
                let known = |problem: &Value| {
                    let detail = problem["detail"].as_str().unwrap_or_default();
                    !unknowable.iter().any(|beginning| detail.starts_with(beginning))
                };
                // The schema of a step from a seat leaves its fields open.
                let malformed = problem.is_some_and(|problem| {
                    problem["reason"] == "malformed" && problem["code"] == "illegal_log" && known(&problem)
                });
                assert!(!form && !malformed, "{asked}: {}, but the schema allows {sent}", answer.body());
            }
            _ => {}
        }
    }

    fn check_parameters(&self, operation: &Operation<'_>, path: &str, query: &str, answer: &Answer) {
        let asked = &answer.asked;
        let mut values: HashMap<(&str, String), Vec<String>> = HashMap::new();
        for (name, value) in parameters(operation.path, path).unwrap_or_default() {
            values.entry(("path", name)).or_default().push(value);
        }
        for (name, value) in form_urlencoded::parse(query.as_bytes()).into_owned() {
            values.entry(("query", name)).or_default().push(value);
        }
        for ((place, name), values) in values {
            let Some((pointer, parameter)) = self.parameter(operation, place, &name) else {
                panic!("{asked}: the parameter {name} is not documented, but accepted");
            };
            let value = typed(&parameter["schema"], &values);
            // The limit applies to pages, not to lines.
            if name == "limit" && answer.content_type() == LINES {
                continue;
            }
            self.validate(&(pointer + "/schema"), &value, &format!("{asked}, the parameter {name}"));
        }
    }

    /// Checks a value against a schema in the document.
    pub fn validate(&self, pointer: &str, value: &Value, what: &str) {
        let validator = self.validator(pointer);
        let errors: Vec<_> =
            validator.iter_errors(value).take(3).map(|e| format!("{}: {e:.600}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{what} is not as {pointer} has it:\n{}\n{value}", errors.join("\n"));
    }

    fn validator(&self, pointer: &str) -> Arc<Validator> {
        let mut validators = self.validators.lock();
        let validator = validators.entry(pointer.to_owned()).or_insert_with(|| {
            let mut root = self.document.clone();
            root["$ref"] = json!(format!("#{}", encoded(pointer)));
            let options = jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
            Arc::new(options.build(&root).unwrap_or_else(|why| panic!("{pointer}: {why}")))
        });
        Arc::clone(validator)
    }
}

impl Operation<'_> {
    fn pointer(&self) -> String {
        format!("/paths/{}/{}", escaped(self.path), self.method)
    }
}

/// Whether it is a problem as HTML. The document describes these only in words.
fn is_page_of_a_problem(answer: &Answer) -> bool {
    let page = answer.content_type() == "text/html; charset=utf-8";
    let named = || answer.body().contains("<dt>Code</dt><dd><a href=\"/problems/");
    page && answer.status >= 400 && (answer.asked.starts_with("HEAD ") || named())
}

/// `Allow` lists the methods of the route, and HEAD if GET is allowed.
fn check_allow(route: &[Operation<'_>], answer: &Answer) {
    let mut expected: BTreeSet<String> = route.iter().map(|operation| operation.method.to_uppercase()).collect();
    if expected.contains("GET") {
        expected.insert("HEAD".to_owned());
    }
    let allowed = answer.header("allow").unwrap_or_default().split(", ").map(ToOwned::to_owned).collect();
    assert_eq!(expected, allowed, "{}", answer.asked);
}

/// The parameters of a path that matches the template, without a known extension of the last segment.
fn parameters(template: &str, path: &str) -> Option<Vec<(String, String)>> {
    let (expected, given): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
    if expected.len() != given.len() {
        return None;
    }
    let mut parameters = Vec::new();
    for (place, (part, value)) in expected.iter().zip(&given).enumerate() {
        match part.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) if !value.is_empty() => {
                let last = place + 1 == expected.len();
                let cut = ENDINGS.iter().find_map(|ending| value.strip_suffix(ending)).filter(|_| last);
                parameters.push((name.to_owned(), decoded(cut.unwrap_or(value))));
            }
            None if part == value => {}
            _ => return None,
        }
    }
    Some(parameters)
}

/// Percent-decodes a path segment.
fn decoded(part: &str) -> String {
    let plus = part.replace('+', "%2B");
    form_urlencoded::parse(plus.as_bytes()).next().map(|(text, _)| text.into_owned()).unwrap_or_default()
}

/// Values with the types of a parameter's schema.
fn typed(schema: &Value, values: &[String]) -> Value {
    match (schema["type"].as_str(), values) {
        (Some("array"), _) => json!(values),
        (Some("integer" | "number" | "boolean"), [one]) => serde_json::from_str(one).unwrap_or_else(|_| json!(one)),
        (_, [one]) => json!(one),
        (_, many) => json!(many),
    }
}

/// Escapes a segment of a JSON pointer.
fn escaped(part: &str) -> String {
    part.replace('~', "~0").replace('/', "~1")
}

/// A JSON pointer as a URL fragment.
fn encoded(pointer: &str) -> String {
    pointer.replace('{', "%7B").replace('}', "%7D").replace(' ', "%20")
}
