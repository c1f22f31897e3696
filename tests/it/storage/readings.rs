//! Stored readings, listed for their owner.

use arcana::{
    cards::Deck,
    games::{Player, Ruleset},
    service::{
        Position, ReadChoice,
        records::{AnyReading, GameId, Layout, OwnerId, QuestionKind, ReadingId, ReadingRecord, Verdict},
        store::{ListedReading, ReadingFilter, Store, Write},
    },
};

use crate::storage::samples::{OURS, THEIRS, game, id, moment, play_request, reading, service, time, write};

const NOTHING: [i64; 0] = [];

/// Stores a game and its reading, modified by `mend`.
async fn stored(store: &dyn Store, milliseconds: i64, modify: impl FnOnce(&mut ReadingRecord)) -> Write {
    let game = game(milliseconds);
    let mut reading = reading(milliseconds, game.record.id);
    modify(&mut reading);
    let write = Write { reading: Some(reading), ..write(game) };
    store.write(write.clone()).await.expect("a reading that is stored");
    write
}

/// The timestamps of the anonymous owner's readings that match, in milliseconds.
async fn found(store: &dyn Store, filter: ReadingFilter) -> Vec<i64> {
    let readings = store.readings(OwnerId::ANONYMOUS, &filter, None, 100).await.expect("readings").items;
    let at = |reading: &ListedReading| match reading {
        AnyReading::Fortunes((reading, _)) => reading.created_at,
        AnyReading::Spread(reading) => reading.created_at,
    };
    readings.iter().map(|reading| (at(reading) - moment(0)).num_milliseconds()).collect()
}

on_both! {
    async fn a_reading_comes_back_equal(database: &TestDatabase) {
        let store = database.open().await;
        let write = stored(&*store, 1, |reading| {
            reading.owner = OwnerId(-3);
            reading.created_at = time("2026-01-02T03:04:05.001002Z");
            reading.querent = "Zoë 'ö' 🂡".to_owned();
            reading.question = "\"Why?\" ∀x".to_owned();
            reading.deck = Deck::WaiteSmith;
            reading.texts_version = 2_000_000_000;
            reading.verdict = Verdict::Doom;
            reading.layout = Layout::Fate;
            reading.question_kind = QuestionKind::Love;
        })
        .await;
        assert_eq!(store.reading(ReadingId(id(1))).await.expect("an answer"), write.reading.map(AnyReading::Fortunes));
        assert_eq!(store.reading(ReadingId(id(2))).await.expect("an answer"), None);
    }

    async fn a_reading_belongs_to_the_player_who_asked(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let played = service.play(OwnerId::ANONYMOUS, play_request(Ruleset::Fortunes), None).await.expect("a game");
        let played = played.value.record.id;
        let choice = ReadChoice { question_kind: QuestionKind::YesNo, ..ReadChoice::default() };
        let expected = service.game_readings(played, choice).await.expect("readings").readings;
        let game = store.game(played).await.expect("an answer").expect("the game");
        for (position, querent, partner) in [(0_u8, "Player 1", "Player 3"), (1, "Player 2", "Player 4"), (3, "Player 4", "Player 2")] {
            let mut game = game.clone();
            game.record.id = GameId(id(position.into()));
            let expected = &expected[usize::from(position)];
            let reading = ReadingRecord {
                player: Player(position),
                querent: querent.to_owned(),
                verdict: expected.verdict,
                layout: expected.layout,
                ..reading(position.into(), game.record.id)
            };
            store.write(Write { reading: Some(reading.clone()), ..write(game) }).await.expect("a reading that is stored");
            let stored = service.reading(reading.id).await.expect("a reading").fortunes().expect("of a game");
            assert_eq!(stored.heading().partner.as_deref(), Some(partner));
            assert_eq!(stored.heading().querent.as_deref(), Some(querent));
            // Nothing was asked of the game, so its summary has no answer.
            let (mut told, summary) = (stored.reading.clone(), expected.summary.text.clone());
            assert_ne!(std::mem::replace(&mut told.summary.text, summary), expected.summary.text);
            assert_eq!(told, *expected);
            assert_eq!(service.scrub(reading.game).await.expect("a look").damages, []);
        }
    }

    async fn every_deck_verdict_and_layout_comes_back(database: &TestDatabase) {
        let store = database.open().await;
        let verdicts = [Verdict::Fortune, Verdict::Doom, Verdict::Balance, Verdict::Balance];
        let layouts = [Layout::Simple, Layout::Broad, Layout::Fate, Layout::Fate];
        for (position, milliseconds) in (1..=4).enumerate() {
            let write = stored(&*store, milliseconds, |reading| {
                (reading.deck, reading.verdict, reading.layout) = (Deck::ALL[position], verdicts[position], layouts[position]);
            })
            .await;
            assert_eq!(store.reading(ReadingId(id(milliseconds))).await.expect("an answer"), write.reading.map(AnyReading::Fortunes));
        }
    }

    async fn every_kind_of_question_comes_back(database: &TestDatabase) {
        let store = database.open().await;
        for (milliseconds, kind) in (1..).zip(QuestionKind::ALL) {
            let write = stored(&*store, milliseconds, |reading| reading.question_kind = kind).await;
            assert_eq!(store.reading(ReadingId(id(milliseconds))).await.expect("an answer"), write.reading.map(AnyReading::Fortunes));
        }
    }

    async fn readings_are_listed_with_their_games_newest_first(database: &TestDatabase) {
        let store = database.open().await;
        let first = stored(&*store, 1, |reading| reading.question = String::new()).await;
        let second = stored(&*store, 2, |_| ()).await;
        let pair = |write: Write| AnyReading::Fortunes((write.reading.expect("a reading"), write.game));
        let listed = store.readings(OwnerId::ANONYMOUS, &ReadingFilter::default(), None, 10).await;
        assert_eq!(listed.expect("readings").items, [pair(second), pair(first)]);
    }

    async fn readings_are_listed_for_their_owner_only(database: &TestDatabase) {
        let store = database.open().await;
        stored(&*store, 1, |reading| reading.owner = OwnerId(8)).await;
        stored(&*store, 2, |_| ()).await;
        assert_eq!(found(&*store, ReadingFilter::default()).await, [2]);
    }

    async fn a_page_of_readings_begins_before_an_id(database: &TestDatabase) {
        let store = database.open().await;
        for milliseconds in 1..=5 {
            stored(&*store, milliseconds, |_| ()).await;
        }
        let page = store.readings(OwnerId::ANONYMOUS, &ReadingFilter::default(), Some(Position::of_id(id(4))), 2).await;
        let ids: Vec<ReadingId> = page.expect("readings").items.into_iter().filter_map(AnyReading::fortunes).map(|(reading, _)| reading.id).collect();
        assert_eq!(ids, [ReadingId(id(3)), ReadingId(id(2))]);
    }

    async fn readings_are_found_by_each_filter(database: &TestDatabase) {
        let store = database.open().await;
        stored(&*store, 1, |reading| reading.querent = "Bob".to_owned()).await;
        stored(&*store, 2, |reading| reading.verdict = Verdict::Balance).await;
        stored(&*store, 3, |reading| reading.layout = Layout::Broad).await;
        let none = ReadingFilter::default();
        assert_eq!(found(&*store, ReadingFilter { querent: Some("Ada".to_owned()), ..none.clone() }).await, [3, 2]);
        assert_eq!(found(&*store, ReadingFilter { querent: Some("ada".to_owned()), ..none.clone() }).await, NOTHING);
        assert_eq!(found(&*store, ReadingFilter { verdict: Some(Verdict::Balance), ..none.clone() }).await, [2]);
        assert_eq!(found(&*store, ReadingFilter { layout: Some(Layout::Broad), ..none.clone() }).await, [3]);
        assert_eq!(found(&*store, ReadingFilter { since: Some(moment(2)), ..none.clone() }).await, [3, 2]);
        assert_eq!(found(&*store, ReadingFilter { until: Some(moment(2)), ..none }).await, [1]);
    }

    async fn filters_of_readings_hold_together(database: &TestDatabase) {
        let store = database.open().await;
        for milliseconds in 1..=4 {
            stored(&*store, milliseconds, |reading| {
                reading.layout = if milliseconds == 3 { Layout::Fate } else { Layout::Broad };
            })
            .await;
        }
        let filter = ReadingFilter {
            querent: Some("Ada".to_owned()),
            verdict: Some(Verdict::Fortune),
            layout: Some(Layout::Broad),
            since: Some(moment(2)),
            until: Some(moment(4)),
            ..ReadingFilter::default()
        };
        assert_eq!(found(&*store, filter).await, [2]);
    }

    async fn only_the_owner_deletes_a_reading(database: &TestDatabase) {
        let store = database.open().await;
        stored(&*store, 1, |_| ()).await;
        assert!(!store.delete_reading(ReadingId(id(1)), THEIRS).await.expect("an answer"));
        assert!(store.delete_reading(ReadingId(id(1)), OURS).await.expect("an answer"));
        assert!(!store.delete_reading(ReadingId(id(1)), OURS).await.expect("an answer"));
        assert!(store.game(GameId(id(1))).await.expect("an answer").is_some(), "the game stays");
    }
}
