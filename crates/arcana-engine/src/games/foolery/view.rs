//! What a viewer may see, for bots (foolery.md, "State", "Who sees what").

use super::{Each, Foolery, Options, Phase, Play, Trick, Wants, exchange, exchange::Give};
use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::{Player, PlayerSet, Viewer},
};

/// What a viewer may see, without a copy.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) game: &'a Foolery,
    pub(super) viewer: Viewer,
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a Foolery, viewer: Viewer) -> View<'a> {
        View { game, viewer }
    }

    /// The house rules.
    pub fn options(&self) -> &'a Options {
        &self.game.options
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.game.players
    }

    /// The viewing player; `None` for a viewer without a hand.
    pub fn player(&self) -> Option<Player> {
        self.viewer.player()
    }

    /// The viewer's own hand.
    pub fn hand(&self) -> Hand {
        self.player().map_or(Hand::EMPTY, |me| self.game.hand(me))
    }

    /// How many cards a player holds.
    pub fn size(&self, player: Player) -> usize {
        self.game.hand(player).len()
    }

    /// The cards that this viewer knows a player to hold: the viewer's own, the stuck Fool, and cards that the viewer
    /// gave.
    pub fn known(&self, player: Player) -> Hand {
        let hand = self.game.hand(player);
        if self.viewer.sees(player) || self.game.current.stuck == Some(player) {
            return hand;
        }
        let given = self.gifts().filter(|(_, from, to, _)| *to == player && self.viewer.sees(*from));
        given.fold(Hand::EMPTY, |known, (.., cards)| known | cards & hand)
    }

    /// The cards that others hold without the viewer knowing who.
    pub fn hidden(&self) -> Hand {
        Player::all(self.players())
            .fold(Hand::EMPTY, |hidden, player| hidden | (self.game.hand(player) - self.known(player)))
    }

    /// The cards played in this deal.
    pub fn pile(&self) -> Hand {
        self.game.current.pile
    }

    /// The players in the deal.
    pub fn within(&self) -> PlayerSet {
        self.game.current.within
    }

    /// Players who have gone out, in order.
    pub fn out(&self) -> &'a [Player] {
        &self.game.current.out
    }

    /// The player stuck with the Fool.
    pub fn stuck(&self) -> Option<Player> {
        self.game.current.stuck
    }

    /// The player whose turn it is; `None` when the table is due or the game is over.
    pub fn turn(&self) -> Option<Player> {
        match &self.game.phase {
            Phase::Exchange { give } => Some(self.game.give_due(*give).1),
            Phase::Lead { turn } | Phase::Follow { turn, .. } => Some(*turn),
            Phase::Deal | Phase::Over => None,
        }
    }

    /// The standing play with its owner.
    pub fn standing(&self) -> Option<(Player, Play)> {
        self.trick().map(|trick| (trick.owner, trick.standing))
    }

    /// Players who have passed in this trick.
    pub fn passed(&self) -> PlayerSet {
        self.trick().map_or(PlayerSet::EMPTY, |trick| trick.passed)
    }

    /// Number of cards due in the exchange, and whether they must be the giver's highest.
    pub fn give_due(&self) -> Option<(usize, bool)> {
        match &self.game.phase {
            Phase::Exchange { give } => Some(self.game.give_due(*give).0).map(|give| (give.count, give.highest)),
            Phase::Deal | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over => None,
        }
    }

    /// The wishes of the next give's recipient.
    pub fn wishes_of_taker(&self) -> Option<Wants> {
        match &self.game.phase {
            Phase::Exchange { give } => give.checked_sub(1).and_then(|before| self.game.current.requests[before]),
            Phase::Deal | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over => None,
        }
    }

    /// The trick, in phase `follow`.
    pub(super) fn trick(&self) -> Option<&'a Trick> {
        match &self.game.phase {
            Phase::Follow { trick, .. } => Some(trick),
            Phase::Deal | Phase::Exchange { .. } | Phase::Lead { .. } | Phase::Over => None,
        }
    }

    /// The exchange with givers and takers; `None` in the first deal.
    pub(super) fn gives(&self) -> impl Iterator<Item = (usize, Give, Player, Player)> {
        let count = if self.game.before.is_empty() { 0 } else { exchange::gives(self.game.players).len() };
        let game = self.game;
        (0..count).map(move |place| {
            let (give, from, to) = game.give_due(place);
            (place, give, from, to)
        })
    }

    /// The gives made in this deal: index, giver, recipient and cards.
    pub(super) fn gifts(&self) -> impl Iterator<Item = (usize, Player, Player, Hand)> {
        let gifts = self.game.current.gifts;
        self.gives()
            .map(move |(place, _, from, to)| (place, from, to, gifts[place]))
            .filter(|(.., cards)| !cards.is_empty())
    }
}

/// Another state that this viewer cannot distinguish from this one: the hidden cards are shuffled.
pub(super) fn resample(game: &Foolery, viewer: Viewer, chance: &mut Chance) -> Foolery {
    let view = View::new(game, viewer);
    let known: Each<Hand> = Player::all(game.players).map(|player| view.known(player)).collect();
    let hands = || game.current.hands.iter().zip(&known);
    let hidden: Vec<Card> = hands().flat_map(|(hand, known)| (*hand - *known).iter()).collect();
    let (mut dealt, mut other) = (hidden.clone(), game.clone());
    loop {
        chance.shuffle(&mut dealt);
        let mut next = dealt.iter().copied();
        for (place, (hand, known)) in hands().enumerate() {
            other.current.hands[place] = *known | next.by_ref().take((*hand - *known).len()).collect();
        }
        // A player with only the Fool does not lead, but would be stuck.
        match other.phase {
            Phase::Lead { turn } if other.hand(turn) == Hand::of(Card::FOOL) => {}
            Phase::Deal | Phase::Exchange { .. } | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over => break,
        }
    }
    let now = |card: Card| hidden.iter().position(|other| *other == card).map_or(card, |at| dealt[at]);
    for (place, _, _, cards) in view.gifts().filter(|(_, from, to, _)| !viewer.sees(*from) && !viewer.sees(*to)) {
        other.current.gifts[place] = cards.iter().map(now).collect();
    }
    other
}
