//! The HTTP interface: routes, and what they have in common.

pub mod api;
mod application;
mod base_url;
mod client_address;
pub mod document;
mod extract;
mod middleware;
mod names;
pub mod openapi;
pub mod reply;
mod route_table;
mod routes;
mod settings;
mod site;
mod state;

pub use application::{Application, Handle, Listeners};
pub use middleware::{
    cors::{BadOrigin, Origins},
    hosts::{BadHost, Hosts},
    rate_limit::Rate,
};
pub use settings::{ConnectionLimits, Settings};
