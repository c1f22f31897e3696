//! The bodies of problems as they are sent, and the limits on what they quote of a request.

use serde::Serialize;
use serde_json::{Value, value::RawValue};
use utoipa::ToSchema;

use crate::{
    games::{Code, NamedDue, QUOTED, excerpt},
    service::{FieldError, IllegalLog, ProblemCode},
};

/// Maximum length of a `detail`, in bytes.
const DETAIL_LIMIT: usize = 1000;

/// Maximum length of an `instance`, in bytes.
const INSTANCE_LIMIT: usize = 2000;

/// Problem details (RFC 9457) with a stable `code`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Problem, example = json!({
    "type": "/problems/not_found", "title": "Not found", "status": 404,
    "detail": "There is no such game.", "instance": "/v1/games/0199aa00-0000-7000-8000-000000000000",
    "code": "not_found", "request_id": "0199aa00-0000-7000-8000-000000000001"}))]
pub struct ProblemResponse {
    /// Link to a page that explains the code.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference")]
    pub type_: String,
    /// Short summary of the problem type.
    pub title: String,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// Explanation of this occurrence. It names the first invalid value.
    pub detail: String,
    /// Path of the request.
    #[schema(format = "uri-reference")]
    pub instance: String,
    /// The stable code.
    pub code: String,
    /// Id of the request, as in the `x-request-id` header.
    pub request_id: String,
    /// Invalid values in the body, the query or the path.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    #[schema(max_items = 100)]
    pub errors: Option<Vec<WrongField>>,
    /// True if there are more errors than listed; omitted otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub errors_truncated: Option<bool>,
    /// The game that already has the external id (`external_id_taken`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub game: Option<uuid::Uuid>,
    /// Number of steps played by now (`table_moved_on`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub step_count: Option<usize>,
}

/// An invalid value: a field of the body (`pointer`) or a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WrongField {
    /// A JSON pointer into the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub pointer: Option<String>,
    /// A query or path parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub parameter: Option<String>,
    /// A stable code.
    pub code: String,
    /// Explanation.
    pub detail: String,
}

/// The problems `illegal_log` and `illegal_step`: the illegal step, the rule it breaks, and the legal steps.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = IllegalLogProblem)]
pub struct IllegalLogResponse {
    /// Link to a page that explains the code.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference")]
    pub type_: String,
    /// Short summary of the problem type.
    pub title: String,
    /// The HTTP status.
    #[schema(minimum = 422, maximum = 422)]
    pub status: u16,
    /// Explanation that names cards and players.
    pub detail: String,
    /// Path of the request.
    #[schema(format = "uri-reference")]
    pub instance: String,
    /// `illegal_log`, or `illegal_step` at a table.
    #[schema(pattern = "^illegal_(log|step)$")]
    pub code: String,
    /// Id of the request, as in the `x-request-id` header.
    pub request_id: String,
    /// Index of the step, from 0; null if the document is invalid, and the number of steps if the log is incomplete.
    pub index: Option<usize>,
    /// The step as sent; also null if it has more than 4,096 bytes.
    #[schema(value_type = Value)]
    pub step: Option<Box<RawValue>>,
    /// Error code of the rules page.
    pub reason: Code,
    /// What was due; null if the document is invalid.
    pub due: Option<NamedDue>,
    /// Legal steps of the players who were due, up to 100; empty if the table was due.
    #[schema(value_type = Vec<crate::http::openapi::unions::AnyStep>, max_items = 100)]
    pub legal: Vec<Value>,
    /// True if there were more.
    pub legal_truncated: bool,
    /// The later step that prevents omitted hands from being derived (`deal_unknown`); omitted if no step is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub cause: Option<WrongStepResponse>,
}

/// An illegal step, and the legal steps.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WrongStep)]
pub struct WrongStepResponse {
    /// Index of the step, from 0.
    pub index: Option<usize>,
    /// The step as sent; also null if it has more than 4,096 bytes.
    #[schema(value_type = Value)]
    pub step: Option<Box<RawValue>>,
    /// Error code of the rules page.
    pub reason: Code,
    /// Explanation that names cards and players.
    pub detail: String,
    /// What was due.
    pub due: Option<NamedDue>,
    /// Legal steps of the players who were due, up to 100, with cards named in other steps or possible in the omitted
    /// hands.
    #[schema(value_type = Vec<crate::http::openapi::unions::AnyStep>, max_items = 100)]
    pub legal: Vec<Value>,
    /// True if there were more.
    pub legal_truncated: bool,
}

impl From<&IllegalLog> for WrongStepResponse {
    fn from(log: &IllegalLog) -> WrongStepResponse {
        WrongStepResponse {
            index: log.index,
            step: log.step.clone(),
            reason: log.reason,
            detail: short(log.detail.clone()),
            due: log.due.clone(),
            legal: log.legal.clone(),
            legal_truncated: log.legal_truncated,
        }
    }
}

/// The body of a problem.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum AnyProblemResponse {
    /// Any problem but an illegal log.
    Problem(ProblemResponse),
    /// An illegal log.
    IllegalLog(IllegalLogResponse),
}

impl WrongField {
    /// An invalid parameter.
    pub fn of_parameter(code: ProblemCode, parameter: &str, detail: impl Into<String>) -> WrongField {
        let parameter = Some(excerpt(parameter, QUOTED).into_owned());
        WrongField { pointer: None, parameter, code: code.kind().id.to_owned(), detail: short(detail.into()) }
    }

    /// What is wrong, with the name of the parameter or the pointer of the field; the body as a whole has none.
    pub(super) fn sentence(&self) -> String {
        match self.parameter.as_deref().or(self.pointer.as_deref()) {
            Some(name) if !name.is_empty() => format!("`{name}`: {}", self.detail),
            Some(_) | None => self.detail.clone(),
        }
    }
}

impl From<FieldError> for WrongField {
    fn from(error: FieldError) -> WrongField {
        let FieldError { pointer, code, detail } = error;
        WrongField { pointer: Some(pointer), parameter: None, code: code.id().to_owned(), detail: short(detail) }
    }
}

/// Shortens a detail that quotes too much of the request.
pub(super) fn short(detail: String) -> String {
    if detail.len() <= DETAIL_LIMIT { detail } else { excerpt(&detail, DETAIL_LIMIT).into_owned() }
}

/// A path as a URI reference (RFC 3986): characters that are not allowed in one are escaped, as requests may contain
/// them.
pub(super) fn as_reference(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@%".contains(&byte);
    let path = excerpt(path, INSTANCE_LIMIT);
    let mut reference = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            byte if plain(byte) => reference.push(char::from(byte)),
            byte => reference += &format!("%{byte:02X}"),
        }
    }
    reference
}
