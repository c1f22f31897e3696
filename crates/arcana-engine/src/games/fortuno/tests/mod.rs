//! The worked examples and the rulings of fortuno.md, each played through its steps.
//!
//! Steps are written as on the page: `1: play wapa !` is a step by player 1 with the call, `table: slap 0` one of the
//! table.

mod endgame;
mod examples;
mod rulings;
mod rulings_majors;
mod seen;
mod wire;

use serde_json::{Value, json};

use super::{Fortuno, Options, Step, StepKind, tasks::Question};
use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::{AnyStepKind, Between, Code, Due, Game, GameStep, Observe, Player, PlayerSet, RawStep, Viewer},
};

/// A table that plays what a test writes.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) game: Fortuno,
    pub(super) steps: Vec<Step>,
}

/// The cards of a list of ids.
pub(super) fn cards(ids: &str) -> Vec<Card> {
    ids.split_whitespace().map(|id| id.parse().unwrap_or_else(|_| panic!("`{id}` is not a card"))).collect()
}

impl Table {
    /// Deals these hands; `pile` names the first cards of the draw pile, the others follow in pack order.
    pub(super) fn deal(hands: &[&str], pile: &str) -> Table {
        Table::with(Options::default(), hands, pile)
    }

    /// The same with other options; `hand_size` is the length of the hands.
    pub(super) fn with(options: Options, hands: &[&str], pile: &str) -> Table {
        let hands: Vec<Vec<Card>> = hands.iter().map(|hand| cards(hand)).collect();
        let hand_size = Between::checked(hands[0].len() as i64).expect("2 to 9 cards");
        let mut pile = cards(pile);
        let named: Hand = hands.iter().flatten().chain(&pile).copied().collect();
        pile.extend(!named);
        let game = Fortuno::new(hands.len(), Options { hand_size, ..options }).expect("4 to 8 players");
        let mut table = Table { game, steps: Vec::new() };
        table.take(json!({"type": "deal", "hands": hands, "pile": pile}));
        table
    }

    fn take(&mut self, step: Value) {
        let read: Step = serde_json::from_value(step.clone()).unwrap_or_else(|why| panic!("{step}: {why}"));
        self.game.apply(&read).unwrap_or_else(|fault| panic!("{step}: {fault:?}, due is {:?}", self.game.due()));
        self.steps.push(read);
    }

    /// Plays steps, separated by lines or commas.
    pub(super) fn does(&mut self, script: &str) -> &mut Table {
        for line in script.split(['\n', ',']).map(str::trim).filter(|line| !line.is_empty()) {
            self.take(step(line));
        }
        self
    }

    /// The table makes the step that is due.
    pub(super) fn draws(&mut self) -> &mut Table {
        let step = self.game.draw(&mut Chance::of_table("test", ""));
        self.steps.push(step);
        self
    }

    /// The first legal move of the first player who is due, or the table's step, until the game is over.
    pub(super) fn draws_until_over(&mut self) -> &mut Table {
        while let Due::Table(_) | Due::Players { .. } = self.game.due() {
            let Some(player) = self.game.due().players().first() else {
                self.draws();
                continue;
            };
            let mut moves = Vec::new();
            self.game.moves(player, 1, &mut moves);
            self.steps.push(Step::of_move(player, moves[0]));
            self.game.play_unchecked(player, moves[0]);
        }
        self
    }

    /// Asserts that this step is refused with this code and changes nothing.
    #[track_caller]
    pub(super) fn refuses(&mut self, line: &str, code: Code) -> &mut Table {
        self.refuses_json(step(line), code)
    }

    #[track_caller]
    pub(super) fn refuses_json(&mut self, step: Value, code: Code) -> &mut Table {
        let text = serde_json::value::to_raw_value(&step).expect("JSON");
        let read = RawStep::new(&text).read::<Step>();
        let given = read.and_then(|read| self.game.clone().apply(&read)).map_err(|fault| fault.code);
        assert_eq!(given, Err(code), "{step}");
        self
    }

    /// The players and types of step that are due: `1 3: play draw`, with players who may interject in brackets.
    pub(super) fn due(&self) -> String {
        words(self.game.due())
    }

    pub(super) fn due_seen(&self, viewer: Viewer) -> String {
        words(self.game.due_for(viewer))
    }

    /// A player's hand, in pack order.
    pub(super) fn hand(&self, player: u8) -> String {
        ids(self.game.hands[player as usize])
    }

    /// How many cards each player has.
    pub(super) fn counts(&self) -> Vec<usize> {
        self.game.hands[..self.game.players].iter().map(|hand| hand.len()).collect()
    }

    /// The discard pile, bottom to top.
    pub(super) fn discard(&self) -> String {
        ids(self.game.discard.iter().map(|discard| discard.card))
    }

    /// What the top card counts as.
    pub(super) fn top(&self) -> String {
        self.game.top().map(Card::id).unwrap_or_default()
    }

    pub(super) fn seat(&self) -> u8 {
        self.game.turn.seat.0
    }

    /// The players in, by seat.
    pub(super) fn order(&self) -> Vec<u8> {
        self.game.order.iter().map(|player| player.0).collect()
    }

    /// The draw that is pending against the seat: amount and source.
    pub(super) fn pending(&self) -> Option<(u8, Option<u8>)> {
        self.game.turn.pending.map(|pending| (pending.amount, pending.source.map(|source| source.0)))
    }

    /// The result as JSON.
    pub(super) fn result(&self) -> Value {
        serde_json::to_value(self.game.outcome().expect("the game is over")).expect("JSON")
    }

    pub(super) fn winners(&self) -> Value {
        self.result()["winners"].clone()
    }

    pub(super) fn ended(&self) -> Value {
        self.result()["detail"]["ended"].clone()
    }

    /// Leaves only these cards on the draw pile, top first; the others leave the game.
    pub(super) fn leave_on_the_pile(&mut self, kept: &str) -> &mut Table {
        let kept = cards(kept);
        let gone = self.game.draw.iter().filter(|card| !kept.contains(card));
        self.game.out = gone.fold(self.game.out, |out, card| out | Hand::of(*card));
        self.game.draw = kept.into_iter().rev().collect();
        self
    }

    /// Eliminates these players together with their cards.
    pub(super) fn without(&mut self, players: &[u8]) -> &mut Table {
        for player in players.iter().copied().map(Player) {
            let hand = std::mem::take(&mut self.game.hands[player.index()]);
            self.game.out = self.game.out | hand;
            self.game.order.retain(|other| *other != player);
            self.game.cached.inside.remove(player);
            self.game.eliminated.push(player);
        }
        self.refresh();
        self
    }

    /// Leaves a player only these cards; the others leave the game.
    pub(super) fn keeps(&mut self, player: u8, hand: &str) -> &mut Table {
        let hand: Hand = cards(hand).into_iter().collect();
        let held = std::mem::replace(&mut self.game.hands[player as usize], hand);
        assert!(held.contains_all(hand));
        self.game.out = self.game.out | (held - hand);
        self.refresh();
        self
    }

    /// Exchanges a player's hand for these cards of the draw pile.
    pub(super) fn swap_for(&mut self, player: u8, hand: &str) -> &mut Table {
        let expected: Hand = cards(hand).into_iter().collect();
        let held = std::mem::replace(&mut self.game.hands[player as usize], expected);
        let (mut back, mut taken) = ((held - expected).iter(), expected - held);
        for card in self.game.draw.iter_mut().filter(|card| taken.remove(**card)) {
            *card = back.next().expect("as many cards leave as come");
        }
        assert!(taken.is_empty() && back.next().is_none(), "the cards lie on the draw pile, as many as before");
        self.refresh();
        self
    }

    /// Recomputes what may be played, after a test has moved cards.
    fn refresh(&mut self) {
        if let Some(super::tasks::Task::Wait(Question::Act(_))) = self.game.tasks.last() {
            self.game.tasks.pop();
            self.game.then(super::tasks::Task::Act);
            self.game.run();
        }
    }
}

fn words(due: Due<StepKind>) -> String {
    let list = |players: crate::games::PlayerSet| {
        players.iter().map(|player| player.0.to_string()).collect::<Vec<_>>().join(" ")
    };
    match due {
        Due::Over => "over".to_owned(),
        Due::Table(kind) => format!("table: {}", kind.name()),
        Due::Players { must, may, kinds } => {
            let types = kinds.iter().map(AnyStepKind::name).collect::<Vec<_>>().join(" ");
            let may = if may.is_empty() { String::new() } else { format!(" ({})", list(may)) };
            format!("{}{may}: {types}", list(must))
        }
    }
}

pub(super) fn ids(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(Card::id).collect::<Vec<_>>().join(" ")
}

/// A step in the page's notation, as JSON.
fn step(line: &str) -> Value {
    let (who, rest) = line.split_once(": ").unwrap_or_else(|| panic!("`{line}` says who"));
    let mut words: Vec<&str> = rest.split_whitespace().collect();
    let call = words.last() == Some(&"!");
    if call {
        words.pop();
    }
    let (name, fields) = words.split_first().expect("a type");
    let mut step = fields_of(name, fields);
    step["type"] = json!(name);
    if who != "table" {
        step["player"] = json!(number(who));
    }
    if call {
        step["fortuno"] = json!(true);
    }
    step
}

fn number(word: &str) -> u8 {
    word.parse().unwrap_or_else(|_| panic!("`{word}` is no player"))
}

fn fields_of(name: &str, words: &[&str]) -> Value {
    let card = |word: &str| if word == "null" { Value::Null } else { json!(word) };
    let players = || words.iter().map(|word| number(word)).collect::<Vec<_>>();
    match (name, words) {
        ("flip" | "draw" | "decline" | "dispute", []) => json!({}),
        ("play" | "orgy" | "return" | "divorce" | "reshuffle" | "redeal", cards) => json!({"cards": cards}),
        ("give" | "offer" | "take" | "name" | "pass_card", [word]) => json!({"card": card(word)}),
        ("accuse" | "pick" | "jaccuse", [target]) => json!({"target": number(target)}),
        ("steal" | "chariot" | "gambit" | "moon_play", [word]) => json!({"use": *word == "yes"}),
        ("switch", [most, fewest]) => json!({"most": number(most), "fewest": number(fewest)}),
        ("ask", [target, terms @ ..]) => {
            let request: serde_json::Map<_, _> =
                terms.chunks(2).map(|term| (term[0].to_owned(), json!(term[1]))).collect();
            json!({"target": number(target), "request": request})
        }
        ("slap", [first]) => json!({"first": number(first)}),
        ("rps", [winner]) => json!({"winner": number(winner)}),
        ("seats", _) => json!({"order": players()}),
        _ => panic!("`{name} {words:?}` is no step"),
    }
}

#[test]
fn the_notation_of_tests_gives_the_steps_of_the_page() {
    assert_eq!(step("1: play wapa !"), json!({"type": "play", "player": 1, "cards": ["wapa"], "fortuno": true}));
    assert_eq!(step("table: slap 0"), json!({"type": "slap", "first": 0}));
    assert_eq!(
        step("3: ask 1 suit cu kind court"),
        json!({"type": "ask", "player": 3, "target": 1, "request": {"suit": "cu", "kind": "court"}})
    );
    assert_eq!(step("0: give null"), json!({"type": "give", "player": 0, "card": null}));
    assert_eq!(Player(0).after(1, 4), Player(1));
}

/// Plays random moves to the end, or up to a number of steps, and checks the state after each; returns the number of
/// steps.
fn play_random(players: usize, options: Options, seed: &str, mut look: impl FnMut(&Fortuno)) -> usize {
    let mut game = Fortuno::new(players, options).expect("4 to 8 players");
    let mut chance = Chance::of_table(seed, "");
    for steps in 0.. {
        look(&game);
        match game.due() {
            Due::Over => return steps,
            Due::Table(_) => drop(game.draw(&mut chance)),
            Due::Players { must, .. } => {
                let player = must.first().expect("somebody has to act");
                let mv = game.nth_move(player, |count| chance.below(count as u32) as usize).expect("a legal move");
                game.play_unchecked(player, mv);
            }
        }
    }
    unreachable!("games end")
}

#[test]
fn cached_values_follow_from_the_state() {
    let (mut steps, mut eliminated, mut chariots) = (0, 0, 0);
    for (place, players) in (4..=8).cycle().take(200).enumerate() {
        let options = Options { ace_numerical: place % 2 == 0, slap_races: place % 3 == 0, ..Options::default() };
        steps += play_random(players, options, &format!("kept {place}"), |game| {
            let inside: PlayerSet = game.order.iter().copied().collect();
            let top = game.discard.iter().rev().map(|discard| discard.counts_as).find(|card| *card != Card::trump(7));
            assert_eq!((game.cached.inside, game.cached.top), (inside, top), "{game:?}");
            if let Some(Question::Act(moment)) = game.question() {
                assert_eq!(game.moment(), Some(*moment), "the cards that may be played: {game:?}");
            }
            eliminated += usize::from(game.order.len() < players);
            chariots += usize::from(game.discard.last().is_some_and(|last| Some(last.counts_as) != top));
        });
    }
    assert!(steps > 20_000 && eliminated > 500 && chariots > 200, "{steps} {eliminated} {chariots}");
}
