//! The statements of a plan.

use super::{Driver, Plan};
use crate::{
    service::store::Position,
    storage::{
        dialect::Dialect,
        games,
        history::{
            key::{compare_key, narrow_to_key},
            period::Period,
        },
        keyset::{Columns, Order, PageRequest, narrow_to_period},
        name_keys,
        named_games::{self, Rows},
        query::Statement,
    },
};

impl Plan<'_> {
    /// The statement for a page of games, each with more columns and its position.
    pub(in crate::storage::history) fn statement<D: Dialect>(
        &self,
        request: PageRequest,
        more_columns: &'static str,
        edge: Option<Position>,
    ) -> Statement<D> {
        let columns = self.columns::<D>(Rows::of_games::<D>());
        let mut statement = self.selecting(request, more_columns, columns);
        self.matching(&mut statement, request, edge);
        request.cut(&mut statement, columns, request.limit.saturating_add(1));
        statement
    }

    /// The statement for a page of only the first window of a name's games. The page is usually full, which saves the
    /// query for the edge; that takes as long as the page.
    pub(in crate::storage::history) fn of_first_names<D: Dialect>(
        &self,
        request: PageRequest,
        more_columns: &'static str,
    ) -> Option<Statement<D>> {
        if self.driver != Driver::Name || self.order != Order::NewestId {
            return None;
        }
        let columns = self.columns::<D>(Rows::Names);
        let mut statement = self.selecting(request, more_columns, columns);
        statement.push(" from (select * from ").push(named_games::source::<D>()).push(" as named where true");
        self.find(&mut statement, Rows::Names, request, None);
        request.begin(&mut statement, columns);
        request.cut(&mut statement, columns, request.first_window());
        statement.push(") as named cross join games where games.id = named.game_id");
        self.narrow(&mut statement, Rows::Names);
        request.cut(&mut statement, columns, request.limit.saturating_add(1));
        Some(statement)
    }

    /// The `select` clause: the columns of a game, more columns, and its position.
    fn selecting<D: Dialect>(
        &self,
        request: PageRequest,
        more_columns: &'static str,
        columns: Columns,
    ) -> Statement<D> {
        let mut statement = Statement::new("select ");
        statement.push(&games::COLUMNS).push(more_columns).push(", ");
        request.order.select_place(&mut statement, columns);
        statement
    }

    /// The statement that counts the games up to the edge, at most one more than the limit.
    pub(in crate::storage::history) fn counting<D: Dialect>(
        &self,
        request: PageRequest,
        edge: Option<Position>,
    ) -> Statement<D> {
        let mut statement = Statement::new("select count(*) from (select 1");
        self.matching(&mut statement, request, edge);
        statement.push(" limit ").number(request.limit.saturating_add(1)).push(") as few");
        statement
    }

    /// Adds the `from` clause and all conditions.
    fn matching<D: Dialect>(&self, statement: &mut Statement<D>, request: PageRequest, edge: Option<Position>) {
        let rows = Rows::of_games::<D>();
        statement.push(" from ");
        match self.driver {
            Driver::Name => rows.push_games(statement),
            Driver::Key | Driver::Order => {
                statement.push("games where true");
            }
        }
        self.find(statement, rows, request, edge);
        request.begin(statement, self.columns::<D>(rows));
        if let Some(edge) = edge {
            request.end_at(statement, self.columns::<D>(rows), edge);
        }
        self.narrow(statement, rows);
    }

    /// Adds the conditions of the driving index.
    pub(super) fn find<D: Dialect>(
        &self,
        statement: &mut Statement<D>,
        rows: Rows,
        request: PageRequest,
        edge: Option<Position>,
    ) {
        match self.driver {
            Driver::Name => self.find_name(statement, rows),
            Driver::Key => narrow_to_key(statement, self.filter),
            Driver::Order => (),
        }
        if let Some(ruleset) = self.filter.ruleset.filter(|_| self.by_ruleset()) {
            statement.push(" and games.ruleset = ").bind(ruleset.number());
        }
        if let Some(source) = self.by_source() {
            statement.push(" and games.source = ").push(games::source_text(source));
        }
        for period in Period::all(self.filter).iter().filter(|period| self.is_in_order(period)) {
            let (since, until) = request.open_ends(edge, (period.since, period.until));
            narrow_to_period(statement, period.time, since, until);
        }
    }

    /// Adds the condition by which an index finds the first name.
    fn find_name<D: Dialect>(&self, statement: &mut Statement<D>, rows: Rows) {
        if let Some(first) = self.names.first() {
            statement.push(" and ");
            rows.find(statement, first.name);
        }
    }

    /// Adds the other conditions, in forms that match no index.
    fn narrow<D: Dialect>(&self, statement: &mut Statement<D>, rows: Rows) {
        if !self.filter.unlisted {
            statement.push(" and not games.unlisted");
        }
        let found = usize::from(self.driver == Driver::Name);
        for one in self.names.iter().take(found) {
            rows.check(statement, one.name);
            if one.winner {
                rows.won(statement);
            }
        }
        for one in self.names.iter().skip(found) {
            statement.push(" and ");
            name_keys::plays(statement, self.columns::<D>(rows).id, one.name, one.winner);
        }
        if self.driver != Driver::Key {
            compare_key(statement, self.filter);
        }
        if let Some(ruleset) = self.filter.ruleset.filter(|_| !self.by_ruleset()) {
            statement.push(" and +games.ruleset = ").bind(ruleset.number());
        }
        if let Some(source) = self.filter.source.filter(|_| self.by_source().is_none()) {
            statement.push(" and +games.source = ").push(games::source_text(source));
        }
        for period in Period::all(self.filter).iter().filter(|period| !self.is_in_order(period)) {
            narrow_to_period(statement, period.unindexed, period.since, period.until);
        }
    }
}
