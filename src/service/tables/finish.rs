//! The end of a table: its game is stored, with a reading for each person.

use chrono::{DateTime, Utc};

use super::{journal::JournalEntry, live::Live};
use crate::{
    cards::Deck,
    games::Player,
    reading::QuestionKind,
    service::{
        Finished, Purpose, Service, ServiceError,
        readings::{NOTHING_ASKED, read_last},
        records::{
            FinishedTable, GameRecord, OwnerId, ReadingRecord, SeatKind, SeatRecord, Seed, SeedRecord, Source,
            StoredGame, TablePhase, TableRecord,
        },
    },
};

impl Service {
    /// What is stored when the game of a table is over.
    pub(super) fn finish(&self, live: &mut Live, now: DateTime<Utc>) -> Result<Option<FinishedTable>, ServiceError> {
        let Some(session) = &live.session else { return Ok(None) };
        let game = self.game_of(&live.record, &mut session.finished(Purpose::Store)?);
        let readings = self.readings_of(&live.record, &game)?;
        for reading in &readings {
            live.record.seats[reading.player.index()].reading = Some(reading.id);
        }
        live.record.phase = TablePhase::Over;
        live.record.game = Some(game.record.id);
        live.end(JournalEntry::Over, now);
        Ok(Some(FinishedTable { game, readings }))
    }

    fn game_of(&self, table: &TableRecord, finished: &mut Finished) -> StoredGame {
        let players = table.seats.iter().map(|seat| SeatRecord { name: seat.name.clone(), bot: seat.bot.clone() });
        let game = self.record(table.owner, table.ruleset, players.collect(), finished, table.external_id.clone());
        let record = GameRecord {
            rules_version: table.rules_version,
            source: Source::Table,
            played_at: Some(game.record.created_at),
            seed_record: Some(SeedRecord {
                seed: Seed::Made(table.seed),
                client_seed: table.client_seed.clone(),
                commitment: table.commitment,
                deal_given: false,
            }),
            ..game.record
        };
        StoredGame { record, ..game }
    }

    /// A reading of the last deal for each person who stayed to the end, if the ruleset has readings.
    fn readings_of(&self, table: &TableRecord, game: &StoredGame) -> Result<Vec<ReadingRecord>, ServiceError> {
        if !table.ruleset.has_readings() {
            return Ok(Vec::new());
        }
        let persons = table.seats.iter().enumerate().filter(|(_, seat)| seat.kind == SeatKind::Person);
        let reading = |(index, seat): (usize, &super::SeatState)| {
            let player = Player(index as u8);
            let kind = QuestionKind::for_question(&seat.question, seat.question_kind);
            let reading = read_last(game, player, (Deck::default(), kind), NOTHING_ASKED)?;
            let (owner, question) = (OwnerId(seat.owner), seat.question.clone());
            Ok(self.reading_record(owner, &game.record, player, &reading, question))
        };
        persons.map(reading).collect()
    }
}
