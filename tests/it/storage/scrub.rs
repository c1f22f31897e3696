//! Scrubbing finds every kind of damage, and continues after it.

use arcana::{
    games::Ruleset,
    players::Skill,
    service::{
        ClientSeed, Damage, DamagedRow, GameSetup, Question, ReadingRequest, Service,
        records::{GameId, OwnerId, ReadingId},
    },
};

use crate::storage::samples::{play_request, service};

/// Plays and stores a game.
async fn play(service: &Service, ruleset: Ruleset) -> GameId {
    service.play(OwnerId::ANONYMOUS, play_request(ruleset), None).await.expect("a game").thing.record.id
}

/// Requests a reading.
async fn read(service: &Service) -> (GameId, ReadingId) {
    let request = ReadingRequest {
        querent: None,
        question: Question::new("").expect("a question"),
        question_kind: None,
        deck: arcana::cards::Deck::Fortunes,
        setup: GameSetup::with_defaults(Ruleset::Fortunes, None).expect("the defaults"),
        bots: vec![Skill::Random; 4],
        seed: None,
        client_seed: ClientSeed::new("").expect("a seed"),
        commitment: None,
    };
    let record = service.ask(OwnerId::ANONYMOUS, request, None).await.expect("a reading").thing.record;
    (record.game, record.id)
}

/// The damage found in a game.
async fn damages(service: &Service, id: GameId) -> Vec<Damage> {
    service.scrub(id).await.expect("a look").damages
}

on_both! {
    async fn what_is_sound_is_found_sound(database: &TestDatabase) {
        let service = service(database).await;
        let mut games = Vec::new();
        for ruleset in Ruleset::ALL {
            games.push(play(&service, ruleset).await);
        }
        let (of_reading, _) = read(&service).await;
        games.push(of_reading);
        games.sort();
        assert_eq!(service.game_count().await.expect("a count"), games.len() as u64);
        assert_eq!(service.game_ids(None, 100).await.expect("ids"), games);
        assert_eq!(service.game_ids(Some(games[1]), 2).await.expect("ids"), games[2..4]);
        for game in games {
            assert_eq!(damages(&service, game).await, []);
        }
        assert_eq!(service.scrub(of_reading).await.expect("a look").readings, 1);
        // A missing game was deleted meanwhile.
        assert_eq!(damages(&service, GameId(uuid::Uuid::nil())).await, []);
    }

    async fn every_kind_of_damage_to_a_game_is_found(database: &TestDatabase) {
        let service = service(database).await;
        let names = if database.url().starts_with("sqlite") {
            ["delete from game_players where name = 'Player 2'", "update game_players set winner = not winner"]
        } else {
            ["update games set name_2 = null", "update games set moment = moment + 1"]
        };
        for (damage, told) in [
            ("update games set ruleset = 99", "ruleset"),
            ("update games set log = substr(log, 1, 20)", "does not replay"),
            ("update games set step_count = step_count - 1", "does not replay"),
            ("update games set scores = '1,2,3,4'", "result"),
            ("update games set winners = '3'", "result"),
            ("update games set places = '4,3,2,1'", "result"),
            ("update games set seed = 'another text'", "seed"),
            ("update games set options = '{\"x\": 1}'", "does not replay"),
            (names[0], "names"),
            (names[1], "names"),
        ] {
            let game = play(&service, Ruleset::Fortunes).await;
            database.execute(damage).await;
            let found = damages(&service, game).await;
            assert_eq!(found.len(), 1, "{damage}: {found:?}");
            assert_eq!(found[0].place, DamagedRow::Game(game));
            assert!(found[0].why.contains(told), "{damage}: {}", found[0].why);
            database.execute("delete from games; delete from game_players").await;
        }
    }

    async fn damage_to_a_reading_is_found(database: &TestDatabase) {
        let service = service(database).await;
        for damage in [
            "verdict = case verdict when 'doom' then 'fortune' else 'doom' end",
            "layout = case layout when 'fate' then 'broad' else 'fate' end",
            "texts_version = 99",
            "player = 4",
            "deck = 'uno'",
        ] {
            let (game, reading) = read(&service).await;
            database.execute(&format!("update readings set {damage}")).await;
            let found = damages(&service, game).await;
            assert_eq!(found.iter().map(|damage| damage.place).collect::<Vec<_>>(), [DamagedRow::Reading(reading)]);
            database.execute("delete from games; delete from game_players").await;
        }
    }
}
