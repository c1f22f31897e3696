//! Arcana plays, checks, records and reads tarot games: a library and a service.
//!
//! It has layers; a layer uses those above it in this list, never those below. The first ones are libraries of their
//! own, `crates/arcana-engine` and `crates/arcana-reading`.
//!
//! - [`cards`] and [`chance`]: a card is a byte, a set of cards a `u128`; every shuffle and roll comes from one stream
//!   that anybody can compute again (`docs/rules/chance.md`).
//! - [`games`]: each game is a state machine driven by steps; a log replays without a random generator.
//! - [`players`]: bots, which see a view and the legal moves, never the state. [`reading`]: tricks won become a layout.
//! - [`narration`]: steps in sentences. [`scenes`]: what a viewer sees of a table, as data and as plain text.
//!   [`statistics`]: statistics of many games, in exact counts. [`analysis`]: what the search says of decisions.
//! - [`service`]: the use cases, and the storage interface that they need (`service/store/`). What needs no database is
//!   in the layers before it: statistics in `statistics/`, spreads in the readings.
//! - [`storage`]: the databases, SQLite and Postgres, with one body of SQL.
//! - [`http`]: the interface, the document that describes it, and the pages for people (`http/site/`).
//! - [`commands`] and [`config`]: what the program does, and [`telemetry`], its log.
//!
//! Outside of the layers, for any of them: [`clock`], `fair_semaphore`, [`hex`], [`interval`], [`spelling`], and the pages of
//! the rules (`rules_pages`).
//!
//! # Where to find
//!
//! - *A rule*: open `docs/rules/{game}.md` and `crates/arcana-engine/src/games/{game}/` side by side. `mod.rs` has the
//!   state and says which file has what.
//! - *A new game*: `CONTRIBUTING.md`, "A new game".
//! - *A route*: `http/routes.rs` lists the handlers of the interface, `http/site/mod.rs` the pages with their paths.
//!   `games::list_games` is in `http/api/games/`, and the attribute above it has its path.
//! - *A page*: `all` in `http/site/mod.rs` names its handler; most modules have the name of the first part of the path.
//!   Whatever page shows a game, `http/site/board/` draws it.
//! - *What a request does*: `service/`: stored games in `games.rs`, a whole game that bots play in `play.rs`, a log in
//!   `import.rs`; what people do at tables in `tables/`, from `tables/steps.rs` on; counts and ratings of players in
//!   `projection/`.
//! - *A sentence of a reading*: the words are data in `crates/arcana-reading/src/texts/en/`. `summary.json` has those of the
//!   summary, among which `synthesis/` chooses (`answer.yes`, `answer.no`), `places.json` and `zones.json` those that
//!   `narrate/` tells of each place; spreads have theirs in `spreads/en/`.
//! - *A statement of SQL*: `storage/`, by the noun: `keys.rs` has the columns of a key and answers `KeyStore` of
//!   `service/store/` for both databases. Lists of games, also those of one player,
//!   are built in `history/plan.rs`; a name is found through the table `game_players`. A write of a game, a spread or a step
//!   goes through `writes.rs`, which stores what has come together, and comes back to the file of its noun: a step is a row
//!   of `table_changes`, written by `update` in `tables.rs`.
//! - *A problem that a caller gets*: the codes are in `service/error/problems.rs`, the sentences in
//!   `http/reply/problem.rs` and where the fault is found.
//! - *A setting*: `config/`.
//!
//! # Glossary
//!
//! - *Ruleset*: one of the games by its id, with a version of its rules. A *game* is one that is played or stored.
//! - *Step*: one entry of a log: a *table step* (a deal, draw or roll) or a player's *move*. What may come next is
//!   *due*.
//! - *Log*: the steps of a game in order. *Replaying* a log checks each step; a step that breaks a rule is a
//!   *violation* with the *code* of the rules page.
//! - *View*: what a viewer may see of a game: a player, the public, or everybody once it is over. In wire form it is a
//!   *state*. What is told of a table is a *scene*: pages draw it as a *board*, others read it as
//!   text. (The *board of a day* is the ranking of its points.)
//! - *Player*: a seat of a game, by its index; who plays there is a *person* or a *bot* (`players/`). In lists and standings
//!   a player is a name.
//! - *Deal of the day*: a game of Fortunes on the same cards for all (`/days`). The *card of the day* (`/daily`) is a draw of
//!   one card, a *day of the path* (`/learn/cards/{day}`) a lesson on a card.
//! - *Seed*: the text from which all shuffles and rolls follow. A *commitment* is a secret seed whose hash is
//!   published.
//! - *Reading*: cards laid out and told: the tricks of two partners in Fortunes, whose *querent* sits in the dealer's seat,
//!   or the cards of a spread.
//! - *Spread*: places on which cards are laid, and a *draw* of cards for them from a seed or by hand.
//! - *Table*: a game that people play at, *seat* by seat, with hidden hands. An *invitation* opens a seat, and a
//!   *token* proves who sits there. (The *table's* steps are those that no player makes, in any game.)
//! - *Simulation*: many games by bots, played in *chunks* that services lease. A *tally* has what they add up to.
//! - *Projection* or *standings*: counts and ratings of players, derived from the stored games in commit order, up to a
//!   *position*.
//! - *Owner*: who may delete what a *key* created. A *scope* is a permission of a key.
//! - *Problem*: an error response (RFC 9457) with a stable code.
//! - *Cursor*: the position in a list from which a page or a stream continues.
//!
//! A game played from a seed, and its log checked step by step:
//!
//! ```
//! use arcana::{
//!     chance::Chance,
//!     games::{Fortunes, Game, Log},
//!     players::{Skill, play_out, seat},
//! };
//!
//! let mut game = Fortunes::new(4, Default::default()).expect("four play Fortunes");
//! let mut bots = seat(&[Skill::Random; 4], "any text", "");
//! let mut steps = Vec::new();
//! play_out(&mut game, &mut bots, &mut Chance::of_table("any text", ""), |_, step| steps.push(step));
//!
//! let log = Log::<Fortunes> { players: 4, options: Default::default(), steps };
//! let replayed = log.replay().expect("a played game is legal");
//! assert_eq!(replayed.outcome(), game.outcome());
//! assert!(log.to_bytes().len() <= 76);
//! ```

pub use arcana_engine::{cards, chance, games, hex, interval, narration, players, scenes, spelling};
pub use arcana_reading as reading;

pub mod analysis;
pub mod clock;
pub mod commands;
pub mod config;
mod fair_semaphore;
pub mod http;
mod rules_pages;
pub mod service;
pub mod statistics;
pub mod storage;
pub mod telemetry;
