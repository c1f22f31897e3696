//! Deletions, which remove cached responses with what they show.

use std::sync::Arc;

use actix_web::{HttpRequest, web};
use uuid::Uuid;

use super::store::ResponseCache;
use crate::service::{ServiceError, to_the_end};

/// The cached responses that a deletion makes invalid.
#[derive(Clone, Copy, Debug)]
pub enum Outdated {
    /// Those that show what has this id.
    Of(Uuid),
    /// All: nobody knows which show what is deleted.
    All,
}

/// Carries a deletion out to its end although the client may hang up, and then removes the outdated responses.
///
/// # Errors
/// Those of `deletion`; `Internal` when it panics.
pub async fn delete<T: Send + 'static>(
    request: &HttpRequest,
    outdated: Outdated,
    deletion: impl Future<Output = Result<T, ServiceError>> + Send + 'static,
) -> Result<T, ServiceError> {
    let cache = request.app_data::<web::Data<ResponseCache>>().expect("the app has its cache").clone();
    let mut removal = Removal { cache: cache.into_inner(), outdated, pending: true };
    to_the_end(async move {
        let deleted = deletion.await;
        if let Err(error) = &deleted {
            // A refused deletion has deleted nothing; another one that failed may have.
            removal.pending = error.code().kind().status >= 500;
        }
        drop(removal);
        deleted
    })
    .await
}

/// Removes the outdated responses when it is dropped, in whatever way the deletion ends.
struct Removal {
    cache: Arc<ResponseCache>,
    outdated: Outdated,
    pending: bool,
}

impl Drop for Removal {
    fn drop(&mut self) {
        match self.outdated {
            _ if !self.pending => {}
            Outdated::Of(id) => self.cache.remove(id),
            Outdated::All => self.cache.clear(),
        }
    }
}
