//! Rate limits of callers (draft-ietf-httpapi-ratelimit-headers).

use std::{net::IpAddr, num::NonZeroU32, time::Duration};

use actix_web::{
    HttpMessage, HttpRequest,
    dev::{ServiceRequest, ServiceResponse},
    http::header::{CONTENT_ENCODING, CONTENT_LENGTH, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER},
    web,
};
use governor::{
    Quota, RateLimiter,
    clock::{Clock, MonotonicClock},
    middleware::StateInformationMiddleware,
    state::keyed::HashMapStateStore,
};
use tokio::time::sleep;

use crate::{
    http::{client, reply::problem::Problem},
    service::{Caller, ProblemCode, records::KeyId},
};

/// The rate limit of a caller.
pub const RATELIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// The quota that remains.
pub const RATELIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Beginning of the paths of style sheets, scripts and fonts, which are exempt from rate limits.
pub const ASSETS: &str = "/assets/";

/// Routes for monitoring, exempt from rate limits.
pub const EXEMPT: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// The rate at which a caller may make requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Requests per minute, on average.
    pub per_minute: NonZeroU32,
    /// Requests at once.
    pub burst: NonZeroU32,
}

impl Rate {
    /// The time in which this number of requests is refilled.
    fn window(self, requests: u32) -> Duration {
        Duration::from_secs(60) * requests / self.per_minute.get()
    }
}

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
        key.map_or_else(|| Subject::Address(client::network(address)), Subject::Key)
    }
}

/// The result of taking units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Number of units left.
    left: u32,
    /// Time until enough units are available; `Some` if the request is refused.
    wait: Option<Duration>,
}

/// Limits the rate of callers.
pub struct Limiter {
    callers: RateLimiter<Subject, HashMapStateStore<Subject>, MonotonicClock, StateInformationMiddleware>,
    rate: Rate,
    policy: HeaderValue,
}

impl Limiter {
    /// Limits callers to this rate.
    pub fn new(rate: Rate) -> Limiter {
        let policy = format!("\"default\";q={};w={}", rate.burst, seconds(rate.window(rate.burst.get())));
        let policy = HeaderValue::try_from(policy).expect("words and numbers");
        let quota = Quota::per_minute(rate.per_minute).allow_burst(rate.burst);
        Limiter { callers: RateLimiter::hashmap_with_clock(quota, MonotonicClock).with_middleware(), rate, policy }
    }

    /// Takes units for a caller, or none if too few are left; more than the burst counts as the burst.
    fn take(&self, caller: Subject, units: u32) -> Decision {
        let units = NonZeroU32::new(units).unwrap_or(NonZeroU32::MIN).min(self.rate.burst);
        match self.callers.check_key_n(&caller, units) {
            Ok(Ok(state)) => Decision { left: state.remaining_burst_capacity(), wait: None },
            Ok(Err(refused)) => {
                let wait = refused.wait_time_from(MonotonicClock.now());
                Decision { left: self.left(units, wait), wait: Some(wait) }
            }
            // Never: the units are within the burst.
            Err(_) => Decision { left: 0, wait: Some(self.rate.window(units.get())) },
        }
    }

    /// The units that a caller has who must wait this long for so many.
    fn left(&self, units: NonZeroU32, wait: Duration) -> u32 {
        let lacking = wait.as_nanos().div_ceil(self.rate.window(1).as_nanos().max(1));
        units.get().saturating_sub(u32::try_from(lacking).unwrap_or(u32::MAX))
    }

    /// Forgets callers whose allowance is full.
    pub fn forget_idle(&self) {
        self.callers.retain_recent();
        self.callers.shrink_to_fit();
    }

    /// Adds the policy and the remaining quota.
    fn write_headers(&self, headers: &mut HeaderMap, decision: Decision) {
        let back = self.rate.window(self.rate.burst.get().saturating_sub(decision.left));
        let left = format!("\"default\";r={};t={}", decision.left, seconds(back));
        headers.insert(RATELIMIT_POLICY, self.policy.clone());
        headers.insert(RATELIMIT, HeaderValue::try_from(left).expect("words and numbers"));
    }

    fn too_many(&self, wait: Duration) -> Problem {
        let (rate, wait) = (self.rate.per_minute, seconds(wait).max(1));
        let detail = format!(
            "At most {rate} requests per minute are accepted from one caller, and expensive ones count as several. Retry in \
             {wait} s."
        );
        Problem::new(ProblemCode::RateLimited, detail).with_header(RETRY_AFTER, HeaderValue::from(wait))
    }
}

/// Maximum number of profiles made from one address at once. Each takes six minutes to come back, so they are as many an
/// hour.
const SIGN_UPS: NonZeroU32 = NonZeroU32::new(10).expect("it is not zero");

/// Limits how many profiles are made from an address; for IPv6 from its /64 network.
pub struct SignUps(RateLimiter<IpAddr, HashMapStateStore<IpAddr>, MonotonicClock>);

impl Default for SignUps {
    fn default() -> SignUps {
        SignUps(RateLimiter::hashmap_with_clock(Quota::per_hour(SIGN_UPS), MonotonicClock))
    }
}

impl SignUps {
    /// Forgets addresses whose allowance is full.
    pub fn forget_idle(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }
}

/// Counts a profile that is to be made from an address.
///
/// # Errors
/// `rate_limited` if too many were made from the address.
pub fn count_sign_up(request: &HttpRequest, address: IpAddr) -> Result<(), Problem> {
    let sign_ups = request.app_data::<web::Data<SignUps>>().expect("the app has its limits");
    sign_ups.0.check_key(&client::network(address)).map_err(|refused| {
        let wait = seconds(refused.wait_time_from(MonotonicClock.now())).max(1);
        let detail = format!(
            "{SIGN_UPS} profiles are made from one address, and then one every six minutes. Retry in {wait} s."
        );
        Problem::new(ProblemCode::RateLimited, detail).with_header(RETRY_AFTER, HeaderValue::from(wait))
    })
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
    let decision = held.take(subject, 1);
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
    let units = units.min(limiter.rate.burst.get() - 1);
    if units == 0 {
        return Ok(());
    }
    let decision = limiter.take(subject, units);
    request.extensions_mut().insert(decision);
    decision.wait.map_or(Ok(()), |wait| Err(limiter.too_many(wait)))
}

/// What was charged for a body of lines: by its declared length at first, and then by what arrives beyond that.
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

// What requests cost: the table in `docs/operation/README.md`, "Expensive requests". Each request costs one unit, and these
// are the units on top of that.

/// Duration of work that counts as one unit.
const UNIT: Duration = Duration::from_millis(50);
/// Number of bytes of a body with logs that count as one unit.
const UNIT_BYTES: u64 = 256 << 10;
/// Number of bytes of any other body, or of a form and its query, that count as one unit: most of them are stored.
const UNIT_STORED: usize = 8 << 10;
/// Number of characters for which fonts are sought, or that are composed, that take as long to draw as one unit.
const UNIT_LETTERS: usize = 40;
/// Units of a body of unknown length, and of a stream of all items.
pub const UNITS_OF_STREAM: u32 = 9;

/// Units of work that may take this long.
pub fn units_of(work: Duration) -> u32 {
    u32::try_from(work.as_millis() / UNIT.as_millis()).unwrap_or(u32::MAX)
}

/// Units of this number of decompressed bytes.
pub fn units_of_bytes(bytes: u64) -> u32 {
    u32::try_from(bytes / UNIT_BYTES).unwrap_or(u32::MAX)
}

/// Units of this number of bytes of which most are stored.
pub fn units_of_stored(bytes: usize) -> u32 {
    u32::try_from(bytes / UNIT_STORED).unwrap_or(u32::MAX)
}

/// Units of drawing these texts, beyond those of their picture: letters of Latin, which the fonts of the service have,
/// marks between them and the lines that frame a text cost nothing.
pub fn units_of_letters<'a>(texts: impl IntoIterator<Item = &'a str>) -> u32 {
    let is_free = |letter: &char| matches!(letter, ..'\u{300}' | '\u{2000}'..='\u{206f}' | '\u{2500}'..='\u{257f}');
    let is_dear = |letter: &char| !is_free(letter);
    let dear = texts.into_iter().flat_map(str::chars).filter(is_dear).count();
    u32::try_from(dear / UNIT_LETTERS).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::{net::Ipv6Addr, time::Instant};

    use actix_web::test::TestRequest;

    use super::*;

    const ADA: Subject = Subject::Address(IpAddr::V6(Ipv6Addr::LOCALHOST));

    fn rate(per_minute: u32, burst: u32) -> Rate {
        let number = |number| NonZeroU32::new(number).expect("not 0");
        Rate { per_minute: number(per_minute), burst: number(burst) }
    }

    fn subject(proxies: usize, forwarded: &[&str]) -> Subject {
        let mut request = TestRequest::default().peer_addr("198.51.100.7:4000".parse().expect("an address"));
        for line in forwarded {
            request = request.append_header(("X-Forwarded-For", *line));
        }
        Subject::of(None, client::address(&request.to_http_request(), proxies))
    }

    fn subject_at(text: &str) -> Subject {
        Subject::Address(text.parse().expect("an address"))
    }

    #[test]
    fn the_policy_and_the_remaining_quota_are_structured_fields() {
        let limiter = Limiter::new(rate(600, 600));
        let mut headers = HeaderMap::new();
        limiter.write_headers(&mut headers, limiter.take(ADA, 1));
        assert_eq!(headers.get(RATELIMIT_POLICY), Some(&HeaderValue::from_static("\"default\";q=600;w=60")));
        assert_eq!(headers.get(RATELIMIT), Some(&HeaderValue::from_static("\"default\";r=599;t=1")));
    }

    #[test]
    fn expensive_requests_take_all_their_units_or_none() {
        let limiter = Limiter::new(rate(1, 10));
        let take = |units| {
            let Decision { left, wait } = limiter.take(ADA, units);
            (left, wait.map(seconds))
        };
        assert_eq!(take(7), (3, None));
        assert_eq!(take(5), (3, Some(120)));
        assert_eq!(take(3), (0, None));
        assert_eq!(take(1), (0, Some(60)));
        // With a full allowance a request for more than the burst is allowed.
        assert_eq!(limiter.take(Subject::Address(IpAddr::V6(Ipv6Addr::UNSPECIFIED)), 1000).left, 0);
    }

    #[test]
    fn idle_callers_are_forgotten() {
        let limiter = Limiter::new(rate(u32::MAX, 1));
        limiter.take(ADA, 1);
        while !limiter.callers.is_empty() {
            limiter.forget_idle();
        }
        let limiter = Limiter::new(rate(1, 1));
        limiter.take(ADA, 1);
        limiter.forget_idle();
        assert_eq!(limiter.callers.len(), 1, "who has taken something is not idle");
    }

    #[test]
    fn a_network_of_ipv6_is_one_caller() {
        assert_eq!(subject(1, &["2001:db8:1:2:3:4:5:6"]), subject_at("2001:db8:1:2::"));
        assert_eq!(subject(1, &["::ffff:192.0.2.1"]), subject_at("192.0.2.1"));
    }

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
