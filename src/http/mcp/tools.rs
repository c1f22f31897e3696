//! The tools, a row each.

use std::sync::OnceLock;

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Value, json};

use super::schemas::Schemas;

/// A tool, and the route that does its work.
pub struct Row {
    /// Name.
    pub name: &'static str,
    /// What it is for, as agents read it.
    description: &'static str,
    /// The method of its route.
    pub verb: Verb,
    /// The path of its route.
    pub path: &'static str,
    /// What is always in the query.
    pub query: &'static str,
    /// The schema of the body, where the route takes several forms of it.
    form: Option<&'static str>,
    /// The argument that is the whole body, where that has no fields of one kind.
    pub whole: Option<&'static str>,
    /// How the answer is had in another form.
    pub retold: Retold,
    /// Does it do nothing more when it is called again with the same arguments?
    pub once: bool,
    /// What is answered.
    pub answer: Answer,
}

/// The argument that asks for a picture.
pub const PICTURE: &str = "picture";

/// The method of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// GET
    Get,
    /// POST
    Post,
}

/// Where an answer can be had again, as text or as a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retold {
    /// Nowhere.
    No,
    /// As text at this path, with fields of the answer.
    Text(&'static str),
    /// Also as a picture.
    Picture(&'static str),
    /// By the same request with the seed of the answer, which nothing has stored.
    Again,
}

/// What a tool answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// An object, and a text.
    Object,
    /// A page of Markdown.
    Markdown,
}

const fn row(name: &'static str, verb: Verb, path: &'static str, description: &'static str) -> Row {
    Row {
        name,
        description,
        verb,
        path,
        query: "",
        form: None,
        whole: None,
        retold: Retold::No,
        once: false,
        answer: Answer::Object,
    }
}

/// The tools.
pub const ROWS: &[Row] = &[
    Row {
        retold: Retold::Picture("/v1/readings/{id}"),
        form: Some("ReadingRequest"),
        ..row(
            "read_fortune",
            Verb::Post,
            "/v1/readings",
            "Asks for a reading: bots play a game of Fortunes, and the tricks won are laid as Man, Clan, Future, Realm, \
             Universe and Fate. Tell the text of the answer; it is written with care and names where help is. The reading \
             is stored.",
        )
    },
    Row {
        retold: Retold::Again,
        ..row(
            "draw_cards",
            Verb::Post,
            "/v1/draws",
            "Draws cards for a spread (such as `one-card`, `three-card`, `celtic-cross`) and reads them. Nothing is \
             stored.",
        )
    },
    row(
        "look_up_card",
        Verb::Get,
        "/v1/cards",
        "Finds cards by name, suit or rank, in the names of a deck, with what they mean.",
    ),
    row(
        "play_game",
        Verb::Post,
        "/v1/games",
        "Has bots play a complete game and stores it. The same seed gives the same game.",
    ),
    Row {
        whole: Some("log"),
        query: "dry_run=true",
        ..row(
            "check_log",
            Verb::Post,
            "/v1/games/import",
            "Checks the log of a game played elsewhere, step by step, and stores nothing: the result, or the first step \
             that breaks a rule, with the rule. A log has `ruleset`, `players`, `options` and `steps`, as `GET \
             /v1/games/{id}/log` gives them.",
        )
    },
    row(
        "find_games",
        Verb::Get,
        "/v1/games",
        "Lists stored games, newest first, by ruleset, player, tag, time or seed.",
    ),
    Row {
        retold: Retold::Text("/v1/tables/{id}"),
        ..row(
            "open_table",
            Verb::Post,
            "/v1/tables",
            "Sets up a table to play at, against bots or with others. Take a seat yourself with `{\"type\": \"person\"}`. \
             With a key, the key plays it; without one its token is in `tokens`, this once, and `see_table` and `play_step` \
             want it as `seat`.",
        )
    },
    Row {
        retold: Retold::Text("/v1/tables/{id}"),
        ..row(
            "see_table",
            Verb::Get,
            "/v1/tables/{id}",
            "Shows a table as its seat sees it: your hand, the trick, what is due, and numbered choices. With `after` and \
             `wait` it waits for others to act. Also the way to go on after a failure.",
        )
    },
    Row {
        retold: Retold::Text("/v1/tables/{id}"),
        once: true,
        ..row(
            "play_step",
            Verb::Post,
            "/v1/tables/{id}/steps",
            "Plays from a seat: `after` is the number of steps that you have seen, `choice` one of the numbered choices \
             at it. Sent twice it is played once. A refusal says which rule forbids it.",
        )
    },
    row(
        "deal_of_the_day",
        Verb::Get,
        "/v1/days/{date}",
        "Shows the deal of a day (UTC): the same cards for everybody, when it closes, and afterwards what was made of it.",
    ),
    Row {
        retold: Retold::Text("/v1/tables/{id}"),
        ..row(
            "play_deal_of_the_day",
            Verb::Post,
            "/v1/days/{date}/tables",
            "Opens your table for the deal of a day, as `open_table` does. Today's takes the key of a profile and is your \
             one try; a day that is over can be played by anybody, uncounted.",
        )
    },
    Row {
        answer: Answer::Markdown,
        ..row(
            "rules",
            Verb::Get,
            "/rules/{page}",
            "The exact rules of a game (`page` is the id of its ruleset) or of chance (`chance`).",
        )
    },
];

impl Verb {
    /// Its key in the document.
    const fn key(self) -> &'static str {
        match self {
            Verb::Get => "get",
            Verb::Post => "post",
        }
    }
}

impl Row {
    /// The row of a tool.
    pub fn named(name: &str) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.name == name)
    }

    /// Does it make a step at a table?
    pub fn steps(&self) -> bool {
        self.path.ends_with("/steps")
    }

    /// The tool as it is listed.
    fn tool(&self, schemas: &Schemas) -> Tool {
        let mut input = schemas.input((self.verb.key(), self.path), self.form, self.whole, self.query);
        let properties = input.get_mut("properties").and_then(Value::as_object_mut);
        if let (Some(properties), Retold::Picture(_) | Retold::Again) = (properties, self.retold) {
            properties.insert(PICTURE.to_owned(), json!({"type": "boolean", "description": "Also answer a picture."}));
        }
        let mut tool = Tool::new(self.name, self.description, input);
        let reads = self.verb == Verb::Get || self.query == "dry_run=true" || self.path == "/v1/draws";
        tool.annotations = Some(
            ToolAnnotations::new().read_only(reads).destructive(false).idempotent(reads || self.once).open_world(false),
        );
        tool.output_schema = (self.answer == Answer::Object).then(|| schemas.output(self.verb.key(), self.path).into());
        tool
    }
}

/// All tools, as they are listed.
pub fn all(document: fn() -> &'static str) -> &'static [Tool] {
    static ALL: OnceLock<Vec<Tool>> = OnceLock::new();
    ALL.get_or_init(|| {
        let schemas = Schemas::new(serde_json::from_str(document()).expect("the document is JSON"));
        ROWS.iter().map(|row| row.tool(&schemas)).collect()
    })
}
