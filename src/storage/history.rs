//! The history: which games match a filter.

use super::{
    dialect::Dialect,
    games,
    page::Page,
    period,
    statement::{Cells, Statement},
};
use crate::{
    chance::unhex,
    service::{
        records::{GameRecord, StoredGame},
        store::{GameFilter, StoreError},
    },
};

/// A name that has to be among the players, or even among those who won.
struct Wanted<'a> {
    name: &'a str,
    winner: bool,
}

/// The games of a page of those that match.
pub(super) async fn games<D: Dialect>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    page: Page,
) -> Result<Vec<GameRecord>, StoreError> {
    let rows = statement::<D>("", filter, page).rows(connection).await?;
    rows.iter().map(|row| games::read(&mut Cells::<D>::of(row))).collect()
}

/// The same with their logs.
pub(super) async fn stored_games<D: Dialect>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    page: Page,
) -> Result<Vec<StoredGame>, StoreError> {
    let rows = statement::<D>(", games.log", filter, page).rows(connection).await?;
    rows.iter().map(|row| games::read_stored(&mut Cells::<D>::of(row))).collect()
}

fn statement<D: Dialect>(further: &'static str, filter: &GameFilter, page: Page) -> Statement<D> {
    let mut statement = Statement::new("select ");
    statement.push(games::COLUMNS).push(further);
    let id = if singles_out(filter) { from_games(&mut statement, filter) } else { from_names(&mut statement, filter) };
    narrow(&mut statement, filter);
    period::narrow(&mut statement, period::Columns { id, created_at: "games.created_at" }, filter.since, filter.until);
    page.cut(&mut statement, id);
    statement
}

/// Does the filter hold for a handful of games, and has that an index?
fn singles_out(filter: &GameFilter) -> bool {
    filter.seed.is_some() || filter.external_id.is_some()
}

/// The names of a filter, each once.
fn wanted(filter: &GameFilter) -> Vec<Wanted<'_>> {
    let mut wanted: Vec<Wanted<'_>> = Vec::new();
    let winner = filter.winner.iter().map(|name| Wanted { name, winner: true });
    for one in winner.chain(filter.players.iter().map(|name| Wanted { name, winner: false })) {
        if wanted.iter().all(|other| other.name != one.name) {
            wanted.push(one);
        }
    }
    wanted
}

/// Goes by the games; gives the column of their ids.
fn from_games<D: Dialect>(statement: &mut Statement<D>, filter: &GameFilter) -> &'static str {
    statement.push(" from games where true");
    for name in wanted(filter) {
        also(statement, &name, "games.id");
    }
    "games.id"
}

/// Goes by a name, if there is one; gives the column of the games' ids.
///
/// SQLite keeps the order of a cross join, Postgres finds it by itself.
fn from_names<D: Dialect>(statement: &mut Statement<D>, filter: &GameFilter) -> &'static str {
    let names = wanted(filter);
    let Some((first, others)) = names.split_first() else { return from_games(statement, filter) };
    statement.push(" from game_players as named cross join games where games.id = named.game_id and named.name = ");
    if others.is_empty() {
        statement.bind(first.name.to_owned());
        if first.winner {
            statement.push(" and named.winner");
        }
    } else {
        rarest(statement, &names);
        for name in &names {
            also(statement, name, "named.game_id");
        }
    }
    "named.game_id"
}

/// Adds the question which of the names is the rarest; beyond a thousand games all are alike.
fn rarest<D: Dialect>(statement: &mut Statement<D>, names: &[Wanted<'_>]) {
    statement.push("(select column1 from (values ");
    for wanted in names {
        statement.comma().push("(").bind(wanted.name.to_owned()).push(")");
    }
    statement.push(") as names order by (select count(*) from (select 1 from game_players as counted");
    statement.push(" where counted.name = names.column1 limit 1000) as few) limit 1)");
}

fn also<D: Dialect>(statement: &mut Statement<D>, wanted: &Wanted<'_>, id: &'static str) {
    statement.push(" and exists (select 1 from game_players as other where other.name = ").bind(wanted.name.to_owned());
    statement.push(" and other.game_id = ").push(id);
    if wanted.winner {
        statement.push(" and other.winner");
    }
    statement.push(")");
}

fn narrow<D: Dialect>(statement: &mut Statement<D>, filter: &GameFilter) {
    if let Some(external_id) = &filter.external_id {
        statement.push(" and games.external_id = ").bind(external_id.clone());
    }
    if let Some(seed) = &filter.seed {
        narrow_to_seed(statement, seed);
    }
    if let Some(ruleset) = filter.ruleset {
        // The sign keeps the ruleset's index from being chosen where another one finds far fewer games.
        let by_index = !singles_out(filter) && wanted(filter).is_empty();
        statement.push(if by_index { " and games.ruleset = " } else { " and +games.ruleset = " });
        statement.bind(ruleset.number());
    }
    if let Some(source) = filter.source {
        statement.push(" and games.source = ").bind(games::source_number(source));
    }
}

/// A text of 64 digits is also that of a seed made here.
fn narrow_to_seed<D: Dialect>(statement: &mut Statement<D>, seed: &str) {
    match unhex(seed) {
        None => statement.push(" and games.seed = ").bind(seed.to_owned()),
        Some(made) => {
            statement.push(" and (games.seed = ").bind(seed.to_owned());
            statement.push(" or substr(games.seed_made, 1, 4) = ").bind(made[..4].to_vec());
            statement.push(" and games.seed_made = ").bind(made.to_vec()).push(")")
        }
    };
}
