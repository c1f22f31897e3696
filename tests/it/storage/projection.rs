//! The projection: updated, rebuilt, and cleared of deleted games. Each game counts once.

use std::collections::BTreeMap;

use arcana::{
    cards::PACK,
    chance::Chance,
    games::{Fortunes, Game, Player, Ruleset, fortunes::Deal},
    players::{Skill, play_out, seat},
    reading::{
        Disposition, Layout, Place, Verdict,
        rarity::{RarityCounts, RarityFilter, Share},
    },
    service::{
        Erasure, Name, PageSize, PlayRequest, ReadChoice, SeatRequest, SeedText, Service, ServiceError,
        audit::Actor,
        projection::{
            Entrants, Pair, PlayerProfile, ShownIn, Standing, StoredLayouts,
            records::{Advance, Writer},
        },
        records::{GameId, OwnerId, StoredGame},
        store::Store,
    },
    statistics::rating::Rating,
};
use chrono::TimeDelta;
use futures::future::try_join_all;

use crate::storage::samples::{OURS, bot, game, game_of, id, moment, person, play_request, service, store_all, write};

/// All counts, including ratings.
pub type Everything = (Vec<Standing>, Vec<Pair>, StoredLayouts);

pub async fn everything(store: &dyn Store) -> Everything {
    let (mut standings, mut pairs) = (Vec::new(), Vec::new());
    for ruleset in Ruleset::ALL {
        standings.extend(
            store.leaderboard(ruleset, Entrants::ALL, None, PageSize::new(1000)).await.expect("a leaderboard").items,
        );
    }
    for standing in &standings {
        let PlayerProfile { partners, opponents, .. } =
            store.player(&standing.key.name, 1000).await.expect("a profile");
        pairs.extend([partners, opponents].concat());
    }
    (standings, pairs, store.stored_layouts(&RarityFilter::default()).await.expect("layouts"))
}

async fn profile(service: &Service, name: &str) -> Option<PlayerProfile> {
    match service.player(&Name::new(name).expect("a name")).await {
        Ok(profile) => Some(profile),
        Err(ServiceError::NotFound(_)) => None,
        Err(error) => panic!("{error}"),
    }
}

/// The standing of a name in its only ruleset.
async fn standing(service: &Service, name: &str) -> Standing {
    let mut standings = profile(service, name).await.expect("a player").standings;
    assert_eq!(standings.len(), 1, "{standings:?}");
    standings.remove(0)
}

/// Games with and against a name: as partners, won, as opponents, won and lost.
async fn versus(service: &Service, name: &str, other: &str) -> Vec<[i64; 6]> {
    let (name, other) = (Name::new(name).expect("a name"), Name::new(other).expect("a name"));
    let counts = service.versus(&name, &other).await.expect("an answer").pairs.into_iter().map(|pair| pair.counts);
    let numbers = counts.map(|met| {
        [met.games, met.partner_games, met.partner_wins, met.opponent_games, met.opponent_wins, met.opponent_losses]
    });
    numbers.collect()
}

/// Plays a game of each ruleset, and imports some games of people.
async fn fill(service: &Service, store: &dyn Store) {
    for ruleset in Ruleset::ALL {
        service.play(OwnerId::ANONYMOUS, play_request(ruleset), None).await.expect("a game");
    }
    store_all(store, people()).await;
}

/// Games of people: Ada and Cy win two of three against Bob and Di; one is drawn.
fn people() -> Vec<StoredGame> {
    let names = ["Ada", "Bob", "Cy", "Di"];
    let mut drawn = game_of(4, &names, &[]);
    drawn.record.places = vec![1; 4];
    let lost = game_of(3, &names, &[1, 3]);
    vec![game_of(1, &names, &[0, 2]), game_of(2, &names, &[0, 2]), with_places(lost, &[3, 1, 3, 1]), drawn]
}

fn with_places(mut game: StoredGame, places: &[u8]) -> StoredGame {
    game.record.places = places.to_vec();
    game
}

/// Rebuilds the projection; returns the number of games counted.
async fn reindex(service: &Service) -> u64 {
    let mut reindexing = service.reindex().await.expect("it begins");
    while reindexing.run_batch().await.expect("it goes on") {}
    reindexing.counted()
}

/// The deal of four random bots with this seed.
fn deal_among_randoms(seed: &str) -> Deal {
    let mut game = Fortunes::new(4, Default::default()).expect("four play Fortunes");
    play_out(&mut game, &mut seat(&[Skill::Random; 4], seed, ""), &mut Chance::of_table(seed, ""), |_, _| ());
    game.outcome().expect("the game is over").detail.deals.remove(0)
}

/// Filters by one property each, by the three that a reading and its cards have in common, and none.
fn filters() -> Vec<RarityFilter> {
    let all = RarityFilter::default();
    let places = Place::ALL.map(|place| RarityFilter { place: Some(place), ..all });
    let cards = PACK.map(|card| RarityFilter { card: Some(card), ..all });
    let layouts = [None].into_iter().chain(Layout::ALL.map(Some)).map(|layout| RarityFilter { layout, ..all });
    let verdicts = |filter| {
        [None].into_iter().chain(Verdict::ALL.map(Some)).map(move |verdict| RarityFilter { verdict, ..filter })
    };
    let sides = |filter| {
        [None]
            .into_iter()
            .chain(Disposition::ALL.map(Some))
            .map(move |disposition| RarityFilter { disposition, ..filter })
    };
    places.into_iter().chain(cards).chain(layouts.flat_map(verdicts).flat_map(sides)).collect()
}

on_both! {
    async fn people_are_counted_by_name_with_partners_and_opponents(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        assert_eq!(profile(&service, "Ada").await, None);
        store_all(&*store, people()).await;
        service.catch_up().await.expect("up to date");
        let ada = standing(&service, "Ada").await;
        assert_eq!((ada.games, ada.wins, ada.shared_wins), (4, 2, 0));
        assert_eq!((ada.streak, ada.longest_wins, ada.longest_losses), (-2, 2, 2));
        assert_eq!((ada.first_at, ada.last_at), (moment(1), moment(4)));
        assert_eq!(ada.seats.iter().map(|seat| (seat.games, seat.wins)).collect::<Vec<_>>(), [(4, 2)]);
        let bob = standing(&service, "Bob").await;
        assert_eq!((bob.games, bob.wins, bob.streak), (4, 1, -1));
        assert!(ada.rating.mu > 25.0 && bob.rating.mu < 25.0, "{ada:?} {bob:?}");
        assert_eq!(versus(&service, "Ada", "Cy").await, [[4, 4, 2, 0, 0, 0]]);
        assert_eq!(versus(&service, "Ada", "Bob").await, [[4, 0, 0, 4, 2, 1]]);
        assert_eq!(versus(&service, "Bob", "Ada").await, [[4, 0, 0, 4, 1, 2]]);
        let profile = profile(&service, "Ada").await.expect("a player");
        let names = |pairs: &[Pair]| pairs.iter().map(|pair| pair.other.clone()).collect::<Vec<_>>();
        assert_eq!((names(&profile.partners), names(&profile.opponents)), (vec!["Cy".to_owned()], vec!["Bob".to_owned(), "Di".to_owned()]));
        assert_eq!(profile.as_of.map(|as_of| as_of.game), Some(GameId(id(4))));
    }

    async fn bots_are_counted_by_their_id_and_version_and_nobody_is_taken_for_one(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let mut mixed = game(1);
        mixed.record.players = vec![person("Ada"), bot("Ada", "adept", 2), bot("x", "adept", 2), person("bot:adept@2")];
        store_all(&*store, [mixed]).await;
        service.catch_up().await.expect("up to date");
        assert_eq!(standing(&service, "Ada").await.games, 1);
        let adept = standing(&service, "bot:adept@2").await;
        // The second of its two seats won: one game, and the rating of a name on several sides is unchanged.
        assert_eq!((adept.games, adept.wins, adept.rating.mu), (1, 1, 25.0));
        assert_eq!(adept.seats.iter().map(|seat| (seat.games, seat.wins)).collect::<Vec<_>>(), [(0, 0), (1, 0), (1, 1)]);
        // Both names have won.
        assert_eq!(versus(&service, "Ada", "bot:adept@2").await, [[1, 1, 1, 1, 0, 0]]);
    }

    async fn partners_of_one_name_are_rated_together(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let (mut of_bots, of_people) = (game(1), game_of(2, &["Ada", "Bel", "Cyd", "Dov"], &[0, 2]));
        let (adept, random) = (|| bot("x", "adept", 2), || bot("y", "random", 1));
        of_bots.record.players = vec![adept(), random(), adept(), random()];
        (of_bots.record.winners, of_bots.record.places) = (of_people.record.winners.clone(), of_people.record.places.clone());
        store_all(&*store, [of_bots, of_people]).await;
        service.catch_up().await.expect("up to date");
        for (bots, person) in [("bot:adept@2", "Ada"), ("bot:random@1", "Bel")] {
            let (bots, person) = (standing(&service, bots).await, standing(&service, person).await);
            assert_eq!((bots.games, bots.rating), (1, person.rating));
            assert_ne!(bots.rating, Rating::NEWCOMER);
        }
    }

    async fn unlisted_games_are_skipped(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let mut unlisted = game_of(1, &["Eve", "Bob", "Cy", "Di"], &[0, 2]);
        unlisted.record.unlisted = true;
        store_all(&*store, [unlisted]).await;
        service.catch_up().await.expect("up to date");
        assert_eq!(profile(&service, "Eve").await, None);
        let progress = store.progress().await.expect("progress");
        assert_eq!((progress.position.map(|position| position.id), progress.as_of), (Some(id(1)), None), "its id stays its own");
    }

    async fn a_damaged_game_does_not_stop_the_others(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        store_all(&*store, [game_of(1, &["Eve"], &[]), game_of(2, &["Ada", "Bob", "Cy", "Di"], &[0, 2])]).await;
        database.execute("update games set players = '{' where created_at = (select min(created_at) from games)").await;
        service.catch_up().await.expect("up to date");
        assert_eq!(standing(&service, "Ada").await.games, 1);
    }

    async fn a_damaged_game_that_was_not_counted_is_not_subtracted(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let names = ["Ada", "Bob", "Cy", "Di"];
        store_all(&*store, [game_of(1, &names, &[0, 2]), game_of(2, &names, &[0, 2])]).await;
        database.execute("update games set places = 'x' where created_at = (select min(created_at) from games)").await;
        service.catch_up().await.expect("up to date");
        assert_eq!(standing(&service, "Ada").await.games, 1);
        assert!(store.delete_game(GameId(id(1)), OURS).await.expect("an answer"));
        let ada = standing(&service, "Ada").await;
        assert_eq!((ada.games, ada.wins), (1, 1));
    }

    async fn tables_that_were_swapped_are_not_swapped_back(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        store_all(&*store, people()).await;
        service.catch_up().await.expect("up to date");
        let followed = everything(&*store).await;
        let (writer, swapped) = (Writer::Reindexing(id(1)), id(2));
        store.begin_reindexing(id(1)).await.expect("it begins");
        while store.sweep_standings(id(1), 9).await.expect("an answer") {}
        let progress = store.lease_standings(writer).await.expect("an answer").expect("the lease");
        let last = store.next_games(progress.position, 99).await.expect("games").pop().expect("a game");
        let advance = Advance { games: 1, position: last.position, as_of: None, standings: vec![], pairs: vec![], layouts: vec![] };
        assert!(store.advance_standings(writer, &progress, &advance).await.expect("an answer"));
        assert_eq!(everything(&*store).await, followed);
        // The second time, as if the first answer had been lost.
        for _ in 0..2 {
            assert!(store.swap_standings(id(1), swapped).await.expect("an answer"));
            assert_eq!(everything(&*store).await.0, []);
        }
        assert!(!store.swap_standings(id(1), id(3)).await.expect("an answer"), "another reindexing has begun");
    }

    async fn incremental_and_rebuilt_projections_are_equal(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        fill(&service, &*store).await;
        service.catch_up().await.expect("up to date");
        for (number, game) in people().into_iter().enumerate() {
            let mut game = game;
            game.record.id = GameId(id(100 + number as i64));
            game.record.created_at += TimeDelta::seconds(1);
            store_all(&*store, [game]).await;
            service.catch_up().await.expect("up to date");
        }
        let followed = everything(&*store).await;
        assert!(followed.0.len() > 8 && followed.2.share.of >= 4, "{followed:?}");
        assert_eq!(reindex(&service).await, 13);
        assert_eq!(everything(&*store).await, followed);
        // Later games are added to the rebuilt projection.
        store_all(&*store, [game_of(900, &["Ada", "Bob", "Cy", "Di"], &[0, 2])]).await;
        service.catch_up().await.expect("up to date");
        assert_eq!(standing(&service, "Ada").await.games, 9);
    }

    async fn many_games_are_counted_alike_in_batches_of_any_size(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let names = ["Ada", "Bob", "Cy", "Di", "Eve", "Flo"];
        let games = (1..2_300).map(|number| {
            let at = number as usize % 3;
            store.write(write(game_of(number, &names[at..at + 4], &[(number % 4) as u8])))
        });
        try_join_all(games).await.expect("games that are stored");
        service.catch_up().await.expect("up to date");
        let followed = everything(&*store).await;
        assert_eq!(followed.0.iter().map(|standing| standing.games).sum::<i64>(), 4 * 2_299);
        assert_eq!(reindex(&service).await, 2_299);
        assert_eq!(everything(&*store).await, followed);
    }

    async fn games_that_are_deleted_while_all_are_counted_anew_are_not_counted(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let names = ["Ada", "Bob", "Cy", "Di", "Eve", "Flo"];
        for number in 1..=12 {
            let at = number as usize % 3;
            store_all(&*store, [game_of(number, &names[at..at + 4], &[(number % 4) as u8])]).await;
        }
        service.catch_up().await.expect("up to date");
        let followed = everything(&*store).await;
        let mut undisturbed = service.reindex().await.expect("it begins").in_batches_of(3);
        while undisturbed.run_batch().await.expect("it goes on") {}
        assert_eq!((undisturbed.counted(), everything(&*store).await), (12, followed));
        let mut disturbed = service.reindex().await.expect("it begins").in_batches_of(3);
        assert!(disturbed.run_batch().await.expect("it goes on"));
        for deleted in [2, 5] {
            assert!(store.delete_game(GameId(id(deleted)), OURS).await.expect("an answer"));
        }
        store_all(&*store, [game_of(13, &names[..4], &[0])]).await;
        while disturbed.run_batch().await.expect("it goes on") {}
        assert_eq!(disturbed.counted(), 12, "the deleted game that was counted is subtracted");
        let counts = |(standings, pairs, _): Everything| {
            let games = standings.into_iter().map(|standing| (standing.key, standing.games, standing.wins, standing.seats));
            let mut games: Vec<_> = games.collect();
            games.sort_by(|one, two| one.0.cmp(&two.0));
            let mut pairs: Vec<_> = pairs.into_iter().map(|pair| (pair.key, pair.other, pair.counts.games)).collect();
            pairs.sort();
            (games, pairs)
        };
        let rebuilt = counts(everything(&*store).await);
        assert_eq!(reindex(&service).await, 11);
        assert_eq!(counts(everything(&*store).await), rebuilt);
    }

    async fn a_batch_that_was_read_before_a_deletion_is_not_written(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, people()).await;
        for writer in [Writer::Follower(id(1)), Writer::Reindexing(id(2))] {
            store.begin_reindexing(id(2)).await.expect("it begins");
            let progress = store.lease_standings(writer).await.expect("an answer").expect("the lease");
            let last = store.next_games(progress.position, 9).await.expect("games").pop().expect("a game");
            let advance = Advance { games: 1, position: last.position, as_of: None, standings: vec![], pairs: vec![], layouts: vec![] };
            assert!(store.delete_game(last.game.expect("a listed game").record.id, OURS).await.expect("an answer"));
            assert!(!store.advance_standings(writer, &progress, &advance).await.expect("an answer"));
            let progress = store.lease_standings(writer).await.expect("an answer").expect("the lease");
            let last = store.next_games(progress.position, 9).await.expect("games").pop().expect("a game");
            let advance = Advance { position: last.position, ..advance };
            assert!(store.advance_standings(writer, &progress, &advance).await.expect("an answer"));
            assert!(!store.advance_standings(writer, &progress, &advance).await.expect("an answer"), "not twice");
        }
    }

    async fn a_rating_has_a_course_of_every_game_until_these_are_many(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        for number in 1..=70 {
            store_all(&*store, [game_of(number, &["Ada", "Bob", "Cy", "Di"], &[0, 2])]).await;
            if [1, 30, 64].contains(&number) {
                service.catch_up().await.expect("up to date");
                let ada = standing(&service, "Ada").await;
                let course = ada.rated_after();
                assert_eq!(course.iter().map(|point| point.games).collect::<Vec<_>>(), (1..=number.unsigned_abs()).collect::<Vec<_>>());
                assert!(course.is_sorted_by(|one, next| one.rating.mu <= next.rating.mu), "Ada wins: {course:?}");
                assert_eq!(course.last().map(|last| last.rating), Some(ada.rating));
            }
        }
        service.catch_up().await.expect("up to date");
        let course = standing(&service, "Bob").await.rated_after();
        assert_eq!(course.iter().map(|point| point.games).collect::<Vec<_>>(), (1..=35).map(|number| 2 * number).collect::<Vec<_>>());
    }

    async fn a_deleted_game_leaves_the_counters_at_once_and_the_ratings_when_they_are_made_anew(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        store_all(&*store, people().into_iter().take(3)).await;
        service.catch_up().await.expect("up to date");
        let before = standing(&service, "Ada").await;
        // Deleting a game that is not counted yet subtracts nothing.
        store_all(&*store, people().into_iter().skip(3)).await;
        assert!(store.delete_game(GameId(id(4)), OURS).await.expect("an answer"));
        assert_eq!(standing(&service, "Ada").await, before);
        assert!(store.delete_game(GameId(id(3)), OURS).await.expect("an answer"));
        let after = standing(&service, "Ada").await;
        assert_eq!((after.games, after.wins, after.rating), (2, 2, before.rating));
        assert_eq!(after.seats[0].games, 2);
        assert_eq!(versus(&service, "Ada", "Bob").await, [[2, 0, 0, 2, 2, 0]]);
        service.catch_up().await.expect("up to date");
        reindex(&service).await;
        let anew = standing(&service, "Ada").await;
        assert_eq!((anew.games, anew.streak, anew.longest_losses), (2, 2, 0));
        assert!(anew.rating.mu > after.rating.mu, "{anew:?}");
    }

    async fn an_erased_name_is_gone_at_once_from_what_is_asked_and_from_what_is_being_made(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        store_all(&*store, people()).await;
        store_all(&*store, [game_of(9, &["Bob", "Eve", "Di", "Fay"], &[0, 2])]).await;
        service.catch_up().await.expect("up to date");
        let mut reindexing = service.reindex().await.expect("it begins");
        assert!(reindexing.run_batch().await.expect("it goes on"));
        let erased = service.erase(Actor::Command, &Erasure::Name("Ada".to_owned()), None).await.expect("erased");
        assert_eq!(erased.erased.games, 4);
        for _ in ["followed", "made anew"] {
            assert_eq!(profile(&service, "Ada").await, None);
            assert_eq!(profile(&service, "Cy").await, None, "all of Cy's games were with Ada");
            let bob = profile(&service, "Bob").await.expect("a player");
            assert_eq!(bob.standings[0].games, 1);
            assert_eq!(bob.opponents.iter().map(|pair| pair.other.as_str()).collect::<Vec<_>>(), ["Eve", "Fay"]);
            while reindexing.run_batch().await.expect("it goes on") {}
        }
    }

    async fn concurrent_writers_of_a_projection_count_nothing_twice(database: &TestDatabase) {
        let (store, one) = (database.open().await, service(database).await);
        let two = service(database).await;
        for round in 0..20 {
            store_all(&*store, [game_of(1 + round, &["Ada", "Bob", "Cy", "Di"], &[0, 2])]).await;
            let (first, second) = tokio::join!(one.catch_up(), two.catch_up());
            first.and(second).expect("up to date");
        }
        assert_eq!(standing(&one, "Ada").await.games, 20);
        let followed = everything(&*store).await;
        reindex(&two).await;
        assert_eq!(everything(&*store).await, followed);
    }

    async fn one_service_counts_games_at_a_time_until_its_lease_ends(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        let (one, two) = (id(1), id(2));
        let lease = async |holder| store.lease_standings(Writer::Follower(holder)).await.expect("an answer").is_some();
        let ends = async |when: &str| {
            let sql = format!("update games set created_at = {when}");
            database.execute(&sql).await;
            database.execute("update standings_lease set held_until = (select created_at from games)").await;
        };
        let (past, far) = if database.url().starts_with("sqlite") {
            ("0", "4102444800000000")
        } else {
            ("'1970-01-01'", "'2100-01-01'")
        };
        assert!(lease(one).await && !lease(two).await && lease(one).await);
        ends(past).await;
        assert!(lease(two).await && !lease(one).await, "its time has run out");
        ends(far).await;
        assert!(lease(one).await && !lease(two).await, "a clock was ahead");
        store.release_standings(two).await.expect("an answer");
        assert!(!lease(two).await, "it is another's");
        store.release_standings(one).await.expect("an answer");
        assert!(lease(two).await, "it was given back");
    }

    async fn who_has_lost_the_lease_changes_nothing(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, people()).await;
        let [one, two] = [1, 2].map(|number| Writer::Follower(id(number)));
        let progress = store.lease_standings(one).await.expect("an answer").expect("the lease");
        let last = store.next_games(progress.position, 9).await.expect("games").pop().expect("a game");
        let advance = Advance { games: 4, position: last.position, as_of: None, standings: vec![], pairs: vec![], layouts: vec![] };
        assert!(!store.advance_standings(two, &progress, &advance).await.expect("an answer"));
        store.release_standings(id(1)).await.expect("an answer");
        assert!(store.lease_standings(two).await.expect("an answer").is_some());
        assert!(!store.advance_standings(one, &progress, &advance).await.expect("an answer"));
        assert_eq!(store.progress().await.expect("progress").position, None);
        assert!(store.advance_standings(two, &progress, &advance).await.expect("an answer"));
    }

    async fn nothing_is_left_of_an_erased_name_whatever_is_counted_meanwhile(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        for round in 0..6 {
            let names = ["Ada", "Bob", "Cy", "Di", "Eve", "Flo"];
            for number in 1..=20 {
                let at = number as usize % 3;
                store_all(&*store, [game_of(100 * round + number, &names[at..at + 4], &[(number % 4) as u8])]).await;
            }
            let anew = async {
                let mut reindexing = service.reindex().await?.in_batches_of(3);
                while reindexing.run_batch().await? {}
                Ok(())
            };
            let erased = async {
                service.erase(Actor::Command, &Erasure::Name("Ada".to_owned()), None).await.map(drop)
            };
            let deleted = async {
                for number in 1..=20 {
                    store.delete_game(GameId(id(100 * round + number)), OURS).await?;
                }
                Ok(())
            };
            let (anew, counted, erased, deleted) = tokio::join!(anew, service.catch_up(), erased, deleted);
            anew.and(counted).and(erased).and(deleted).expect("nothing is in the way of another");
            for table in ["player_standings", "player_standings_next", "player_pairs", "player_pairs_next"] {
                let rows = database.number(&format!("select count(*) from {table} where name = 'Ada'")).await;
                assert_eq!(rows, 0, "{table}");
            }
        }
        service.catch_up().await.expect("up to date");
        assert_eq!(everything(&*store).await.0, [], "all games are deleted");
    }

    async fn a_reindexing_gives_up_when_another_has_begun(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        store_all(&*store, people()).await;
        service.catch_up().await.expect("up to date");
        let followed = everything(&*store).await;
        let mut first = service.reindex().await.expect("it begins");
        assert!(first.run_batch().await.expect("it goes on"));
        let mut second = service.reindex().await.expect("it begins");
        assert!(matches!(first.run_batch().await, Err(ServiceError::Unavailable(_))));
        while second.run_batch().await.expect("it goes on") {}
        assert_eq!(everything(&*store).await, followed);
        for table in ["player_standings_next", "player_pairs_next", "layout_counts_next"] {
            assert_eq!(database.number(&format!("select count(*) from {table}")).await, 0, "{table}");
        }
    }

    async fn a_leaderboard_is_ranked_by_the_lower_bound_and_paged(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let mut games = Vec::new();
        for number in 0..30_i64 {
            let names = [format!("n{:02}", number % 10), format!("n{:02}", (number + 1) % 10)];
            let mut game = game_of(1 + number, &[&names[0], &names[1]], &[0]);
            game.record.ruleset = Ruleset::Reversal;
            game.record.places = vec![1, 2];
            games.push(game);
        }
        games.extend([game_of(99, &["x1", "x2", "x3", "x4"], &[0, 2])]);
        store_all(&*store, games).await;
        service.catch_up().await.expect("up to date");
        let whole = store.leaderboard(Ruleset::Reversal, Entrants::ALL, None, PageSize::new(100)).await.expect("a page");
        assert_eq!((whole.items.len(), &whole.next), (10, &None));
        let bounds: Vec<f64> = whole.items.iter().map(|standing| standing.rating.lower_bound()).collect();
        assert!(bounds.is_sorted_by(|one, two| one >= two), "{bounds:?}");
        // Six of ten are equals: they come by name.
        database.execute("update player_standings set mu = 25, sigma = 5, lower_bound = 10 where name between 'n02' and 'n07'").await;
        let whole = store.leaderboard(Ruleset::Reversal, Entrants::ALL, None, PageSize::new(100)).await.expect("a page");
        let names: Vec<&str> = whole.items.iter().map(|standing| standing.key.name.as_str()).filter(|name| ("n02"..="n07").contains(name)).collect();
        assert_eq!(names, ["n02", "n03", "n04", "n05", "n06", "n07"]);
        for (min_games, size) in [(1, 1), (1, 3), (1, 4), (2, 1), (2, 3)] {
            let (mut paged, mut from) = (Vec::new(), None);
            loop {
                let page = store.leaderboard(Ruleset::Reversal, Entrants { min_games, bots: true }, from.as_ref(), PageSize::new(size)).await.expect("a page");
                paged.extend(page.items);
                from = page.next;
                if from.is_none() {
                    break;
                }
            }
            assert_eq!(paged, whole.items, "at least {min_games}, pages of {size}");
        }
        let few = store.leaderboard(Ruleset::Reversal, Entrants { min_games: 7, bots: true }, None, PageSize::new(100)).await.expect("a page");
        assert!(few.items.is_empty() && few.next.is_none(), "nobody has seven games");
        assert_eq!(store.leaderboard(Ruleset::Fortunes, Entrants::ALL, None, PageSize::new(100)).await.expect("a page").items.len(), 4);
        let shared = whole.items.iter().map(|standing| standing.shared_wins).sum::<i64>();
        assert_eq!(shared, 0);
    }

    async fn stored_games_are_counted_as_those_of_the_reference_run(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let mut run = RarityCounts::default();
        for number in 0..6 {
            let seed = format!("any text/{number}");
            run.count_deal(number, &deal_among_randoms(&seed));
            let seed = Some(SeedText::new(&seed).expect("a seed"));
            let players = vec![SeatRequest { bot: Some(Skill::Random), ..SeatRequest::default() }; 4];
            let request = PlayRequest { seed, players, ..play_request(Ruleset::Fortunes) };
            service.play(OwnerId::ANONYMOUS, request, None).await.expect("a game");
        }
        service.catch_up().await.expect("up to date");
        for filter in filters() {
            let stored = store.stored_layouts(&filter).await.expect("layouts");
            assert_eq!(stored.share, run.find(&filter).share, "{filter:?}");
            assert_eq!(stored.examples.is_empty(), stored.share.count == 0, "{filter:?}");
        }
    }

    async fn every_reading_of_fortunes_is_counted_card_by_card(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let request = play_request(Ruleset::Fortunes);
        let game = service.play(OwnerId::ANONYMOUS, request, None).await.expect("a game").value.record;
        service.catch_up().await.expect("up to date");
        let count = async |filter: RarityFilter| store.stored_layouts(&filter).await.expect("layouts");
        let all = count(RarityFilter::default()).await;
        assert_eq!(all.share, Share::new(4_u64, 4_u64));
        // Each card at a position of the four readings is counted, and nothing else.
        let readings = service.game_readings(game.id, ReadChoice::default()).await.expect("readings").readings;
        let mut shown: BTreeMap<_, Vec<ShownIn>> = BTreeMap::new();
        for (reading, player) in readings.iter().zip((0..).map(Player)) {
            for place in reading.places() {
                for card in &place.cards {
                    let key = (reading.layout, reading.verdict, place.place, card.id, card.disposition);
                    shown.entry(key).or_default().push(ShownIn { game: game.id, deal: 1, player });
                }
            }
        }
        for ((layout, verdict, place, card, disposition), shown) in &shown {
            let (layout, verdict, disposition) = (Some(*layout), Some(*verdict), Some(*disposition));
            let found = count(RarityFilter { layout, verdict, place: Some(*place), card: Some(*card), disposition }).await;
            assert_eq!(found.share, Share::new(shown.len() as u64, 4_u64).with_verdict(verdict));
            assert_eq!(found.examples, shown[..1]);
        }
        // With a disposition alone, cards are counted.
        let cards = shown.values().map(Vec::len).sum::<usize>() as u64;
        let of = async |disposition| count(RarityFilter { disposition, ..RarityFilter::default() }).await.share;
        let (well, ill) = (of(Some(Disposition::Well)).await, of(Some(Disposition::Ill)).await);
        assert_eq!((well.count + ill.count, well.of, ill.of), (cards, cards, cards));
        // Deleted readings are not given as examples.
        assert!(store.delete_game(game.id, OURS).await.expect("an answer"));
        assert_eq!(count(RarityFilter::default()).await.examples, []);
    }
}
