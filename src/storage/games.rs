//! Games: their columns, and the statements that store, read and delete them.

use uuid::Uuid;

use super::{
    dialect::Dialect,
    error::damaged,
    player_list,
    query::{Cells, Statement},
};
use crate::{
    games::{Player, Ruleset},
    service::{
        records::{CommitmentId, GameId, GameRecord, OwnerId, Seed, SeedRecord, Source, StoredGame},
        store::{OwnerFilter, StoreError},
    },
};

/// A game's columns but for the log, in the order in which they are written and read.
pub(super) const COLUMNS: &str = "games.id, games.owner_id, games.ruleset, games.rules_version, games.source, \
    games.created_at, games.played_at, games.external_id, games.options, games.players, games.step_count, \
    games.seed, games.seed_made, games.client_seed, games.commitment_id, games.deal_given, \
    games.winners, games.places, games.scores, games.unlisted";

/// Adds the statement that stores a game; a condition may follow.
pub(super) fn insert<D: Dialect>(statement: &mut Statement<D>, game: &StoredGame) {
    statement.push(
        "insert into games (id, owner_id, ruleset, rules_version, source, created_at, played_at, external_id, \
         options, players, step_count, seed, seed_made, client_seed, commitment_id, deal_given, \
         winners, places, scores, unlisted, log) select ",
    );
    let record = &game.record;
    statement
        .item(record.id.0)
        .item(record.owner.0)
        .item(record.ruleset.number())
        .narrow_item::<i16, _>(record.rules_version)
        .item(source_number(record.source))
        .item(D::time(record.created_at))
        .item(record.played_at.map(D::time))
        .item(record.external_id.clone())
        .item(record.options.clone())
        .item(player_list::to_text(&record.players))
        .narrow_item::<i32, _>(record.step_count);
    insert_seed_record(statement, record.seed_record.as_ref());
    statement
        .item(player_list::list(record.winners.iter().map(|player| player.0)))
        .item(player_list::list(&record.places))
        .item(player_list::list(&record.scores))
        .item(record.unlisted)
        .item(game.log.clone());
}

fn insert_seed_record<D: Dialect>(statement: &mut Statement<D>, record: Option<&SeedRecord>) {
    let (given, made) = match record.map(|record| &record.seed) {
        None => (None, None),
        Some(Seed::Given(text)) => (Some(text.clone()), None),
        Some(Seed::Made(bytes)) => (None, Some(bytes.to_vec())),
    };
    statement
        .item(given)
        .item(made)
        .item(record.map(|record| record.client_seed.clone()))
        .item(record.and_then(|record| record.commitment).map(|commitment| commitment.0))
        .item(record.is_some_and(|record| record.deal_given));
}

/// Adds the statement that stores who played; a condition may follow.
pub(super) fn insert_players<D: Dialect>(statement: &mut Statement<D>, game: &GameRecord) {
    statement.push("insert into game_players (name, game_id, winner) select column1, column2, column3 from (values ");
    for (name, winner) in player_list::names(game) {
        statement.comma().push("(").item(name.to_owned()).item(game.id.0).item(winner).push(")");
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
    })
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

/// Reads the cells of [`COLUMNS`] and the log behind them.
pub(super) fn read_stored<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<StoredGame, StoreError> {
    Ok(StoredGame { record: read(cells)?, log: cells.next()? })
}

/// The game of this id.
pub(super) async fn by_id<D: Dialect>(
    connection: &mut D::Connection,
    id: GameId,
) -> Result<Option<StoredGame>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(", games.log from games where games.id = ").bind(id.0);
    let row = statement.row(connection).await?;
    row.map(|row| read_stored(&mut Cells::<D>::of(&row))).transpose()
}

/// The owner's game with this external id.
pub(super) async fn by_external_id<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    external_id: &str,
) -> Result<Option<GameId>, StoreError> {
    let mut statement = Statement::<D>::new("select id from games where external_id = ");
    statement.bind(external_id.to_owned()).push(" and owner_id = ").bind(owner.0);
    let row = statement.row(connection).await?;
    row.map(|row| Cells::<D>::of(&row).next().map(GameId)).transpose()
}

/// Deletes the game of this id and who played in it; its readings follow by themselves.
pub(super) async fn delete<D: Dialect>(
    connection: &mut D::Connection,
    id: GameId,
    owner: OwnerFilter,
) -> Result<bool, StoreError> {
    let mut game = Statement::<D>::delete_from("games", "delete_game");
    game.push(" and id = ").bind(id.0).owned("owner_id", owner).push(" returning players");
    let Some(row) = game.row(connection).await? else { return Ok(false) };

    let mut players = Statement::<D>::delete_from("game_players", "delete_game_players");
    players.push(" and game_id = ").bind(id.0).push(" and name in (");
    for seat in player_list::from_text(&Cells::<D>::of(&row).next::<String>()?)? {
        players.item(seat.name);
    }
    players.push(")");
    players.execute(connection).await?;
    Ok(true)
}

/// The number that a source is stored under.
pub(super) const fn source_number(source: Source) -> i16 {
    match source {
        Source::Played => 1,
        Source::Imported => 2,
    }
}

/// The same in a statement's text, as the condition of an index has it.
pub(super) const fn source_text(source: Source) -> &'static str {
    match source {
        Source::Played => "1",
        Source::Imported => "2",
    }
}

fn source(number: i16) -> Result<Source, StoreError> {
    match number {
        1 => Ok(Source::Played),
        2 => Ok(Source::Imported),
        _ => Err(damaged("source")),
    }
}
