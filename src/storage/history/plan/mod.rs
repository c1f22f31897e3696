//! The query plan of a list of games: the index that drives it, and the conditions that narrow it.

mod statements;

use super::{
    key::with_key,
    period::{ORDER, PLAYED, Period},
};
use crate::{
    service::{
        records::Source,
        store::{GameFilter, Position, Sort, StoreError},
    },
    storage::{
        dialect::Dialect,
        keyset::{Columns, MAX_SCANNED, Order, PageRequest},
        named_games::{self, Rows},
        query::Statement,
    },
};

/// A name required among the players, or among the winners.
#[derive(Clone, Copy)]
struct NameFilter<'a> {
    name: &'a str,
    winner: bool,
}

/// What drives the query.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Driver {
    /// An external id or a seed, which few games have.
    Key,
    /// The first name.
    Name,
    /// The order of the list.
    Order,
}

/// The query plan of a list of games.
pub(super) struct Plan<'a> {
    filter: &'a GameFilter,
    driver: Driver,
    names: Vec<NameFilter<'a>>,
    order: Order,
}

/// The names of a filter without duplicates.
fn name_filters(filter: &GameFilter) -> Vec<NameFilter<'_>> {
    let mut names: Vec<NameFilter<'_>> = Vec::new();
    let winner = filter.winner.iter().map(|name| NameFilter { name, winner: true });
    for one in winner.chain(filter.players.iter().map(|name| NameFilter { name, winner: false })) {
        if names.iter().all(|other| other.name != one.name) {
            names.push(one);
        }
    }
    names
}

/// Counts these rows, up to one more than a page scans.
async fn count<D: Dialect>(
    connection: &mut D::Connection,
    rows: impl FnOnce(&mut Statement<D>),
) -> Result<u64, StoreError> {
    let mut statement = Statement::<D>::new("select count(*) from (select 1 from ");
    rows(&mut statement);
    statement.push(" limit ").number(MAX_SCANNED + 1).push(") as few");
    statement.count(connection).await
}

impl<'a> Plan<'a> {
    /// Chooses the plan. The indexes of keys and names return games in order of id. For any other order, all games of a
    /// key or name must be sorted, so these indexes are used only if there are few.
    pub(super) async fn of<D: Dialect>(
        connection: &mut D::Connection,
        filter: &'a GameFilter,
        order: Order,
    ) -> Result<Plan<'a>, StoreError> {
        let by_id = order == Order::NewestId;
        let mut plan = Plan { filter, driver: Driver::Order, names: name_filters(filter), order };
        if (filter.external_id.is_some() || filter.seed.is_some())
            && (by_id || is_few(count::<D>(connection, |rows| with_key(rows, filter)).await?))
        {
            plan.driver = Driver::Key;
        } else if by_id && plan.names.len() == 1 {
            plan.driver = Driver::Name;
        } else if let Some(games) = plan.put_rarest_first::<D>(connection).await?
            && (by_id || is_few(games))
        {
            plan.driver = Driver::Name;
        }
        Ok(plan)
    }

    /// Puts the name with the fewest games first; returns how many it has.
    async fn put_rarest_first<D: Dialect>(
        &mut self,
        connection: &mut D::Connection,
    ) -> Result<Option<u64>, StoreError> {
        let mut rarest: Option<(usize, u64)> = None;
        for (index, NameFilter { name, .. }) in self.names.iter().enumerate() {
            let of_name = |rows: &mut Statement<D>| {
                rows.push(named_games::source::<D>()).push(" as named where ");
                Rows::Names.find(rows, name);
            };
            let games = count::<D>(connection, of_name).await?;
            if rarest.is_none_or(|(_, fewest)| games < fewest) {
                rarest = Some((index, games));
            }
        }
        Ok(rarest.map(|(index, games)| {
            self.names.swap(0, index);
            games
        }))
    }

    /// The columns that the list is ordered by.
    pub(super) fn order_columns(&self) -> Columns {
        let GameFilter { sort, played_since, played_until, .. } = *self.filter;
        let by_played = sort == Sort::Played || played_since.or(played_until).is_some();
        Columns { time: if by_played { PLAYED } else { ORDER.time }, ..ORDER }
    }

    fn columns<D: Dialect>(&self, rows: Rows) -> Columns {
        let columns = self.order_columns();
        match self.driver {
            Driver::Name => Columns { id: rows.id(), moment: rows.coarse_order::<D>(), ..columns },
            Driver::Key | Driver::Order => columns,
        }
    }

    /// Does the index of this period return the list in its order?
    fn is_in_order(&self, period: &Period) -> bool {
        self.order == Order::NewestTime && self.driver == Driver::Order && period.time == self.order_columns().time
    }

    /// Does the index of rulesets return the list in its order?
    fn by_ruleset(&self) -> bool {
        self.driver == Driver::Order && self.order == Order::NewestId && self.filter.ruleset.is_some()
    }

    /// The source whose index returns the list in its order. `Played`, the source of most games, has no index.
    fn by_source(&self) -> Option<Source> {
        let indexed = self.filter.source.filter(|source| match source {
            Source::Imported | Source::Table => self.filter.ruleset.is_none(),
            Source::Played => false,
        });
        indexed.filter(|_| self.driver == Driver::Order && self.order == Order::NewestId)
    }

    /// Are there conditions besides those of the driving index?
    fn narrows(&self) -> bool {
        let winners = self.names.iter().filter(|name| name.winner).count();
        let filter = self.filter;
        let periods = Period::all(filter);
        let flags = [
            filter.ruleset.is_some(),
            filter.source.is_some(),
            filter.external_id.is_some(),
            filter.seed.is_some(),
            !filter.unlisted,
        ];
        let given = periods.iter().filter(|period| period.is_given());
        let conditions =
            flags.iter().filter(|there| **there).count() + given.clone().count() + self.names.len() + winners;
        let found_by = match self.driver {
            Driver::Key | Driver::Name => true,
            Driver::Order => {
                given.clone().any(|period| self.is_in_order(period)) || self.by_ruleset() || self.by_source().is_some()
            }
        };
        conditions > usize::from(found_by)
    }

    /// Where a page stops scanning, if there are more rows than the window.
    pub(super) async fn edge<D: Dialect>(
        &self,
        connection: &mut D::Connection,
        request: PageRequest,
        window: u32,
    ) -> Result<Option<Position>, StoreError> {
        let all_are_few = self.driver != Driver::Order && self.order != Order::NewestId;
        if all_are_few || !self.narrows() {
            return Ok(None);
        }
        let columns = self.columns::<D>(Rows::Names);
        let rows = |statement: &mut Statement<D>| {
            match self.driver {
                Driver::Name => statement.push(" from ").push(named_games::source::<D>()).push(" as named where true"),
                Driver::Key | Driver::Order => statement.push(" from games where true"),
            };
            self.find(statement, Rows::Names, request, None);
        };
        request.edge::<D>(columns, window, connection, rows).await
    }
}

const fn is_few(count: u64) -> bool {
    count <= MAX_SCANNED as u64
}
