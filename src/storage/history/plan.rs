//! The query plan of a list of games: the index that drives it, and the conditions that narrow it.

use chrono::{DateTime, Utc};

use crate::{
    hex::unhex,
    service::{
        records::Source,
        store::{GameFilter, Position, Sort, StoreError},
    },
    storage::{
        dialect::Dialect,
        game_players,
        games::{self, ORDER},
        keyset::{Columns, MAX_SCANNED, Order, PageRequest, narrow_to_period},
        query::Statement,
    },
};

/// The expression of the index by time of playing; games without that time are indexed by the time of storing.
const PLAYED: &str = "coalesce(games.played_at, games.created_at)";

/// Equivalent expressions that match no index, so that the database chooses the one in the list's order.
const STORED_AT: &str = "coalesce(games.created_at, games.created_at)";
const PLAYED_AT: &str = "coalesce(games.played_at, games.created_at, games.created_at)";

/// A half-open period in a filter.
struct Period {
    /// The time, as an indexed expression.
    time: &'static str,
    /// The same as an expression that matches no index.
    unindexed: &'static str,
    since: Option<DateTime<Utc>>,
    until: Option<DateTime<Utc>>,
}

impl Period {
    fn is_given(&self) -> bool {
        self.since.or(self.until).is_some()
    }

    /// The periods of a filter: of storing and of playing.
    fn all(filter: &GameFilter) -> [Period; 2] {
        let GameFilter { since, until, played_since, played_until, .. } = *filter;
        [
            Period { time: ORDER.time, unindexed: STORED_AT, since, until },
            Period { time: PLAYED, unindexed: PLAYED_AT, since: played_since, until: played_until },
        ]
    }
}

/// The order of a list that starts with the newest games: by time if the filter sorts or limits by one, otherwise by
/// id.
pub(super) fn newest(filter: &GameFilter) -> Order {
    let periods = Period::all(filter);
    if filter.sort == Sort::Played || periods.iter().any(Period::is_given) {
        Order::NewestTime
    } else {
        Order::NewestId
    }
}

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
    /// The first tag.
    Tag,
    /// The order of the list.
    Order,
}

/// The query plan of a list of games.
pub(super) struct Plan<'a> {
    filter: &'a GameFilter,
    driver: Driver,
    names: Vec<NameFilter<'a>>,
    tags: Vec<&'a str>,
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
    /// Chooses the plan. The indexes of keys, names and tags return games in order of id. For any other order, all games
    /// of a key, name or tag must be sorted, so these indexes are used only if there are few.
    pub(super) async fn of<D: Dialect>(
        connection: &mut D::Connection,
        filter: &'a GameFilter,
        order: Order,
    ) -> Result<Plan<'a>, StoreError> {
        let by_id = order == Order::NewestId;
        let tags = filter.tags.iter().map(String::as_str).collect();
        let mut plan = Plan { filter, driver: Driver::Order, names: name_filters(filter), tags, order };
        if (filter.external_id.is_some() || filter.seed.is_some())
            && (by_id || is_few(count::<D>(connection, |rows| with_key(rows, filter)).await?))
        {
            plan.driver = Driver::Key;
        } else if by_id && plan.names.len() + plan.tags.len() == 1 {
            plan.driver = if plan.tags.is_empty() { Driver::Name } else { Driver::Tag };
        } else if let Some((driver, games)) = plan.put_rarest_first::<D>(connection).await?
            && (by_id || is_few(games))
        {
            plan.driver = driver;
        }
        Ok(plan)
    }

    /// Puts the name or the tag with the fewest games first; returns which of both, and how many games it has.
    async fn put_rarest_first<D: Dialect>(
        &mut self,
        connection: &mut D::Connection,
    ) -> Result<Option<(Driver, u64)>, StoreError> {
        let mut rarest: Option<(Driver, usize, u64)> = None;
        for (index, tag) in self.tags.iter().enumerate() {
            let of_tag = |rows: &mut Statement<D>| {
                rows.push("game_tags as tagged where tagged.tag = ").bind((*tag).to_owned());
            };
            let games = count::<D>(connection, of_tag).await?;
            if rarest.is_none_or(|(.., fewest)| games < fewest) {
                rarest = Some((Driver::Tag, index, games));
            }
        }
        for (index, NameFilter { name, .. }) in self.names.iter().enumerate() {
            let of_name = |rows: &mut Statement<D>| {
                rows.push("game_players as named where true");
                game_players::is_of(rows, name);
            };
            let games = count::<D>(connection, of_name).await?;
            if rarest.is_none_or(|(.., fewest)| games < fewest) {
                rarest = Some((Driver::Name, index, games));
            }
        }
        Ok(rarest.map(|(driver, index, games)| {
            match driver {
                Driver::Tag => self.tags.swap(0, index),
                Driver::Name | Driver::Key | Driver::Order => self.names.swap(0, index),
            }
            (driver, games)
        }))
    }

    /// The columns that the list is ordered by.
    pub(super) fn order_columns(&self) -> Columns {
        let GameFilter { sort, played_since, played_until, .. } = *self.filter;
        let by_played = sort == Sort::Played || played_since.or(played_until).is_some();
        Columns { time: if by_played { PLAYED } else { ORDER.time }, ..ORDER }
    }

    /// The same with the id where the driving index has it.
    fn columns(&self) -> Columns {
        let columns = self.order_columns();
        match self.driver {
            Driver::Name => Columns { id: "named.game_id", ..columns },
            Driver::Tag => Columns { id: "tagged.game_id", ..columns },
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
        let conditions = flags.iter().filter(|there| **there).count()
            + given.clone().count()
            + self.names.len()
            + winners
            + self.tags.len();
        let found_by = match self.driver {
            Driver::Key | Driver::Name | Driver::Tag => true,
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
        let columns = self.columns();
        let rows = |statement: &mut Statement<D>| {
            match self.driver {
                Driver::Name => statement.push(" from game_players as named where true"),
                Driver::Tag => statement.push(" from game_tags as tagged where true"),
                Driver::Key | Driver::Order => statement.push(" from games where true"),
            };
            self.find(statement, request, None);
        };
        request.edge::<D>(columns, window, connection, rows).await
    }

    /// The statement for a page of games, each with more columns and its position.
    pub(super) fn statement<D: Dialect>(
        &self,
        request: PageRequest,
        more_columns: &'static str,
        edge: Option<Position>,
    ) -> Statement<D> {
        let columns = self.columns();
        let mut statement = self.selecting(request, more_columns, columns);
        self.matching(&mut statement, request, edge);
        request.cut(&mut statement, columns, request.limit.saturating_add(1));
        statement
    }

    /// The statement for a page of only the first window of a name's games. The page is usually full, which saves the
    /// query for the edge; that takes as long as the page.
    pub(super) fn of_first_names<D: Dialect>(
        &self,
        request: PageRequest,
        more_columns: &'static str,
    ) -> Option<Statement<D>> {
        if self.driver != Driver::Name || self.order != Order::NewestId {
            return None;
        }
        let columns = self.columns();
        let mut statement = self.selecting(request, more_columns, columns);
        statement.push(" from (select * from game_players as named where true");
        self.find(&mut statement, request, None);
        request.begin(&mut statement, columns);
        request.cut(&mut statement, columns, request.first_window());
        statement.push(") as named cross join games where games.id = named.game_id");
        self.narrow(&mut statement);
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
    pub(super) fn counting<D: Dialect>(&self, request: PageRequest, edge: Option<Position>) -> Statement<D> {
        let mut statement = Statement::new("select count(*) from (select 1");
        self.matching(&mut statement, request, edge);
        statement.push(" limit ").number(request.limit.saturating_add(1)).push(") as few");
        statement
    }

    /// Adds the `from` clause and all conditions.
    fn matching<D: Dialect>(&self, statement: &mut Statement<D>, request: PageRequest, edge: Option<Position>) {
        let columns = self.columns();
        statement.push(" from ").push(match self.driver {
            Driver::Name => game_players::WITH_GAMES,
            // SQLite keeps the order of a cross join.
            Driver::Tag => "game_tags as tagged cross join games where games.id = tagged.game_id",
            Driver::Key | Driver::Order => "games where true",
        });
        self.find(statement, request, edge);
        request.begin(statement, columns);
        if let Some(edge) = edge {
            request.end_at(statement, columns, edge);
        }
        self.narrow(statement);
    }

    /// Adds the conditions of the driving index.
    fn find<D: Dialect>(&self, statement: &mut Statement<D>, request: PageRequest, edge: Option<Position>) {
        match self.driver {
            Driver::Name => self.find_name(statement),
            Driver::Tag => self.find_tag(statement),
            Driver::Key => narrow_to_key(statement, self.filter),
            Driver::Order => (),
        }
        if let Some(ruleset) = self.filter.ruleset.filter(|_| self.by_ruleset()) {
            statement.push(" and games.ruleset = ").bind(ruleset.number());
        }
        if let Some(source) = self.by_source() {
            // A bound value would not match the condition of a partial index.
            statement.push(" and games.source = ").number(source as u32);
        }
        for period in Period::all(self.filter).iter().filter(|period| self.is_in_order(period)) {
            let (since, until) = request.open_ends(edge, (period.since, period.until));
            narrow_to_period(statement, period.time, since, until);
        }
    }

    /// Adds the condition by which an index finds the first name.
    fn find_name<D: Dialect>(&self, statement: &mut Statement<D>) {
        if let Some(first) = self.names.first() {
            game_players::is_of(statement, first.name);
        }
    }

    /// Adds the condition by which an index finds the first tag.
    fn find_tag<D: Dialect>(&self, statement: &mut Statement<D>) {
        if let Some(first) = self.tags.first() {
            statement.push(" and tagged.tag = ").bind((*first).to_owned());
        }
    }

    /// Adds the conditions on tags that no index has met. Postgres would join a subquery with `exists` first.
    fn narrow_to_tags<D: Dialect>(&self, statement: &mut Statement<D>) {
        for tag in self.tags.iter().skip(usize::from(self.driver == Driver::Tag)) {
            statement.push(" and (select 1 from game_tags as other where other.tag = ").bind((*tag).to_owned());
            statement.push(" and other.game_id = games.id) = 1");
        }
    }

    /// Adds the other conditions, in forms that match no index.
    fn narrow<D: Dialect>(&self, statement: &mut Statement<D>) {
        if !self.filter.unlisted {
            statement.push(" and not games.unlisted");
        }
        let found = usize::from(self.driver == Driver::Name);
        if self.names.iter().take(found).any(|one| one.winner) {
            statement.push(" and named.winner");
        }
        for one in self.names.iter().skip(found) {
            statement.push(" and ");
            game_players::plays(statement, self.columns().id, one.name, one.winner);
        }
        self.narrow_to_tags(statement);
        if self.driver != Driver::Key {
            compare_key(statement, self.filter);
        }
        if let Some(ruleset) = self.filter.ruleset.filter(|_| !self.by_ruleset()) {
            statement.push(" and +games.ruleset = ").bind(ruleset.number());
        }
        if let Some(source) = self.filter.source.filter(|_| self.by_source().is_none()) {
            statement.push(" and +games.source = ").number(source as u32);
        }
        for period in Period::all(self.filter).iter().filter(|period| !self.is_in_order(period)) {
            narrow_to_period(statement, period.unindexed, period.since, period.until);
        }
    }
}

const fn is_few(count: u64) -> bool {
    count <= MAX_SCANNED as u64
}

/// Adds the rows of games with the external id and the seed.
fn with_key<D: Dialect>(rows: &mut Statement<D>, filter: &GameFilter) {
    rows.push("games where true");
    narrow_to_key(rows, filter);
}

/// Adds the conditions on external id and seed. A text of 64 hex digits may also be a seed generated here.
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

/// The same in a form that matches no index.
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
