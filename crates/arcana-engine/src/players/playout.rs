//! Games played by bots.

use std::convert::Infallible;

use super::{Bot, HasBots, Random, Skill};
use crate::{
    chance::Chance,
    games::{Due, GameStep, LogCodec, Observe, Player, PlayerSet, Viewer, Violation},
};

/// A bot at its seat, with its own stream (chance.md, "The stream").
pub struct Seated<G: Observe> {
    bot: Box<dyn Bot<G>>,
    chance: Chance,
}

impl<G: Observe> Seated<G> {
    /// Seats a bot.
    pub fn new(bot: Box<dyn Bot<G>>, chance: Chance) -> Seated<G> {
        Seated { bot, chance }
    }
}

/// Seats a bot of these skills at each place, with the streams of these seeds.
pub fn seat<G: HasBots>(skills: &[Skill], seed: &str, client_seed: &str) -> Vec<Seated<G>> {
    let streams = (0..).map(|player| Chance::of_player(seed, client_seed, player));
    skills.iter().zip(streams).map(|(skill, chance)| Seated::new(skill.bot(), chance)).collect()
}

/// Plays a game to its end and passes each step to `record`.
///
/// # Panics
/// When a bot that must act does not, or there are fewer bots than players.
pub fn play_out<G: Observe>(
    game: &mut G,
    bots: &mut [Seated<G>],
    table: &mut Chance,
    mut record: impl FnMut(&G, G::Step),
) {
    let record = |game: &G, step| {
        record(game, step);
        Ok::<_, Infallible>(())
    };
    try_play_out(game, bots, |game| Ok(game.draw(table)), record).unwrap_or_else(|never| match never {});
}

/// Applies and returns the table's next step: the given one if a step of its type is due, else one drawn at random
/// (`chance.md`, "The stream").
///
/// # Errors
/// When the given step is refused.
pub fn take_or_draw<G: LogCodec>(
    game: &mut G,
    given: &mut Option<G::Step>,
    table: &mut Chance,
) -> Result<G::Step, Violation> {
    match given.take_if(|step| game.due().accepts(step.kind())) {
        Some(step) => {
            let step = game.normalize(step, &[]);
            game.apply(&step)?;
            Ok(step)
        }
        None => Ok(game.draw(table)),
    }
}

/// As [`play_out`], but `table` makes the table's steps, and an error of either callback ends it.
///
/// # Errors
/// Those of `table` and `record`; the game is not over then.
///
/// # Panics
/// As [`play_out`].
pub fn try_play_out<G: Observe, E>(
    game: &mut G,
    bots: &mut [Seated<G>],
    mut table: impl FnMut(&mut G) -> Result<G::Step, E>,
    mut record: impl FnMut(&G, G::Step) -> Result<(), E>,
) -> Result<(), E> {
    let mut moves = Vec::new();
    loop {
        match game.due() {
            Due::Over => return Ok(()),
            Due::Table(_) => {
                let step = table(game)?;
                record(game, step)?;
            }
            Due::Players { must, may, .. } => {
                let (player, mv) = play_due(game, bots, (must, may), &mut moves);
                record(game, G::Step::of_move(player, mv))?;
            }
        }
    }
}

/// Plays the move of the first who acts of those who must or may, and returns it.
pub(super) fn play_due<G: Observe>(
    game: &mut G,
    bots: &mut [Seated<G>],
    (must, may): (PlayerSet, PlayerSet),
    moves: &mut Vec<G::Move>,
) -> (Player, G::Move) {
    asked(must, may)
        .find_map(|(player, must)| Some((player, play_one(game, &mut bots[player.index()], player, must, moves)?)))
        .expect("a bot that must act does")
}

/// The players in the order in which they are asked for a move, and whether they must make one: those who may speak
/// come before those who must act.
pub fn asked(must: PlayerSet, may: PlayerSet) -> impl Iterator<Item = (Player, bool)> {
    may.iter().map(|player| (player, false)).chain(must.iter().map(|player| (player, true)))
}

/// The move that a new bot chooses for a player; `None` if it need not act and does not.
///
/// The same game and the same [`Chance::of_decision`] give the same move.
pub fn decide<G: HasBots>(game: &G, player: Player, must: bool, skill: Skill, chance: Chance) -> Option<G::Move> {
    ask_one(game, &mut Seated::new(skill.bot(), chance), player, must, &mut Vec::new())
}

/// Plays the move that a bot chooses, and returns it.
fn play_one<G: Observe>(
    game: &mut G,
    seated: &mut Seated<G>,
    player: Player,
    must: bool,
    moves: &mut Vec<G::Move>,
) -> Option<G::Move> {
    if seated.bot.is_blind() {
        return game.play_nth(player, |count| Random::place(count, must, &mut seated.chance));
    }
    let mv = ask_one(game, seated, player, must, moves)?;
    game.play_unchecked(player, mv);
    Some(mv)
}

fn ask_one<G: Observe>(
    game: &G,
    seated: &mut Seated<G>,
    player: Player,
    must: bool,
    moves: &mut Vec<G::Move>,
) -> Option<G::Move> {
    if seated.bot.is_blind() {
        return game.nth_move(player, |count| Random::place(count, must, &mut seated.chance));
    }
    let view = game.view(Viewer::Player(player));
    let most = seated.bot.reads(&view, must);
    if most == 0 {
        return None;
    }
    moves.clear();
    game.moves(player, most, moves);
    if moves.is_empty() {
        return None;
    }
    seated.bot.choose(&view, moves, must, &mut seated.chance)
}
