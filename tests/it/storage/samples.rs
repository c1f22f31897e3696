//! Sample records, and a service to store them.

use std::sync::Arc;

use arcana::{
    cards::Deck,
    clock::SystemClock,
    games::{Player, Ruleset},
    reading::{KnownSpread, Reversals, Shuffled, Spread, SpreadChoice, TEXTS_VERSION},
    service::{
        ClientSeed, GameSetup, PlayRequest, SeedText, Service, WorkerPool,
        records::{
            BotRecord, CommitmentId, CommitmentRecord, DrawingRecord, GameId, GameRecord, Layout, OwnerId,
            QuestionKind, ReadingId, ReadingRecord, SeatRecord, Seed, SeedRecord, Source, SpreadRecord, StoredGame,
            Verdict,
        },
        store::{OwnerFilter, SpreadWrite, Store, StoreError, Write, WriteError},
    },
};
use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::database::TestDatabase;

/// The filter for the owner of the samples.
pub const OURS: OwnerFilter = OwnerFilter::Owner(OwnerId::ANONYMOUS);
/// The filter for another owner.
pub const THEIRS: OwnerFilter = OwnerFilter::Owner(OwnerId(8));

/// A service on this database.
pub async fn service(database: &TestDatabase) -> Service {
    Service::new(database.open().await, Arc::new(SystemClock), WorkerPool::new(2), 200_000)
}

/// A request for a game of bots with a fixed seed.
pub fn play_request(ruleset: Ruleset) -> PlayRequest {
    PlayRequest {
        setup: GameSetup::with_defaults(ruleset, None).expect("the defaults"),
        players: Vec::new(),
        seed: Some(SeedText::new("any text").expect("a seed")),
        client_seed: ClientSeed::new("").expect("a seed"),
        commitment: None,
        external_id: None,
        tags: Vec::new(),
    }
}

/// A time.
pub fn time(text: &str) -> DateTime<Utc> {
    text.parse().expect("a time")
}

/// The time this many milliseconds after the first record.
pub fn moment(milliseconds: i64) -> DateTime<Utc> {
    time("2026-01-02T03:04:05Z") + TimeDelta::milliseconds(milliseconds)
}

/// An id with this timestamp.
pub fn id(milliseconds: i64) -> Uuid {
    numbered_id(milliseconds, 0)
}

/// One of several ids with this timestamp.
pub fn numbered_id(milliseconds: i64, number: u128) -> Uuid {
    let time = moment(milliseconds).timestamp_millis() as u128;
    Uuid::from_u128(time << 80 | 7 << 76 | 2 << 62 | number)
}

/// A person at a table.
pub fn person(name: &str) -> SeatRecord {
    SeatRecord { name: name.to_owned(), bot: None }
}

/// A bot at a table.
pub fn bot(name: &str, bot: &str, version: u32) -> SeatRecord {
    SeatRecord { name: name.to_owned(), bot: Some(BotRecord::new(bot, version)) }
}

/// A plain game, stored at this time: Ada and Cy beat Bob and Di.
pub fn game(milliseconds: i64) -> StoredGame {
    let record = GameRecord {
        unlisted: false,
        unrated: Vec::new(),
        id: GameId(id(milliseconds)),
        owner: OwnerId::ANONYMOUS,
        ruleset: Ruleset::Fortunes,
        rules_version: 1,
        source: Source::Played,
        created_at: moment(milliseconds),
        played_at: Some(moment(milliseconds)),
        external_id: None,
        tags: Vec::new(),
        options: "{}".to_owned(),
        players: ["Ada", "Bob", "Cy", "Di"].map(|name| bot(name, "adept", 1)).to_vec(),
        step_count: 77,
        seed_record: Some(SeedRecord {
            seed: Seed::Made([7; 32]),
            client_seed: String::new(),
            commitment: None,
            deal_given: false,
        }),
        winners: vec![Player(0), Player(2)],
        places: vec![1, 3, 1, 3],
        scores: vec![9, 5, 10, 7],
    };
    StoredGame { record, log: vec![1, 2, 3] }
}

/// A game of these people.
pub fn game_of(milliseconds: i64, names: &[&str], winners: &[u8]) -> StoredGame {
    let mut game = game(milliseconds);
    game.record.players = names.iter().map(|name| person(name)).collect();
    game.record.winners = winners.iter().copied().map(Player).collect();
    game
}

/// A game with an external id.
pub fn game_called(milliseconds: i64, external_id: &str) -> StoredGame {
    let mut game = game(milliseconds);
    game.record.external_id = Some(external_id.to_owned());
    game
}

/// A game with the seed of a commitment.
pub fn promised_game(milliseconds: i64, commitment: CommitmentId) -> StoredGame {
    let mut game = game(milliseconds);
    game.record.seed_record = game.record.seed_record.map(|drawn| SeedRecord { commitment: Some(commitment), ..drawn });
    game
}

/// The write of a game, an hour after the first record.
pub fn write(game: StoredGame) -> Write {
    Write { game, reading: None, now: moment(3_600_000), idempotency_key: None }
}

/// A reading of a game, stored at the same time.
pub fn reading(milliseconds: i64, game: GameId) -> ReadingRecord {
    ReadingRecord {
        id: ReadingId(id(milliseconds)),
        owner: OwnerId::ANONYMOUS,
        game,
        player: Player(0),
        created_at: moment(milliseconds),
        querent: "Ada".to_owned(),
        question: "Will it rain?".to_owned(),
        question_kind: QuestionKind::YesNo,
        deck: Deck::Fortunes,
        texts_version: TEXTS_VERSION,
        verdict: Verdict::Fortune,
        layout: Layout::Simple,
    }
}

/// A reading of a spread for Ada: three cards drawn from a seed.
pub fn spread(milliseconds: i64) -> SpreadRecord {
    let drawing = DrawingRecord {
        seed: Seed::Made([7; 32]),
        client_seed: "mine".to_owned(),
        commitment: None,
        when: None,
        shuffled: Shuffled::default(),
        reversals: Reversals::default(),
        skip: 0,
    };
    let spread = Spread::Known(KnownSpread::find("three-card", None).expect("a spread"));
    SpreadRecord {
        id: ReadingId(id(milliseconds)),
        owner: OwnerId::ANONYMOUS,
        created_at: moment(milliseconds),
        querent: Some("Ada".to_owned()),
        question: "Will it rain?".to_owned(),
        choice: SpreadChoice { question_kind: QuestionKind::YesNo, ..SpreadChoice::of(spread) },
        texts_version: TEXTS_VERSION,
        cards: drawing.cards(None).take(3).collect(),
        drawing: Some(drawing),
        former: None,
    }
}

/// A reading of a spread with the seed of a commitment.
pub fn promised_spread(milliseconds: i64, commitment: CommitmentId) -> SpreadRecord {
    let spread = spread(milliseconds);
    let drawing = spread.drawing.clone().map(|drawing| DrawingRecord { commitment: Some(commitment), ..drawing });
    SpreadRecord { drawing, ..spread }
}

/// The write of a reading of a spread, an hour after the first record.
pub fn write_of_spread(reading: SpreadRecord) -> SpreadWrite {
    SpreadWrite { reading, now: moment(3_600_000), idempotency_key: None }
}

/// The write of a game with its reading.
pub fn write_with_reading(milliseconds: i64) -> Write {
    let game = game(milliseconds);
    Write { reading: Some(reading(milliseconds, game.record.id)), ..write(game) }
}

/// A commitment that expires a week after the first record.
pub fn commitment(milliseconds: i64) -> CommitmentRecord {
    CommitmentRecord {
        id: CommitmentId(id(milliseconds)),
        owner: OwnerId::ANONYMOUS,
        seed: [9; 32],
        created_at: moment(milliseconds),
        expires_at: moment(604_800_000),
        game: None,
        table: None,
        reading: None,
        chain: None,
    }
}

/// Stores games one by one.
pub async fn store_all(store: &dyn Store, games: impl IntoIterator<Item = StoredGame>) {
    for game in games {
        store.write(write(game)).await.expect("a game that is stored");
    }
}

/// Asserts that the result is a permanent error.
#[track_caller]
pub fn assert_broken<T: std::fmt::Debug>(result: Result<T, StoreError>) {
    assert!(matches!(result, Err(StoreError::Broken(_))), "{result:?} is not broken");
}

/// Asserts that a write failed permanently.
#[track_caller]
pub fn assert_write_broken(result: Result<(), WriteError>) {
    assert!(matches!(result, Err(WriteError::Store(StoreError::Broken(_)))), "{result:?} is not broken");
}
