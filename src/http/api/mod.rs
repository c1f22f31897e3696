//! The handlers: each extracts what it needs, makes one call, and responds.

pub mod analyses;
pub mod bulk_export;
pub mod bulk_import;
pub mod cards;
pub mod commitments;
pub mod days;
pub mod decks;
pub mod draws;
pub mod erasures;
pub mod events;
pub mod explorer;
pub mod games;
pub mod keys;
pub mod leaderboards;
pub mod meta;
pub mod metrics;
pub mod notes;
pub mod players;
pub mod profiles;
pub mod readings;
pub mod rulesets;
pub mod simulations;
pub mod spreads;
pub mod statistics;
pub mod tables;
