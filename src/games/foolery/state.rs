//! What a viewer may see, in wire form (foolery.md, "State", "Who sees what").

use serde::Serialize;
use utoipa::ToSchema;

use super::{Dealt, Each, Foolery, Kind, Phase, Title, View, Wants, exchange::Give, score};
use crate::{
    cards::{Card, Hand},
    games::{Player, PlayerSet, Viewer},
};

/// Where the game has got to, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FooleryPhase)]
#[expect(missing_docs, reason = "the page says what each is")]
pub enum PhaseId {
    Deal,
    Exchange,
    Lead,
    Follow,
    Over,
}

/// A hand: its size, and its cards where the viewer may see them.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FooleryHand)]
pub struct HandView {
    /// How many cards.
    pub size: usize,
    /// Which; null when hidden.
    #[schema(value_type = Option<Vec<Card>>)]
    pub cards: Option<Hand>,
}

/// The standing play.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FooleryStanding)]
pub struct StandingSeen {
    /// Who laid it.
    pub player: Player,
    /// The cards.
    pub cards: Hand,
    /// What they are.
    pub kind: Kind,
    /// The rank's value or the trump's number that counts.
    pub value: u8,
}

/// A give that is still due.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FooleryGiveDue)]
pub struct GiveDue {
    /// Who gives.
    pub from: Player,
    /// Who gets it.
    pub to: Player,
    /// How many cards.
    pub count: usize,
    /// They have to be the highest.
    pub highest: bool,
}

/// The exchange, while it lasts.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FooleryExchange)]
pub struct ExchangeSeen {
    /// The gives still due, the next first.
    pub gives: Vec<GiveDue>,
    /// Whether the due giver has made his request.
    pub requested: bool,
}

/// A request made in this deal.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FooleryRequest)]
pub struct RequestSeen {
    /// Who wished.
    pub player: Player,
    /// For what.
    pub wants: Wants,
}

/// A give made in this deal.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FooleryGift)]
pub struct GiftSeen {
    /// Who gave.
    pub from: Player,
    /// Who got it.
    pub to: Player,
    /// How many cards.
    pub count: usize,
    /// Which; null when hidden.
    #[schema(value_type = Option<Vec<Card>>)]
    pub cards: Option<Hand>,
}

/// The table as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FooleryState)]
pub struct State {
    /// Where the game has got to.
    pub phase: PhaseId,
    /// The number of the deal, from 1.
    pub deal: usize,
    /// Who deals it.
    pub dealer: Player,
    /// Whose turn it is.
    pub turn: Option<Player>,
    /// By player.
    pub hands: Vec<HandView>,
    /// The cards played in this deal.
    pub pile: Hand,
    /// The players gone out, in order.
    pub out: Vec<Player>,
    /// The player stuck with the Fool.
    pub stuck: Option<Player>,
    /// How many tricks were led.
    pub tricks: u8,
    /// The exchange; null outside of it.
    pub exchange: Option<ExchangeSeen>,
    /// The requests of this deal.
    pub requests: Vec<RequestSeen>,
    /// The gives of this deal.
    pub gifts: Vec<GiftSeen>,
    /// The standing play; null when there is none.
    pub standing: Option<StandingSeen>,
    /// Who has passed in this trick.
    #[schema(value_type = Vec<Player>)]
    pub passed: PlayerSet,
    /// The titles of the deal before, by player; null in the first deal.
    #[schema(value_type = Option<Vec<Title>>)]
    pub titles: Option<Each<Title>>,
    /// The scores, by player.
    pub scores: Vec<i64>,
    /// The deals that are over.
    pub deals: Vec<Dealt>,
}

impl State {
    /// What this viewer may see of the game.
    pub(super) fn of(game: &Foolery, viewer: Viewer) -> State {
        let (view, table) = (View::new(game, viewer), &game.table);
        let over = game.phase == Phase::Over;
        State {
            phase: view.phase(),
            deal: game.deals.len() + usize::from(!over),
            dealer: game.dealer,
            turn: view.turn(),
            hands: Player::all(game.players).map(|player| view.hand_of(player)).collect(),
            pile: table.pile,
            out: table.out.to_vec(),
            stuck: table.stuck,
            tricks: table.tricks,
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
        let open = self.viewer.sees(player) || self.game.table.stuck == Some(player);
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
        Some(ExchangeSeen { gives: gives.collect(), requested: self.game.table.requests[due].is_some() })
    }

    fn requests(&self) -> Vec<RequestSeen> {
        let made = |(place, _, player, _): (usize, Give, Player, Player)| {
            self.game.table.requests[place].map(|wants| RequestSeen { player, wants })
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
