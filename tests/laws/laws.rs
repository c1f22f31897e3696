//! Laws that hold for every game at every step.

use arcana::{
    cards::{Card, Hand},
    chance::Chance,
    games::{Code, Due, Game, GameStep, Log, LogCodec, Observe, Player, RawStep, Viewer, legal_steps, replay},
    players::{HasBots, Seated, Skill, play_out, seat},
};
use serde_json::Value;

use crate::read_alike::are_parsed_alike;

/// Number of moves tried at each position, and interval of thorough checks.
const SAMPLES: usize = 12;

/// Plays one game with these bots and checks every law on the way.
pub fn keep_the_laws<G: HasBots>(players: usize, options: &G::Options, skill: Skill, seed: &str, most_steps: usize) {
    let new = || G::new(players, options.clone()).unwrap_or_else(|fault| panic!("{fault:?}"));
    let mut probe = Chance::of_table(seed, "the laws");
    let mut game = new();
    let mut before = game.clone();
    let mut steps = Vec::new();
    let mut bots = seat::<G>(&vec![skill; players], seed, "");
    play_out(&mut game, &mut bots, &mut Chance::of_table(seed, ""), |after, step| {
        somebody_is_due(&before, seed);
        look_closely(&before, &mut probe, &step, seed);
        let mut taken = before.clone();
        taken.apply(&step).unwrap_or_else(|fault| panic!("seed {seed}: {step:?} refused: {fault:?}"));
        assert_eq!(&taken, after, "seed {seed}: {step:?} applied and played differ");
        cards_are_conserved(after, seed);
        steps.push(step);
        assert!(steps.len() <= most_steps, "seed {seed}: the game does not end within {most_steps} steps");
        before = after.clone();
    });
    somebody_is_due(&game, seed);
    are_parsed_alike(&steps);
    let log = Log::<G> { players, options: options.clone(), steps };
    the_log_gives_the_same_game(&game, &log, seed);
    the_same_seed_gives_the_same_game(new(), skill, seed, &log);
}

fn somebody_is_due<G: Observe>(game: &G, seed: &str) {
    let over = game.outcome().is_some();
    assert_eq!(game.due().is_over(), over, "seed {seed}: due and outcome disagree: {game:?}");
    if let Due::Players { must, may, .. } = game.due() {
        assert!(!must.is_empty(), "seed {seed}: nobody has to act: {game:?}");
        assert!(must.iter().chain(may.iter()).all(|player| player.index() < game.players()), "seed {seed}");
    }
}

/// Listed moves are accepted, equal their steps, and are found by index. Steps of another position are checked the same
/// way twice and change nothing.
fn look_closely<G: Observe>(game: &G, probe: &mut Chance, taken: &G::Step, seed: &str) {
    let mut moves = Vec::new();
    for player in Player::all(game.players()) {
        moves.clear();
        let complete = game.moves(player, G::INFO.moves_limit, &mut moves);
        let due = game.due().players().contains(player);
        assert!(due || (moves.is_empty() && complete), "seed {seed}: moves for {player:?}, who is not due: {game:?}");
        assert_eq!(moves.is_empty(), game.nth_move(player, |_| 0).is_none(), "seed {seed}: {player:?} {game:?}");
        for _ in 0..moves.len().min(SAMPLES) {
            let place = probe.below(moves.len() as u32) as usize;
            let mv = moves[place];
            let picked = game.nth_move(player, |count| {
                assert_eq!(count, moves.len(), "seed {seed}: {player:?} has another number of moves: {game:?}");
                place
            });
            assert_eq!(picked, Some(mv), "seed {seed}: place {place} of {player:?}: {game:?}");
            let step = G::Step::of_move(player, mv);
            let mut applied = game.clone();
            applied.apply(&step).unwrap_or_else(|fault| panic!("seed {seed}: {step:?} is listed: {fault:?} {game:?}"));
            let mut played = game.clone();
            played.play_unchecked(player, mv);
            assert_eq!(applied, played, "seed {seed}: {step:?}");
            let mut chosen = game.clone();
            assert_eq!(chosen.play_nth(player, |_| place), Some(mv), "seed {seed}: {step:?}");
            assert_eq!(applied, chosen, "seed {seed}: {step:?}");
        }
        let mut chosen = game.clone();
        assert_eq!(chosen.play_nth(player, |count| count), None, "seed {seed}: {player:?} plays no move");
        assert_eq!(&chosen, game, "seed {seed}: {player:?}");
        if complete {
            what_is_not_listed_is_refused(game, player, &moves, taken, seed);
        }
    }
    a_view_hides_what_it_should(game, probe, seed);
}

/// A step is legal exactly if it is listed, as shown with the step that was played, attributed to each player.
fn what_is_not_listed_is_refused<G: Game>(game: &G, player: Player, moves: &[G::Move], taken: &G::Step, seed: &str) {
    let mut value = serde_json::to_value(taken).expect("a step is JSON");
    let Some(own) = value.get_mut("player") else { return };
    *own = player.0.into();
    let step: G::Step = serde_json::from_value(value).expect("another player's step");
    let mut tried = game.clone();
    if tried.apply(&step).is_err() {
        assert_eq!(&tried, game, "seed {seed}: a refused step changed the game: {step:?}");
        assert!(
            moves.iter().all(|mv| G::Step::of_move(player, *mv) != step),
            "seed {seed}: {step:?} is listed and refused"
        );
        return;
    }
    let reached = |mv: &G::Move| {
        let mut played = game.clone();
        played.play_unchecked(player, *mv);
        played == tried
    };
    assert!(moves.iter().any(reached), "seed {seed}: {step:?} is accepted and no listed move does the same: {game:?}");
}

fn a_view_hides_what_it_should<G: Observe>(game: &G, probe: &mut Chance, seed: &str) {
    let viewers = Player::all(game.players()).map(Viewer::Player).chain([Viewer::Public]);
    for viewer in viewers {
        let other = game.resample_hidden(viewer, probe);
        assert_eq!(game.state(viewer), other.state(viewer), "seed {seed}: {viewer:?} sees what is hidden");
        assert_eq!(game.due_for(viewer), other.due_for(viewer), "seed {seed}: {viewer:?}");
        assert_eq!(legal_steps(game, viewer).steps, legal_steps(&other, viewer).steps, "seed {seed}: {viewer:?}");
    }
}

/// The locations of cards in a state that hides nothing, as paths; `*` is every item of a list.
fn places(ruleset: &str) -> &[&[&str]] {
    match ruleset {
        "fortunes" => &[&["hands", "*", "cards"], &["discarded"], &["tricks", "*", "cards"], &["trick", "cards"]],
        "foolery" => &[&["hands", "*", "cards"], &["pile"]],
        "fortuno" => &[&["hands", "*", "cards"], &["draw", "cards"], &["discard", "*", "card"], &["out"]],
        // No cards.
        "fortuna" | "reversal" | "cups" => &[],
        other => panic!("where does a state of {other} have its cards?"),
    }
}

/// Collects the cards at a location of a state.
fn lying(state: &Value, place: &[&str], cards: &mut Vec<Card>) {
    match (state, place) {
        (Value::Null, _) => {}
        (Value::Array(items), ["*", below @ ..]) => items.iter().for_each(|item| lying(item, below, cards)),
        (Value::Array(items), []) => items.iter().for_each(|item| lying(item, &[], cards)),
        (Value::String(card), []) => cards.push(card.parse().expect("a card")),
        (_, [field, below @ ..]) => lying(state.get(*field).expect("a field of the state"), below, cards),
        (_, []) => panic!("{state} is no card"),
    }
}

fn cards_are_conserved<G: Observe>(game: &G, seed: &str) {
    let state = serde_json::to_value(game.state(Viewer::All)).expect("JSON");
    let mut cards = Vec::new();
    for place in places(G::INFO.id) {
        lying(&state, place, &mut cards);
    }
    let (count, all) = (cards.len(), cards.into_iter().collect::<Hand>());
    assert!(count == 0 || (count == 78 && all == Hand::PACK), "seed {seed}: {count} cards: {game:?}");
}

fn the_log_gives_the_same_game<G: LogCodec>(game: &G, log: &Log<G>, seed: &str) {
    let replayed = log.replay().unwrap_or_else(|refusal| panic!("seed {seed}: {refusal:?}"));
    assert_eq!(&replayed, game, "seed {seed}");
    let text: Vec<String> = log.steps.iter().map(|step| serde_json::to_string(step).expect("JSON")).collect();
    let raw: Vec<RawStep<'_>> = text.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect();
    let (judged, judged_log) = replay::<G>(log.players, log.options.clone(), &raw)
        .unwrap_or_else(|refusal| panic!("seed {seed}: {refusal:?}"));
    assert_eq!(judged.outcome(), game.outcome(), "seed {seed}");
    let bytes = log.to_bytes();
    let read = Log::<G>::from_bytes(log.players, log.options.clone(), log.steps.len(), &bytes)
        .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert_eq!(read, judged_log, "seed {seed}: packed and read again");
    let options = serde_json::to_value(&log.options).expect("JSON");
    assert_eq!(arcana::games::parse_options::<G>(options), Ok(log.options.clone()));
}

fn the_same_seed_gives_the_same_game<G: HasBots>(mut game: G, skill: Skill, seed: &str, log: &Log<G>) {
    let mut bots: Vec<Seated<G>> = seat(&vec![skill; log.players], seed, "");
    let mut steps = Vec::new();
    play_out(&mut game, &mut bots, &mut Chance::of_table(seed, ""), |_, step| steps.push(step));
    assert_eq!(steps, log.steps, "seed {seed}: the same seed gives another game");
}

/// A game can be set up exactly for the numbers of players on its page.
pub fn only_allowed_numbers_of_players_may_play<G: Observe>() {
    for players in 0..=64 {
        let game = G::new(players, G::Options::default());
        if G::INFO.players.allows(players) {
            assert_eq!(game.expect("the page allows it").players(), players);
        } else {
            assert_eq!(game.expect_err("the page does not allow it").code, Code::BadPlayers, "{players} players");
        }
    }
}
