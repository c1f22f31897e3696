//! Exposure: who can reach the service, and the defaults that follow from it.

use std::num::NonZeroU32;

use anyhow::Context;

use super::output;
use crate::{
    config::{Anonymous, Serve, SignUp},
    http::{Hosts, Rate},
    service::Service,
};

/// Default rate limit of remote callers, in requests per minute.
const DEFAULT_RATE: u32 = 600;

/// Who can reach the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exposure {
    /// Only this machine: the service listens on loopback, without a proxy in front of it.
    Machine,
    /// Possibly others as well.
    Others,
}

impl Exposure {
    /// The exposure that the flags imply.
    pub fn of(settings: &Serve) -> Exposure {
        match settings.listen.ip().is_loopback() && settings.bounds.forwarded_for == 0 {
            true => Exposure::Machine,
            false => Exposure::Others,
        }
    }

    /// What callers without a key may do. If others can reach the service, the operator must decide this explicitly.
    ///
    /// # Errors
    /// No caller would have access, or the database does not respond.
    pub async fn anonymous(self, settings: &Serve, service: &Service) -> anyhow::Result<Anonymous> {
        let anonymous = settings.anonymous.unwrap_or(match self {
            Exposure::Machine => Anonymous::Write,
            Exposure::Others => Anonymous::None,
        });
        if anonymous == Anonymous::None && !service.has_key().await? {
            let advice = format!(
                "create one with `{} keys create --name NAME`, or allow callers without a key to read \
                 (`--anonymous read`) or to read and write (`--anonymous write`)",
                output::program()
            );
            let how = if settings.listen.ip().is_loopback() {
                "through the proxy (`--forwarded-for`)"
            } else {
                "from other machines"
            };
            anyhow::ensure!(
                self == Exposure::Machine,
                "{} can be reached {how} and there is no key: {advice}",
                settings.listen
            );
            tracing::warn!("no caller has access because there is no key: {advice}");
        }
        Ok(anonymous)
    }

    /// May callers without a key make a profile?
    pub fn sign_up(self, who: SignUp) -> bool {
        match who {
            SignUp::Never => false,
            SignUp::Loopback => self == Exposure::Machine,
            SignUp::Always => true,
        }
    }

    /// The rate limit of a caller.
    pub fn rate(self, limit: Option<u32>, burst: Option<NonZeroU32>) -> Option<Rate> {
        let limit = limit.unwrap_or(match self {
            Exposure::Machine => 0,
            Exposure::Others => DEFAULT_RATE,
        });
        let per_minute = NonZeroU32::new(limit)?;
        Some(Rate { per_minute, burst: burst.unwrap_or(per_minute) })
    }

    /// The hosts that requests may name.
    ///
    /// # Errors
    /// An entry of the list is not a host.
    pub fn hosts(self, list: &[String]) -> anyhow::Result<Hosts> {
        match self {
            Exposure::Others if list.is_empty() => Ok(Hosts::Any),
            Exposure::Machine | Exposure::Others => Hosts::read(list).context("--allowed-host"),
        }
    }

    /// Are requests rejected that came through a proxy? Otherwise callers behind an unknown proxy would be trusted as
    /// local ones, which matters if local callers have privileges.
    pub fn rejects_forwarded(self, anonymous: Anonymous, rate: Option<Rate>) -> bool {
        self == Exposure::Machine && (anonymous != Anonymous::None || rate.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exposure(flags: &[&str]) -> Exposure {
        Exposure::of(&Serve::of(flags))
    }

    fn per_minute(exposure: Exposure, limit: Option<u32>) -> Option<u32> {
        exposure.rate(limit, None).map(|rate| rate.per_minute.get())
    }

    #[test]
    fn a_proxy_ends_the_trust_in_loopback() {
        assert_eq!(exposure(&[]), Exposure::Machine);
        assert_eq!(exposure(&["--listen", "[::1]:0"]), Exposure::Machine);
        assert_eq!(exposure(&["--forwarded-for", "1"]), Exposure::Others);
        assert_eq!(exposure(&["--listen", "0.0.0.0:0"]), Exposure::Others);
    }

    #[test]
    fn only_local_callers_have_no_rate_limit() {
        assert_eq!(per_minute(Exposure::Machine, None), None);
        assert_eq!(per_minute(Exposure::Others, None), Some(600));
        assert_eq!(per_minute(Exposure::Others, Some(0)), None);
        assert_eq!(per_minute(Exposure::Machine, Some(6)), Some(6));
    }

    #[test]
    fn only_local_callers_make_profiles_unless_the_operator_lets_others() {
        let open =
            |exposure: Exposure| [SignUp::Never, SignUp::Loopback, SignUp::Always].map(|who| exposure.sign_up(who));
        assert_eq!(open(Exposure::Machine), [false, true, true]);
        assert_eq!(open(Exposure::Others), [false, false, true]);
    }

    #[test]
    fn the_default_burst_is_a_minute_of_requests() {
        let burst = |burst: Option<u32>| {
            Exposure::Others.rate(Some(60), burst.and_then(NonZeroU32::new)).map(|rate| rate.burst.get())
        };
        assert_eq!(burst(None), Some(60));
        assert_eq!(burst(Some(5)), Some(5));
    }

    #[test]
    fn a_local_service_accepts_only_loopback_hosts() {
        assert_eq!(Exposure::Machine.hosts(&[]).ok(), Some(Hosts::LOOPBACK));
        assert_eq!(Exposure::Others.hosts(&[]).ok(), Some(Hosts::Any));
        let list = ["cards.example".to_owned()];
        for exposure in [Exposure::Machine, Exposure::Others] {
            let hosts = exposure.hosts(&list).expect("hosts");
            assert!(hosts.allow("cards.example") && hosts.allow("localhost") && !hosts.allow("other.example"));
        }
        assert!(Exposure::Machine.hosts(&["a:80".to_owned()]).is_err());
    }

    #[test]
    fn proxied_requests_are_rejected_if_local_callers_have_privileges() {
        let rate = Exposure::Others.rate(None, None);
        assert!(Exposure::Machine.rejects_forwarded(Anonymous::Write, rate));
        assert!(Exposure::Machine.rejects_forwarded(Anonymous::Read, rate));
        assert!(Exposure::Machine.rejects_forwarded(Anonymous::None, None));
        assert!(!Exposure::Machine.rejects_forwarded(Anonymous::None, rate));
        assert!(!Exposure::Others.rejects_forwarded(Anonymous::Write, None));
    }
}
