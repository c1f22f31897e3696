//! The end of a table: its game is stored, with a reading for each person.

use chrono::{DateTime, Utc};

use super::{journal::JournalEntry, live::Live};
use crate::{
    cards::Deck,
    games::{Fortunes, Player, fortunes},
    reading::{Place, QuestionKind},
    service::{
        Finished, Purpose, Service, ServiceError, engine,
        readings::{NOTHING_ASKED, read_last},
        records::{
            DayScore, FinishedTable, GameRecord, OWN_SEAT, ReadingRecord, SeatKind, SeatRecord, Seed, SeedRecord,
            Source, StoredGame, TablePhase, TableRecord, closes_at,
        },
    },
};

/// What the end of a table stores.
#[derive(Default)]
pub(super) struct Ended {
    /// The game with its readings.
    pub game: Option<FinishedTable>,
    /// What was made of a day.
    pub score: Option<DayScore>,
}

impl Service {
    /// What is stored when the game of a table is over. The deal of a day is a score alone before the day is over.
    pub(super) fn finish(&self, live: &mut Live, now: DateTime<Utc>) -> Result<Ended, ServiceError> {
        let Some(session) = &live.session else { return Ok(Ended::default()) };
        let mut game = self.game_of(&live.record, &mut session.finished(Purpose::Store)?);
        let day = live.record.day.filter(|_| live.record.phase == TablePhase::Playing);
        let score = day.map(|_| score_of(&game, now)).transpose()?;
        if let Some(day) = day.filter(|_| live.record.is_sealed(now)) {
            live.record.phase = TablePhase::Over;
            live.end(JournalEntry::Over, now);
            live.record.wake_at = closes_at(day.date);
            return Ok(Ended { game: None, score });
        }
        if live.record.awaits_storing() {
            game.record.played_at = Some(live.record.touched_at);
        }
        let readings = self.readings_of(&live.record, &game)?;
        for reading in &readings {
            live.record.seats[reading.player.index()].reading = Some(reading.id);
        }
        live.record.phase = TablePhase::Over;
        live.record.game = Some(game.record.id);
        live.end(JournalEntry::Over, now);
        Ok(Ended { game: Some(FinishedTable { game, readings }), score })
    }

    /// The game of a table, as it is stored.
    pub(in crate::service) fn game_of(&self, table: &TableRecord, finished: &mut Finished) -> StoredGame {
        let players = table.seats.iter().map(|seat| SeatRecord { name: seat.name.clone(), bot: seat.bot.clone() });
        let game = self.record(table.owner, table.ruleset, players.collect(), finished, table.external_id.clone());
        let record = GameRecord {
            rules_version: table.rules_version,
            tags: table.tags.clone(),
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
            let (owner, question) = (seat.owner, seat.question.clone());
            Ok(self.reading_record(owner, &game.record, player, &reading, question))
        };
        persons.map(reading).collect()
    }
}

/// What the person in the first seat has made of a day.
fn score_of(game: &StoredGame, now: DateTime<Utc>) -> Result<DayScore, ServiceError> {
    let detail = engine::outcome::<Fortunes>(game)?.detail;
    let tricks = detail.deals.iter().flat_map(|deal| &deal.tricks);
    let own = |player| fortunes::team(player) == fortunes::team(OWN_SEAT);
    let reading = read_last(game, OWN_SEAT, (Deck::default(), QuestionKind::for_question("", None)), NOTHING_ASKED)?;
    let mut places = reading.zones.iter().flat_map(|zone| &zone.places);
    let the_self = places.find(|place| place.place == Place::TheSelf);
    Ok(DayScore {
        points: detail.team_scores[0] as u8,
        against: detail.team_scores[1] as u8,
        tricks: tricks.filter(|trick| own(trick.winner)).count() as u8,
        self_card: the_self.and_then(|place| place.cards.first()).map(|card| card.id),
        finished_at: now,
    })
}
