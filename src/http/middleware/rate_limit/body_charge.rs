//! What a body of lines costs: charged by its declared length at first, and by what arrives beyond that.

use std::time::Duration;

use actix_web::{
    HttpMessage, HttpRequest,
    http::header::{CONTENT_ENCODING, CONTENT_LENGTH},
    web,
};
use tokio::time::sleep;

use super::{Limiter, Subject, UNITS_OF_STREAM, charge, prices::UNIT_BYTES, units_of_bytes};
use crate::http::reply::problem::Problem;

/// What was charged for a body.
pub struct BodyCharge {
    limiter: Option<(web::Data<Option<Limiter>>, Subject)>,
    /// Number of decompressed bytes that are paid for.
    paid: u64,
    /// Number of decompressed bytes that have arrived.
    arrived: u64,
}

impl BodyCharge {
    /// Charges a body that is about to arrive; one of unknown length counts as a long one.
    ///
    /// # Errors
    /// `rate_limited` if the caller has too few units left.
    pub fn begin(request: &HttpRequest) -> Result<BodyCharge, Problem> {
        let units = declared(request).map_or(UNITS_OF_STREAM, units_of_bytes);
        charge(request, units)?;
        let limiter = request.app_data::<web::Data<Option<Limiter>>>().cloned();
        let limiter = limiter.zip(request.extensions().get::<Subject>().copied());
        // The unit of the request itself pays for what is less than one.
        Ok(BodyCharge { limiter, paid: (u64::from(units) + 1) * UNIT_BYTES, arrived: 0 })
    }

    /// Charges for bytes that have arrived; waits until the caller has enough units.
    pub async fn arrived(&mut self, bytes: usize) {
        self.arrived += bytes as u64;
        let units = units_of_bytes(self.arrived.saturating_sub(self.paid));
        self.paid += u64::from(units) * UNIT_BYTES;
        // One by one: there may be more than a full bucket has, and other requests of the caller take some meanwhile.
        for _ in 0..units {
            while let Some(wait) = self.take_unit() {
                sleep(wait).await;
            }
        }
    }

    /// Takes a unit; the time until there is one, if none is left.
    fn take_unit(&self) -> Option<Duration> {
        let (limiter, subject) = self.limiter.as_ref()?;
        limiter.as_ref().as_ref()?.take(*subject, 1).wait
    }
}

/// The number of bytes that a body will have when it is decompressed, if that is known.
fn declared(request: &HttpRequest) -> Option<u64> {
    let headers = request.headers();
    let length = headers.get(CONTENT_LENGTH).filter(|_| !headers.contains_key(CONTENT_ENCODING))?;
    length.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use actix_web::test::TestRequest;

    use super::*;
    use crate::http::middleware::rate_limit::{
        Rate,
        tests::{ADA, rate},
    };

    const MIB: usize = 1 << 20;

    /// A request at a limit, with these headers.
    fn request(rate: Rate, headers: &[(&'static str, &str)]) -> HttpRequest {
        let limiter = web::Data::new(Some(Limiter::new(rate)));
        let request = headers.iter().fold(TestRequest::post(), |request, header| request.append_header(*header));
        let request = request.app_data(limiter).to_http_request();
        request.extensions_mut().insert(ADA);
        request
    }

    /// What is left after one more unit.
    fn left(request: &HttpRequest) -> u32 {
        let limiter = request.app_data::<web::Data<Option<Limiter>>>().and_then(|limiter| limiter.as_ref().as_ref());
        limiter.expect("a limit").take(ADA, 1).left
    }

    #[actix_web::test]
    async fn a_body_costs_what_it_has_whatever_it_declares() {
        for (headers, at_first) in [
            (&[("content-length", "16777216")][..], 64),
            (&[], 9),
            (&[("content-length", "2000"), ("content-encoding", "gzip")], 9),
        ] {
            let request = request(rate(1, 1000), headers);
            let mut charge = BodyCharge::begin(&request).expect("enough units");
            assert_eq!(left(&request), 1000 - at_first - 1, "{headers:?}");
            for _ in 0..16 {
                charge.arrived(MIB).await;
            }
            // 16 MiB are 64 units, of which the request itself pays the first. Two more were taken to look.
            let left = left(&request);
            assert!((1000 - 66..=1000 - 65).contains(&left), "{headers:?}: {left}");
        }
    }

    #[actix_web::test]
    async fn a_body_waits_for_units() {
        let begun = Instant::now();
        let request = request(rate(6000, 20), &[]);
        let mut charge = BodyCharge::begin(&request).expect("enough units");
        charge.arrived(10 * MIB).await;
        // 39 units, of which 20 are there at once, and one more each 10 ms.
        assert!(begun.elapsed() > Duration::from_millis(180), "{:?}", begun.elapsed());
    }
}
