//! Query parameters declared once: what a handler reads is what the document describes.

use chrono::{DateTime, Utc};

use super::query::Query;
use crate::{
    games::Ruleset,
    reading::{Layout, Verdict},
    service::{
        ExternalId, Name, SeedText,
        records::{ReadingKind, Source},
        store::Sort,
        tables::TablePhase,
    },
};

/// Maximum number of names in a filter.
const NAMES: usize = 20;

/// What a query parameter gives, whether it is there or not.
pub trait Parameter: Sized {
    /// Takes the parameter of this name from a query, which notes what is wrong with it.
    fn take(query: &mut Query, name: &'static str) -> Self;
}

/// The value of a parameter that may be given once.
pub trait ParameterText: Sized {
    /// # Errors
    /// A sentence that explains what is wrong with the text.
    fn parse(text: &str) -> Result<Self, String>;
}

impl<T: ParameterText> Parameter for Option<T> {
    fn take(query: &mut Query, name: &'static str) -> Option<T> {
        query.read(name, T::parse)
    }
}

/// Texts of the service, which say what is wrong with them.
macro_rules! text_parameters {
    ($($type:ty),*) => {
        $(
            impl ParameterText for $type {
                fn parse(text: &str) -> Result<$type, String> {
                    <$type>::new(text).map_err(|why| why.to_string())
                }
            }
        )*
    };
}

text_parameters!(Name, SeedText, ExternalId);

/// Names: a game has players of all of them.
impl Parameter for Vec<Name> {
    fn take(query: &mut Query, name: &'static str) -> Vec<Name> {
        query.many(name, NAMES, Name::new)
    }
}

impl Parameter for Option<bool> {
    fn take(query: &mut Query, name: &'static str) -> Option<bool> {
        query.flag(name)
    }
}

impl Parameter for Option<DateTime<Utc>> {
    fn take(query: &mut Query, name: &'static str) -> Option<DateTime<Utc>> {
        query.time(name)
    }
}

impl Parameter for Option<Sort> {
    fn take(query: &mut Query, name: &'static str) -> Option<Sort> {
        query.word(name, &[("played_at", Sort::Played)])
    }
}

/// Parameters of enums, by the ids of their values.
macro_rules! enum_parameters {
    ($($type:ty),*) => {
        $(
            impl Parameter for Option<$type> {
                fn take(query: &mut Query, name: &'static str) -> Option<$type> {
                    query.word(name, &<$type>::ALL.map(|value| (value.id(), value)))
                }
            }
        )*
    };
}

enum_parameters!(Ruleset, Source, TablePhase, ReadingKind, Verdict, Layout);

/// Declares the query parameters of routes: the struct is described in the document by its comments and attributes, and
/// read from a query by `take`.
macro_rules! query_parameters {
    (
        $(#[$about:meta])*
        pub struct $name:ident { $($(#[$about_field:meta])* $field:ident: $type:ty,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, utoipa::IntoParams)]
        #[into_params(parameter_in = Query)]
        pub struct $name { $($(#[$about_field])* pub $field: $type,)* }

        impl $name {
            /// Takes the parameters from a query, which notes what is wrong with them.
            pub fn take(query: &mut $crate::http::extract::query::Query) -> Self {
                $name { $($field: $crate::http::extract::parameters::Parameter::take(query, stringify!($field)),)* }
            }
        }
    };
}

pub(crate) use query_parameters;
