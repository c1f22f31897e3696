//! Games are found by the names of their players, exactly.

use arcana::service::{
    Erased, Erasure,
    store::{GameFilter, Store},
};

use crate::storage::samples::{game_of, moment, store_all};

/// The games of these players, won by this one.
pub fn of(players: &[&str], winner: Option<&str>) -> GameFilter {
    let players = players.iter().map(|name| name.to_string()).collect();
    GameFilter { players, winner: winner.map(ToOwned::to_owned), ..GameFilter::default() }
}

/// The timestamps of the games that match in milliseconds, newest first, fetched in pages of two.
pub async fn found(store: &dyn Store, filter: GameFilter) -> Vec<i64> {
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

on_both! {
    async fn names_that_differ_in_case_are_distinguished(database: &TestDatabase) {
        let store = database.open().await;
        let (one, other) = ("Eve", "eve");
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
