//! Scans everything that a seat receives in a whole game for cards that it must not know.
//!
//! What it may know is derived here from the log and the full states: the cards that were in its own hand, and those
//! shown since the deal.

use std::collections::BTreeSet;

use arcana::{
    cards::Hand,
    games::{Player, Viewer},
    players::Skill,
};
use serde_json::{Value, json};

use crate::{
    received::{cards_in, may_name_any_card, received},
    setups::{Setups, for_every_game, played},
};

for_every_game! {
    no_seat_receives_a_card_that_it_may_not_know:
    fortunes(Fortunes, 18, 2),
    foolery(Foolery, 10, 5),
    fortuno(Fortuno, 30, 15),
}

fn no_seat_receives_a_card_that_it_may_not_know<G: Setups>(number: usize, skill: Skill) {
    let log = played::<G>(number, skill);
    let mut game = G::new(log.players, log.options.clone()).expect("a game that was played");
    let mut known = Known::new(log.players);
    for (n, step) in log.steps.iter().enumerate() {
        let before = game.clone();
        game.apply(step).expect("a legal step");
        let whole = json!(step);
        known.learn(&whole, &json!(before.state(Viewer::All)), &json!(game.state(Viewer::All)));
        for viewer in Player::all(log.players).map(Viewer::Player).chain([Viewer::Public]) {
            let received = received(&before, step, &game, viewer);
            let told = cards_in(&received) - known.to(viewer);
            assert!(told.is_empty(), "set-up {number}, step {n} {whole}: {viewer:?} is told of {told:?} in {received}");
        }
    }
}

/// The cards known in a deal.
struct Known {
    /// By player: cards that were in the own hand or shown to this player.
    own: Vec<Hand>,
    /// Cards known to all players.
    public: Hand,
}

impl Known {
    fn new(players: usize) -> Known {
        Known { own: vec![Hand::EMPTY; players], public: Hand::EMPTY }
    }

    fn to(&self, viewer: Viewer) -> Hand {
        match viewer {
            Viewer::Player(player) => self.own[player.index()] | self.public,
            Viewer::Public => self.public,
            Viewer::All => Hand::PACK,
        }
    }

    /// What a step reveals, given the full states before and after it.
    fn learn(&mut self, step: &Value, before: &Value, after: &Value) {
        if step["type"] == "deal" {
            *self = Known::new(self.own.len());
        }
        self.see_hands(after);
        if ["play", "orgy"].iter().any(|name| step["type"] == *name) || may_name_any_card(step) {
            self.public = self.public | cards_in(step);
        }
        for place in ["discard", "out", "doomed"] {
            self.public = self.public | cards_in(&after[place]);
        }
        if after["moment"]["is"] == "gambit" {
            // That the step is due reveals who holds the other of the two cards.
            self.public = self.public | cards_in(&after["moment"]["card"]);
        }
        if let Some(stuck) = after["stuck"].as_u64() {
            self.public = self.public | cards_in(&after["hands"][stuck as usize]);
        }
        self.see_shown_hands(step, before, after);
        self.see_offers(after);
    }

    /// Each player sees the own hand and, in a team, the partner's.
    fn see_hands(&mut self, state: &Value) {
        let team = partners(state);
        for (player, own) in self.own.iter_mut().enumerate() {
            let sees = |other: usize| other == player || team.contains(&other) && team.contains(&player);
            let seen = (0..).map_while(|other| Some((other, state["hands"].get(other)?)));
            *own = seen.filter(|(other, _)| sees(*other)).fold(*own, |own, (_, hand)| own | cards_in(hand));
        }
    }

    /// The Sun: the flipper's hand is shown to all players, the picked player's to the actors.
    fn see_shown_hands(&mut self, step: &Value, before: &Value, after: &Value) {
        let on_top = |state: &Value| {
            state["discard"].as_array().and_then(|pile| pile.last()?["card"].as_str().map(str::to_owned))
        };
        let flipped = step["type"] == "flip" || step["type"] == "reshuffle";
        if flipped && on_top(after).as_deref() == Some("ar19") && on_top(before) != on_top(after) {
            self.public = self.public | cards_in(&after["hands"][number(&before["turn"]["seat"])]);
        }
        if step["type"] == "pick" && before["team"] == after["team"] {
            self.see_as_actors(before, cards_in(&after["hands"][number(&step["target"])]));
        }
    }

    /// The offers to The Devil are shown to the actors when all are in.
    fn see_offers(&mut self, after: &Value) {
        if after["moment"]["is"] == "judgement" {
            self.see_as_actors(after, cards_in(&after["moment"]["offered"]));
        }
    }

    /// Shows cards to a seat and its partner.
    fn see_as_actors(&mut self, state: &Value, cards: Hand) {
        let (seat, team) = (number(&state["turn"]["seat"]), partners(state));
        for (player, own) in self.own.iter_mut().enumerate() {
            if player == seat || team.contains(&player) && team.contains(&seat) {
                *own = *own | cards;
            }
        }
    }
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a player") as usize
}

/// The two players of the team, if there is one.
fn partners(state: &Value) -> BTreeSet<usize> {
    ["original", "lover"]
        .iter()
        .filter_map(|name| state["team"][*name].as_u64())
        .map(|player| player as usize)
        .collect()
}
