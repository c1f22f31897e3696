//! Rate limits of callers (draft-ietf-httpapi-ratelimit-headers).

pub mod body_charge;
pub mod buckets;

use std::{
    net::IpAddr,
    num::NonZeroU32,
    time::{Duration, Instant},
};

use actix_web::{
    HttpMessage, HttpRequest,
    dev::{ServiceRequest, ServiceResponse},
    http::header::{HeaderMap, HeaderValue, RETRY_AFTER},
    web,
};

use self::buckets::{Buckets, Decision, Rate};
use crate::{
    http::{
        client_address,
        names::{ASSETS, EXEMPT, RATELIMIT, RATELIMIT_POLICY},
        reply::problem::Problem,
        settings::Settings,
    },
    service::{Caller, ProblemCode, ServiceError, records::KeyId},
};

/// Duration of work that counts as one unit.
const UNIT: Duration = Duration::from_millis(50);
/// Number of bytes of a body that count as one unit.
const UNIT_BYTES: u64 = 256 << 10;
/// Number of bytes of a body that is no log, or of a form and its query, that count as one unit: most of them are stored.
const UNIT_STORED: usize = 8 << 10;
/// Number of characters for which fonts are sought, or that are composed, that take as long to draw as one unit.
const UNIT_LETTERS: usize = 40;
/// Units of a body of unknown length, and of a stream of all items.
pub const UNITS_OF_STREAM: u32 = 9;

/// Limit on invalid keys per address: a key that was not seen before costs a database query.
const UNKNOWN_KEYS: Rate =
    Rate { per_minute: NonZeroU32::new(60).expect("not 0"), burst: NonZeroU32::new(60).expect("not 0") };

/// The subject of a rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Callers from this address; for IPv6 its /64 network, since a caller usually has all of one.
    Address(IpAddr),
    /// Callers with this key, from any address.
    Key(KeyId),
}

impl Subject {
    /// The subject of a caller: its key, if that is valid, or else its address.
    pub fn of(caller: Option<&Caller>, address: IpAddr) -> Subject {
        let key = caller.and_then(|caller| caller.key);
        key.map_or_else(|| Subject::Address(client_address::network(address)), Subject::Key)
    }
}

/// The address for which a request is counted.
fn address(request: &HttpRequest) -> IpAddr {
    client_address::network(client_address::of(request, Settings::of(request).proxies))
}

/// Limits the rate of callers.
pub struct Limiter {
    buckets: Buckets<Subject>,
    policy: HeaderValue,
}

/// Limits the number of invalid keys tried from an address, regardless of the rate of requests.
pub struct UnknownKeys(Buckets<IpAddr>);

impl Limiter {
    /// Limits callers to this rate.
    pub fn new(rate: Rate) -> Limiter {
        let policy = format!("\"default\";q={};w={}", rate.burst, seconds(rate.window(rate.burst.get())));
        let policy = HeaderValue::try_from(policy).expect("words and numbers");
        Limiter { buckets: Buckets::new(rate), policy }
    }

    /// Adds the policy and the remaining quota.
    fn write_headers(&self, headers: &mut HeaderMap, decision: Decision) {
        let rate = self.buckets.rate();
        let back = rate.window(rate.burst.get().saturating_sub(decision.left));
        let left = format!("\"default\";r={};t={}", decision.left, seconds(back));
        headers.insert(RATELIMIT_POLICY, self.policy.clone());
        headers.insert(RATELIMIT, HeaderValue::try_from(left).expect("words and numbers"));
    }

    fn too_many(&self, wait: Duration) -> Problem {
        let rate = self.buckets.rate().per_minute;
        too_many(
            format!(
                "At most {rate} requests per minute are accepted from one caller, and expensive ones count as several"
            ),
            wait,
        )
    }
}

impl Default for UnknownKeys {
    fn default() -> UnknownKeys {
        UnknownKeys(Buckets::new(UNKNOWN_KEYS))
    }
}

impl UnknownKeys {
    /// Checks whether a key that was not seen before may be looked up for this request.
    ///
    /// # Errors
    /// `rate_limited` after too many invalid keys from its address; `unauthorized` on routes without a rate limit.
    pub fn may_try(&self, request: &HttpRequest) -> Result<(), Problem> {
        match self.0.wait(address(request), Instant::now()) {
            None => Ok(()),
            Some(_) if EXEMPT.contains(&request.path()) => Err(ServiceError::Unauthorized.into()),
            Some(wait) => Err(too_many("Too many invalid keys were sent from your address".to_owned(), wait)),
        }
    }

    /// Counts an invalid key.
    pub fn count(&self, request: &HttpRequest) {
        self.0.take(address(request), 1, Instant::now());
    }
}

/// Whole seconds, rounded up.
fn seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// A request counted against its caller's limit.
pub struct Counted {
    limiter: web::Data<Option<Limiter>>,
    decision: Decision,
}

/// Counts a request; `None` if it is not limited: those of monitoring, and assets, which a page that refuses somebody
/// needs too.
pub fn count(request: &ServiceRequest, subject: Subject) -> Option<Counted> {
    let limiter = request.app_data::<web::Data<Option<Limiter>>>().expect("the app has its limits");
    let is_exempt = EXEMPT.contains(&request.path()) || request.path().starts_with(ASSETS);
    let held = limiter.as_ref().as_ref().filter(|_| !is_exempt)?;
    let decision = held.buckets.take(subject, 1, Instant::now());
    Some(Counted { limiter: limiter.clone(), decision })
}

impl Counted {
    /// The refusal of a caller beyond its rate limit.
    pub fn refusal(&self) -> Option<Problem> {
        let limiter = self.limiter.as_ref().as_ref()?;
        self.decision.wait.map(|wait| limiter.too_many(wait))
    }

    /// Adds the rate-limit headers to the response.
    pub fn write_headers<B>(&self, answered: &mut ServiceResponse<B>) {
        let charged = answered.request().extensions().get::<Decision>().copied();
        if let Some(limiter) = self.limiter.as_ref() {
            limiter.write_headers(answered.headers_mut(), charged.unwrap_or(self.decision));
        }
    }
}

/// Counts an expensive request: this number of units on top of the one that each request counts for.
///
/// # Errors
/// `rate_limited` if the caller has too few units left.
pub fn charge(request: &HttpRequest, units: u32) -> Result<(), Problem> {
    let limiter = request.app_data::<web::Data<Option<Limiter>>>().and_then(|limiter| limiter.as_ref().as_ref());
    let subject = request.extensions().get::<Subject>().copied();
    let Some((limiter, subject)) = limiter.zip(subject) else { return Ok(()) };
    // With a full bucket even the most expensive request is allowed.
    let units = units.min(limiter.buckets.rate().burst.get() - 1);
    if units == 0 {
        return Ok(());
    }
    let decision = limiter.buckets.take(subject, units, Instant::now());
    request.extensions_mut().insert(decision);
    decision.wait.map_or(Ok(()), |wait| Err(limiter.too_many(wait)))
}

/// Units, beyond the request itself, of work that may take this long.
pub fn units_of(work: Duration) -> u32 {
    u32::try_from(work.as_millis() / UNIT.as_millis()).unwrap_or(u32::MAX)
}

/// Units, beyond the request itself, of this number of decompressed bytes.
pub fn units_of_bytes(bytes: u64) -> u32 {
    u32::try_from(bytes / UNIT_BYTES).unwrap_or(u32::MAX)
}

/// Units, beyond the request itself, of this number of bytes of which most are stored.
pub fn units_of_stored(bytes: usize) -> u32 {
    u32::try_from(bytes / UNIT_STORED).unwrap_or(u32::MAX)
}

/// Units of drawing these texts, beyond those of their picture: letters of Latin, which the fonts of the service have, and
/// marks between them cost nothing.
pub fn units_of_letters<'a>(texts: impl IntoIterator<Item = &'a str>) -> u32 {
    let is_dear = |letter: &char| *letter >= '\u{300}' && !('\u{2000}'..='\u{206f}').contains(letter);
    let dear = texts.into_iter().flat_map(str::chars).filter(is_dear).count();
    u32::try_from(dear / UNIT_LETTERS).unwrap_or(u32::MAX)
}

fn too_many(why: String, wait: Duration) -> Problem {
    let wait = seconds(wait).max(1);
    let problem = Problem::new(ProblemCode::RateLimited, format!("{why}. Retry in {wait} s."));
    problem.with_header(RETRY_AFTER, HeaderValue::from(wait))
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use actix_web::test::TestRequest;

    use super::*;

    pub(super) const ADA: Subject = Subject::Address(IpAddr::V6(Ipv6Addr::LOCALHOST));

    pub(super) fn rate(per_minute: u32, burst: u32) -> Rate {
        let number = |number| NonZeroU32::new(number).expect("not 0");
        Rate { per_minute: number(per_minute), burst: number(burst) }
    }

    fn subject(proxies: usize, forwarded: &[&str]) -> Subject {
        let mut request = TestRequest::default().peer_addr("198.51.100.7:4000".parse().expect("an address"));
        for line in forwarded {
            request = request.append_header(("X-Forwarded-For", *line));
        }
        Subject::of(None, client_address::of(&request.to_http_request(), proxies))
    }

    fn address(text: &str) -> Subject {
        Subject::Address(text.parse().expect("an address"))
    }

    #[test]
    fn the_policy_and_the_remaining_quota_are_structured_fields() {
        let limiter = Limiter::new(rate(600, 600));
        let mut headers = HeaderMap::new();
        limiter.write_headers(&mut headers, limiter.buckets.take(ADA, 1, Instant::now()));
        assert_eq!(headers.get(RATELIMIT_POLICY), Some(&HeaderValue::from_static("\"default\";q=600;w=60")));
        assert_eq!(headers.get(RATELIMIT), Some(&HeaderValue::from_static("\"default\";r=599;t=1")));
    }

    #[test]
    fn a_network_of_ipv6_is_one_caller() {
        assert_eq!(subject(1, &["2001:db8:1:2:3:4:5:6"]), address("2001:db8:1:2::"));
        assert_eq!(subject(1, &["::ffff:192.0.2.1"]), address("192.0.2.1"));
    }
}
