//! The row of a game: its columns, how it is written, read and corrected. Lists are in `history/`.

use std::{collections::BTreeSet, sync::LazyLock};

use sqlx::error::BoxDynError;
use uuid::Uuid;

use super::{
    dialect::{Dialect, RowWriter},
    entry::{WriteOutcome, Written},
    error::damaged,
    game_players, keyset, player_list,
    query::{Cells, Statement, each_row},
};
use crate::{
    games::Player,
    service::{
        records::{CommitmentId, GameId, GameRecord, OwnerId, Seed, SeedRecord, Source, StoredGame},
        store::StoreError,
    },
};

/// Declares the columns of `games` once, each with its value for a game. The log comes last.
macro_rules! columns {
    (|$game:ident| $($name:ident = $value:expr,)+) => {
        const NAMES: &[&str] = &[$(stringify!($name)),+];

        /// Adds the cells of a game.
        fn add_cells<D: Dialect>(row: &mut D::Rows, $game: &StoredGame) {
            $(
                let value = || Ok($value);
                row.try_cell(value());
            )+
        }
    };
}

columns! { |game|
    id = game.record.id.0,
    owner_id = game.record.owner.0,
    ruleset = game.record.ruleset.number(),
    rules_version = i16::try_from(game.record.rules_version)?,
    source = game.record.source as i16,
    created_at = D::time(game.record.created_at),
    played_at = game.record.played_at.map(D::time),
    external_id = game.record.external_id.clone(),
    tags = tags_text(&game.record.tags)?,
    options = game.record.options.clone(),
    players = player_list::to_text(&game.record.players),
    step_count = i32::try_from(game.record.step_count)?,
    seed = seed(game, Seed::given),
    seed_made = seed(game, Seed::made),
    client_seed = game.record.seed_record.as_ref().map(|record| record.client_seed.clone()),
    commitment_id = game.record.commitment().map(|commitment| commitment.0),
    deal_given = game.record.seed_record.as_ref().is_some_and(|record| record.deal_given),
    winners = player_list::list(game.record.winners.iter().map(|player| player.0)),
    places = player_list::list(&game.record.places),
    scores = player_list::list(&game.record.scores),
    unlisted = game.record.unlisted,
    unrated = seat_bits(&game.record.unrated)?,
    log = game.log.clone(),
}

fn seed<T>(game: &StoredGame, part: impl Fn(&Seed) -> Option<T>) -> Option<T> {
    game.record.seed_record.as_ref().and_then(|record| part(&record.seed))
}

/// The names of the columns, each with a prefix.
pub(super) fn names(prefix: &str) -> String {
    NAMES.iter().map(|name| format!("{prefix}{name}")).collect::<Vec<_>>().join(", ")
}

/// The columns of a game except the log, in the order of writing and reading.
pub(super) static COLUMNS: LazyLock<String> =
    LazyLock::new(|| names("games.").strip_suffix(", games.log").expect("the log comes last").to_owned());

static INTO: LazyLock<String> = LazyLock::new(|| format!("into games ({}) ", names("")));

/// Stores games and the names of their players; the caller must roll back if one is rejected.
pub(super) async fn insert<D: Dialect>(transaction: &mut D::Connection, games: &[&StoredGame]) -> WriteOutcome {
    let begin = || Statement::insert(&INTO);
    let cells = |row: &mut D::Rows, game: &&StoredGame| add_cells::<D>(row, game);
    let stored = Written::or_taken(each_row::<D, _>(transaction, games, begin, cells, "").await)?;
    if !stored.is_stored() {
        return Ok(stored);
    }
    game_players::insert::<D>(transaction, games.iter().map(|game| &game.record)).await?;
    insert_tags::<D>(transaction, &all_tag_rows(games)).await?;
    Ok(Written::Stored)
}

/// Adds the statements of [`insert`] to a text, each after this verb and with its end.
pub(super) fn push_insert<D: Dialect>(statement: &mut Statement<D>, verb: &'static str, games: &[&StoredGame]) {
    statement.push(verb).push(&INTO).rows_of(games, |row, game| add_cells::<D>(row, game)).push("; ");
    let names = game_players::rows(games.iter().map(|game| &game.record));
    if !names.is_empty() {
        statement.push(verb).push(game_players::INTO).rows_of(&names, game_players::add_cells::<D>).push("; ");
    }
    let tags = all_tag_rows(games);
    if !tags.is_empty() {
        statement.push(verb).push(INTO_TAGS).rows_of(&tags, add_tag_cells::<D>).push("; ");
    }
}

/// The statement that stores games without tags, and the names of their players.
pub(super) fn insert_at_once<D: Dialect>(games: &[&StoredGame]) -> Statement<D> {
    let mut statement = Statement::new("with stored as (insert ");
    statement.push(&INTO).rows_of(games, |row, game| add_cells::<D>(row, game)).push(") insert ");
    let names = game_players::rows(games.iter().map(|game| &game.record));
    statement.push(game_players::INTO).rows_of(&names, game_players::add_cells::<D>);
    statement
}

fn all_tag_rows<'g>(games: &[&'g StoredGame]) -> Vec<(Uuid, &'g str)> {
    games.iter().flat_map(|game| tag_rows(&game.record)).collect()
}

/// The rows of a game in `game_tags`.
fn tag_rows(game: &GameRecord) -> impl Iterator<Item = (Uuid, &str)> {
    game.tags.iter().map(|tag| (game.id.0, tag.as_str()))
}

/// The tags under which a game is indexed.
pub(super) async fn tags_indexed<D: Dialect>(
    connection: &mut D::Connection,
    game: GameId,
) -> Result<BTreeSet<String>, StoreError> {
    let mut statement = Statement::<D>::new("select tag from game_tags where game_id = ");
    statement.bind(game.0);
    Ok(statement.read_all(connection, |cells| cells.next()).await?.into_iter().collect())
}

const INTO_TAGS: &str = "into game_tags (game_id, tag) ";

fn add_tag_cells<D: Dialect>(row: &mut D::Rows, (game, tag): &(Uuid, &str)) {
    row.cell(*game).cell((*tag).to_owned());
}

async fn insert_tags<D: Dialect>(transaction: &mut D::Connection, tags: &[(Uuid, &str)]) -> sqlx::Result<()> {
    each_row::<D, _>(transaction, tags, || Statement::insert(INTO_TAGS), add_tag_cells::<D>, "").await
}

/// The `tags` column: a JSON array, or null if there are none.
pub(super) fn tags_text(tags: &[String]) -> Result<Option<String>, BoxDynError> {
    Ok((!tags.is_empty()).then(|| serde_json::to_string(tags)).transpose()?)
}

pub(super) fn tags(text: Option<String>) -> Result<Vec<String>, StoreError> {
    text.map_or(Ok(Vec::new()), |text| serde_json::from_str(&text).map_err(|_| damaged("tags")))
}

/// Writes what was corrected of a game into its row, and its names and tags; the caller must roll back if it is rejected.
pub(super) async fn correct<D: Dialect>(
    transaction: &mut D::Connection,
    before: &GameRecord,
    after: &GameRecord,
) -> WriteOutcome {
    let mut statement = Statement::<D>::new("update games set played_at = ");
    statement.bind(after.played_at.map(D::time)).push(", external_id = ").bind(after.external_id.clone());
    statement.try_set("tags = ", tags_text(&after.tags));
    statement.push(", players = ").bind(player_list::to_text(&after.players));
    statement.push(" where id = ").bind(after.id.0);
    let written = Written::or_taken(statement.execute(transaction).await)?;
    if !written.is_stored() {
        return Ok(written);
    }
    if before.players != after.players {
        let names: Vec<_> = before.players.iter().map(|seat| (seat.name.as_str(), before.id)).collect();
        game_players::delete::<D>(transaction, &names, "correct_names").await?;
        game_players::insert::<D>(transaction, std::iter::once(after)).await?;
    }
    if before.tags != after.tags {
        let mut former = Statement::<D>::delete_from("game_tags", "correct_tags");
        former.push(" and game_id = ").bind(before.id.0);
        former.execute(transaction).await?;
        insert_tags::<D>(transaction, &tag_rows(after).collect::<Vec<_>>()).await?;
    }
    Ok(written)
}

/// The columns that lists of games are ordered by.
pub(super) const ORDER: keyset::Columns =
    keyset::Columns { id: "games.id", time: "games.created_at", position: "games.position" };

/// Reads the cells of [`COLUMNS`].
pub(super) fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<GameRecord, StoreError> {
    Ok(GameRecord {
        id: GameId(cells.next()?),
        owner: OwnerId(cells.next()?),
        ruleset: cells.ruleset()?,
        rules_version: cells.small_count()?,
        source: cells.value("source", Source::from_repr)?,
        created_at: cells.time()?,
        played_at: cells.optional_time()?,
        external_id: cells.next()?,
        tags: tags(cells.next()?)?,
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
