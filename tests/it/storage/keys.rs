//! API keys.

use arcana::service::{
    KeyRecord, Scope, Scopes,
    records::{KeyId, KeyKind, OwnerId},
};

use crate::storage::samples::{id, moment};

pub fn key(milliseconds: i64) -> KeyRecord {
    KeyRecord {
        id: KeyId(id(milliseconds)),
        owner: OwnerId(42),
        name: "Schlüssel".to_owned(),
        scopes: [Scope::Read, Scope::Admin].into_iter().collect(),
        created_at: moment(milliseconds),
        expires_at: None,
        revoked_at: None,
        last_used_at: None,
        secret_hash: [7; 32],
        kind: KeyKind::Given,
    }
}

on_both! {
    async fn a_key_comes_back_as_it_was_stored(database: &TestDatabase) {
        let store = database.open().await;
        let other = KeyRecord {
            expires_at: Some(moment(9)),
            revoked_at: Some(moment(8)),
            last_used_at: Some(moment(7)),
            scopes: Scopes::READ_WRITE,
            ..key(2)
        };
        for key in [key(1), other] {
            store.add_key(&key).await.expect("a key that is stored");
            assert_eq!(store.key(key.id).await.expect("an answer"), Some(key));
        }
        assert_eq!(store.key(KeyId(id(3))).await.expect("an answer"), None);
    }

    async fn keys_are_listed_newest_first(database: &TestDatabase) {
        let store = database.open().await;
        for number in 1..=5 {
            store.add_key(&key(number)).await.expect("a key that is stored");
        }
        let ids = |keys: Vec<KeyRecord>| keys.into_iter().map(|key| key.id.0).collect::<Vec<_>>();
        assert_eq!(ids(store.keys(None, 2).await.expect("keys")), [id(5), id(4)]);
        assert_eq!(ids(store.keys(Some(KeyId(id(4))), 9).await.expect("keys")), [id(3), id(2), id(1)]);
    }

    async fn keys_from_before_a_time_are_revoked_together(database: &TestDatabase) {
        let store = database.open().await;
        for key in [key(1), KeyRecord { revoked_at: Some(moment(5)), ..key(2) }, key(3), key(4)] {
            store.add_key(&key).await.expect("a key that is stored");
        }
        assert_eq!(store.revoke_keys(moment(4), moment(10)).await.expect("an answer"), 2);
        assert_eq!(store.revoke_keys(moment(4), moment(20)).await.expect("an answer"), 0);
        let keys = store.keys(None, 10).await.expect("keys");
        let revoked: Vec<_> = keys.iter().map(|key| key.revoked_at).collect();
        assert_eq!(revoked, [None, Some(moment(10)), Some(moment(5)), Some(moment(10))]);
    }

    async fn a_key_is_revoked_once(database: &TestDatabase) {
        let store = database.open().await;
        store.add_key(&key(1)).await.expect("a key that is stored");
        assert!(store.revoke_key(KeyId(id(1)), moment(10)).await.expect("an answer"));
        assert!(store.revoke_key(KeyId(id(1)), moment(20)).await.expect("an answer"));
        let revoked = store.key(KeyId(id(1))).await.expect("an answer").expect("a key");
        assert_eq!(revoked.revoked_at, Some(moment(10)));
        assert!(!store.revoke_key(KeyId(id(2)), moment(10)).await.expect("an answer"));
    }

    async fn only_valid_keys_count(database: &TestDatabase) {
        let store = database.open().await;
        assert!(!store.has_key(moment(5)).await.expect("an answer"));
        store.add_key(&KeyRecord { expires_at: Some(moment(5)), ..key(1) }).await.expect("a key that is stored");
        store.add_key(&KeyRecord { revoked_at: Some(moment(2)), ..key(2) }).await.expect("a key that is stored");
        assert!(store.has_key(moment(4)).await.expect("an answer"));
        assert!(!store.has_key(moment(5)).await.expect("an answer"));
        store.add_key(&key(3)).await.expect("a key that is stored");
        assert!(store.has_key(moment(5)).await.expect("an answer"));
    }

    async fn the_last_use_never_goes_back(database: &TestDatabase) {
        let store = database.open().await;
        store.add_key(&key(1)).await.expect("a key that is stored");
        for at in [moment(20), moment(10)] {
            store.key_used(KeyId(id(1)), at).await.expect("an answer");
        }
        assert_eq!(store.key(KeyId(id(1))).await.expect("an answer").expect("a key").last_used_at, Some(moment(20)));
    }
}
