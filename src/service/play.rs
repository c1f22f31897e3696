//! Playing a complete game.

use std::time::Duration;

use serde_json::{Map, Value};

use super::{
    Class, ClientSeed, Created, ExternalId, FieldError, Finished, Game, GameSetup, IdempotencyKey, Name, SeedText,
    Service, ServiceError, engine,
    records::{
        CommitmentId, GameId, GameRecord, OwnerId, ReadingRecord, SeatRecord, Seed, SeedRecord, Source, StoredGame,
    },
    store::Write,
};
use crate::{
    games::{Ruleset, with_game},
    players::Skill,
};

/// Games that may take longer than this are played where no other caller's quick game waits for them.
const MOMENT: Duration = Duration::from_millis(50);

/// A complete game, as asked for.
#[derive(Clone, Debug)]
pub struct PlayRequest {
    /// What to play.
    pub ruleset: Ruleset,
    /// The options that differ from the defaults, a JSON object.
    pub options: Value,
    /// The players; `None`: the ruleset's default number.
    pub players: Option<Vec<SeatRequest>>,
    /// The seed; `None`: a fresh random one, or the commitment's.
    pub seed: Option<SeedText>,
    /// Caller's part of the seed.
    pub client_seed: ClientSeed,
    /// The commitment to use up.
    pub commitment: Option<CommitmentId>,
    /// The first deal, a step.
    pub deal: Option<Value>,
    /// The caller's own id.
    pub external_id: Option<ExternalId>,
}

/// Who sits at a place.
#[derive(Clone, Debug, Default)]
pub struct SeatRequest {
    /// The name; `None`: `Player 1` … by seat.
    pub name: Option<Name>,
    /// The bot; `None`: the default one.
    pub bot: Option<Skill>,
}

impl SeatRequest {
    fn name(&self, index: usize) -> String {
        self.name.clone().map_or_else(|| format!("Player {}", index + 1), Name::into_string)
    }
}

impl PlayRequest {
    /// About how long playing may take, at most.
    pub fn thinking(&self) -> Duration {
        engine::thinking(self.ruleset, &self.options, &skills(&seats(self)))
    }
}

impl Service {
    /// Plays a complete game and stores it.
    ///
    /// # Errors
    /// `Invalid`, `CommitmentUsed`, `ExternalIdTaken`, `IdempotencyInProgress`, `IdempotencyKeyReused`, `Unavailable`,
    /// `Internal`; then nothing is stored.
    pub async fn play(
        &self,
        owner: OwnerId,
        request: PlayRequest,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<Game>, ServiceError> {
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
        let seats = seats(&request);
        let mut setup = GameSetup {
            ruleset: request.ruleset,
            options: request.options,
            skills: skills(&seats),
            seed: Seed::Given(String::new()),
            client_seed: request.client_seed.into_string(),
            deal: request.deal,
        };
        let mut errors = engine::check(&setup);
        let committed = request.commitment.is_some();
        errors.extend(excluded(request.seed.is_some(), committed, setup.deal.is_some(), &setup.client_seed));
        if !errors.is_empty() {
            return Err(ServiceError::Invalid(errors));
        }
        setup.seed = match (request.seed, request.commitment) {
            (_, Some(commitment)) => Seed::Made(self.committed_seed(commitment, owner).await?),
            (Some(seed), None) => Seed::Given(seed.into_string()),
            (None, None) => Seed::Made(self.ids.secret()),
        };
        // Random players take no time, unless options make the game a long one.
        let little = setup.skills.iter().all(|skill| *skill == Skill::Random)
            && setup.options.as_object().is_some_and(Map::is_empty);
        let class = if !little && engine::thinking(setup.ruleset, &setup.options, &setup.skills) > MOMENT {
            Class::Long
        } else {
            Class::Quick
        };
        let (setup, finished) = self
            .work
            .run_inline_if(little, class, move |cancel| {
                let finished = engine::play_checked(&setup, cancel)?;
                Ok::<_, ServiceError>((setup, finished))
            })
            .await??;
        let drawn = SeedRecord {
            seed: setup.seed,
            client_seed: setup.client_seed,
            commitment: request.commitment,
            deal_given: setup.deal.is_some(),
        };
        let players = seats.iter().enumerate().map(|(index, seat)| SeatRecord {
            name: seat.name(index),
            bot: Some(bot_of(setup.ruleset, setup.skills[index])),
        });
        let external_id = request.external_id.map(ExternalId::into_string);
        let mut game = self.record(owner, setup.ruleset, players.collect(), &finished, external_id);
        game.record.seed_record = Some(drawn);
        Ok((game, finished))
    }

    /// The record of a game that has just come in, as one that was imported; the caller says what differs.
    pub(super) fn record(
        &self,
        owner: OwnerId,
        ruleset: Ruleset,
        players: Vec<SeatRecord>,
        finished: &Finished,
        external_id: Option<String>,
    ) -> StoredGame {
        let created_at = self.clock.now();
        let record = GameRecord {
            id: GameId(self.ids.at(created_at)),
            owner,
            ruleset,
            rules_version: ruleset.info().rules_version,
            source: Source::Imported,
            unlisted: false,
            created_at,
            played_at: None,
            external_id,
            options: finished.options.clone(),
            players,
            step_count: finished.step_count,
            seed_record: None,
            winners: finished.outcome.winners.clone(),
            places: finished.outcome.places.clone(),
            scores: finished.outcome.scores.clone(),
        };
        StoredGame { record, log: finished.log.clone() }
    }

    /// Stores a game with its reading, and answers with the game.
    pub(super) async fn store_game(
        &self,
        mut game: StoredGame,
        reading: Option<ReadingRecord>,
        finished: Finished,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Game, ServiceError> {
        if game.record.seed_record.is_some() {
            game.record.source = Source::Played;
            game.record.played_at = Some(game.record.created_at);
        }
        let record = game.record.clone();
        let with_reading = reading.is_some();
        let write = Write { game, reading, now: self.clock.now(), idempotency_key };
        self.store.write(write).await?;
        self.counters.stored(record.ruleset, record.source, with_reading);
        Ok(Game { record, options: finished.complete_options, detail: Some(finished.outcome.detail) })
    }
}

fn seats(request: &PlayRequest) -> Vec<SeatRequest> {
    let default = || vec![SeatRequest::default(); usize::from(request.ruleset.info().players.default)];
    request.players.clone().unwrap_or_else(default)
}

fn skills(seats: &[SeatRequest]) -> Vec<Skill> {
    seats.iter().map(|seat| seat.bot.unwrap_or(Skill::ALL[0])).collect()
}

fn bot_of(ruleset: Ruleset, skill: Skill) -> (String, u32) {
    (skill.id().to_owned(), with_game!(ruleset, G => skill.version::<G>()))
}

fn excluded(seed: bool, commitment: bool, deal: bool, client_seed: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if commitment && seed {
        errors.push(FieldError::bad_value(
            "/seed",
            "Expected either `commitment` or `seed`, not both: a commitment has its own seed.",
        ));
    }
    if commitment && deal {
        errors.push(FieldError::bad_value(
            "/deal",
            "Expected either `commitment` or `deal`, not both: a commitment determines the deal.",
        ));
    }
    if commitment && client_seed.is_empty() {
        let why =
            "A commitment requires a `client_seed` of your own, so that the service alone does not determine the game.";
        errors.push(FieldError::bad_value("/client_seed", why));
    }
    errors
}
