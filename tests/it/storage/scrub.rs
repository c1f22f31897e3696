//! Scrubbing finds every kind of damage, and continues after it.

use arcana::{
    games::Ruleset,
    players::Skill,
    service::{
        ClientSeed, Damage, DamagedRow, GameSetup, Question, ReadingRequest, Service,
        records::{GameId, OwnerId, ReadingId, SimulationId},
        simulations::{ChunkLease, SimulationRequest},
    },
};

use crate::storage::samples::{game_of, moment, play_request, service, store_all};

/// Plays and stores a game.
async fn play(service: &Service, ruleset: Ruleset) -> GameId {
    service.play(OwnerId::ANONYMOUS, play_request(ruleset), None).await.expect("a game").value.record.id
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
    let record = service.create_reading(OwnerId::ANONYMOUS, request, None).await.expect("a reading").value.record;
    (record.game, record.id)
}

/// The damage found in a game.
async fn damages(service: &Service, id: GameId) -> Vec<Damage> {
    service.scrub(id).await.expect("a look").damages
}

/// Requests thirty games, which are one chunk.
async fn simulate(service: &Service) -> SimulationId {
    let setup = GameSetup::with_defaults(Ruleset::Fortunes, None).expect("the defaults");
    let request = SimulationRequest { setup, bots: vec![Skill::Random; 4], seed: None, games: 30, rotate: false };
    service.create_simulation(OwnerId(8), request, None).await.expect("a simulation").value.record.id
}

on_both! {
    async fn intact_data_is_found_intact(database: &TestDatabase) {
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
        let names = ["delete from game_players where name = 'Player 2'", "update game_players set winner = not winner"];
        for (damage, told) in [
            ("update games set ruleset = 99", "ruleset"),
            ("update games set log = substr(log, 1, 20)", "does not replay"),
            ("update games set step_count = step_count - 1", "does not replay"),
            ("update games set step_count = 2147483647", "does not replay"),
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
            "texts_version = -1",
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

    async fn a_name_that_is_left_in_standings_without_a_game_is_found(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        store_all(&*store, [game_of(1, &["Ada", "Bob", "Cy", "Di"], &[0, 2])]).await;
        play(&service, Ruleset::Fortunes).await;
        service.catch_up().await.expect("up to date");
        let found = async || service.scrub_standings(Ruleset::Fortunes).await.expect("a look");
        assert_eq!(found().await, []);
        database.execute("update player_standings set name = 'Eve' where name = 'Ada'").await;
        let why = "no game is stored in which `Eve` plays".to_owned();
        assert_eq!(found().await, [Damage { place: DamagedRow::Standings(Ruleset::Fortunes), why }]);
    }

    async fn a_simulation_is_intact_at_every_stage_and_damage_to_it_is_found(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let damage = async |id| service.scrub_simulation(id).await.expect("a look").map(|damage| damage.why);
        assert_eq!(damage(SimulationId(uuid::Uuid::nil())).await, None, "it was deleted meanwhile");
        let waiting = simulate(&service).await;
        assert_eq!(damage(waiting).await, None);
        let worker = uuid::Uuid::from_u128(1);
        let engines = [store.simulation(waiting).await.expect("an answer").expect("a simulation").engine];
        let (_, number) = store.take_chunk(worker, &engines, moment(1)).await.expect("an answer").expect("a chunk");
        assert_eq!(damage(waiting).await, None, "a chunk is being played");
        store.release_chunk(ChunkLease { worker, simulation: waiting, number }).await.expect("an answer");
        service.finish_simulations(1).await;
        assert_eq!(damage(waiting).await, None);
        assert_eq!(service.simulation_ids(None, 10).await.expect("ids"), [waiting]);
        assert_eq!(service.simulation_ids(Some(waiting), 10).await.expect("ids"), []);
        database.execute("delete from simulations").await;
        for (change, told) in [
            ("done = done - 1", "chunks"),
            ("phase = 2", "chunks"),
            ("next_chunk = 0", "chunks"),
            ("ruleset = 99", "ruleset"),
            ("ruleset = 2", "damaged"),
            ("options = '{\"x\": 1}'", "simulation"),
            ("tally = substr(tally, 1, 20)", "damaged"),
            ("tally = substr(tally, 1, 0)", "missing"),
            ("bots = '[[\"random\",1],[\"random\",1],[\"wizard\",1],[\"random\",1]]'", "wizard"),
            ("games = 31, done = 31, chunk_games = 31", "number of games"),
        ] {
            let id = simulate(&service).await;
            service.finish_simulations(1).await;
            assert_eq!(damage(id).await, None);
            database.execute(&format!("update simulations set {change}")).await;
            let found = damage(id).await;
            assert!(found.as_ref().is_some_and(|why| why.contains(told)), "{change}: {found:?}");
            database.execute("delete from simulations").await;
        }
    }
}
