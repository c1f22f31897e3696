//! The conditions on the keys of a game that few games share: its external id and its seed.

use crate::{
    hex::unhex,
    service::store::GameFilter,
    storage::{dialect::Dialect, query::Statement},
};

/// Adds the rows of games with the external id and the seed.
pub(super) fn with_key<D: Dialect>(rows: &mut Statement<D>, filter: &GameFilter) {
    rows.push("games where true");
    narrow_to_key(rows, filter);
}

/// Adds the conditions on external id and seed. A text of 64 hex digits may also be a seed generated here.
pub(super) fn narrow_to_key<D: Dialect>(statement: &mut Statement<D>, filter: &GameFilter) {
    if let Some(external_id) = &filter.external_id {
        statement.push(" and games.external_id = ").bind(external_id.clone());
    }
    let Some(seed) = &filter.seed else { return };
    match unhex(seed) {
        None => statement.push(" and games.seed = ").bind(seed.clone()),
        Some(made) => {
            statement.push(" and (games.seed = ").bind(seed.clone());
            statement.push(" or substr(games.seed_made, 1, 4) = ").bind(made[..4].to_vec());
            statement.push(" and games.seed_made = ").bind(made.to_vec()).push(")")
        }
    };
}

/// The same in a form that matches no index.
pub(super) fn compare_key<D: Dialect>(statement: &mut Statement<D>, filter: &GameFilter) {
    if let Some(external_id) = &filter.external_id {
        statement.push(" and games.external_id || '' = ").bind(external_id.clone());
    }
    let Some(seed) = &filter.seed else { return };
    statement.push(" and (games.seed || '' = ").bind(seed.clone());
    if let Some(made) = unhex(seed) {
        statement.push(" or games.seed_made = ").bind(made.to_vec());
    }
    statement.push(")");
}
