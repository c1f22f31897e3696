//! Reads the deals of a stored game of Fortunes, and rebuilds stored readings from their games.

use super::{
    request::ReadChoice,
    stored::{AnyStored, GameReadings, PlayersReading, StoredReading},
};
use crate::{
    analysis::WouldBe,
    cards::Deck,
    games::{Fortunes, Game as _, Player, Ruleset},
    reading::{Care, Heading, Language, PlayedDeal, QuestionKind, Reading, ReadingChoice},
    service::{
        ResourceKind, Service, ServiceError, StoredSpread, engine,
        records::{AnyReading, ReadingRecord, StoredGame},
        store::ListedReading,
    },
};

/// The deals of a stored game of Fortunes.
///
/// # Errors
/// `NoReading` for a game of another ruleset; `Internal` when it is damaged.
fn deals_of(game: &StoredGame) -> Result<Vec<PlayedDeal>, ServiceError> {
    let Ruleset::Fortunes = game.record.ruleset else { return Err(ServiceError::NoReading) };
    let damaged = |why: String| ServiceError::Internal(format!("game {}: {why}", game.record.id));
    let log = engine::stored_log::<Fortunes>(game)?;
    let state = log.replay().map_err(|why| damaged(format!("{why:?}")))?;
    let outcome = state.outcome().ok_or_else(|| damaged("it is not over".to_owned()))?;
    Ok(PlayedDeal::all(&log.steps, outcome.detail.deals))
}

/// The chosen deal of a game, by default the last, and the number of deals.
fn deal_of(game: &StoredGame, choice: ReadChoice) -> Result<(PlayedDeal, u32), ServiceError> {
    let mut deals = deals_of(game)?;
    let count = deals.len() as u32;
    let index = (choice.deal.unwrap_or(count) as usize).wrapping_sub(1);
    if index >= deals.len() {
        let detail = format!("Expected the number of a deal, from 1 to {count}.");
        return Err(ServiceError::BadParameter { parameter: "deal", detail });
    }
    Ok((deals.swap_remove(index), count))
}

/// One player's reading of a deal.
pub(super) fn reading_of(
    game: &StoredGame,
    player: Player,
    choice: ReadChoice,
) -> Result<PlayersReading, ServiceError> {
    let (played, deals) = deal_of(game, choice)?;
    players_reading(game, (&played, deals), player, choice)
}

fn players_reading(
    game: &StoredGame,
    (played, deals): (&PlayedDeal, u32),
    player: Player,
    choice: ReadChoice,
) -> Result<PlayersReading, ServiceError> {
    let names: Vec<_> = game.record.players.iter().map(|seat| seat.name.clone()).collect();
    let name = |player: Player| names.get(player.index()).cloned();
    let querent = name(player).ok_or(ServiceError::NotFound(ResourceKind::Player))?;
    let reading = read_for(game, played, player, choice, NOTHING_ASKED)?;
    let partner = reading.partner.and_then(name);
    let id = Some(game.record.id.to_string());
    let heading = Heading { querent: Some(querent), partner, game: id, ..Heading::default() };
    Ok(PlayersReading { reading, heading, deal: played.number, deals, names })
}

/// A player's reading of a deal of a game as it would have gone on; `None` where what was asked, or a name, needs care.
pub(crate) fn read_line(
    game: &StoredGame,
    line: &WouldBe,
    player: Player,
    questions: &[String],
) -> Result<Option<PlayersReading>, ServiceError> {
    let log = engine::stored_log::<Fortunes>(game)?;
    let damaged = |why| ServiceError::Internal(format!("game {} cannot be set up: {why:?}", game.record.id));
    let Some(deal) = line.deal(&log).map_err(damaged)? else { return Ok(None) };
    let mut told = players_reading(game, (&deal, deal.number), player, ReadChoice::default())?;
    // No page shows how these cards were won.
    told.heading.game = None;
    let needs_care = told.reading.care.is_some() || Care::of(questions.iter().map(String::as_str)).is_some();
    Ok((!needs_care).then_some(told))
}

pub(super) fn readings_of(game: &StoredGame, choice: ReadChoice) -> Result<GameReadings, ServiceError> {
    let (played, _) = deal_of(game, choice)?;
    let (dealer, all) = (played.deal.dealer, game.record.players.len());
    let read = |player| read_for(game, &played, player, choice, NOTHING_ASKED);
    let readings = Player::all(all).map(read).collect::<Result<Vec<_>, _>>()?;
    let high = [dealer.after(0, all), dealer.after(2, all)];
    let low = [dealer.after(1, all), dealer.after(3, all)];
    let team = |mut players: [Player; 2]| {
        players.sort();
        (players, readings[players[0].index()].verdict)
    };
    let teams = [team(high), team(low)];
    let names = game.record.players.iter().map(|seat| seat.name.clone()).collect();
    Ok(GameReadings { game: game.record.id, deal: played.number, readings, teams, names })
}

/// What a reading is told for: the question, and the querent's name if it is not the seat's.
pub(crate) type Asked<'a> = (&'a str, Option<&'a str>);

/// A reading that nobody asked a question for.
pub(crate) const NOTHING_ASKED: Asked<'static> = ("", None);

/// A player's reading of a given deal.
fn read_for(
    game: &StoredGame,
    deal: &PlayedDeal,
    player: Player,
    choice: ReadChoice,
    (question, querent): Asked<'_>,
) -> Result<Reading, ServiceError> {
    let ReadChoice { deal: _, layout, deck, question_kind } = choice;
    let choice = ReadingChoice { layout, deck, language: Language::default(), question_kind };
    let drawn = game.record.seed_record.as_ref();
    let seeds = drawn.map(|drawn| (drawn.seed.text(), drawn.client_seed.as_str()));
    // A reading names those who sat with the querent.
    let names = game.record.players.iter().map(|seat| seat.name.as_str());
    deal.read(player, choice, seeds.as_ref().map(|(seed, client_seed)| (seed.as_str(), *client_seed)))
        .map(|reading| reading.told_for(question, names.chain(querent)))
        .map_err(|why| ServiceError::Internal(format!("a deal can be read: {why}")))
}

/// The querent's reading of the last deal.
fn querent_reading(
    game: StoredGame,
    querent: Player,
    choice: ReadChoice,
    asked: Asked<'_>,
) -> Result<(StoredGame, Reading), ServiceError> {
    if querent.index() >= game.record.players.len() {
        return Err(ServiceError::Internal(format!("game {} has no player {}", game.record.id, querent.0)));
    }
    let deals = deals_of(&game)?;
    let last = deals.last().ok_or_else(|| ServiceError::Internal("a game has a deal".to_owned()))?;
    let reading = read_for(&game, last, querent, choice, asked)?;
    Ok((game, reading))
}

/// A player's reading of the last deal of a game.
pub(crate) fn read_last(
    game: &StoredGame,
    player: Player,
    (deck, question_kind): (Deck, QuestionKind),
    asked: Asked<'_>,
) -> Result<Reading, ServiceError> {
    let choice = ReadChoice { deck, question_kind, ..ReadChoice::default() };
    let (played, _) = deal_of(game, choice)?;
    read_for(game, &played, player, choice, asked)
}

/// Rebuilds the reading of a list item.
pub(crate) fn rebuild_listed(reading: ListedReading) -> Result<AnyStored, ServiceError> {
    match reading {
        AnyReading::Fortunes((record, game)) => rebuild(record, game).map(AnyReading::Fortunes),
        AnyReading::Spread(record) => StoredSpread::rebuild(record).map(AnyReading::Spread),
    }
}

/// Rebuilds a stored reading of a game from the game, told by the texts of this release.
pub(crate) fn rebuild(record: ReadingRecord, game: StoredGame) -> Result<StoredReading, ServiceError> {
    let choice = ReadChoice { deck: record.deck, question_kind: record.question_kind, ..ReadChoice::default() };
    let asked = (record.question.as_str(), Some(record.querent.as_str()));
    let (game, reading) = querent_reading(game, record.player, choice, asked)?;
    Ok(StoredReading { record, game: Service::listed(game.record)?, reading })
}
