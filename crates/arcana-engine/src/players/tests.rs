//! What holds for the search of every game.

use std::cell::Cell;

use super::{Choice, Effort, HasBots, Judged, Skill, play_out, seat};
use crate::{
    chance::Chance,
    games::{
        Game, PlayerSet, Viewer, foolery::Foolery, fortuna::Fortuna, fortunes::Fortunes, fortuno::Fortuno,
        reversal::Reversal,
    },
};

/// Plays a game with the usual options and bots of this skill, and shows each state before a step.
fn play<G: HasBots>(skill: Skill, seed: &str, mut look: impl FnMut(&G)) -> Vec<G::Step> {
    let players = usize::from(G::INFO.players.default);
    let mut game = G::new(players, G::Options::default()).expect("the usual number");
    let (mut before, mut steps) = (game.clone(), Vec::new());
    play_out(&mut game, &mut seat(&vec![skill; players], seed, ""), &mut Chance::of_table(seed, ""), |after, step| {
        look(&before);
        before = after.clone();
        steps.push(step);
    });
    steps
}

/// Who must act.
fn due<G: Game>(game: &G) -> PlayerSet {
    match game.due() {
        crate::games::Due::Players { must, .. } => must,
        crate::games::Due::Table(_) | crate::games::Due::Over => PlayerSet::EMPTY,
    }
}

/// Every so many decisions of a game, the state and another that its player cannot tell from it are judged.
fn judge_alike<G: HasBots>(every: usize) {
    let (mut probe, mut decisions, mut others) = (Chance::of_table("alike", ""), 0, 0);
    play::<G>(Skill::Adept, "alike", |game| {
        let Some(player) = due(game).first() else { return };
        decisions += 1;
        if decisions % every != 0 {
            return;
        }
        let viewer = Viewer::Player(player);
        let other = game.resample_hidden(viewer, &mut probe);
        others += usize::from(other != *game);
        let judged = |game: &G| {
            let mut moves = Vec::new();
            game.moves(player, G::INFO.moves_limit, &mut moves);
            let view = game.view(viewer);
            let mut chance = Chance::of_player("alike", "", decisions);
            Choice::<G>::of(&view, &moves, &|| false).map(|mut choice| choice.judge(Effort::LEAST, &mut chance))
        };
        assert_eq!(judged(game), judged(&other), "{player:?} after {decisions} decisions");
    });
    println!("{}: {others} others of {} states", G::INFO.id, decisions / every);
}

#[test]
fn what_a_seat_cannot_tell_apart_is_judged_alike() {
    judge_alike::<Fortunes>(2);
    judge_alike::<Foolery>(5);
    judge_alike::<Fortuno>(5);
    judge_alike::<Fortuna>(2);
    judge_alike::<Reversal>(2);
}

/// A number for all steps of a game that sages play with the least effort.
fn golden<G: HasBots>() -> u32 {
    let steps = play::<G>(Skill::Sage(Effort::LEAST), "golden", |_| ());
    crc32fast::hash(serde_json::to_string(&steps).expect("JSON").as_bytes())
}

#[test]
fn the_same_seed_gives_the_same_game_on_every_machine() {
    let games =
        [golden::<Fortunes>(), golden::<Foolery>(), golden::<Fortuno>(), golden::<Fortuna>(), golden::<Reversal>()];
    assert_eq!(games, [2348476536, 1044790792, 312232282, 1288950240, 1618603938]);
}

#[test]
fn efforts_are_from_one_to_ten() {
    assert_eq!(
        [0, 1, 4, 10, 11].map(|number| Effort::new(number).map(Effort::number)),
        [None, Some(1), Some(4), Some(10), None]
    );
}

/// The first decision between several candidates in a game of adepts.
fn judged_first<G: HasBots>(effort: Effort, stop: &dyn Fn() -> bool) -> Vec<Judged<G::Move>> {
    let mut first = None;
    play::<G>(Skill::Adept, "first", |game| {
        let Some(player) = due(game).first().filter(|_| first.is_none()) else { return };
        let (view, mut moves) = (game.view(Viewer::Player(player)), Vec::new());
        game.moves(player, G::INFO.moves_limit, &mut moves);
        let choice = Choice::<G>::of(&view, &moves, stop);
        first = choice.map(|mut choice| choice.judge(effort, &mut Chance::of_table("first", "")));
    });
    first.expect("a decision")
}

#[test]
fn playouts_grow_with_the_square_of_the_effort() {
    let playouts = |effort| judged_first::<Fortunes>(effort, &|| false).iter().map(|one| one.playouts).sum::<u32>();
    let [least, usual] = [Effort::LEAST, Effort::USUAL].map(playouts);
    // Each card is played out in one batch at least, so the least effort is somewhat more.
    assert!((10..=16).contains(&(usual / least)), "{least} and {usual}");
}

#[test]
fn a_search_stops_between_two_batches() {
    let asked = Cell::new(0);
    let stop = || asked.replace(asked.get() + 1) >= 3;
    let judged = judged_first::<Fortunes>(Effort::MOST, &stop);
    assert!(judged.iter().all(|one| one.playouts <= 3 * 8), "{judged:?}");
}
