//! Names are found exactly, whether games are found by keys in their own rows or by separate rows.

use std::collections::HashMap;

use arcana::service::{
    Erased, Erasure,
    records::{GameId, StoredGame},
    store::{GameFilter, Store},
};
use sha2::{Digest, Sha256};

use crate::{
    database::TestDatabase,
    storage::{
        on_postgres,
        samples::{OURS, game_of, id, moment, store_all},
    },
};

/// The first four bytes of a name's SHA-256, as a database has them in a column.
fn key(name: &str) -> i32 {
    i32::from_be_bytes(Sha256::digest(name)[..4].try_into().expect("four bytes"))
}

/// Two names that have the same key.
fn two_of_a_key() -> [String; 2] {
    let mut names = HashMap::new();
    let found = (0..1_000_000).find_map(|number| {
        let name = format!("Player {number}");
        names.insert(key(&name), name.clone()).map(|other| [other, name])
    });
    found.expect("a key that two of a million names have")
}

fn of(players: &[&str], winner: Option<&str>) -> GameFilter {
    let players = players.iter().map(|name| name.to_string()).collect();
    GameFilter { players, winner: winner.map(ToOwned::to_owned), ..GameFilter::default() }
}

/// The timestamps of the games that match in milliseconds, newest first, fetched in pages of two.
async fn found(store: &dyn Store, filter: GameFilter) -> Vec<i64> {
    let (mut games, mut from) = (Vec::new(), None);
    loop {
        let page = store.games(&filter, from, 2).await.expect("a page");
        games.extend(page.items.iter().map(|game| (game.created_at - moment(0)).num_milliseconds()));
        from = page.next;
        if from.is_none() {
            return games;
        }
    }
}

/// Stores a game as releases without name keys did.
async fn store_without_keys(database: &TestDatabase, store: &dyn Store, game: StoredGame) {
    let (record, id) = (game.record.clone(), game.record.id);
    store_all(store, [game]).await;
    let mut sql = format!(
        "update games set moment = null, name_1 = null, name_2 = null, name_3 = null, name_4 = null where id = '{id}';"
    );
    for (index, seat) in record.players.iter().enumerate() {
        let winner = record.winners.iter().any(|winner| usize::from(winner.0) == index);
        sql += &format!("insert into game_players (name, game_id, winner) values ('{}', '{id}', {winner});", seat.name);
    }
    database.execute(&sql).await;
}

on_both! {
    async fn names_with_the_same_key_are_distinguished(database: &TestDatabase) {
        let store = database.open().await;
        let [one, other] = two_of_a_key();
        assert_eq!(key(&one), key(&other));
        let (one, other) = (one.as_str(), other.as_str());
        let five = ["Ada", "Bob", "Cy", "Di", one];
        let games = [
            game_of(1, &[one, "Ada"], &[0]),
            game_of(2, &[other, "Ada"], &[0]),
            game_of(3, &["Ada", one, other], &[2]),
            game_of(4, &five, &[4]),
            game_of(5, &["Bob", "Ada", "Cy", other], &[3]),
        ];
        store_all(&*store, games).await;
        assert_eq!(found(&*store, of(&[one], None)).await, [4, 3, 1]);
        assert_eq!(found(&*store, of(&[other], None)).await, [5, 3, 2]);
        assert_eq!(found(&*store, of(&[one, other], None)).await, [3]);
        assert_eq!(found(&*store, of(&["Ada", other], None)).await, [5, 3, 2]);
        assert_eq!(found(&*store, of(&[], Some(one))).await, [4, 1]);
        assert_eq!(found(&*store, of(&["Ada"], Some(other))).await, [5, 3, 2]);
        assert_eq!(found(&*store, of(&["Cy"], Some(other))).await, [5]);
        let erasure = Erasure::Name(one.to_owned());
        let all = Erased { games: 3, ..Erased::default() };
        assert_eq!(store.erasable(&erasure).await.expect("a count"), all);
        assert_eq!(store.erase(&erasure, 100).await.expect("erased"), all);
        assert_eq!(found(&*store, of(&[one], None)).await, [0; 0]);
        assert_eq!(found(&*store, of(&["Ada"], None)).await, [5, 2]);
    }

    async fn a_name_may_have_any_letters(database: &TestDatabase) {
        let store = database.open().await;
        let names = ["\"", "a\\", "\u{e9}", "e\u{301}", "\u{1f0a1}", "\t", "'", "%"];
        for (milliseconds, pair) in (0..).zip(names.windows(2)) {
            store_all(&*store, [game_of(milliseconds, pair, &[1])]).await;
        }
        for (place, name) in (0..).zip(names) {
            let games: Vec<i64> = [place, place - 1].into_iter().filter(|game| (0..7).contains(game)).collect();
            assert_eq!(found(&*store, of(&[name], None)).await, games, "{name}");
            let won: Vec<i64> = games.into_iter().filter(|game| *game == place - 1).collect();
            assert_eq!(found(&*store, of(&[], Some(name))).await, won, "{name}");
        }
    }
}

#[test]
fn games_of_older_releases_are_listed_with_new_ones() {
    on_postgres(async |database| {
        let store = database.open().await;
        for number in 0..9_u8 {
            let game = game_of(i64::from(number) * 1500, &["Ada", "Bob", "Cy"], &[number % 2]);
            match number % 3 {
                0 => store_all(&*store, [game]).await,
                _ => store_without_keys(database, &*store, game).await,
            }
        }
        let all: Vec<i64> = (0..9).rev().map(|game| game * 1500).collect();
        let even: Vec<i64> = all.iter().copied().filter(|game| game % 3000 == 0).collect();
        assert_eq!(found(&*store, of(&["Bob"], None)).await, all);
        assert_eq!(found(&*store, of(&["Cy", "Ada"], None)).await, all);
        assert_eq!(found(&*store, of(&[], Some("Ada"))).await, even);
        assert_eq!(found(&*store, of(&["Cy", "Bob"], Some("Ada"))).await, even);
        for record in store.games(&of(&[], None), None, 100).await.expect("games").items {
            assert!(store.is_indexed(&record).await.expect("an answer"), "{:?}", record.id);
        }
        for milliseconds in [0, 1500] {
            assert!(store.delete_game(GameId(id(milliseconds)), OURS).await.expect("an answer"));
        }
        assert_eq!(found(&*store, of(&["Bob"], None)).await, all[..7]);
        let erased = store.erase(&Erasure::Name("Cy".to_owned()), 100).await.expect("erased");
        assert_eq!(erased, Erased { games: 7, ..Erased::default() });
        database.execute("do $$ begin assert not exists (select from game_players); end $$").await;
    });
}

#[test]
fn the_database_finds_the_keys_that_the_service_stores() {
    on_postgres(async |database| {
        let store = database.open().await;
        let names = ["Ada", "Zo\u{eb} \u{2764}", ""];
        for (milliseconds, name) in [1, 2_049, 4_000_000_000].into_iter().zip(names) {
            store_all(&*store, [game_of(milliseconds, &[name], &[])]).await;
        }
        let keys = names.map(|name| format!("('{name}', {})", key(name))).join(", ");
        let checks = format!(
            "do $$ begin
                assert (select bool_and(name_key(name) = key) from (values {keys}) as names (name, key));
                assert (select bool_and(moment = id_moment(id)) from games);
                assert (select bool_and(name_1 = name_key(players::json ->> 0)) from games);
                assert id_moment('ffffffff-ffff-ffff-ffff-ffffffffffff') = 2147483647;
            end $$"
        );
        database.execute(&checks).await;
    });
}
