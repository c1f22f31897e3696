//! What a viewer may see, in wire form (foolery.md, "State", "Who sees what").

use serde::Serialize;

use super::{Dealt, Each, Foolery, Kind, Phase, Title, View, Wants, exchange::Give, score};
use crate::{
    cards::Hand,
    games::{Player, PlayerSet, Viewer},
};

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
