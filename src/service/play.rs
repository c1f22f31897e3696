//! Playing a complete game.

use std::{sync::Arc, time::Duration};

use super::{
    BadText, Class, ClientSeed, Created, ExternalId, FieldError, Finished, GameDetails, GameSetup, IdempotencyKey,
    Name, SeedText, Service, ServiceError,
    commitments::seed_conflicts,
    records::{
        BotRecord, CommitmentId, GameId, GameRecord, OwnerId, ReadingRecord, SeatRecord, Seed, SeedRecord, Source,
        StoredGame,
    },
    store::Write,
    text::{PlayerName, alike, askable},
};
use crate::{
    analysis::is_searched,
    games::{Player, Ruleset},
    players::Skill,
};

/// Games that may take longer have their own class of work, so that quick games do not wait for them.
const MAX_QUICK: Duration = Duration::from_millis(50);

/// A request to play a complete game.
#[derive(Clone, Debug)]
pub struct PlayRequest {
    /// The game.
    pub setup: GameSetup,
    /// The players by index; omitted ones get the defaults.
    pub players: Vec<SeatRequest>,
    /// The seed; `None`: that of the commitment, or else a random one.
    pub seed: Option<SeedText>,
    /// The caller's part of the seed.
    pub client_seed: ClientSeed,
    /// The commitment whose seed is used.
    pub commitment: Option<CommitmentId>,
    /// The caller's own id for the game.
    pub external_id: Option<ExternalId>,
    /// The tags of the game, each once.
    pub tags: Vec<String>,
}

/// A seat of a requested game.
#[derive(Clone, Debug, Default)]
pub struct SeatRequest {
    /// The name; `None`: `Player 1` … by seat.
    pub name: Option<Name>,
    /// The bot; `None`: the default one.
    pub bot: Option<Skill>,
}

impl PlayRequest {
    /// Upper estimate of the time to play the game.
    pub fn thinking(&self) -> Duration {
        self.setup.thinking(&self.skills())
    }

    fn skills(&self) -> Vec<Skill> {
        let skill = |index| self.players.get(index).and_then(|seat: &SeatRequest| seat.bot).unwrap_or(Skill::ALL[0]);
        (0..self.setup.players()).map(skill).collect()
    }

    fn unusable_names(&self, players: &[SeatRecord]) -> Vec<FieldError> {
        let given = |index: usize| self.players.get(index).is_some_and(|seat| seat.name.is_some());
        let names = players.iter().enumerate();
        let names = names.map(|(index, seat)| PlayerName { index, name: &seat.name, given: given(index) });
        name_errors("players", names)
    }

    /// The seats with these bots.
    fn seats(&self, skills: &[Skill]) -> Vec<SeatRecord> {
        let ruleset = self.setup.ruleset();
        let seat = |(index, skill): (usize, &Skill)| SeatRecord {
            name: seat_name(self.players.get(index).and_then(|seat| seat.name.clone()), index),
            bot: Some(BotRecord::of(ruleset, *skill)),
        };
        skills.iter().enumerate().map(seat).collect()
    }
}

impl Service {
    /// Plays a complete game and stores it.
    ///
    /// # Errors
    /// `Invalid`, `CommitmentUsed`, `ExternalIdTaken`, `IdempotencyInProgress`, `IdempotencyKeyReused`,
    /// `CreatedAndDeleted`, `Unavailable`, `Internal`; then nothing is stored.
    pub async fn play(
        &self,
        owner: OwnerId,
        request: PlayRequest,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<GameDetails>, ServiceError> {
        let create = async {
            let (game, detail) = self.play_unstored(owner, request).await?;
            self.store_game(game, None, detail, idempotency_key.clone()).await
        };
        self.idempotent(idempotency_key.as_ref(), create, |id| self.game(GameId(id))).await
    }

    /// Plays a complete game; the caller stores it.
    pub(super) async fn play_unstored(
        &self,
        owner: OwnerId,
        request: PlayRequest,
    ) -> Result<(StoredGame, Finished), ServiceError> {
        let client_seed = request.client_seed.clone().into_string();
        let skills = request.skills();
        let players = request.seats(&skills);
        let mut errors = commitment_conflicts(&request, &client_seed);
        errors.extend(request.unusable_names(&players));
        if !errors.is_empty() {
            return Err(ServiceError::Invalid(errors));
        }
        let PlayRequest { setup, commitment, .. } = request;
        let seed = match (request.seed, commitment) {
            (_, Some(commitment)) => Seed::Made(self.committed_seed(commitment, owner).await?),
            (Some(seed), None) => Seed::Given(seed.into_string()),
            (None, None) => Seed::Made(self.shared.ids.secret()),
        };
        // Games of random bots are short, unless an option makes them long.
        let is_small = skills.iter().all(|skill| *skill == Skill::Random) && setup.has_defaults();
        let class = match () {
            () if is_searched(setup.ruleset()) && skills.iter().any(|skill| skill.effort().is_some()) => Class::Search,
            () if !is_small && setup.thinking(&skills) > MAX_QUICK => Class::Long,
            () => Class::Quick,
        };
        let (ruleset, deal_given) = (setup.ruleset(), setup.deal_given());
        let (mut finished, seed, client_seed) = self
            .work
            .run_inline_if(is_small, class, move |cancel| {
                let finished = setup.play(&skills, &seed, &client_seed, cancel)?;
                Ok::<_, ServiceError>((finished, seed, client_seed))
            })
            .await??;
        let external_id = request.external_id.map(ExternalId::into_string);
        let mut game = self.record(owner, ruleset, players, &mut finished, external_id);
        game.record.tags = request.tags;
        game.record.seed_record = Some(SeedRecord { seed, client_seed, commitment, deal_given });
        Ok((game, finished))
    }

    /// A new game, with the fields of an imported one; the caller changes what differs. It takes the log.
    pub(super) fn record(
        &self,
        owner: OwnerId,
        ruleset: Ruleset,
        players: Vec<SeatRecord>,
        finished: &mut Finished,
        external_id: Option<String>,
    ) -> StoredGame {
        let created_at = self.clock.now();
        let record = GameRecord {
            id: GameId(self.shared.ids.at(created_at)),
            owner,
            ruleset,
            rules_version: ruleset.info().rules_version,
            source: Source::Imported,
            unlisted: false,
            unrated: Vec::new(),
            created_at,
            played_at: None,
            external_id,
            tags: Vec::new(),
            options: finished.options.clone(),
            players,
            step_count: finished.step_count,
            seed_record: None,
            winners: finished.outcome.winners.clone(),
            places: finished.outcome.places.clone(),
            scores: finished.outcome.scores.clone(),
        };
        StoredGame { record, log: std::mem::take(&mut finished.log) }
    }

    /// Stores a game with its reading; returns the game.
    pub(super) async fn store_game(
        &self,
        mut game: StoredGame,
        reading: Option<ReadingRecord>,
        finished: Finished,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<GameDetails, ServiceError> {
        if game.record.seed_record.is_some() {
            game.record.source = Source::Played;
            game.record.played_at = Some(game.record.created_at);
        }
        let write = Arc::new(Write { game, reading, now: self.clock.now(), idempotency_key });
        self.store.write_shared(&write).await?;
        // The store has dropped its references, so nothing is cloned.
        let Write { game: StoredGame { record, .. }, reading, .. } = Arc::unwrap_or_clone(write);
        self.shared.counters.stored(record.ruleset, record.source, usize::from(reading.is_some()));
        self.announce_game(record.owner);
        Ok(GameDetails { record, options: finished.complete_options, detail: Some(finished.outcome.detail) })
    }
}

/// The name of the player at this index: the requested one, or else `Player 1` … by seat.
pub(super) fn seat_name(name: Option<Name>, index: usize) -> String {
    name.map_or_else(|| Player(index as u8).default_name(), Name::into_string)
}

/// The errors of the names of one game, by their places in this field.
pub(super) fn name_errors<'a>(field: &str, names: impl Iterator<Item = PlayerName<'a>> + Clone) -> Vec<FieldError> {
    let lost = names.clone().filter_map(|name| askable(name.name).err().map(|why| (name.index, why)));
    let error =
        |(index, why): (usize, BadText)| FieldError::bad_value(format!("/{field}/{index}/name"), why.to_string());
    lost.chain(alike(names)).map(error).collect()
}

/// Errors in combining a commitment with the other fields of the request.
fn commitment_conflicts(request: &PlayRequest, client_seed: &str) -> Vec<FieldError> {
    if request.commitment.is_none() {
        return Vec::new();
    }
    let mut errors = seed_conflicts(request.seed.as_ref(), client_seed, "game");
    if request.setup.deal_given() {
        let why = "Expected either `commitment` or `deal`, not both: a commitment determines the deal.";
        errors.push(FieldError::bad_value("/deal", why));
    }
    errors
}
