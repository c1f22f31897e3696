//! The history: which games match a filter.

use super::{
    dialect::Dialect,
    games,
    keyset::{self, Asked, Columns, Order, WALK, narrow_to_period},
    query::{Cells, Statement},
};
use crate::{
    chance::unhex,
    service::{
        records::{GameRecord, Source, StoredGame},
        store::{GameFilter, Page, Place, StoreError},
    },
};

/// The time of storing where no index is to be chosen by it: others go in the list's order.
const STORED_AT: &str = "coalesce(games.created_at, games.created_at)";

/// What lists of games are ordered by.
pub(super) const ORDER: Columns =
    Columns { id: "games.id", created_at: "games.created_at", position: "games.position" };

/// A name that has to be among the players, or even among those who won.
#[derive(Clone, Copy)]
struct Wanted<'a> {
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
struct Plan<'a> {
    filter: &'a GameFilter,
    driver: Driver,
    names: Vec<Wanted<'a>>,
    order: Order,
}

/// The games of a page of those that match.
pub(super) async fn games<D: Dialect>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    asked: Asked,
) -> Result<Page<GameRecord>, StoreError> {
    let page = found::<D, _>(connection, filter, asked, "", games::read).await?;
    Ok(keyset::without_places(page))
}

/// The same with their logs and their places.
pub(super) async fn stored_games<D: Dialect>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    asked: Asked,
) -> Result<Page<(StoredGame, Place)>, StoreError> {
    found::<D, _>(connection, filter, asked, ", games.log", games::read_stored).await
}

async fn found<D: Dialect, T>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    asked: Asked,
    further: &'static str,
    read: impl Fn(&mut Cells<'_, D>) -> Result<T, StoreError> + Send + Sync,
) -> Result<Page<(T, Place)>, StoreError> {
    let plan = Plan::of::<D>(connection, filter, asked.order).await?;
    let asked = asked.resolved::<D>(connection, "games", ORDER).await?;
    let window = asked.first_window();
    let mut edge = plan.edge::<D>(connection, asked, window).await?;
    let mut rows = plan.statement::<D>(asked, further, edge).rows(connection).await?;
    if edge.is_some() && rows.len() <= asked.limit as usize && window < asked.window() {
        edge = plan.edge::<D>(connection, asked, asked.window()).await?;
        rows = plan.statement::<D>(asked, further, edge).rows(connection).await?;
    }
    let row = |row| {
        let mut cells = Cells::<D>::of(row);
        Ok((read(&mut cells)?, asked.order.read_place(&mut cells)?))
    };
    let rows: Result<Vec<_>, StoreError> = rows.iter().map(row).collect();
    Ok(asked.page(rows?, edge))
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
    async fn of<D: Dialect>(
        connection: &mut D::Connection,
        filter: &'a GameFilter,
        order: Order,
    ) -> Result<Plan<'a>, StoreError> {
        let by_id = order == Order::NewestId;
        let mut plan = Plan { filter, driver: Driver::Order, names: wanted(filter), order };
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

    /// Puts the name first that has the fewest games; tells how many these are.
    async fn put_rarest_first<D: Dialect>(
        &mut self,
        connection: &mut D::Connection,
    ) -> Result<Option<i64>, StoreError> {
        let mut rarest: Option<(usize, i64)> = None;
        for (index, Wanted { name, .. }) in self.names.iter().enumerate() {
            let of_name = |rows: &mut Statement<D>| {
                rows.push("game_players as counted where counted.name = ").bind((*name).to_owned());
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

    fn columns(&self) -> Columns {
        match self.driver {
            Driver::Name => Columns { id: "named.game_id", ..ORDER },
            Driver::Key | Driver::Order => ORDER,
        }
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

    fn has_period(&self) -> bool {
        self.filter.since.or(self.filter.until).is_some()
    }

    /// Is there a condition beside those that rows are found by in the list's order?
    fn narrows(&self) -> bool {
        let winners = self.names.iter().filter(|wanted| wanted.winner).count();
        let filter = self.filter;
        let flags = [
            filter.ruleset.is_some(),
            filter.source.is_some(),
            filter.external_id.is_some(),
            filter.seed.is_some(),
            self.has_period(),
            !filter.unlisted,
        ];
        let conditions = flags.iter().filter(|there| **there).count() + self.names.len() + winners;
        let found_by = match self.driver {
            Driver::Key | Driver::Name => true,
            Driver::Order => self.order == Order::NewestTime || self.by_ruleset() || self.by_source().is_some(),
        };
        conditions > usize::from(found_by)
    }

    /// Where a page stops looking, when there are more rows than the window has.
    async fn edge<D: Dialect>(
        &self,
        connection: &mut D::Connection,
        asked: Asked,
        window: u32,
    ) -> Result<Option<Place>, StoreError> {
        let all_are_few = self.driver != Driver::Order && self.order != Order::NewestId;
        if all_are_few || !self.narrows() {
            return Ok(None);
        }
        let mut statement = Statement::<D>::new("select ");
        asked.order.select_place(&mut statement, self.columns());
        match self.driver {
            Driver::Name => statement.push(" from game_players as named where true"),
            Driver::Key | Driver::Order => statement.push(" from games where true"),
        };
        self.find(&mut statement, asked);
        asked.edge(statement, self.columns(), window, connection).await
    }

    fn statement<D: Dialect>(&self, asked: Asked, further: &'static str, edge: Option<Place>) -> Statement<D> {
        let columns = self.columns();
        let mut statement = Statement::new("select ");
        statement.push(&games::COLUMNS).push(further).push(", ");
        asked.order.select_place(&mut statement, columns);
        // SQLite keeps the order of a cross join, Postgres finds it by itself.
        match self.driver {
            Driver::Name => {
                statement.push(" from game_players as named cross join games where games.id = named.game_id")
            }
            Driver::Key | Driver::Order => statement.push(" from games where true"),
        };
        self.find(&mut statement, asked);
        if let Some(edge) = edge {
            asked.end_at(&mut statement, columns, edge);
        }
        self.narrow(&mut statement);
        asked.cut(&mut statement, columns, asked.limit.saturating_add(1));
        statement
    }

    /// Adds the conditions that an index finds rows by.
    fn find<D: Dialect>(&self, statement: &mut Statement<D>, asked: Asked) {
        match (self.driver, self.names.first()) {
            (Driver::Name, Some(first)) => {
                statement.push(" and named.name = ").bind(first.name.to_owned());
            }
            (Driver::Key, _) => narrow_to_key(statement, self.filter),
            (Driver::Name, None) | (Driver::Order, _) => (),
        }
        if let Some(ruleset) = self.filter.ruleset.filter(|_| self.by_ruleset()) {
            statement.push(" and games.ruleset = ").bind(ruleset.number());
        }
        if let Some(source) = self.by_source() {
            statement.push(" and games.source = ").push(games::source_text(source));
        }
        if self.order == Order::NewestTime && self.driver == Driver::Order {
            narrow_to_period(statement, "games.created_at", self.filter.since, self.filter.until);
        }
        asked.begin(statement, self.columns());
    }

    /// Adds the other conditions, so that no index is chosen by them.
    fn narrow<D: Dialect>(&self, statement: &mut Statement<D>) {
        if !self.filter.unlisted {
            statement.push(" and not games.unlisted");
        }
        let found = usize::from(self.driver == Driver::Name);
        if self.names.iter().take(found).any(|wanted| wanted.winner) {
            statement.push(" and named.winner");
        }
        for wanted in self.names.iter().skip(found) {
            also(statement, wanted, self.columns().id);
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
        if self.order != Order::NewestTime || self.driver != Driver::Order {
            narrow_to_period(statement, STORED_AT, self.filter.since, self.filter.until);
        }
    }
}

const fn is_few(count: i64) -> bool {
    count <= WALK as i64
}

fn also<D: Dialect>(statement: &mut Statement<D>, wanted: &Wanted<'_>, id: &'static str) {
    statement.push(" and exists (select 1 from game_players as other where other.name = ").bind(wanted.name.to_owned());
    statement.push(" and other.game_id = ").push(id);
    if wanted.winner {
        statement.push(" and other.winner");
    }
    statement.push(")");
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
