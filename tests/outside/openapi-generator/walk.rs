//! To know: made from the document that `examples/clients/rust_document.py` writes, see below. `import_game` has the type of a dry run, without the id of the stored game; games in lists are `GameParts`. The `content` of an error is a `Problem`.
//!
//! Plays, reads back, lists, imports, reads cards and sits at a table through the Rust client of openapi-generator.

use arcana_client::apis::{Error, configuration::Configuration, games_api, readings_api, tables_api};
use arcana_client::models::{
    AnyReadingRequest, AnyStoredReading, DrawReadingRequest, FooleryPlayRequest, FooleryTableRequest,
    FortunaPlayRequest, FortunesPlayRequest, FortunoPlayRequest, Game, PlayRequest, PlayRequestPlayer, Problem,
    ReadingRequest, ReversalPlayRequest, SpreadChoice, Table, TableRequest, TableRequestClock, TableRequestSeat,
    TableSeatType, TableStepRequest,
};
use serde_json::{Value, json};

/// A caller with this token.
fn caller(token: &str) -> Configuration {
    let address = std::env::var("ADDRESS").expect("ADDRESS");
    Configuration { base_path: address, bearer_access_token: Some(token.to_owned()), ..Configuration::new() }
}

/// A number that no other run has.
fn unique() -> String {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a time").as_nanos().to_string()
}

/// A game of each ruleset to play, with options that are not the defaults.
fn orders(name: &str) -> Vec<PlayRequest> {
    let seats = |count| {
        let mut seats = vec![PlayRequestPlayer::new(); count];
        seats[0].name = Some(Some(name.to_owned()));
        Some(Some(seats))
    };
    let mut fortunes = FortunesPlayRequest { players: seats(4), ..Default::default() };
    fortunes.options = Some(Some(Box::new(Default::default())));
    if let Some(Some(options)) = &mut fortunes.options {
        options.folder_may_win = Some(true);
    }
    let mut fortuno = FortunoPlayRequest { players: seats(4), ..Default::default() };
    fortuno.options = Some(Some(Box::new(Default::default())));
    if let Some(Some(options)) = &mut fortuno.options {
        options.hand_size = Some(5);
    }
    let mut foolery = FooleryPlayRequest { players: seats(4), ..Default::default() };
    foolery.options = Some(Some(Box::new(Default::default())));
    if let Some(Some(options)) = &mut foolery.options {
        options.deals = Some(3);
    }
    let mut fortuna = FortunaPlayRequest { players: seats(4), ..Default::default() };
    fortuna.options = Some(Some(Box::new(Default::default())));
    if let Some(Some(options)) = &mut fortuna.options {
        options.max_turns = Some(20);
    }
    let mut reversal = ReversalPlayRequest { players: seats(4), ..Default::default() };
    reversal.options = Some(Some(Box::new(Default::default())));
    if let Some(Some(options)) = &mut reversal.options {
        options.target = Some(5);
    }
    vec![
        PlayRequest::FortunesPlayRequest(Box::new(fortunes)),
        PlayRequest::FortunoPlayRequest(Box::new(fortuno)),
        PlayRequest::FooleryPlayRequest(Box::new(foolery)),
        PlayRequest::FortunaPlayRequest(Box::new(fortuna)),
        PlayRequest::ReversalPlayRequest(Box::new(reversal)),
    ]
}

/// The option that was asked for, and the id of the game.
fn played(game: &Game) -> (Value, String) {
    match game {
        Game::FortunesGame(game) => (json!(game.options.folder_may_win), game.id.to_string()),
        Game::FortunoGame(game) => (json!(game.options.hand_size), game.id.to_string()),
        Game::FooleryGame(game) => (json!(game.options.deals), game.id.to_string()),
        Game::FortunaGame(game) => (json!(game.options.max_turns), game.id.to_string()),
        Game::ReversalGame(game) => (json!(game.options.target), game.id.to_string()),
    }
}

fn main() {
    let ada = caller(&std::env::var("KEY").expect("KEY"));
    let name = format!("Ada {}", unique());
    let asked = [json!(true), json!(5), json!(3), json!(20), json!(5)];
    let mut ids = Vec::new();
    for (order, asked) in orders(&name).into_iter().zip(asked) {
        let game = games_api::play_game(&ada, order, Some(&unique())).expect("a game");
        let (option, id) = played(&game);
        assert_eq!(option, asked);
        assert_eq!(games_api::get_game(&ada, &id).expect("the game"), game);
        println!("played {} of {id} and read it back", option);
        // A log that was read is imported as it is.
        let log = games_api::get_log(&ada, &id).expect("a log");
        let mut log = serde_json::to_value(log).expect("JSON");
        log["external_id"] = json!(unique());
        let external_id = log["external_id"].as_str().expect("an id").to_owned();
        let import: arcana_client::models::Import = serde_json::from_value(log).expect("a log to import");
        let verdict = games_api::import_game(&ada, import.clone(), None, None, None, None).expect("an import");
        assert_eq!(json!(verdict)["options"], json!(game)["options"]);
        let found = listed(&ada, None, Some(&external_id));
        assert_eq!(found.len(), 1);
        let Err(Error::ResponseError(again)) = games_api::import_game(&ada, import, None, None, None, None) else {
            panic!("stored twice")
        };
        let problem: Problem = serde_json::from_str(&again.content).expect("a problem");
        let Problem::ExternalIdTakenProblem(problem) = problem else { panic!("{problem:?}") };
        assert_eq!(problem.game.to_string(), found[0]);
        ids.extend([id, found[0].clone()]);
    }
    ids.reverse();
    assert_eq!(listed(&ada, Some(&name), None), ids);
    println!("listed {} games", ids.len());
    read(&ada, &name);
    sit(&ada);
}

/// The ids of a player's games.
fn listed(caller: &Configuration, player: Option<&str>, external_id: Option<&str>) -> Vec<String> {
    let player = player.map(|name| vec![name.to_owned()]);
    let page = games_api::list_games(
        caller, None, None, player, None, None, None, external_id, None, None, None, None, None, None, None, None, None, Some(20), None,
    );
    page.expect("a list").items.iter().filter_map(|game| game.id).map(|id| id.to_string()).collect()
}

/// Asks for a reading of a game and for one of a spread.
fn read(ada: &Configuration, name: &str) {
    let mut of_game = ReadingRequest::new();
    of_game.querent = Some(Some(name.to_owned()));
    of_game.question = Some(Some("What comes of it?".to_owned()));
    let spread = SpreadChoice::String("three-card".to_owned());
    let mut of_spread = DrawReadingRequest::new(Default::default(), spread);
    of_spread.querent = Some(Some(name.to_owned()));
    let asked = [
        AnyReadingRequest::ReadingRequest(Box::new(of_game)),
        AnyReadingRequest::DrawReadingRequest(Box::new(of_spread)),
    ];
    for asked in asked {
        let stored = readings_api::ask_for_reading(ada, asked, None).expect("a reading");
        let id = match &stored {
            AnyStoredReading::StoredReading(reading) => reading.id.to_string(),
            AnyStoredReading::StoredSpread(reading) => reading.id.to_string(),
        };
        assert_eq!(readings_api::get_reading(ada, &id, None, None).expect("the reading"), stored);
        println!("read {id}");
    }
    let list = readings_api::list_readings(ada, None, Some(name), None, None, None, None, None, None);
    assert_eq!(list.expect("a list").items.len(), 2);
}

/// Makes a step at a table.
fn sit(ada: &Configuration) {
    let kinds = [TableSeatType::Person, TableSeatType::Bot, TableSeatType::Bot, TableSeatType::Bot];
    let mut order = FooleryTableRequest::new(Default::default());
    order.seats = Some(Some(kinds.map(TableRequestSeat::new).to_vec()));
    order.clock = Some(Some(Box::new(TableRequestClock { speak_seconds: Some(0), ..TableRequestClock::new() })));
    let made = tables_api::make_table(ada, TableRequest::FooleryTableRequest(Box::new(order)), None);
    let Table::FooleryTable(made) = made.expect("a table") else { panic!("another game") };
    let tokens = made.tokens.expect("tokens");
    let seat = caller(tokens[0].as_str().expect("a token"));
    let id = made.id.to_string();
    let mut version = None;
    let seen = loop {
        let wait = version.map(|_| 10);
        let table = tables_api::get_table(&seat, &id, version, wait, None).expect("the table");
        let Table::FooleryTable(table) = table else { panic!("another game") };
        if !table.legal.is_empty() {
            break table;
        }
        version = Some(table.version);
    };
    let Ok(Value::Object(step)) = serde_json::to_value(&seen.legal[0]) else { panic!("no step") };
    let step = Some(Some(step.into_iter().collect()));
    let order = TableStepRequest { step, ..TableStepRequest::new(seen.step_count) };
    let Table::FooleryTable(after) = tables_api::make_step(&seat, &id, order, None).expect("a step") else {
        panic!("another game")
    };
    assert!(after.step_count > seen.step_count);
    println!("made a step at table {id}");
}
