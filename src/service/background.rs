//! What is logged of the errors of tasks in the background, to which nobody responds.

use super::ServiceError;

/// The last error of a task in the background.
#[derive(Debug, Default)]
pub(super) struct BackgroundErrors {
    last: Option<String>,
}

impl BackgroundErrors {
    /// Logs why a task could not do something. An outage is at the level of debug, as readiness and metrics show it. A
    /// fault of the service would go on unseen: it is logged as an error, once as long as it is the same.
    pub(super) fn log(&mut self, what: &'static str, error: &ServiceError) {
        if let ServiceError::Unavailable(reason) = error {
            tracing::debug!(error = %reason, "{what}");
            return;
        }
        let error = error.to_string();
        if self.last.as_ref() != Some(&error) {
            tracing::error!(error, "{what}");
            self.last = Some(error);
        }
    }

    /// Records that it succeeded.
    pub(super) fn clear(&mut self) {
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::Unavailable;

    #[test]
    fn a_fault_is_logged_once_and_again_after_a_success() {
        let mut errors = BackgroundErrors::default();
        let fault = ServiceError::Internal("damaged".to_owned());
        errors.log("cannot count", &ServiceError::Unavailable(Unavailable::ShuttingDown));
        assert_eq!(errors.last, None);
        for _ in 0..2 {
            errors.log("cannot count", &fault);
            assert_eq!(errors.last, Some(fault.to_string()));
        }
        errors.clear();
        assert_eq!(errors.last, None);
    }
}
