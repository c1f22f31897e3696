//! Who chose the randomness of a game or a draw. A replay proves that nothing was changed afterwards; only a commitment
//! proves that nothing was chosen beforehand.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Service, ServiceError, Verification,
    records::{CommitmentId, CommitmentRecord, DrawingRecord, GameId, GameRecord, Seed},
};

/// Who could have influenced the randomness of a game or a draw. Values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChanceOrigin {
    /// Nobody: the service promised the seed before the caller sent a `client_seed`.
    Committed,
    /// The service: it generated the seed at the time of the request, and could have tried others before.
    Service,
    /// The caller: the seed or the first deal was sent with the request.
    Caller,
    /// Unknown: the game was imported.
    Unknown,
}

impl ChanceOrigin {
    /// The origin according to the record of a game.
    pub fn of(game: &GameRecord) -> ChanceOrigin {
        match &game.seed_record {
            None => ChanceOrigin::Unknown,
            Some(drawn) if drawn.deal_given => ChanceOrigin::Caller,
            Some(drawn) => ChanceOrigin::of_seed(&drawn.seed, drawn.commitment, &drawn.client_seed),
        }
    }

    /// The origin according to the record of a draw.
    pub fn of_drawing(drawing: &DrawingRecord) -> ChanceOrigin {
        ChanceOrigin::of_seed(&drawing.seed, drawing.commitment, &drawing.client_seed)
    }

    fn of_seed(seed: &Seed, commitment: Option<CommitmentId>, client_seed: &str) -> ChanceOrigin {
        match (seed, commitment) {
            (Seed::Given(_), _) => ChanceOrigin::Caller,
            // Without a client seed the service chose the whole seed, when it created the commitment.
            (Seed::Made(_), Some(_)) if !client_seed.is_empty() => ChanceOrigin::Committed,
            (Seed::Made(_), Some(_) | None) => ChanceOrigin::Service,
        }
    }
}

/// What can be proved of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameProof {
    /// The result of replaying it.
    pub found: Verification,
    /// SHA-256 of the seed, in hex; `None` for an imported game.
    pub seed_hash: Option<String>,
    /// Who could have chosen its randomness.
    pub origin: ChanceOrigin,
}

impl Service {
    /// Replays a game and compares it with its record and its commitment.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn proof(&self, id: GameId) -> Result<GameProof, ServiceError> {
        let stored = self.stored(id).await?;
        let seed_hash = stored.record.seed_record.as_ref().map(|drawn| drawn.seed.hash());
        let mut origin = ChanceOrigin::of(&stored.record);
        if let Some(commitment) = stored.record.seed_record.as_ref().and_then(|drawn| drawn.commitment) {
            let commitment = self.store.commitment(commitment).await?;
            if !commitment.is_some_and(|commitment| is_committed(&commitment, id, seed_hash.as_deref())) {
                origin = ChanceOrigin::Service;
            }
        }
        let found = self.replayed(stored).await?;
        Ok(GameProof { found, seed_hash, origin })
    }
}

/// Was this seed committed to for this game?
fn is_committed(commitment: &CommitmentRecord, game: GameId, seed_hash: Option<&str>) -> bool {
    commitment.game == Some(game) && seed_hash == Some(commitment.seed_hash().as_str())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::service::records::SeedRecord;

    fn origin(seed: Seed, client_seed: &str, committed: bool, deal_given: bool) -> ChanceOrigin {
        let commitment = committed.then_some(CommitmentId(Uuid::nil()));
        let drawn = SeedRecord { seed, client_seed: client_seed.to_owned(), commitment, deal_given };
        ChanceOrigin::of(&GameRecord { seed_record: Some(drawn), ..record() })
    }

    fn record() -> GameRecord {
        let time = chrono::DateTime::UNIX_EPOCH;
        GameRecord {
            unlisted: false,
            unrated: Vec::new(),
            id: GameId(Uuid::nil()),
            owner: crate::service::records::OwnerId::ANONYMOUS,
            ruleset: crate::games::Ruleset::Reversal,
            rules_version: 1,
            source: crate::service::records::Source::Played,
            created_at: time,
            played_at: None,
            external_id: None,
            tags: Vec::new(),
            options: "{}".to_owned(),
            players: Vec::new(),
            step_count: 0,
            seed_record: None,
            winners: Vec::new(),
            places: Vec::new(),
            scores: Vec::new(),
        }
    }

    #[test]
    fn a_committed_seed_with_a_client_seed_was_chosen_by_nobody() {
        let made = || Seed::Made([7; 32]);
        assert_eq!(origin(made(), "mine", true, false), ChanceOrigin::Committed);
        assert_eq!(origin(made(), "", true, false), ChanceOrigin::Service);
        assert_eq!(origin(made(), "mine", false, false), ChanceOrigin::Service);
        assert_eq!(origin(made(), "", false, true), ChanceOrigin::Caller);
        assert_eq!(origin(Seed::Given("x".to_owned()), "mine", false, false), ChanceOrigin::Caller);
        assert_eq!(ChanceOrigin::of(&record()), ChanceOrigin::Unknown);
    }
}
