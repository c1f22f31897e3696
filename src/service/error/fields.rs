//! Invalid fields of a body, collected up to a limit.

use super::problems::ProblemCode;
use crate::games::{FAULTS_REPORTED, FieldFault, FieldFaultKind, QUOTED, Ruleset, excerpt};

/// An invalid field of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// A JSON pointer into the body.
    pub pointer: String,
    /// A stable code.
    pub code: FieldErrorCode,
    /// What is wrong, as a sentence.
    pub detail: String,
}

/// The kind of error of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldErrorCode {
    /// The field does not exist.
    UnknownField,
    /// The field is required.
    MissingField,
    /// Another JSON type is expected.
    WrongType,
    /// The value is invalid.
    BadValue,
    /// The card is there already.
    DuplicateCard,
    /// A deal has fewer tricks.
    TooManyTricks,
    /// The error of the field is a problem of its own.
    Problem(ProblemCode),
}

impl FieldErrorCode {
    /// The code in responses.
    pub fn id(self) -> &'static str {
        match self {
            FieldErrorCode::UnknownField => "unknown_field",
            FieldErrorCode::MissingField => "missing_field",
            FieldErrorCode::WrongType => "wrong_type",
            FieldErrorCode::BadValue => "bad_value",
            FieldErrorCode::DuplicateCard => "duplicate_card",
            FieldErrorCode::TooManyTricks => "too_many_tricks",
            FieldErrorCode::Problem(code) => code.kind().id,
        }
    }
}

impl From<FieldFaultKind> for FieldErrorCode {
    fn from(kind: FieldFaultKind) -> FieldErrorCode {
        match kind {
            FieldFaultKind::Unknown => FieldErrorCode::UnknownField,
            FieldFaultKind::Missing => FieldErrorCode::MissingField,
            FieldFaultKind::WrongType => FieldErrorCode::WrongType,
            FieldFaultKind::BadValue => FieldErrorCode::BadValue,
        }
    }
}

impl FieldError {
    /// An error of this kind.
    pub fn new(code: FieldErrorCode, pointer: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError { pointer: pointer.into(), code, detail: detail.into() }
    }

    /// An invalid value.
    pub fn bad_value(pointer: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError::new(FieldErrorCode::BadValue, pointer, detail)
    }

    /// An error with its own problem code.
    pub fn of(code: ProblemCode, pointer: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError::new(FieldErrorCode::Problem(code), pointer, detail)
    }

    /// `unknown_ruleset`, with the rulesets that there are.
    pub fn unknown_ruleset(id: &str) -> FieldError {
        let known = Ruleset::ALL.map(Ruleset::id).join(", ");
        let detail = format!("`{}` is not a ruleset. Rulesets: {known}.", excerpt(id, QUOTED));
        FieldError::of(ProblemCode::UnknownRuleset, "/ruleset", detail)
    }

    /// The error of a field below `base`.
    pub fn below(base: &str, fault: FieldFault) -> FieldError {
        FieldError::new(fault.kind.into(), format!("{base}{}", fault.pointer), fault.detail)
    }
}

/// Invalid fields: up to one more than are reported, which shows that there are more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(pub(super) Vec<FieldError>);

impl FieldErrors {
    /// Adds a field.
    pub fn push(&mut self, error: FieldError) {
        if !self.is_full() {
            self.0.push(error);
        }
    }

    /// Has the limit been reached?
    pub fn is_full(&self) -> bool {
        self.0.len() > FAULTS_REPORTED
    }

    /// Are there no errors?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Extend<FieldError> for FieldErrors {
    fn extend<I: IntoIterator<Item = FieldError>>(&mut self, errors: I) {
        let room = (FAULTS_REPORTED + 1).saturating_sub(self.0.len());
        self.0.extend(errors.into_iter().take(room));
    }
}

impl FromIterator<FieldError> for FieldErrors {
    fn from_iter<I: IntoIterator<Item = FieldError>>(errors: I) -> FieldErrors {
        let mut all = FieldErrors::default();
        all.extend(errors);
        all
    }
}

impl IntoIterator for FieldErrors {
    type Item = FieldError;
    type IntoIter = std::vec::IntoIter<FieldError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
