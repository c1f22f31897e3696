//! The filters of the history.

use arcana::{
    games::Ruleset,
    service::{
        records::{OwnerId, Seed, SeedRecord, Source, StoredGame},
        store::{GameFilter, Sort, Store},
    },
};
use chrono::{DateTime, TimeDelta, Utc};

use crate::storage::samples::{OURS, game, game_called, game_of, moment, store_all};

const NONE: GameFilter = GameFilter {
    ruleset: None,
    players: Vec::new(),
    winner: None,
    source: None,
    seed: None,
    external_id: None,
    tags: Vec::new(),
    since: None,
    until: None,
    played_since: None,
    played_until: None,
    sort: Sort::Stored,
    unlisted: false,
};

const NOTHING: [i64; 0] = [];

/// The timestamps of the games that match in milliseconds, newest first.
async fn found(store: &dyn Store, filter: GameFilter) -> Vec<i64> {
    let games = store.games(&filter, None, 100).await.expect("games").items;
    games.iter().map(|game| (game.created_at - moment(0)).num_milliseconds()).collect()
}

fn players(names: &[&str]) -> GameFilter {
    GameFilter { players: names.iter().map(|name| name.to_string()).collect(), ..NONE }
}

fn winner(name: &str) -> GameFilter {
    GameFilter { winner: Some(name.to_owned()), ..NONE }
}

fn tagged(tags: &[&str]) -> GameFilter {
    GameFilter { tags: tags.iter().map(|tag| tag.to_string()).collect(), ..NONE }
}

fn seed(text: &str) -> GameFilter {
    GameFilter { seed: Some(text.to_owned()), ..NONE }
}

/// The conjunction of two filters.
fn both(one: &GameFilter, other: &GameFilter) -> GameFilter {
    GameFilter {
        ruleset: one.ruleset.or(other.ruleset),
        players: one.players.iter().chain(&other.players).cloned().collect(),
        winner: one.winner.clone().or(other.winner.clone()),
        source: one.source.or(other.source),
        seed: one.seed.clone().or(other.seed.clone()),
        external_id: one.external_id.clone().or(other.external_id.clone()),
        tags: one.tags.iter().chain(&other.tags).cloned().collect(),
        since: one.since.or(other.since),
        until: one.until.or(other.until),
        played_since: one.played_since.or(other.played_since),
        played_until: one.played_until.or(other.played_until),
        sort: if one.sort == Sort::Stored { other.sort } else { one.sort },
        unlisted: one.unlisted || other.unlisted,
    }
}

fn drawn_from(milliseconds: i64, seed: Seed) -> StoredGame {
    let mut game = game(milliseconds);
    game.record.seed_record =
        Some(SeedRecord { seed, client_seed: String::new(), commitment: None, deal_given: false });
    game
}

/// Three tables: Ada meets Bob, Bob meets Cy, and Ada meets both.
async fn three_tables(store: &dyn Store) {
    let games = [
        game_of(1, &["Ada", "Bob"], &[0]),
        game_of(2, &["Cy", "Bob"], &[0, 1]),
        game_of(3, &["Bob", "Cy", "Ada"], &[1]),
    ];
    store_all(store, games).await;
}

on_both! {
    async fn games_come_newest_first_and_as_they_were_stored(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(2), game(1), game(3)]).await;
        let games = store.games(&NONE, None, 10).await.expect("games").items;
        assert_eq!(games, [game(3).record, game(2).record, game(1).record]);
    }

    async fn an_empty_history_is_empty(database: &TestDatabase) {
        let store = database.open().await;
        assert_eq!(found(&*store, NONE).await, NOTHING);
        assert_eq!(found(&*store, players(&["Ada"])).await, NOTHING);
    }

    async fn games_are_found_by_a_player(database: &TestDatabase) {
        let store = database.open().await;
        three_tables(&*store).await;
        assert_eq!(found(&*store, players(&["Ada"])).await, [3, 1]);
        assert_eq!(found(&*store, players(&["Bob"])).await, [3, 2, 1]);
        assert_eq!(found(&*store, players(&["Zoë"])).await, NOTHING);
    }

    async fn a_name_is_exact(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game_of(1, &["Ada", "100%"], &[]), game_of(2, &["ada", "_da"], &[])]).await;
        assert_eq!(found(&*store, players(&["Ada"])).await, [1]);
        assert_eq!(found(&*store, players(&["_da"])).await, [2]);
        assert_eq!(found(&*store, players(&["100%"])).await, [1]);
        assert_eq!(found(&*store, players(&["Ad"])).await, NOTHING);
        assert_eq!(found(&*store, players(&["' or 1=1 --"])).await, NOTHING);
    }

    async fn games_are_found_by_all_of_several_players(database: &TestDatabase) {
        let store = database.open().await;
        three_tables(&*store).await;
        assert_eq!(found(&*store, players(&["Ada", "Cy"])).await, [3]);
        assert_eq!(found(&*store, players(&["Bob", "Cy"])).await, [3, 2]);
        assert_eq!(found(&*store, players(&["Cy", "Bob", "Ada", "Cy"])).await, [3]);
        assert_eq!(found(&*store, players(&["Ada", "Zoë"])).await, NOTHING);
    }

    async fn games_are_found_by_winner(database: &TestDatabase) {
        let store = database.open().await;
        three_tables(&*store).await;
        assert_eq!(found(&*store, winner("Ada")).await, [1]);
        assert_eq!(found(&*store, winner("Cy")).await, [3, 2]);
        assert_eq!(found(&*store, winner("Bob")).await, [2]);
        assert_eq!(found(&*store, GameFilter { winner: Some("Cy".to_owned()), ..players(&["Ada"]) }).await, [3]);
        assert_eq!(found(&*store, GameFilter { winner: Some("Bob".to_owned()), ..players(&["Bob"]) }).await, [2]);
    }

    async fn games_are_found_by_ruleset(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1), game(2), game(3)]).await;
        let oldest = "update games set ruleset = 99 where created_at = (select min(created_at) from games)";
        database.execute(oldest).await;
        assert_eq!(found(&*store, GameFilter { ruleset: Some(Ruleset::Fortunes), ..NONE }).await, [3, 2]);
        assert_eq!(found(&*store, GameFilter { ruleset: Some(Ruleset::Fortunes), ..players(&["Ada"]) }).await, [3, 2]);
    }

    async fn games_are_found_by_source(database: &TestDatabase) {
        let store = database.open().await;
        let mut imported = game(2);
        imported.record.source = Source::Imported;
        store_all(&*store, [game(1), imported]).await;
        assert_eq!(found(&*store, GameFilter { source: Some(Source::Imported), ..NONE }).await, [2]);
        assert_eq!(found(&*store, GameFilter { source: Some(Source::Played), ..NONE }).await, [1]);
    }

    async fn games_are_found_by_a_seed_that_was_given(database: &TestDatabase) {
        let store = database.open().await;
        let given = |milliseconds, text: &str| drawn_from(milliseconds, Seed::Given(text.to_owned()));
        store_all(&*store, [given(1, "tarot"), given(2, "Tarot"), given(3, "tarot")]).await;
        assert_eq!(found(&*store, seed("tarot")).await, [3, 1]);
        assert_eq!(found(&*store, seed("taro")).await, NOTHING);
    }

    async fn games_are_found_by_the_digits_of_a_seed_made_here(database: &TestDatabase) {
        let store = database.open().await;
        let (mut made, mut like) = ([0xa5; 32], [0xa5; 32]);
        (made[31], like[31]) = (1, 2);
        let text = format!("{}01", "a5".repeat(31));
        let games = [
            drawn_from(1, Seed::Made(made)),
            drawn_from(2, Seed::Made(like)),
            drawn_from(3, Seed::Given(text.clone())),
            drawn_from(4, Seed::Given(text.to_uppercase())),
        ];
        store_all(&*store, games).await;
        assert_eq!(found(&*store, seed(&text)).await, [3, 1]);
        assert_eq!(found(&*store, seed(&text.to_uppercase())).await, [4]);
    }

    async fn games_are_found_by_external_id_whoever_owns_them(database: &TestDatabase) {
        let store = database.open().await;
        let mut other = game_called(2, "mine");
        other.record.owner = OwnerId(8);
        store_all(&*store, [game_called(1, "mine"), other, game_called(3, "yours")]).await;
        assert_eq!(found(&*store, GameFilter { external_id: Some("mine".to_owned()), ..NONE }).await, [2, 1]);
        assert_eq!(found(&*store, GameFilter { external_id: Some("Mine".to_owned()), ..NONE }).await, NOTHING);
    }

    async fn a_period_includes_its_start_but_not_its_end(database: &TestDatabase) {
        let store = database.open().await;
        let mut later = game(2);
        later.record.created_at = moment(2) + TimeDelta::microseconds(1);
        store_all(&*store, [game(1), later, game(3)]).await;
        let since = |time| GameFilter { since: Some(time), ..NONE };
        let until = |time| GameFilter { until: Some(time), ..NONE };
        assert_eq!(found(&*store, since(moment(2))).await, [3, 2]);
        assert_eq!(found(&*store, since(moment(2) + TimeDelta::microseconds(1))).await, [3, 2]);
        assert_eq!(found(&*store, since(moment(2) + TimeDelta::microseconds(2))).await, [3]);
        assert_eq!(found(&*store, until(moment(2) + TimeDelta::microseconds(1))).await, [1]);
        assert_eq!(found(&*store, until(moment(2) + TimeDelta::microseconds(2))).await, [2, 1]);
        assert_eq!(found(&*store, GameFilter { since: Some(moment(2)), ..until(moment(3)) }).await, [2]);
        assert_eq!(found(&*store, GameFilter { since: Some(moment(2)), ..until(moment(2)) }).await, NOTHING);
    }

    async fn a_period_goes_by_the_time_and_not_by_the_id(database: &TestDatabase) {
        let store = database.open().await;
        let mut late = game(1000);
        late.record.created_at = moment(9000);
        let mut early = game(20_000);
        early.record.created_at = moment(11_000);
        store_all(&*store, [late, early]).await;
        assert_eq!(found(&*store, GameFilter { since: Some(moment(9000)), ..NONE }).await, [11_000, 9000]);
        assert_eq!(found(&*store, GameFilter { until: Some(moment(11_001)), ..NONE }).await, [11_000, 9000]);
        assert_eq!(found(&*store, GameFilter { until: Some(moment(11_000)), ..NONE }).await, [9000]);
    }

    async fn a_period_may_begin_and_end_at_any_time(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        let period = |since, until| GameFilter { since: Some(since), until: Some(until), ..players(&["Ada"]) };
        assert_eq!(found(&*store, period(DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC)).await, [1]);
        assert_eq!(found(&*store, period(DateTime::<Utc>::MAX_UTC, DateTime::<Utc>::MIN_UTC)).await, NOTHING);
    }

    async fn all_filters_hold_together(database: &TestDatabase) {
        let store = database.open().await;
        let games = (1..=6).map(|milliseconds| {
            let mut game = drawn_from(milliseconds, Seed::Given("tarot".to_owned()));
            game.record.external_id = Some("mine".to_owned());
            game.record.owner = OwnerId(milliseconds);
            match milliseconds {
                2 => game.record.source = Source::Imported,
                4 => game.record.winners.clear(),
                5 => game.record.external_id = None,
                _ => (),
            }
            game
        });
        store_all(&*store, games).await;
        let filter = GameFilter {
            ruleset: Some(Ruleset::Fortunes),
            winner: Some("Cy".to_owned()),
            source: Some(Source::Played),
            seed: Some("tarot".to_owned()),
            external_id: Some("mine".to_owned()),
            since: Some(moment(2)),
            until: Some(moment(6)),
            ..players(&["Di", "Ada"])
        };
        assert_eq!(found(&*store, filter).await, [3]);
    }

    async fn each_two_filters_hold_together(database: &TestDatabase) {
        let store = database.open().await;
        let mut middle = drawn_from(5, Seed::Given("tarot".to_owned()));
        middle.record.external_id = Some("mine".to_owned());
        middle.record.source = Source::Imported;
        middle.record.tags = vec!["club".to_owned(), "season 3".to_owned()];
        let mut first = game_of(1, &["Ada", "Eve"], &[0]);
        first.record.tags = vec!["club".to_owned()];
        store_all(&*store, [first, middle, game_of(9, &["Bob", "Eve"], &[])]).await;
        let filters: [(GameFilter, &[i64]); 14] = [
            (GameFilter { ruleset: Some(Ruleset::Fortunes), ..NONE }, &[9, 5, 1]),
            (players(&["Bob"]), &[9, 5]),
            (players(&["Eve"]), &[9, 1]),
            (winner("Ada"), &[5, 1]),
            (GameFilter { source: Some(Source::Imported), ..NONE }, &[5]),
            (seed("tarot"), &[5]),
            (tagged(&["club"]), &[5, 1]),
            (tagged(&["season 3"]), &[5]),
            (GameFilter { external_id: Some("mine".to_owned()), ..NONE }, &[5]),
            (GameFilter { since: Some(moment(5)), ..NONE }, &[9, 5]),
            (GameFilter { until: Some(moment(9)), ..NONE }, &[5, 1]),
            (GameFilter { played_since: Some(moment(5)), ..NONE }, &[9, 5]),
            (GameFilter { played_until: Some(moment(9)), ..NONE }, &[5, 1]),
            (GameFilter { sort: Sort::Played, ..NONE }, &[9, 5, 1]),
        ];
        for (one, matches) in &filters {
            for (other, also) in &filters {
                let both = both(one, other);
                let expected: Vec<i64> = matches.iter().filter(|game| also.contains(game)).copied().collect();
                assert_eq!(found(&*store, both.clone()).await, expected, "{both:?}");
                let counted = store.count_games(&both, None, 100).await.expect("a number");
                assert_eq!((counted.games as usize, counted.more, counted.next), (expected.len(), false, None), "{both:?}");
            }
        }
    }

    async fn a_tag_is_exact_and_goes_with_its_game(database: &TestDatabase) {
        let store = database.open().await;
        let games = [(1, ["club", "Zoë"]), (2, ["Club", "100%"]), (3, ["club", "b"])].map(|(stored, tags)| {
            let mut game = game(stored);
            game.record.tags = tags.map(str::to_owned).to_vec();
            game
        });
        store_all(&*store, games.clone()).await;
        assert_eq!(store.games(&tagged(&["Zoë"]), None, 10).await.expect("games").items, [games[0].record.clone()]);
        assert_eq!(found(&*store, tagged(&["club"])).await, [3, 1]);
        assert_eq!(found(&*store, tagged(&["b", "club"])).await, [3]);
        assert_eq!(found(&*store, tagged(&["_lub"])).await, NOTHING);
        assert!(store.is_indexed(&games[1].record).await.expect("an answer"));
        assert!(store.delete_game(games[2].record.id, OURS).await.expect("an answer"));
        assert_eq!(found(&*store, tagged(&["club"])).await, [1]);
        assert_eq!(database.number("select count(*) from game_tags").await, 4, "those of the others");
        database.execute("delete from game_tags where tag = 'Club'").await;
        assert!(!store.is_indexed(&games[1].record).await.expect("an answer"));
    }

    async fn games_are_ordered_by_when_they_were_played(database: &TestDatabase) {
        let store = database.open().await;
        let games = [(1, Some(7)), (2, None), (3, Some(2)), (4, Some(1)), (5, Some(9))].map(|(stored, played)| {
            let mut game = game(stored);
            game.record.played_at = played.map(moment);
            game
        });
        store_all(&*store, games).await;
        let by_played = GameFilter { sort: Sort::Played, ..NONE };
        assert_eq!(found(&*store, by_played.clone()).await, [5, 1, 3, 2, 4]);
        assert_eq!(found(&*store, GameFilter { since: Some(moment(2)), ..by_played.clone() }).await, [5, 3, 2, 4]);
        assert_eq!(found(&*store, GameFilter { played_until: Some(moment(9)), ..players(&["Ada"]) }).await, [1, 3, 2, 4]);
        let between = GameFilter { played_since: Some(moment(2)), played_until: Some(moment(7)), ..NONE };
        assert_eq!(found(&*store, between).await, [3, 2]);
        let (mut from, mut met) = (None, Vec::new());
        loop {
            let page = store.games(&by_played, from, 2).await.expect("games");
            met.extend(page.items.iter().map(|game| (game.created_at - moment(0)).num_milliseconds()));
            from = page.next;
            if from.is_none() {
                break;
            }
        }
        assert_eq!(met, [5, 1, 3, 2, 4]);
    }

    async fn a_count_goes_up_to_its_limit(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, (1..=5).map(game)).await;
        for (limit, expected) in [(0, (0, true)), (4, (4, true)), (5, (5, false)), (6, (5, false))] {
            for filter in [NONE, players(&["Ada"]), GameFilter { sort: Sort::Played, ..NONE }] {
                let counted = store.count_games(&filter, None, limit).await.expect("a number");
                assert_eq!((counted.games, counted.more), expected, "{limit}: {filter:?}");
            }
        }
    }

    async fn logs_are_found_by_the_ids_of_their_games(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, (1..=3).map(game)).await;
        let ids = [game(3).record.id, game(9).record.id, game(1).record.id];
        let mut logs = store.logs(&ids).await.expect("logs");
        logs.sort();
        assert_eq!(logs, [(game(1).record.id, game(1).log), (game(3).record.id, game(3).log)]);
        assert_eq!(store.logs(&[]).await.expect("logs"), []);
    }
}
