//! The deal of a table, recomputed from `docs/rules/chance.md` without the project's code.

use arcana::chance::Chance;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{
    database::{block_on, fresh_sqlite},
    fortunes,
    player::Player,
    program::Program,
    text,
};

const SUITS: [&str; 4] = ["wa", "cu", "sw", "pe"];
const RANKS: [&str; 14] = ["ac", "02", "03", "04", "05", "06", "07", "08", "09", "10", "pa", "kn", "qu", "ki"];

fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    parts.iter().fold(Sha256::new(), |hash, part| hash.chain_update(part)).finalize().into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// HMAC-SHA-256 (RFC 2104).
fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut block = [0; 64];
    match key.len() {
        0..=64 => block[..key.len()].copy_from_slice(key),
        _ => block[..32].copy_from_slice(&sha256(&[key])),
    }
    let inner = sha256(&[&block.map(|byte| byte ^ 0x36), message]);
    sha256(&[&block.map(|byte| byte ^ 0x5c), &inner])
}

fn quarter(state: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
    for (rotations, x, y, z) in [(16, a, b, d), (12, c, d, b), (8, a, b, d), (7, c, d, b)] {
        state[x] = state[x].wrapping_add(state[y]);
        state[z] = (state[z] ^ state[x]).rotate_left(rotations);
    }
}

/// A block of ChaCha20 (RFC 8439) with nonce zero.
fn chacha20(key: &[u8; 32], counter: u32) -> [u32; 16] {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    let mut state = [0; 16];
    for (to, from) in state.iter_mut().zip(b"expand 32-byte k".chunks(4).chain(key.chunks(4))) {
        *to = word(from);
    }
    state[12] = counter;
    let mut mixed = state;
    for _ in 0..10 {
        for i in 0..4 {
            quarter(&mut mixed, [i, 4 + i, 8 + i, 12 + i]);
        }
        for i in 0..4 {
            quarter(&mut mixed, [i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4]);
        }
    }
    std::array::from_fn(|i| mixed[i].wrapping_add(state[i]))
}

/// The first shuffled pack of the stream with this key.
fn shuffled(key: &[u8; 32]) -> Vec<String> {
    let majors = (0..22).map(|number| format!("ar{number:02}"));
    let minors = SUITS.iter().flat_map(|suit| RANKS.iter().map(move |rank| format!("{suit}{rank}")));
    let mut pack: Vec<String> = majors.chain(minors).collect();
    let mut words = (0..).flat_map(|counter| chacha20(key, counter));
    for i in (1..pack.len()).rev() {
        let n = i as u64 + 1;
        let word = words.find(|word| u64::from(*word) < (1 << 32) / n * n).expect("an endless stream");
        pack.swap(i, (u64::from(word) % n) as usize);
    }
    pack
}

#[test]
fn the_deal_follows_from_the_seed_and_the_client_seeds() {
    // RFC 4231, case 2; RFC 8439, 2.3.2 has another nonce, so A.1, case 1.
    assert!(hex(&hmac(b"Jefe", b"what do ya want for nothing?")).starts_with("5bdcc146bf60754e6a042426089575c7"));
    assert_eq!(chacha20(&[0; 32], 0)[..4], [0xade0_b876, 0x903d_f1a0, 0xe56a_5d40, 0x28bd_8653]);
    block_on(async {
        let database = fresh_sqlite().await;
        let program = Program::serve(database.url());
        let player = Player::of(&program.address);
        let table = player.set_up("by-hand", &fortunes()).await;
        let played = player.play(table, false, &mut Chance::of_table("deal", "")).await;
        let game = player.get(text(&played.over["links"]["game"])).await;
        let (seed, made) = (text(&game["seed"]), &played.table.made);
        assert_eq!(made["seed_hash"], hex(&sha256(&[seed.as_bytes()])), "shown before anybody sat down");
        let words = hex(&sha256(&[b"0:tea leaves\n1:\n2:coffee grounds\n3:\n"]));
        assert_eq!((&made["client_seed"], &game["client_seed"]), (&json!(words), &json!(words)));
        let pack = shuffled(&hmac(seed.as_bytes(), format!("table:{words}").as_bytes()));
        let log = player.get(text(&game["links"]["log"])).await;
        let sorted = |cards: &Value| -> Vec<String> {
            let mut cards: Vec<_> = cards.as_array().expect("cards").iter().map(|card| text(card).to_owned()).collect();
            cards.sort();
            cards
        };
        let deal = &log["steps"][0];
        let hands = deal["hands"].as_array().expect("hands").iter().chain([&deal["discarded"]]).map(sorted);
        let expected = pack.chunks(19).map(|hand| sorted(&json!(hand)));
        assert_eq!(hands.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    });
}
