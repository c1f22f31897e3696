//! Five tarot games as state machines: cards, chance, rules, logs, and players.
//!
//! A layer uses those above it in this list, never those below:
//!
//! - [`cards`] and [`chance`]: a card is a byte, a set of cards a `u128`; every shuffle and roll comes from one stream
//!   that anybody can compute again.
//! - [`games`]: each game is a state machine driven by steps; a log replays without a random generator.
//! - [`players`]: bots, which see a view and the legal moves, never the state.
//! - [`narration`]: steps in sentences.
//! - [`hex`], [`interval`] and [`spelling`] serve several layers.
//!
//! A game played from a seed, and its log checked step by step:
//!
//! ```
//! use arcana_engine::{
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
//! assert!(log.to_bytes().len() <= 72);
//! ```

pub mod cards;
pub mod chance;
pub mod enum_index;
pub mod games;
pub mod hex;
pub mod interval;
pub mod narration;
pub mod players;
pub mod spelling;
