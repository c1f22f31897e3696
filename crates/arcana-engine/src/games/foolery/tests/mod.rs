//! Tests of the rules page, one for each statement.

mod dealing;
mod examples;
mod giving;
mod kinds;
mod rulings;
mod wire;

use super::*;
use crate::{
    chance::Chance,
    games::{Between, Code, Due, Game, Observe, RawStep, Viewer},
};

/// Cards by their ids, as in `wa07 cu02`.
pub(crate) fn cards(ids: &str) -> Hand {
    ids.split_whitespace().map(|id| id.parse::<Card>().expect("a card id")).collect()
}

/// A game in progress on which steps are tried.
#[derive(Clone)]
pub(crate) struct Scene(pub(crate) Foolery);

impl Scene {
    /// A deal in progress: the hands by player, separated by `/` (`–` for a player who is out); this player leads.
    pub(crate) fn of(options: Options, hands: &str, leader: u8) -> Scene {
        let hands: Vec<Hand> = hands.split('/').map(|ids| cards(ids.trim().trim_matches('–'))).collect();
        let mut game = Foolery::new(hands.len(), options).expect("3 to 7 players");
        let (ins, outs): (Vec<Player>, Vec<Player>) =
            Player::all(hands.len()).partition(|player| !hands[player.index()].is_empty());
        game.current.within = ins.into_iter().collect();
        game.current.out = outs.into_iter().collect();
        game.current.hands[..hands.len()].copy_from_slice(&hands);
        game.current.pile = hands.into_iter().fold(Hand::PACK, |pile, hand| pile - hand);
        game.lead_falls_to(Player(leader));
        Scene(game)
    }

    /// The same with default options.
    pub(crate) fn new(hands: &str, leader: u8) -> Scene {
        Scene::of(Options::default(), hands, leader)
    }

    /// The exchange that follows a deal of this finishing order; the given hands are filled up from the rest of the
    /// pack.
    pub(crate) fn exchange(before: &[u8], hands: &str) -> Scene {
        let players = before.len();
        let mut game =
            Foolery::new(players, Options { deals: Between::new(2), ..Options::default() }).expect("3 to 7 players");
        game.before = before.iter().copied().map(Player).collect();
        game.dealer = game.before[players - 2];
        let named: Vec<Hand> = hands.split('/').map(cards).collect();
        let mut rest = named.iter().fold(Hand::PACK, |rest, hand| rest - *hand).iter();
        let fill = |player: Player| {
            let mut hand = named[player.index()];
            hand = hand | rest.by_ref().take(deal::size(player, game.dealer, players) - hand.len()).collect();
            hand
        };
        let hands: Vec<Hand> = Player::all(players).map(fill).collect();
        game.deal(&hands);
        Scene(game)
    }

    fn tried(&self, step: &Step) -> Result<(), Code> {
        let before = self.0.clone();
        let checked = self.0.check(step).map_err(|fault| fault.code);
        assert_eq!(before, self.0);
        checked
    }

    pub(crate) fn takes(&mut self, step: &Step) -> &mut Scene {
        assert_eq!(self.tried(step), Ok(()), "{step:?}");
        self.0.apply_unchecked(step);
        self
    }

    pub(crate) fn plays(&mut self, player: u8, ids: &str) -> &mut Scene {
        self.takes(&play(player, ids))
    }

    pub(crate) fn passes(&mut self, players: &[u8]) -> &mut Scene {
        for player in players {
            self.takes(&pass(*player));
        }
        self
    }

    pub(crate) fn gives(&mut self, player: u8, ids: &str) -> &mut Scene {
        self.takes(&give(player, ids))
    }

    fn refuses(&mut self, step: &Step, code: Code) -> &mut Scene {
        assert_eq!(self.tried(step), Err(code), "{step:?}");
        self
    }

    fn refuses_play(&mut self, player: u8, ids: &str, code: Code) -> &mut Scene {
        self.refuses(&play(player, ids), code)
    }

    /// It is this player's turn to lead.
    fn leads(&mut self, player: u8) -> &mut Scene {
        assert_eq!(self.0.phase, Phase::Lead { turn: Player(player) });
        self
    }

    /// It is this player's turn to follow.
    fn follows(&mut self, player: u8) -> &mut Scene {
        let Phase::Follow { turn, .. } = self.0.phase else { panic!("nobody follows: {:?}", self.0.phase) };
        assert_eq!(turn, Player(player));
        self
    }

    /// The deal has ended, as the only one of the match, in this order.
    fn ends(&self, order: &[u8]) -> &Dealt {
        assert_eq!(self.0.phase, Phase::Over);
        let order: Vec<Player> = order.iter().copied().map(Player).collect();
        assert_eq!(self.0.deals[0].order[..], order);
        &self.0.deals[0]
    }
}

fn play(player: u8, ids: &str) -> Step {
    Step::Play { player: Player(player), cards: Cards::of(cards(ids)) }
}

fn give(player: u8, ids: &str) -> Step {
    Step::Give { player: Player(player), cards: Cards::of(cards(ids)) }
}

fn pass(player: u8) -> Step {
    Step::Pass { player: Player(player) }
}

pub(crate) fn request(player: u8, wishes: &str) -> Step {
    let wishes: Vec<&str> = wishes.split_whitespace().collect();
    let step = serde_json::json!({"type": "request", "player": player, "wants": wishes});
    serde_json::from_value(step).expect("a request")
}
