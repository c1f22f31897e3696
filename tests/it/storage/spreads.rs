//! Stored readings of spreads: they come back unchanged, and are listed with those of games.

use std::time::Duration;

use arcana::{
    cards::{Card, Deck, Hand},
    reading::{
        Disposition, DrawnCard, KnownSpread, OwnSpread, Pack, QuestionKind, Reversals, Shuffled, Spread, SpreadChoice,
        SpreadPlace,
    },
    service::{
        Erased, Erasure, IdempotencyKey,
        records::{
            AnyReading, CommitmentId, CommitmentRecord, DrawingRecord, OwnerId, ReadingId, ReadingKind, Seed,
            SpreadRecord,
        },
        store::{ListedReading, ReadingFilter, SpreadWrite, Store, WriteError},
    },
};
use chrono::TimeDelta;

use crate::storage::samples::{
    OURS, THEIRS, assert_broken, commitment, id, moment, numbered_id, promised_game, promised_spread, service, spread,
    write, write_of_spread, write_with_reading,
};

/// Stores a reading of a spread.
async fn stored(store: &dyn Store, reading: SpreadRecord) -> SpreadRecord {
    store.write_spread(write_of_spread(reading.clone())).await.expect("a reading that is stored");
    reading
}

/// Stores readings of games at 1 and 3, and of spreads at 2 and 4.
async fn both_kinds(store: &dyn Store) {
    for milliseconds in [1, 3] {
        store.write(write_with_reading(milliseconds)).await.expect("a reading that is stored");
        stored(store, spread(milliseconds + 1)).await;
    }
}

/// The kind of a listed reading, and its timestamp in milliseconds.
fn told(reading: &ListedReading) -> String {
    let (kind, at) = match reading {
        AnyReading::Fortunes((reading, game)) => {
            assert_eq!(reading.game, game.record.id);
            ("game", reading.created_at)
        }
        AnyReading::Spread(reading) => ("spread", reading.created_at),
    };
    format!("{kind} {}", (at - moment(0)).num_milliseconds())
}

async fn found(store: &dyn Store, filter: ReadingFilter) -> String {
    let page = store.readings(OwnerId::ANONYMOUS, &filter, None, 100).await.expect("readings");
    page.items.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// Erases everything row by row; returns how much was erased.
async fn erased(store: &dyn Store, erasure: &Erasure) -> Erased {
    let mut sum = Erased::default();
    loop {
        let batch = store.erase(erasure, 1).await.expect("a batch that is erased");
        if batch.is_nothing() {
            return sum;
        }
        sum.add(batch);
    }
}

/// A caller's own spread with coordinates that are not exact in binary.
fn own() -> Spread {
    let position = |n: u8| SpreadPlace {
        id: format!("p{n}"),
        name: format!("Position \"{n}\""),
        asks: "Ob’s regnet? 🂡".to_owned(),
        x: 0.1 + f64::from(n) / 3.0,
        y: 1e-17,
        rotation: -359.999_999_999_9,
    };
    Spread::Own(OwnSpread::new("Meine".to_owned(), (0..7).map(position).collect()).expect("a spread"))
}

fn cards(count: usize) -> Vec<DrawnCard> {
    let card = |index: usize| DrawnCard {
        card: Card::new(index as u8).expect("a card"),
        disposition: if index.is_multiple_of(3) { Disposition::Ill } else { Disposition::Well },
    };
    (0..count).map(card).collect()
}

on_both! {
    async fn a_reading_of_a_spread_comes_back_equal(database: &TestDatabase) {
        let store = database.open().await;
        let plain = spread(1);
        let listed: Hand = [0, 5, 77].into_iter().filter_map(Card::new).collect();
        let drawing = |shuffled, reversals| DrawingRecord {
            seed: Seed::Given("it's \"any\" text".to_owned()),
            client_seed: String::new(),
            commitment: Some(CommitmentId(id(9))),
            when: "2026-11-22".parse().ok(),
            shuffled,
            reversals: Reversals::new(reversals).expect("a share"),
            skip: 77,
        };
        let of = |milliseconds, shuffled, reversals| SpreadRecord {
            drawing: Some(DrawingRecord { commitment: None, ..drawing(shuffled, reversals) }),
            ..spread(milliseconds)
        };
        let given = SpreadRecord {
            owner: OwnerId(-3),
            created_at: moment(5) + TimeDelta::microseconds(7),
            querent: None,
            question: String::new(),
            choice: SpreadChoice {
                deck: Deck::Thoth,
                question_kind: QuestionKind::Love,
                significator: Card::new(70),
                ..SpreadChoice::of(own())
            },
            cards: cards(7),
            drawing: None,
            ..spread(5)
        };
        let readings = [
            plain,
            of(2, Shuffled::Pack(Pack::Majors), 0.1),
            of(3, Shuffled::Pack(Pack::Minors), 1.0 / 3.0),
            of(4, Shuffled::Listed(listed), 2.0_f64.powi(-40)),
            SpreadRecord { texts_version: 2, ..spread(6) },
            given,
        ];
        for reading in readings {
            let reading = stored(&*store, reading).await;
            assert_eq!(store.reading(reading.id).await.expect("an answer"), Some(AnyReading::Spread(reading)));
        }
        for (milliseconds, known) in (100..).zip(KnownSpread::all()) {
            let choice = SpreadChoice::of(Spread::Known(known));
            let reading = SpreadRecord { choice, cards: cards(known.places.len()), ..spread(milliseconds) };
            let reading = stored(&*store, reading).await;
            assert_eq!(store.reading(reading.id).await.expect("an answer"), Some(AnyReading::Spread(reading)));
        }
        assert_eq!(store.reading(ReadingId(id(99))).await.expect("an answer"), None);
    }

    async fn readings_of_both_kinds_are_one_list(database: &TestDatabase) {
        let store = database.open().await;
        both_kinds(&*store).await;
        stored(&*store, SpreadRecord { owner: OwnerId(8), ..spread(5) }).await;
        assert_eq!(found(&*store, ReadingFilter::default()).await, "spread 4, game 3, spread 2, game 1");
        let kind = |kind| ReadingFilter { kind: Some(kind), ..ReadingFilter::default() };
        assert_eq!(found(&*store, kind(ReadingKind::Fortunes)).await, "game 3, game 1");
        assert_eq!(found(&*store, kind(ReadingKind::Spread)).await, "spread 4, spread 2");
        let since = ReadingFilter { since: Some(moment(2)), until: Some(moment(4)), ..ReadingFilter::default() };
        assert_eq!(found(&*store, since).await, "game 3, spread 2");
        let querent = ReadingFilter { querent: Some("Ada".to_owned()), ..kind(ReadingKind::Spread) };
        assert_eq!(found(&*store, querent).await, "spread 4, spread 2");
        let verdict = ReadingFilter { verdict: Some(arcana::reading::Verdict::Fortune), ..ReadingFilter::default() };
        assert_eq!(found(&*store, verdict).await, "game 3, game 1");
    }

    async fn both_kinds_are_followed_in_the_order_of_commits(database: &TestDatabase) {
        let store = database.open().await;
        stored(&*store, spread(9)).await;
        store.write(write_with_reading(4)).await.expect("a reading that is stored");
        stored(&*store, spread(2)).await;
        let (mut all, mut after) = (Vec::new(), None);
        loop {
            let page = store.readings_after(OwnerId::ANONYMOUS, &ReadingFilter::default(), after, 1).await.expect("readings");
            all.extend(page.items.iter().map(|(reading, _)| told(reading)));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(all, ["spread 9", "game 4", "spread 2"]);
    }

    async fn a_commitment_names_the_reading_that_used_it_and_can_be_used_once(database: &TestDatabase) {
        let store = database.open().await;
        let promise = store.add_commitment(&commitment(1), None).await.expect("a commitment that is stored");
        let reading = stored(&*store, promised_spread(2, promise.id)).await;
        let used = CommitmentRecord { reading: Some(reading.id), ..promise };
        assert_eq!(store.commitment(used.id).await.expect("an answer"), Some(used.clone()));
        let again = store.write_spread(write_of_spread(promised_spread(3, used.id))).await;
        assert!(matches!(again, Err(WriteError::CommitmentNotUsable)), "{again:?}");
        assert_eq!(store.reading(ReadingId(id(3))).await.expect("an answer"), None);
        let game = store.write(write(promised_game(4, used.id))).await;
        assert!(matches!(game, Err(WriteError::CommitmentNotUsable)), "{game:?}");
        assert!(store.delete_reading(reading.id, OURS).await.expect("an answer"));
        let expired = store.delete_expired(moment(700_000_000), 100).await.expect("expired");
        assert_eq!(expired.commitments, 0, "it has served");
        assert_eq!(store.commitment(used.id).await.expect("an answer"), Some(used));
    }

    async fn only_the_callers_own_unexpired_commitment_can_be_used(database: &TestDatabase) {
        let store = database.open().await;
        let theirs = CommitmentRecord { owner: OwnerId(8), ..commitment(1) };
        let late = CommitmentRecord { expires_at: moment(3_600_000), ..commitment(2) };
        let of_game = commitment(3);
        for commitment in [&theirs, &late, &of_game] {
            store.add_commitment(commitment, None).await.expect("a commitment that is stored");
        }
        store.write(write(promised_game(4, of_game.id))).await.expect("a game that is stored");
        for commitment in [theirs.id, late.id, of_game.id, CommitmentId(id(99))] {
            let refused = store.write_spread(write_of_spread(promised_spread(5, commitment))).await;
            assert!(matches!(refused, Err(WriteError::CommitmentNotUsable)), "{refused:?}");
        }
        assert_eq!(found(&*store, ReadingFilter::default()).await, "");
    }

    async fn the_same_request_stores_one_reading(database: &TestDatabase) {
        let store = database.open().await;
        let key = IdempotencyKey { owner: OwnerId(7), request: [1; 32], body: [2; 32], at: moment(1), timeout: Duration::ZERO };
        let write = |number| SpreadWrite {
            idempotency_key: Some(key.clone()),
            ..write_of_spread(SpreadRecord { id: ReadingId(numbered_id(1, number)), ..spread(1) })
        };
        store.write_spread(write(1)).await.expect("a reading that is stored");
        assert!(matches!(store.write_spread(write(2)).await, Err(WriteError::Repeated)));
        let record = store.idempotency_record(&key).await.expect("an answer").expect("a record");
        assert_eq!(record.created, numbered_id(1, 1));
        assert_eq!(found(&*store, ReadingFilter::default()).await, "spread 1");
    }

    async fn only_the_owner_deletes_a_reading_of_a_spread(database: &TestDatabase) {
        let store = database.open().await;
        let reading = stored(&*store, spread(1)).await.id;
        assert!(!store.delete_reading(reading, THEIRS).await.expect("an answer"));
        assert!(store.delete_reading(reading, OURS).await.expect("an answer"));
        assert!(!store.delete_reading(reading, OURS).await.expect("an answer"));
    }

    async fn readings_of_spreads_are_erased_by_querent_owner_and_age(database: &TestDatabase) {
        let store = database.open().await;
        let readings = |count| Erased { readings: count, ..Erased::default() };
        let nobody = SpreadRecord { querent: None, ..spread(3) };
        let theirs = SpreadRecord { owner: OwnerId(7), querent: Some("Bob".to_owned()), ..spread(4) };
        for reading in [spread(1), spread(2), nobody, theirs, SpreadRecord { owner: OwnerId(8), ..spread(5) }] {
            stored(&*store, reading).await;
        }
        for (erasure, count) in [
            (Erasure::Name("ada".to_owned()), 0),
            (Erasure::Owner(OwnerId::ANONYMOUS), 0),
            (Erasure::StoredBefore { time: moment(2), now: moment(9) }, 1),
            (Erasure::Name("Ada".to_owned()), 2),
            (Erasure::Owner(OwnerId(7)), 1),
            (Erasure::Owner(OwnerId(7)), 0),
        ] {
            assert_eq!(store.erasable(&erasure).await.expect("a count"), readings(count), "{erasure:?}");
            assert_eq!(erased(&*store, &erasure).await, readings(count), "{erasure:?}");
        }
        assert_eq!(found(&*store, ReadingFilter::default()).await, "spread 3");
    }

    async fn a_scrub_draws_the_cards_again(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let reading = stored(&*store, spread(1)).await.id;
        store.write(write_with_reading(2)).await.expect("a reading of a game that is stored");
        assert_eq!(service.spread_ids(None, 10).await.expect("ids"), [reading]);
        assert_eq!(service.spread_ids(Some(reading), 10).await.expect("ids"), []);
        let sound = service.scrub_spread(reading).await.expect("a look");
        assert_eq!((sound.readings, sound.damages.len()), (1, 0));
        for (damage, told) in [
            ("spread = replace(spread, '\"mine\"', '\"yours\"')", "differ from those of its seed"),
            ("spread = replace(spread, '\"skip\":0', '\"skip\":1')", "differ from those of its seed"),
            ("spread = replace(spread, 'three-card', 'nine-card')", "a spread"),
            ("spread = '{'", "spread"),
            ("texts_version = -1", ""),
        ] {
            database.execute(&format!("update readings set {damage} where spread is not null")).await;
            let damages = service.scrub_spread(reading).await.expect("a look").damages;
            assert_eq!(damages.len(), 1, "{damage}");
            assert!(damages[0].why.contains(told), "{damage}: {}", damages[0].why);
            assert!(store.delete_reading(reading, OURS).await.expect("an answer"));
            stored(&*store, spread(1)).await;
        }
    }

    async fn a_damaged_document_is_not_a_reading(database: &TestDatabase) {
        let store = database.open().await;
        let reading = stored(&*store, spread(1)).await.id;
        database.execute("update readings set spread = '{\"edition\": 1}'").await;
        assert_broken(store.reading(reading).await);
        let listed = store.readings(OwnerId::ANONYMOUS, &ReadingFilter::default(), None, 10).await;
        assert_eq!(listed.expect("a list").items, []);
    }
}
