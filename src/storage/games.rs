//! Statements on games.

use std::sync::LazyLock;

use sqlx::{Arguments, Postgres, Sqlite, error::BoxDynError, postgres::PgArguments};
use uuid::Uuid;

use super::{
    dialect::Dialect,
    error::damaged,
    name_keys::{self, RowKeys},
    player_list,
    projection::{self, deletion},
    query::{Cells, Statement},
    tables,
};
use crate::{
    games::{Player, Ruleset},
    service::{
        records::{CommitmentId, GameId, GameRecord, OwnerId, Seed, SeedRecord, Source, StoredGame},
        store::{OwnerFilter, StoreError},
    },
};

/// Declares the columns of `games` once: each with its Postgres type and its value for a game. The log comes last.
macro_rules! columns {
    (|$game:ident| $($name:ident: $type:ident = $value:expr,)+) => {
        /// The columns with their Postgres types.
        pub(super) const TYPED_COLUMNS: &[(&str, &str)] = &[$((stringify!($name), stringify!($type))),+];

        /// Binds the columns of a game.
        fn bind_columns<D: Dialect>(statement: &mut Statement<D>, $game: &StoredGame) {
            $(
                let value = || Ok($value);
                statement.try_item(value());
            )+
        }

        /// Binds the columns of several games, one array per column.
        pub(super) fn bind_arrays(arguments: &mut PgArguments, games: &[&StoredGame]) -> Result<(), BoxDynError> {
            type D = Postgres;
            $(arguments.add(games.iter().map(|$game| Ok($value)).collect::<Result<Vec<_>, BoxDynError>>()?)?;)+
            Ok(())
        }
    };
}

columns! { |game|
    id: uuid = game.record.id.0,
    owner_id: bigint = game.record.owner.0,
    ruleset: smallint = game.record.ruleset.number(),
    rules_version: smallint = i16::try_from(game.record.rules_version)?,
    source: smallint = source_number(game.record.source),
    created_at: timestamptz = D::time(game.record.created_at),
    played_at: timestamptz = game.record.played_at.map(D::time),
    external_id: text = game.record.external_id.clone(),
    options: text = game.record.options.clone(),
    players: text = player_list::to_text(&game.record.players),
    step_count: integer = i32::try_from(game.record.step_count)?,
    seed: text = seed(game, Seed::given),
    seed_made: bytea = seed(game, Seed::made),
    client_seed: text = game.record.seed_record.as_ref().map(|record| record.client_seed.clone()),
    commitment_id: uuid = game.record.commitment().map(|commitment| commitment.0),
    deal_given: boolean = game.record.seed_record.as_ref().is_some_and(|record| record.deal_given),
    winners: text = player_list::list(game.record.winners.iter().map(|player| player.0)),
    places: text = player_list::list(&game.record.places),
    scores: text = player_list::list(&game.record.scores),
    unlisted: boolean = game.record.unlisted,
    unrated: smallint = seat_bits(&game.record.unrated)?,
    log: bytea = game.log.clone(),
}

fn seed<T>(game: &StoredGame, part: impl Fn(&Seed) -> Option<T>) -> Option<T> {
    game.record.seed_record.as_ref().and_then(|record| part(&record.seed))
}

/// The names of the columns, each with a prefix.
pub(super) fn names(prefix: &str) -> String {
    TYPED_COLUMNS.iter().map(|(name, _)| format!("{prefix}{name}")).collect::<Vec<_>>().join(", ")
}

/// The columns of a game except the log, in the order of writing and reading.
pub(super) static COLUMNS: LazyLock<String> =
    LazyLock::new(|| names("games.").strip_suffix(", games.log").expect("the log comes last").to_owned());

/// Adds the statement that stores a game; a condition may follow.
pub(super) fn insert<D: Dialect>(statement: &mut Statement<D>, game: &StoredGame, keys: Option<&RowKeys>) {
    begin_insert(statement);
    statement.push(" select ");
    bind_columns(statement, game);
    name_keys::bind_columns(statement, game.record.id, keys);
}

/// Adds the statement that stores one or more games.
pub(super) fn insert_all<'g>(statement: &mut Statement<Sqlite>, games: impl Iterator<Item = &'g StoredGame>) {
    begin_insert(statement);
    statement.push(" values ");
    for game in games {
        statement.comma().push("(");
        bind_columns(statement, game);
        statement.push(")");
    }
}

fn begin_insert<D: Dialect>(statement: &mut Statement<D>) {
    static INSERT: LazyLock<String> = LazyLock::new(|| format!("insert into games ({}", names("")));
    statement.push(&INSERT);
    if D::NAMES_IN_ROWS {
        statement.push(", ").push(name_keys::COLUMNS);
    }
    statement.push(")");
}

/// Adds the statement that stores the rows of one or more games in `game_players`; a condition may follow.
pub(super) fn insert_players<'g, D: Dialect>(
    statement: &mut Statement<D>,
    names: impl IntoIterator<Item = (GameId, &'g [(&'g str, bool)])>,
) {
    statement.push("insert into game_players (name, game_id, winner) select column1, column2, column3 from (values ");
    for (game, names) in names {
        for (name, winner) in names {
            statement.comma().push("(").item((*name).to_owned()).item(game.0).item(*winner).push(")");
        }
    }
    statement.push(") as names");
}

/// Reads the cells of [`COLUMNS`].
pub(super) fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<GameRecord, StoreError> {
    Ok(GameRecord {
        id: GameId(cells.next()?),
        owner: OwnerId(cells.next()?),
        ruleset: Ruleset::from_number(cells.next()?).ok_or_else(|| damaged("ruleset"))?,
        rules_version: cells.small_count()?,
        source: source(cells.next()?)?,
        created_at: cells.time()?,
        played_at: cells.optional_time()?,
        external_id: cells.next()?,
        options: cells.next()?,
        players: player_list::from_text(&cells.next::<String>()?)?,
        step_count: cells.count()?,
        seed_record: read_seed_record(cells)?,
        winners: player_list::unlist(&cells.next::<String>()?, "winners")?.into_iter().map(Player).collect(),
        places: player_list::unlist(&cells.next::<String>()?, "places")?,
        scores: player_list::unlist(&cells.next::<String>()?, "scores")?,
        unlisted: cells.next()?,
        unrated: seats_of_bits(cells.small_count()?),
    })
}

/// Seats as a set: one bit each.
fn seat_bits(seats: &[Player]) -> Result<i16, BoxDynError> {
    Ok(i16::try_from(seats.iter().fold(0_u32, |bits, seat| bits | 1 << seat.0))?)
}

fn seats_of_bits(bits: u32) -> Vec<Player> {
    (0..16).filter(|seat| bits & 1 << seat != 0).map(Player).collect()
}

fn read_seed_record<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<Option<SeedRecord>, StoreError> {
    let (given, made): (Option<String>, Option<Vec<u8>>) = (cells.next()?, cells.next()?);
    let client_seed: Option<String> = cells.next()?;
    let commitment: Option<Uuid> = cells.next()?;
    let deal_given = cells.next()?;
    let seed = match (given, made) {
        (None, None) => return Ok(None),
        (Some(text), None) => Seed::Given(text),
        (None, Some(bytes)) => Seed::Made(bytes.try_into().map_err(|_| damaged("seed_made"))?),
        (Some(_), Some(_)) => return Err(damaged("two seeds")),
    };
    let client_seed = client_seed.ok_or_else(|| damaged("client_seed"))?;
    Ok(Some(SeedRecord { seed, client_seed, commitment: commitment.map(CommitmentId), deal_given }))
}

/// Reads the cells of [`COLUMNS`] and the log after them.
pub(super) fn read_stored<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<StoredGame, StoreError> {
    Ok(StoredGame { record: read(cells)?, log: cells.next()? })
}

/// The game with this id.
pub(super) async fn by_id<D: Dialect>(
    connection: &mut D::Connection,
    id: GameId,
) -> Result<Option<StoredGame>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(&COLUMNS).push(", games.log from games where games.id = ").bind(id.0);
    statement.read_one(connection, read_stored).await
}

/// Maximum number of logs per statement.
const MAX_LOGS: usize = 256;

/// The logs of those of these games that exist.
pub(super) async fn logs<D: Dialect>(
    connection: &mut D::Connection,
    ids: &[GameId],
) -> Result<Vec<(GameId, Vec<u8>)>, StoreError> {
    let mut logs = Vec::with_capacity(ids.len());
    for ids in ids.chunks(MAX_LOGS) {
        let mut statement = Statement::<D>::new("select id, log from games where id");
        statement.one_of(ids.iter().map(|id| id.0));
        logs.extend(statement.read_all(connection, |cells| Ok((GameId(cells.next()?), cells.next()?))).await?);
    }
    Ok(logs)
}

/// The owner's game with this external id.
pub(super) async fn by_external_id<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    external_id: &str,
) -> Result<Option<GameId>, StoreError> {
    let mut statement = Statement::<D>::new("select id from games where external_id = ");
    statement.bind(external_id.to_owned()).push(" and owner_id = ").bind(owner.0);
    statement.read_one(connection, |cells| cells.next().map(GameId)).await
}

/// Deletes a game and the table at which it was played. A foreign key deletes its readings. Returns false if this owner
/// has no such game.
pub(super) async fn delete<D: Dialect>(
    connection: &mut D::Connection,
    id: GameId,
    owner: OwnerFilter,
) -> Result<bool, StoreError> {
    let mut game = Statement::<D>::new("select 1 from games where id = ");
    game.bind(id.0).owned("owner_id", owner);
    if game.row(connection).await?.is_none() {
        return Ok(false);
    }
    projection::lock_and_discard::<D>(connection).await?;
    let mut game = Statement::<D>::delete_from("games", "delete_game");
    game.push(" and id = ").bind(id.0).owned("owner_id", owner).push(" returning ").push(&deletion::COLUMNS);
    let Some(row) = game.row(connection).await? else { return Ok(false) };
    let deleted = deletion::read::<D>(&row)?;
    match &deleted.players {
        Some(players) => {
            let rows: Vec<_> = players.iter().map(|seat| (seat.name.as_str(), id)).collect();
            name_keys::delete_rows::<D>(connection, &rows, "delete_game_players").await?;
        }
        None => name_keys::delete_all_rows::<D>(connection, id, "delete_game_players").await?,
    }
    deletion::take_out::<D>(connection, &[deleted]).await?;
    tables::delete_of_games::<D>(connection, [id.0]).await?;
    Ok(true)
}

/// The stored number of a source.
pub(super) const fn source_number(source: Source) -> i16 {
    match source {
        Source::Played => 1,
        Source::Imported => 2,
        Source::Table => 3,
    }
}

/// The same as SQL text. A bound value would not match the condition of a partial index.
pub(super) const fn source_text(source: Source) -> &'static str {
    match source {
        Source::Played => "1",
        Source::Imported => "2",
        Source::Table => "3",
    }
}

fn source(number: i16) -> Result<Source, StoreError> {
    match number {
        1 => Ok(Source::Played),
        2 => Ok(Source::Imported),
        3 => Ok(Source::Table),
        _ => Err(damaged("source")),
    }
}
