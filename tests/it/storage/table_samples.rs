//! Sample tables.

use arcana::{
    games::Ruleset,
    service::{
        records::{BotRecord, OwnerId, SeedRecord, Source, TableId},
        tables::{FinishedTable, SeatKind, SeatState, TableChanges, TableClock, TablePhase, TableRecord, TableWrite},
    },
};

use crate::storage::samples::{game, id, moment, person, reading};

/// A seat.
pub fn seat(kind: SeatKind, name: &str) -> SeatState {
    SeatState {
        owner: OwnerId(7),
        kind,
        name: name.to_owned(),
        bot: None,
        away: false,
        token: None,
        invitation: None,
        client_seed: String::new(),
        question: String::new(),
        question_kind: None,
        reading: None,
    }
}

/// A table in play, created at this time, that wakes up a minute later.
pub fn table(milliseconds: i64) -> TableRecord {
    let bot = |name| SeatState { bot: Some(BotRecord::new("adept", 1)), ..seat(SeatKind::Bot, name) };
    TableRecord {
        id: TableId(id(milliseconds)),
        owner: OwnerId(8),
        ruleset: Ruleset::Fortunes,
        rules_version: 1,
        options: "{}".to_owned(),
        phase: TablePhase::Playing,
        version: 1,
        mark: 1,
        listed: false,
        hints: false,
        created_at: moment(milliseconds),
        touched_at: moment(milliseconds),
        clock: TableClock::default(),
        seats: vec![seat(SeatKind::Person, "Ada"), bot("Bob"), bot("Cy"), bot("Di")],
        seed: [7; 32],
        commitment: None,
        client_seed: String::new(),
        external_id: None,
        tags: vec!["club".to_owned()],
        day: None,
        step_count: 3,
        deadline: None,
        wake_at: moment(milliseconds + 60_000),
        game: None,
        closed: None,
    }
}

/// The table after one more step.
pub fn next(table: &TableRecord) -> TableRecord {
    let mut next = table.clone();
    next.version += 1;
    next.mark += 1;
    next.step_count += 1;
    next
}

/// What happened when the table was set up.
pub fn beginning() -> TableChanges {
    TableChanges { journal: vec![4], steps: "1\n2\n3\n".to_owned() }
}

/// One more step.
pub fn one_step() -> TableChanges {
    TableChanges { journal: vec![5], steps: "9\n".to_owned() }
}

/// The write of a table.
pub fn change(table: &TableRecord) -> TableWrite {
    TableWrite {
        table: next(table),
        before: table.revision(),
        changes: one_step(),
        finished: None,
        score: None,
        idempotency_key: None,
    }
}

/// The write of a table that ends with a game and a reading of it for Ada.
pub fn ending(table: &TableRecord, milliseconds: i64) -> TableWrite {
    let mut game = game(milliseconds);
    game.record.source = Source::Table;
    game.record.owner = table.owner;
    game.record.external_id = table.external_id.clone();
    game.record.players[0] = person("Ada");
    let seed = game.record.seed_record.take();
    game.record.seed_record = seed.map(|seed| SeedRecord { commitment: table.commitment, ..seed });
    let readings = vec![reading(milliseconds, game.record.id)];
    let mut write = change(table);
    write.table.phase = TablePhase::Over;
    write.table.game = Some(game.record.id);
    write.finished = Some(FinishedTable { game, readings });
    write
}
