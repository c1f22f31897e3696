//! The HTTP interface: routes, and what they have in common.

pub mod api;
mod application;
mod client;
mod cookies;
mod extract;
mod mcp;
mod middleware;
pub mod openapi;
mod origins;
pub mod reply;
mod route_table;
mod routes;
mod settings;
mod site;

pub use self::{
    application::{Application, Handle, Listeners, serve_agent},
    middleware::rate_limit::Rate,
    origins::{BadHost, BadOrigin, Hosts, Origins},
    routes::{document, served_document, written_document},
    settings::{ConnectionLimits, Settings},
};
