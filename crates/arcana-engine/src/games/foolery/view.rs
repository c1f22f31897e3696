//! What a viewer may see: borrowed for bots, in wire form for callers (foolery.md, "State", "Who sees what"). Hands and
//! the cards of a give are private.

use serde::Serialize;

use super::{
    Dealt, Each, Foolery, Kind, Options, Phase, Play, Step, Title, Trick, Wants,
    exchange::{self, Give},
    score,
};
use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::{Observe, Player, PlayerSet, SeenStep, Viewer},
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

    /// The finished deals of the match.
    pub fn finished(&self) -> &'a [Dealt] {
        &self.game.deals
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
fn resample(game: &Foolery, viewer: Viewer, chance: &mut Chance) -> Foolery {
    let view = View::new(game, viewer);
    let known: Each<Hand> = Player::all(game.players).map(|player| view.known(player)).collect();
    let hands = || game.current.hands.iter().zip(&known);
    let hidden: Vec<Card> = hands().flat_map(|(hand, known)| (*hand - *known).iter()).collect();
    let (mut dealt, mut other) = (hidden.clone(), game.clone());
    // What comes of the same chance must not depend on whose the cards are.
    dealt.sort_unstable();
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

/// Phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the page says what each is")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryPhase))]
pub enum PhaseId {
    Deal,
    Exchange,
    Lead,
    Follow,
    Over,
}

/// A hand: its size, and its cards if the viewer may see them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryHand))]
pub struct HandView {
    /// Number of cards.
    pub size: usize,
    /// The cards; null if hidden.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<crate::cards::Card>>))]
    pub cards: Option<Hand>,
}

/// The standing play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryStanding))]
pub struct StandingSeen {
    /// The player who played it.
    pub player: Player,
    /// The cards.
    pub cards: Hand,
    /// Kind of the combination.
    pub kind: Kind,
    /// Value of the deciding rank or number of the deciding trump.
    pub value: u8,
}

/// A gift that is still due.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryGiveDue))]
pub struct GiveDue {
    /// The giver.
    pub from: Player,
    /// The recipient.
    pub to: Player,
    /// Number of cards.
    pub count: usize,
    /// Whether they must be the highest cards.
    pub highest: bool,
}

/// The exchange in progress.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryExchange))]
pub struct ExchangeSeen {
    /// The gives still due, the next first.
    pub gives: Vec<GiveDue>,
    /// Whether the giver who is due has made a request.
    pub requested: bool,
}

/// A request made in this deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryRequest))]
pub struct RequestSeen {
    /// The player who wished.
    pub player: Player,
    /// The requested cards.
    pub wants: Wants,
}

/// A gift made in this deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryGift))]
pub struct GiftSeen {
    /// The giver.
    pub from: Player,
    /// The recipient.
    pub to: Player,
    /// Number of cards.
    pub count: usize,
    /// The cards; null if hidden.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<crate::cards::Card>>))]
    pub cards: Option<Hand>,
}

/// State of the table as seen by a viewer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryState))]
pub struct State {
    /// Phase of the game.
    pub phase: PhaseId,
    /// Number of the deal, from 1.
    pub deal: usize,
    /// The dealer.
    pub dealer: Player,
    /// The player whose turn it is.
    pub turn: Option<Player>,
    /// Hands by player.
    pub hands: Vec<HandView>,
    /// The cards played in this deal.
    pub pile: Hand,
    /// Players who have gone out, in order.
    pub out: Vec<Player>,
    /// The player stuck with the Fool.
    pub stuck: Option<Player>,
    /// Number of tricks led.
    pub tricks: u8,
    /// The exchange; null outside the exchange.
    pub exchange: Option<ExchangeSeen>,
    /// The requests of this deal.
    pub requests: Vec<RequestSeen>,
    /// The gifts of this deal.
    pub gifts: Vec<GiftSeen>,
    /// The standing play; null when there is none.
    pub standing: Option<StandingSeen>,
    /// Players who have passed in this trick.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
    pub passed: PlayerSet,
    /// Titles from the previous deal, by player; null in the first deal.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Title>>))]
    pub titles: Option<Each<Title>>,
    /// Scores by player.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<i32>))]
    pub scores: Vec<i64>,
    /// Finished deals.
    pub deals: Vec<Dealt>,
}

impl State {
    /// What this viewer may see of the game.
    pub(super) fn new(game: &Foolery, viewer: Viewer) -> State {
        let (view, current) = (View::new(game, viewer), &game.current);
        let over = game.phase == Phase::Over;
        State {
            phase: view.phase(),
            deal: game.deals.len() + usize::from(!over),
            dealer: game.dealer,
            turn: view.turn(),
            hands: Player::all(game.players).map(|player| view.hand_of(player)).collect(),
            pile: current.pile,
            out: current.out.to_vec(),
            stuck: current.stuck,
            tricks: current.tricks,
            exchange: view.exchange(),
            requests: view.requests(),
            gifts: view.gifts_seen(),
            standing: view.standing_seen(),
            passed: view.passed(),
            titles: (!game.before.is_empty()).then(|| score::titles(&game.before)),
            scores: game.scores.to_vec(),
            deals: game.deals.clone(),
        }
    }
}

/// The parts of the wire form.
impl View<'_> {
    fn phase(&self) -> PhaseId {
        match &self.game.phase {
            Phase::Deal => PhaseId::Deal,
            Phase::Exchange { .. } => PhaseId::Exchange,
            Phase::Lead { .. } => PhaseId::Lead,
            Phase::Follow { .. } => PhaseId::Follow,
            Phase::Over => PhaseId::Over,
        }
    }

    fn hand_of(&self, player: Player) -> HandView {
        let hand = self.game.hand(player);
        let open = self.viewer.sees(player) || self.game.current.stuck == Some(player);
        HandView { size: hand.len(), cards: open.then_some(hand) }
    }

    fn exchange(&self) -> Option<ExchangeSeen> {
        let Phase::Exchange { give: due } = self.game.phase else { return None };
        let gives = self.gives().skip(due).map(|(_, give, from, to)| GiveDue {
            from,
            to,
            count: give.count,
            highest: give.highest,
        });
        Some(ExchangeSeen { gives: gives.collect(), requested: self.game.current.requests[due].is_some() })
    }

    fn requests(&self) -> Vec<RequestSeen> {
        let made = |(place, _, player, _): (usize, Give, Player, Player)| {
            self.game.current.requests[place].map(|wants| RequestSeen { player, wants })
        };
        self.gives().filter_map(made).collect()
    }

    fn gifts_seen(&self) -> Vec<GiftSeen> {
        let seen = |from, to| self.viewer.sees(from) || self.viewer.sees(to);
        self.gifts()
            .map(|(_, from, to, cards)| GiftSeen {
                from,
                to,
                count: cards.len(),
                cards: seen(from, to).then_some(cards),
            })
            .collect()
    }

    fn standing_seen(&self) -> Option<StandingSeen> {
        self.trick().map(|trick| StandingSeen {
            player: trick.owner,
            cards: trick.cards,
            kind: trick.standing.kind,
            value: trick.standing.value,
        })
    }
}

impl Observe for Foolery {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        self.players
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View::new(self, viewer)
    }

    fn state(&self, viewer: Viewer) -> State {
        State::new(self, viewer)
    }

    fn seen<'a>(&self, step: &'a Step, _after: &Foolery, viewer: Viewer) -> SeenStep<'a, Step> {
        match step {
            Step::Deal { hands } => SeenStep::whole_if(viewer == Viewer::All, step, |deal| {
                deal.dealing(hands.as_deref().unwrap_or_default(), viewer.player())
            }),
            Step::Give { player, cards } => {
                let open = viewer.sees(*player) || self.taker().is_some_and(|taker| viewer.sees(taker));
                SeenStep::whole_if(open, step, |give| give.counting(cards.hand().len()))
            }
            Step::Request { .. } | Step::Play { .. } | Step::Pass { .. } => SeenStep::Whole(step),
        }
    }

    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Foolery {
        resample(self, viewer, chance)
    }

    fn imagined(view: &View<'_>, chance: &mut Chance) -> Foolery {
        view.game.resample_hidden(view.viewer, chance)
    }
}

impl Foolery {
    /// The recipient of the give that is due.
    fn taker(&self) -> Option<Player> {
        match self.phase {
            Phase::Exchange { give } => Some(self.give_due(give).2),
            Phase::Deal | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over => None,
        }
    }
}
