//! Pages that reload themselves while they wait for something, in browsers without script. The reader can stop that
//! (WCAG 2.2, success criterion 2.2.2), and then reloads with a link.

use maud::{Markup, html};

use crate::http::extract::query::Query;

/// Name of the parameter, and its only value.
const PARAMETER: (&str, &str) = ("refresh", "off");

/// Whether a page reloads itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Refresh {
    /// It does.
    #[default]
    On,
    /// The reader has stopped it.
    Off,
}

impl Refresh {
    /// As in the query of the page.
    pub fn from_query(query: &mut Query) -> Refresh {
        query.word(PARAMETER.0, &[(PARAMETER.1, Refresh::Off)]).unwrap_or_default()
    }

    /// A URL with this parameter; the URL has no others.
    pub fn added_to(self, url: String) -> String {
        match self.pair() {
            None => url,
            Some((name, value)) => format!("{url}?{name}={value}"),
        }
    }

    /// The parameter for the query of a page.
    pub fn pair(self) -> Option<(&'static str, &'static str)> {
        match self {
            Refresh::On => None,
            Refresh::Off => Some(PARAMETER),
        }
    }
}

/// A page that waits for something, with its URLs.
#[derive(Clone, Debug)]
pub enum AutoRefresh {
    /// It reloads itself.
    On {
        /// The interval, in seconds.
        seconds: u32,
        /// The URL of the page.
        on: String,
        /// The URL of the page that does not reload itself.
        off: String,
    },
    /// It does not.
    Off {
        /// The URL of the page.
        off: String,
        /// The URL of the page that reloads itself, if it may.
        on: Option<String>,
    },
}

impl AutoRefresh {
    /// A page that reloads itself unless the reader has stopped it, with its URL for each.
    pub fn new(wish: Refresh, seconds: u32, url: impl Fn(Refresh) -> String) -> AutoRefresh {
        let (on, off) = (url(Refresh::On), url(Refresh::Off));
        match wish {
            Refresh::On => AutoRefresh::On { seconds, on, off },
            Refresh::Off => AutoRefresh::Off { off, on: Some(on) },
        }
    }

    /// The element for the page's head. It contains the URL, since a form with errors is shown under another.
    pub fn head(&self) -> Markup {
        html! {
            @if let AutoRefresh::On { seconds, on, .. } = self {
                noscript { meta http-equiv="refresh" content={ (seconds) ";url=" (on) }; }
            }
        }
    }

    /// The links that reload the page, or stop it from reloading itself.
    pub fn links(&self) -> Markup {
        html! {
            noscript {
                p.hint {
                    @match self {
                        AutoRefresh::On { seconds, off, .. } => {
                            "This page reloads every " (seconds) " seconds. " a href=(off) { "Stop reloading" }
                        },
                        AutoRefresh::Off { off, on } => {
                            a href=(off) { "Reload" }
                            @if let Some(on) = on { " · " a href=(on) { "Reload automatically" } }
                        },
                    }
                }
            }
        }
    }
}
