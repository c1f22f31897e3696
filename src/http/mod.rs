//! The HTTP interface: routes, and what they have in common.

pub mod api;
mod application;
mod client;
mod extract;
mod middleware;
pub mod openapi;
pub mod reply;
mod routes;
mod settings;
mod site;

pub use self::{
    application::{Application, Handle, Listeners},
    middleware::{
        hosts::{BadHost, Hosts},
        rate_limit::Rate,
        response_headers::{BadOrigin, Origins},
    },
    routes::{document, served_document, written_document},
    settings::{ConnectionLimits, Settings},
};
