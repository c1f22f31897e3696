//! Pages of the history: each begins after the last id of the previous one.

use arcana::service::{
    Position,
    records::{GameId, StoredGame},
    store::{GameFilter, Store},
};

use crate::storage::samples::{OURS, game, id, moment, numbered_id, store_all};

/// The ids on all pages of this size.
async fn pages(store: &dyn Store, filter: &GameFilter, size: u32) -> Vec<Vec<GameId>> {
    let (mut pages, mut from) = (Vec::new(), None);
    loop {
        let page = store.games(filter, from, size).await.expect("games");
        pages.push(page.items.iter().map(|game| game.id).collect());
        from = page.next;
        if from.is_none() {
            return pages;
        }
    }
}

/// A game with the same timestamp as others, distinguished by the end of its id.
fn twin(number: u128) -> StoredGame {
    let mut game = game(5);
    game.record.id = GameId(numbered_id(5, number));
    game.record.tags = vec!["club".to_owned(), "season 3".to_owned()];
    game
}

fn ids<const N: usize>(numbers: [u128; N]) -> Vec<GameId> {
    numbers.map(|number| GameId(numbered_id(5, number))).to_vec()
}

fn filters() -> [GameFilter; 5] {
    let none = GameFilter::default();
    [
        none.clone(),
        GameFilter { players: vec!["Bob".to_owned(), "Ada".to_owned()], ..none.clone() },
        GameFilter { tags: vec!["club".to_owned()], ..none.clone() },
        GameFilter { tags: vec!["season 3".to_owned(), "club".to_owned()], since: Some(moment(5)), ..none.clone() },
        GameFilter { since: Some(moment(5)), until: Some(moment(6)), ..none },
    ]
}

on_both! {
    async fn pages_go_through_games_of_one_moment_once_each(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [3, 1, 255, 2, 256].map(twin)).await;
        for filter in filters() {
            assert_eq!(pages(&*store, &filter, 2).await, [ids([256, 255]), ids([3, 2]), ids([1])], "{filter:?}");
        }
    }

    async fn a_page_takes_no_notice_of_games_stored_since(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [1, 2, 3].map(twin)).await;
        for (number, filter) in (4..).zip(filters()) {
            let first = store.games(&filter, Some(Position::of_id(numbered_id(5, 4))), 2).await.expect("games").items;
            store_all(&*store, [twin(number)]).await;
            let second = store.games(&filter, Some(Position::of_id(first[1].id.0)), 2).await.expect("games").items;
            assert_eq!(second.iter().map(|game| game.id).collect::<Vec<_>>(), ids([1]), "{filter:?}");
        }
    }

    async fn a_page_goes_on_where_a_game_was_deleted(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [1, 2, 3, 4, 5].map(twin)).await;
        let last = GameId(numbered_id(5, 4));
        assert!(store.delete_game(last, OURS).await.expect("an answer"));
        assert!(store.delete_game(GameId(numbered_id(5, 2)), OURS).await.expect("an answer"));
        for filter in filters() {
            let next = store.games(&filter, Some(Position::of_id(last.0)), 2).await.expect("games").items;
            assert_eq!(next.iter().map(|game| game.id).collect::<Vec<_>>(), ids([3, 1]), "{filter:?}");
        }
    }

    async fn a_page_may_be_empty_or_huge(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1), game(2)]).await;
        let none = GameFilter::default();
        assert_eq!(store.games(&none, None, 0).await.expect("games").items, []);
        assert_eq!(store.games(&none, Some(Position::of_id(id(1))), 10).await.expect("games").items, []);
        assert_eq!(store.games(&none, None, u32::MAX).await.expect("games").items.len(), 2);
    }
}
