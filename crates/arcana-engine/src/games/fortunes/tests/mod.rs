//! The page's examples and rulings, the form of its steps, and the stored form.

mod codec;
mod examples;
mod matches;
mod rulings;
mod sheet;
mod wire;

use serde_json::{Value, json, value::RawValue};

use super::{rules::PLAYERS, *};
use crate::{
    cards::{Hand, PACK},
    chance::Chance,
    games::{Code, Game, RawStep, Refusal, parse_options, replay},
    players::{Skill, play_out, seat},
};

/// Cards by their ids.
fn cards(ids: &str) -> Vec<Card> {
    ids.split_whitespace().map(|id| id.parse().expect("a card")).collect()
}

/// A trick of deal 1, where player 0 is East.
fn trick(leader: u8, ids: &str, rule: DispositionRule) -> Trick {
    let four = cards(ids).try_into().expect("four cards");
    Trick::of(Player(0), Player(leader), four, rule)
}

fn options(options: Value) -> Options {
    parse_options::<Fortunes>(options).expect("valid options")
}

fn new(given: Value) -> Fortunes {
    Fortunes::new(PLAYERS, options(given)).expect("four players")
}

/// Hands with these cards, filled up with the others in pack order.
fn dealt(some: [&str; PLAYERS]) -> Dealt {
    let mut hands: [Hand; PLAYERS] = some.map(|ids| cards(ids).into_iter().collect());
    let taken = hands.into_iter().fold(Hand::EMPTY, |all, hand| all | hand);
    let mut rest = PACK.into_iter().filter(|card| !taken.contains(*card));
    for hand in &mut hands {
        let room = TRICKS - hand.len();
        rest.by_ref().take(room).for_each(|card| {
            hand.insert(card);
        });
    }
    Dealt::of_hands(hands).expect("nineteen each")
}

/// A match whose first deal gives these cards; nothing is wagered, bid or staked yet.
fn deal(given: Value, some: [&str; PLAYERS]) -> Fortunes {
    let mut game = new(given);
    game.apply(&dealt(some).step()).expect("a deal is due");
    game
}

/// The same after a Star was played.
fn broken(mut game: Fortunes) -> Fortunes {
    let Phase::Tricks(table) = &mut game.phase else { panic!("no tricks: {:?}", game.phase) };
    table.broken = true;
    game
}

fn step(value: Value) -> Step {
    serde_json::from_value(value).expect("a step")
}

fn card(player: u8, id: &str) -> Step {
    step(json!({"type": "play", "player": player, "card": id}))
}

fn stake(player: u8, choice: &str) -> Step {
    step(json!({"type": "stake", "player": player, "choice": choice}))
}

fn wager(player: u8, amount: i64) -> Step {
    step(json!({"type": "wager", "player": player, "amount": amount}))
}

fn bid(player: u8, tricks: i64) -> Step {
    step(json!({"type": "bid", "player": player, "tricks": tricks}))
}

/// Applies steps that are legal.
fn apply(game: &mut Fortunes, steps: impl IntoIterator<Item = Step>) {
    for step in steps {
        game.apply(&step).unwrap_or_else(|fault| panic!("{step:?}: {fault:?}"));
    }
}

/// Applies a trick from its leader.
fn play_trick(game: &mut Fortunes, leader: u8, ids: &str) {
    apply(game, ids.split_whitespace().enumerate().map(|(place, id)| card((leader + place as u8) % 4, id)));
}

/// Why a step is refused.
fn refused(game: &Fortunes, step: &Step) -> Option<Code> {
    game.check(step).err().map(|fault| fault.code)
}

/// Deal 1 after each player has won these numbers of tricks: well and ill.
fn won(bets: Bets, well: [usize; PLAYERS], ill: [usize; PLAYERS]) -> Tricks {
    let mut table = Tricks::new(Player(0), dealt([""; PLAYERS]), bets);
    let any = trick(0, "cu05 cu09 cuki cuac", DispositionRule::Ended);
    for (counts, disposition) in [(well, Disposition::Well), (ill, Disposition::Ill)] {
        for (winner, count) in counts.into_iter().enumerate() {
            let trick = Trick { winner: Player(winner as u8), disposition, ..any };
            table.tricks.extend(std::iter::repeat_n(trick, count));
        }
    }
    table
}

/// The settled deal.
fn settled(given: Value, table: &Tricks, before: score::TeamScores) -> Deal {
    table.settle(&options(given), before, None)
}

/// A whole random game: its last state and its steps.
fn random_game(given: Value, seed: &str) -> (Fortunes, Vec<Step>) {
    let (mut game, mut steps) = (new(given), Vec::new());
    let mut bots = seat::<Fortunes>(&[Skill::Random; PLAYERS], seed, "");
    play_out(&mut game, &mut bots, &mut Chance::of_table(seed, ""), |_, step| steps.push(step));
    (game, steps)
}

/// Replays steps in wire form.
fn replayed(given: Value, steps: &[Value]) -> Result<(Fortunes, Vec<Step>), Refusal> {
    let text: Vec<String> = steps.iter().map(Value::to_string).collect();
    let raw: Vec<&RawValue> = text.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect();
    let raw: Vec<RawStep<'_>> = raw.into_iter().map(RawStep::new).collect();
    replay::<Fortunes>(PLAYERS, options(given), &raw).map(|(game, log)| (game, log.steps))
}

/// Where and why a log is refused.
fn refusal(given: Value, steps: &[Value]) -> Option<(Option<usize>, Code)> {
    replayed(given, steps).err().map(|refusal| (refusal.index, refusal.fault.code))
}

/// Steps in wire form.
fn wire(steps: &[Step]) -> Vec<Value> {
    steps.iter().map(|step| serde_json::to_value(step).expect("JSON")).collect()
}
