//! Corrections of stored games: when one was played, how its players' names are spelled, its tags and its external id.

use chrono::{DateTime, Utc};

use super::{
    Authority, ExternalId, FieldError, GameDetails, Name, ResourceKind, Service, ServiceError,
    play::name_errors,
    records::{GameId, GameRecord, Source, StoredGame},
    text::{PlayerName, are_spellings_of_one},
};

/// What is corrected; `None` stays as it is.
#[derive(Clone, Debug, Default)]
pub struct Correction {
    /// When an imported game was played; `None` inside: that is unknown.
    pub played_at: Option<Option<DateTime<Utc>>>,
    /// The external id; `None` inside: it has none.
    pub external_id: Option<Option<ExternalId>>,
    /// The tags, each once.
    pub tags: Option<Vec<String>>,
    /// The names by player, all of them.
    pub names: Option<Vec<Option<Name>>>,
}

impl Service {
    /// Corrects a game; returns it as it is then, and whether anything has changed. The first and last time of a player can only move apart at once, and
    /// are narrowed when players are counted anew.
    ///
    /// # Errors
    /// `NotFound`, `Forbidden`, `Invalid`, `ExternalIdTaken`, `Unavailable`, `Internal`; then nothing is changed.
    pub async fn correct_game(
        &self,
        id: GameId,
        authority: Authority,
        correction: &Correction,
    ) -> Result<(GameDetails, bool), ServiceError> {
        // Until nobody else has changed the game between reading and writing.
        loop {
            let StoredGame { record: before, log } = self.stored(id).await?;
            let whose = self.owners_of_deletable_game(id, authority).await?;
            if !whose.is_some_and(|whose| whose.includes(before.owner)) {
                return Err(ServiceError::Forbidden(ResourceKind::Game));
            }
            let after = self.corrected(&before, correction.clone()).await?;
            let changes = after != before;
            if !changes || self.store.correct_game(&before, &after).await? {
                self.shared.replays.forget(id);
                return Ok((self.detailed(StoredGame { record: after, log }).await?, changes));
            }
        }
    }

    /// The record of a corrected game.
    async fn corrected(&self, before: &GameRecord, correction: Correction) -> Result<GameRecord, ServiceError> {
        let (mut after, mut errors) = (before.clone(), Vec::new());
        let Correction { played_at, external_id, tags, names } = correction;
        if let Some(played_at) = played_at {
            if before.source != Source::Imported && played_at != before.played_at {
                let why = "Only of an imported game: this one was played here, and the service knows when.";
                errors.push(FieldError::bad_value("/played_at", why));
            }
            after.played_at = played_at;
        }
        if let Some(external_id) = external_id {
            after.external_id = external_id.map(ExternalId::into_string);
        }
        after.tags = tags.unwrap_or(after.tags);
        if let Some(names) = names {
            errors.extend(respell(&mut after, names));
            if before.source == Source::Table && after.players != before.players {
                let why = "Not of a game that was played at a table: its names are those of the people who sat there.";
                errors.push(FieldError::bad_value("/players", why));
            }
        }
        if errors.is_empty() && after.players != before.players {
            errors.extend(self.taken_by_correction(before, &after).await?.into_iter().map(|seat| {
                let why = "It looks like the name of another person's profile, or did so before.";
                FieldError::bad_value(format!("/players/{}/name", seat.index()), why)
            }));
        }
        if errors.is_empty() { Ok(after) } else { Err(ServiceError::Invalid(errors)) }
    }
}

/// Spells the names of a game's players anew; returns what is wrong with them.
fn respell(game: &mut GameRecord, names: Vec<Option<Name>>) -> Vec<FieldError> {
    let players = game.players.len();
    if names.len() != players {
        let why = format!("Expected one object for each of the {players} players, not {}.", names.len());
        return vec![FieldError::bad_value("/players", why)];
    }
    let (mut errors, mut given) = (Vec::new(), Vec::new());
    for (index, (seat, name)) in game.players.iter_mut().zip(names).enumerate() {
        let name = name.map(Name::into_string).filter(|name| *name != seat.name);
        given.push(name.is_some());
        let Some(name) = name else { continue };
        if !are_spellings_of_one(&seat.name, &name) {
            let why =
                format!("It is another name than `{}`: capitals, spaces and diacritics can be corrected.", seat.name);
            errors.push(FieldError::bad_value(format!("/players/{index}/name"), why));
        }
        seat.name = name;
    }
    if errors.is_empty() && given.contains(&true) {
        let names = game.players.iter().zip(&given).enumerate();
        let names = names.map(|(index, (seat, given))| PlayerName { index, name: &seat.name, given: *given });
        errors.extend(name_errors("players", names));
    }
    errors
}
