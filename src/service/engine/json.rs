//! Values as JSON.

use serde::Serialize;
use serde_json::{Value, value::RawValue};

use crate::service::ServiceError;

/// A value as a tree of JSON.
pub(super) fn tree(value: &impl Serialize) -> Result<Value, ServiceError> {
    serde_json::to_value(value).map_err(|error| ServiceError::Internal(error.to_string()))
}

/// A value as JSON text.
pub(in crate::service) fn raw(value: &impl Serialize) -> Result<Box<RawValue>, ServiceError> {
    serde_json::value::to_raw_value(value).map_err(|error| ServiceError::Internal(error.to_string()))
}
