//! How the games of a list are found: what leads to them, and what narrows that.

use chrono::{DateTime, Utc};

use crate::{
    chance::unhex,
    service::{
        records::Source,
        store::{GameFilter, Place, Sort, StoreError},
    },
    storage::{
        dialect::Dialect,
        games,
        keyset::{Columns, Order, PageRequest, WALK, narrow_to_period},
        name_keys,
        named_games::{self, Rows},
        query::{Cells, Statement},
    },
};

/// What lists of games are ordered by.
pub const ORDER: Columns =
    Columns { id: "games.id", moment: None, time: "games.created_at", position: "games.position" };

/// When a game was played, as the index has it; of one that does not know, when it was stored.
const PLAYED: &str = "coalesce(games.played_at, games.created_at)";

/// Both times where no index is to be chosen by them: others go in the list's order.
const STORED_AT: &str = "coalesce(games.created_at, games.created_at)";
const PLAYED_AT: &str = "coalesce(games.played_at, games.created_at, games.created_at)";

/// A half-open period that a filter asks for.
struct Period {
    /// Of which time, as an index has it.
    time: &'static str,
    /// The same where no index is to be chosen by it.
    unindexed: &'static str,
    since: Option<DateTime<Utc>>,
    until: Option<DateTime<Utc>>,
}

impl Period {
    fn is_given(&self) -> bool {
        self.since.or(self.until).is_some()
    }

    /// What a filter asks for: of when games were stored, and of when they were played.
    fn all(filter: &GameFilter) -> [Period; 2] {
        let GameFilter { since, until, played_since, played_until, .. } = *filter;
        [
            Period { time: ORDER.time, unindexed: STORED_AT, since, until },
            Period { time: PLAYED, unindexed: PLAYED_AT, since: played_since, until: played_until },
        ]
    }
}

/// How a list of games goes back from the newest: by the time that the caller names or asks for a period of, else by ids.
pub fn newest(filter: &GameFilter) -> Order {
    let periods = Period::all(filter);
    if filter.sort == Sort::Played || periods.iter().any(Period::is_given) {
        Order::NewestTime
    } else {
        Order::NewestId
    }
}

/// A name that has to be among the players, or even among those who won.
#[derive(Clone, Copy)]
struct NameFilter<'a> {
    name: &'a str,
    winner: bool,
}

/// What leads to the games of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Driver {
    /// An external id or a seed, which few games have.
    Key,
    /// The first of the names.
    Name,
    /// The order of the list.
    Order,
}

/// How the games of a list are found.
pub(super) struct Plan<'a> {
    filter: &'a GameFilter,
    driver: Driver,
    names: Vec<NameFilter<'a>>,
    order: Order,
}

/// The names of a filter, each once.
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

/// How many of these rows there are; beyond what a page looks at all numbers are alike.
async fn count<D: Dialect>(
    connection: &mut D::Connection,
    rows: impl FnOnce(&mut Statement<D>),
) -> Result<i64, StoreError> {
    let mut statement = Statement::<D>::new("select count(*) from (select 1 from ");
    rows(&mut statement);
    statement.push(" limit ").number(WALK + 1).push(") as few");
    let row = statement.row(connection).await?;
    row.map_or(Ok(0), |row| Cells::<D>::of(&row).next())
}

impl<'a> Plan<'a> {
    /// In the order of ids the indexes of keys and names give their games in order. In other orders all games of a key
    /// or a name have to be sorted, which is done when they are few.
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
    ) -> Result<Option<i64>, StoreError> {
        let mut rarest: Option<(usize, i64)> = None;
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

    /// What the list is ordered by, whatever leads to its games.
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

    /// Is it the period whose index gives the list in its order?
    fn is_in_order(&self, period: &Period) -> bool {
        self.order == Order::NewestTime && self.driver == Driver::Order && period.time == self.order_columns().time
    }

    /// Does the index of rulesets give the list in its order?
    fn by_ruleset(&self) -> bool {
        self.driver == Driver::Order && self.order == Order::NewestId && self.filter.ruleset.is_some()
    }

    /// The source whose own index gives the list in its order: most games were played here, and have none.
    fn by_source(&self) -> Option<Source> {
        let indexed = self.filter.source.filter(|source| match source {
            Source::Imported | Source::Table => self.filter.ruleset.is_none(),
            Source::Played => false,
        });
        indexed.filter(|_| self.driver == Driver::Order && self.order == Order::NewestId)
    }

    /// Is there a condition beside those that rows are found by in the list's order?
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

    /// Where a page stops looking, when there are more rows than the window has.
    pub(super) async fn edge<D: Dialect>(
        &self,
        connection: &mut D::Connection,
        request: PageRequest,
        window: u32,
    ) -> Result<Option<Place>, StoreError> {
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
            self.find(statement, Rows::Names);
        };
        request.edge::<D>(columns, window, connection, rows).await
    }

    /// What gives a page of the games, each with these further columns and its place.
    pub(super) fn statement<D: Dialect>(
        &self,
        request: PageRequest,
        further: &'static str,
        edge: Option<Place>,
    ) -> Statement<D> {
        let columns = self.columns::<D>(Rows::of_games::<D>());
        let mut statement = self.selecting(request, further, columns);
        self.matching(&mut statement, request, edge);
        request.cut(&mut statement, columns, request.limit.saturating_add(1));
        statement
    }

    /// The page from the first window of a name's games. It is usually full, and then nothing else has to be read: asking
    /// for the edge takes as long as the page.
    pub(super) fn of_first_names<D: Dialect>(
        &self,
        request: PageRequest,
        further: &'static str,
    ) -> Option<Statement<D>> {
        if self.driver != Driver::Name || self.order != Order::NewestId {
            return None;
        }
        let columns = self.columns::<D>(Rows::Names);
        let mut statement = self.selecting(request, further, columns);
        statement.push(" from (select * from ").push(named_games::source::<D>()).push(" as named where true");
        self.find(&mut statement, Rows::Names);
        request.begin(&mut statement, columns);
        request.cut(&mut statement, columns, request.first_window());
        statement.push(") as named cross join games where games.id = named.game_id");
        self.narrow(&mut statement, Rows::Names);
        request.cut(&mut statement, columns, request.limit.saturating_add(1));
        Some(statement)
    }

    /// A statement that selects what a page has of a game, and its place.
    fn selecting<D: Dialect>(&self, request: PageRequest, further: &'static str, columns: Columns) -> Statement<D> {
        let mut statement = Statement::new("select ");
        statement.push(&games::COLUMNS).push(further).push(", ");
        request.order.select_place(&mut statement, columns);
        statement
    }

    /// Counts the games up to the edge, at most one more than the limit.
    pub(super) fn counting<D: Dialect>(&self, request: PageRequest, edge: Option<Place>) -> Statement<D> {
        let mut statement = Statement::new("select count(*) from (select 1");
        self.matching(&mut statement, request, edge);
        statement.push(" limit ").number(request.limit.saturating_add(1)).push(") as few");
        statement
    }

    /// Adds where the games come from, and all conditions.
    fn matching<D: Dialect>(&self, statement: &mut Statement<D>, request: PageRequest, edge: Option<Place>) {
        let rows = Rows::of_games::<D>();
        statement.push(" from ");
        match self.driver {
            Driver::Name => rows.push_games(statement),
            Driver::Key | Driver::Order => {
                statement.push("games where true");
            }
        }
        self.find(statement, rows);
        request.begin(statement, self.columns::<D>(rows));
        if let Some(edge) = edge {
            request.end_at(statement, self.columns::<D>(rows), edge);
        }
        self.narrow(statement, rows);
    }

    /// Adds the conditions that an index finds rows by.
    fn find<D: Dialect>(&self, statement: &mut Statement<D>, rows: Rows) {
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
            narrow_to_period(statement, period.time, period.since, period.until);
        }
    }

    /// Adds the condition that an index finds the first name by.
    fn find_name<D: Dialect>(&self, statement: &mut Statement<D>, rows: Rows) {
        if let Some(first) = self.names.first() {
            statement.push(" and ");
            rows.find(statement, first.name);
        }
    }

    /// Adds the other conditions, so that no index is chosen by them.
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

const fn is_few(count: i64) -> bool {
    count <= WALK as i64
}

fn with_key<D: Dialect>(rows: &mut Statement<D>, filter: &GameFilter) {
    rows.push("games where true");
    narrow_to_key(rows, filter);
}

/// A seed of 64 digits is also that of a seed made here.
fn narrow_to_key<D: Dialect>(statement: &mut Statement<D>, filter: &GameFilter) {
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

/// The same without an index.
fn compare_key<D: Dialect>(statement: &mut Statement<D>, filter: &GameFilter) {
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
