//! Fair use: how many requests a caller may make (draft-ietf-httpapi-ratelimit-headers).

use std::{
    net::IpAddr,
    num::NonZeroU32,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::Duration,
};

use actix_web::{
    Error, HttpMessage,
    body::{BoxBody, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER},
    middleware::Next,
    web,
};
use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::StateInformationMiddleware,
    state::keyed::DashMapStateStore,
};

use super::{Settings, client_address, problem::Problem};
use crate::service::{Caller, ProblemCode, records::KeyId};

/// What a caller may ask for.
pub const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// What is left of it.
pub const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// Routes that are asked by those who watch over the service.
pub const EXEMPT: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// After so many requests those who have been quiet are forgotten.
const SWEEP: u32 = 4096;

/// How many requests a caller may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// So many a minute in the long run.
    pub per_minute: NonZeroU32,
    /// So many at once.
    pub burst: NonZeroU32,
}

/// Who is held to a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Who asks from this address; of IPv6 the network, since a caller has all of one.
    Address(IpAddr),
    /// Who shows this key, wherever from.
    Key(KeyId),
}

impl Subject {
    /// Who asks: by their key, if it is good, or else by their address; of the addresses that proxies have added the one that the first of `proxies` saw, counted from here.
    fn of(request: &ServiceRequest, proxies: usize) -> Subject {
        if let Some(key) = request.extensions().get::<Caller>().and_then(|caller| caller.key) {
            return Subject::Key(key);
        }
        Subject::Address(client_address::network(client_address::of(request.request(), proxies)))
    }
}

/// Holds callers to a rate.
pub struct Limiter<C: Clock = DefaultClock> {
    limiter: RateLimiter<Subject, DashMapStateStore<Subject>, C, StateInformationMiddleware>,
    clock: C,
    rate: Rate,
    policy: HeaderValue,
    asked: AtomicU32,
}

/// How a caller stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    /// How many more requests may be made at once.
    left: u32,
    /// It was one too many: the next is taken after so long.
    wait: Option<Duration>,
}

impl Limiter {
    /// Holds callers to this rate.
    pub fn new(rate: Rate) -> Limiter {
        Limiter::with_clock(rate, DefaultClock::default())
    }
}

impl<C: Clock + Clone> Limiter<C> {
    fn with_clock(rate: Rate, clock: C) -> Limiter<C> {
        let quota = Quota::per_minute(rate.per_minute).allow_burst(rate.burst);
        let limiter = RateLimiter::dashmap_with_clock(quota, clock.clone()).with_middleware();
        let policy = format!("\"default\";q={};w={}", rate.burst, seconds(rate.window(rate.burst.get())));
        let policy = HeaderValue::try_from(policy).expect("words and numbers");
        Limiter { limiter, clock, rate, policy, asked: AtomicU32::new(0) }
    }

    /// Counts a request.
    fn check(&self, subject: &Subject) -> Standing {
        if self.asked.fetch_add(1, Relaxed) % SWEEP == SWEEP - 1 {
            self.limiter.retain_recent();
        }
        match self.limiter.check_key(subject) {
            Ok(state) => Standing { left: state.remaining_burst_capacity(), wait: None },
            Err(until) => Standing { left: 0, wait: Some(until.wait_time_from(self.clock.now())) },
        }
    }

    /// Tells a caller the policy, and what is left.
    fn tell(&self, headers: &mut HeaderMap, standing: Standing) {
        let back = self.rate.window(self.rate.burst.get().saturating_sub(standing.left));
        let left = format!("\"default\";r={};t={}", standing.left, seconds(back));
        headers.insert(POLICY, self.policy.clone());
        headers.insert(LEFT, HeaderValue::try_from(left).expect("words and numbers"));
    }
}

impl Rate {
    /// How long it takes until so many requests may be made again.
    fn window(self, requests: u32) -> Duration {
        Duration::from_secs(60) * requests / self.per_minute.get()
    }
}

/// Whole seconds, rounded up.
fn seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// Answers who asks too often with 429, and tells everybody how they stand.
pub async fn limit(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<EitherBody<BoxBody>>, Error> {
    let limiter = request.app_data::<web::Data<Option<Limiter>>>().expect("the app has its limits").clone();
    let subject = Subject::of(&request, Settings::of(request.request()).proxies);
    request.extensions_mut().insert(subject);
    let Some(limiter) = limiter.as_ref().as_ref().filter(|_| !EXEMPT.contains(&request.path())) else {
        return Ok(next.call(request).await?.map_into_boxed_body().map_into_left_body());
    };
    let standing = limiter.check(&subject);
    let mut answered = match standing.wait {
        None => next.call(request).await?.map_into_boxed_body(),
        Some(wait) => request.error_response(too_many(limiter.rate, wait)),
    };
    limiter.tell(answered.headers_mut(), standing);
    Ok(answered.map_into_left_body())
}

fn too_many(rate: Rate, wait: Duration) -> Problem {
    let wait = seconds(wait).max(1);
    let detail = format!("At most {} requests a minute are taken from you: wait for {wait} s.", rate.per_minute);
    Problem::new(ProblemCode::RateLimited, detail).with_header(RETRY_AFTER, HeaderValue::from(wait))
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use actix_web::test::TestRequest;
    use governor::clock::FakeRelativeClock;

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
        Subject::of(&request.to_srv_request(), proxies)
    }

    fn address(text: &str) -> Subject {
        Subject::Address(text.parse().expect("an address"))
    }

    #[test]
    fn requests_come_back_with_time() {
        let clock = FakeRelativeClock::default();
        let limiter = Limiter::with_clock(rate(60, 2), clock.clone());
        assert_eq!(limiter.check(&ADA), Standing { left: 1, wait: None });
        assert_eq!(limiter.check(&ADA), Standing { left: 0, wait: None });
        assert_eq!(limiter.check(&ADA), Standing { left: 0, wait: Some(Duration::from_secs(1)) });
        clock.advance(Duration::from_millis(999));
        assert_eq!(limiter.check(&ADA), Standing { left: 0, wait: Some(Duration::from_millis(1)) });
        clock.advance(Duration::from_millis(1));
        assert_eq!(limiter.check(&ADA), Standing { left: 0, wait: None });
        clock.advance(Duration::from_secs(60));
        assert_eq!(limiter.check(&ADA), Standing { left: 1, wait: None });
    }

    #[test]
    fn who_has_been_quiet_is_forgotten() {
        let clock = FakeRelativeClock::default();
        let limiter = Limiter::with_clock(rate(60, 60), clock.clone());
        for number in 0..SWEEP - 1 {
            limiter.check(&Subject::Address(IpAddr::V4(number.into())));
        }
        assert_eq!(limiter.limiter.len(), SWEEP as usize - 1);
        clock.advance(Duration::from_secs(61));
        limiter.check(&ADA);
        assert_eq!(limiter.limiter.len(), 1);
    }

    #[test]
    fn the_policy_and_what_is_left_are_told_as_structured_fields() {
        let limiter = Limiter::with_clock(rate(600, 600), FakeRelativeClock::default());
        let mut headers = HeaderMap::new();
        limiter.tell(&mut headers, limiter.check(&ADA));
        assert_eq!(headers.get(POLICY), Some(&HeaderValue::from_static("\"default\";q=600;w=60")));
        assert_eq!(headers.get(LEFT), Some(&HeaderValue::from_static("\"default\";r=599;t=1")));
    }

    #[test]
    fn a_network_of_ipv6_is_one_caller() {
        assert_eq!(subject(1, &["2001:db8:1:2:3:4:5:6"]), address("2001:db8:1:2::"));
        assert_eq!(subject(1, &["::ffff:192.0.2.1"]), address("192.0.2.1"));
    }
}
