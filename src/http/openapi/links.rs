//! Links from a response to further requests: they take the id of what was created.

use serde_json::{Value, json};

/// An operation that creates something, where its response has the id, and the operations that take that id.
const MADE: [(&str, &str, &[&str]); 7] = [
    ("play_game", "/id", &OF_GAMES),
    ("import_game", "/id", &OF_GAMES),
    ("ask_for_reading", "/id", &["get_reading", "delete_reading"]),
    ("make_commitment", "/id", &["get_commitment"]),
    ("make_table", "/id", &["get_table", "close_table"]),
    ("make_simulation", "/id", &["get_simulation", "cancel_simulation", "delete_simulation"]),
    ("make_key", "/about/id", &["get_key", "revoke_key"]),
];

/// Operations that take the id of a game.
const OF_GAMES: [&str; 7] =
    ["get_game", "get_log", "get_state", "get_verification", "get_game_readings", "get_game_reading", "delete_game"];

/// Adds links to each response 201 or 202.
pub fn add(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (_, operation) in paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten()) {
        let Some((_, id, next)) = MADE.iter().find(|(maker, ..)| operation["operationId"] == *maker) else { continue };
        let id = json!({"id": format!("$response.body#{id}")});
        let to = |next: &&str| ((*next).to_owned(), json!({"operationId": next, "parameters": id}));
        let status = if operation["responses"].get("201").is_some() { "201" } else { "202" };
        operation["responses"][status]["links"] = Value::Object(next.iter().map(to).collect());
    }
}
