//! What a viewer may see of a match, in wire form (fortunes.md, "State").

use arrayvec::ArrayVec;
use serde::Serialize;

use super::{
    Choice, Deal, Fortunes, HighLow, Phase, Said, Trick,
    rules::{self, PLAYERS, TRICKS},
    score::{self, Tally},
    trick,
    tricks::{Stakes, Tricks},
};
use crate::{
    cards::{Card, Hand},
    games::{Game, Player, Viewer},
};

/// A match as seen by a viewer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunesState))]
pub struct State {
    /// Number of the deal, from 1.
    pub deal: u8,
    /// What the match waits for.
    pub phase: PhaseId,
    /// The player to act; null if the table or nobody acts.
    pub turn: Option<Player>,
    /// The player in the East seat of this deal.
    pub dealer: Player,
    /// The team of each player in this deal.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<HighLow>, min_items = 4, max_items = 4))]
    pub teams: [HighLow; PLAYERS],
    /// Hands by player; null before the cards are dealt and after the match.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<HandView>>, min_items = 4, max_items = 4))]
    pub hands: Option<[HandView; PLAYERS]>,
    /// Cards set aside; null if hidden.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Card>>))]
    pub discarded: Option<Hand>,
    /// Whether a Star has been played in this deal.
    pub stars_broken: bool,
    /// The tricks of this deal so far.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Trick>))]
    pub tricks: ArrayVec<Trick, TRICKS>,
    /// The current trick, or the next one; null while no cards are played.
    pub trick: Option<OpenTrick>,
    /// Points of this deal by player, before a bid or the match deducts any.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<u8>, min_items = 4, max_items = 4))]
    pub points: [u8; PLAYERS],
    /// Tricks won in this deal, by player.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<u8>, min_items = 4, max_items = 4))]
    pub tricks_won: [u8; PLAYERS],
    /// Wagers on this deal so far, by player; null without wagering.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Option<u32>>>, min_items = 4, max_items = 4))]
    pub wagers: Option<[Option<u32>; PLAYERS]>,
    /// Bids of this deal so far, by player; null without bidding.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Option<u8>>>, min_items = 4, max_items = 4))]
    pub bids: Option<[Option<u8>; PLAYERS]>,
    /// The pot of this deal; null without one.
    pub stakes: Option<OpenStakes>,
    /// Totals of players 0 and 2, then 1 and 3, over the finished deals.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<i32>, min_items = 2, max_items = 2))]
    pub team_scores: [i64; 2],
    /// Net chips over the finished deals, by player.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<i32>, min_items = 4, max_items = 4))]
    pub chips: [i64; PLAYERS],
    /// Finished deals; `discarded` is empty while it is hidden.
    pub deals: Vec<Deal>,
}

/// What a match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names of the steps say it")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunesPhase))]
pub enum PhaseId {
    Wager,
    Deal,
    Bid,
    Stake,
    Play,
    Over,
}

/// A hand as seen by a viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunesHand))]
pub struct HandView {
    /// Number of cards.
    pub size: u8,
    /// The cards; null if hidden.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Card>>))]
    pub cards: Option<Hand>,
}

/// An unfinished trick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunesOpenTrick))]
pub struct OpenTrick {
    /// From 1.
    pub number: u8,
    /// The leader.
    pub leader: Player,
    /// In the order played, from the leader.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Card>, max_items = 3))]
    pub cards: ArrayVec<Card, PLAYERS>,
    /// Type at the start of the trick, that of the leader's team.
    pub started: HighLow,
    /// The current type.
    pub now: HighLow,
}

/// The pot of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunesStakes))]
pub struct OpenStakes {
    /// Amount paid in by each player.
    pub paid: u32,
    /// Amount each player must have paid in by the end of the round.
    pub level: u32,
    /// Choices of the round before this trick, starting with its leader.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Choice>, max_items = 4))]
    pub round: ArrayVec<Choice, PLAYERS>,
}

impl State {
    /// What this viewer sees.
    pub(super) fn new(game: &Fortunes, viewer: Viewer) -> State {
        let (dealer, due) = (game.dealer(), game.due());
        let current = game.current_tricks();
        let tricks = current.map(|current| current.tricks.clone()).unwrap_or_default();
        let Tally { points, tricks_won } = Tally::of(&tricks);
        State {
            deal: (game.deals.len() + usize::from(!due.is_over())) as u8,
            phase: phase_id(&game.phase),
            turn: due.players().first(),
            dealer,
            teams: std::array::from_fn(|index| HighLow::of(Player(index as u8), dealer)),
            hands: game.dealt().map(|(hands, _)| seen_hands(hands, viewer)),
            discarded: game.dealt().filter(|_| viewer == Viewer::All).map(|(_, discarded)| discarded),
            stars_broken: current.is_some_and(|current| current.broken),
            tricks,
            trick: current.map(open_trick),
            points,
            tricks_won,
            wagers: wagers(&game.phase, dealer),
            bids: bids(&game.phase, dealer),
            stakes: current.and_then(|current| current.bets.stakes()).map(open_stakes),
            team_scores: score::team_scores(&game.deals),
            chips: score::chips(&game.deals),
            deals: game.deals.iter().map(|deal| seen_deal(deal, viewer)).collect(),
        }
    }
}

fn phase_id(phase: &Phase) -> PhaseId {
    match phase {
        Phase::Wagers { .. } => PhaseId::Wager,
        Phase::Deal { .. } => PhaseId::Deal,
        Phase::Bids { .. } => PhaseId::Bid,
        Phase::Tricks(current) if current.stake_due().is_some() => PhaseId::Stake,
        Phase::Tricks(_) => PhaseId::Play,
        Phase::Over(_) => PhaseId::Over,
    }
}

fn seen_hands(hands: [Hand; PLAYERS], viewer: Viewer) -> [HandView; PLAYERS] {
    let seen = |player: Player| {
        let hand = hands[player.index()];
        HandView { size: hand.len() as u8, cards: viewer.sees(player).then_some(hand) }
    };
    std::array::from_fn(|index| seen(Player(index as u8)))
}

fn open_trick(current: &Tricks) -> OpenTrick {
    let started = HighLow::of(current.leader(), current.dealer);
    OpenTrick {
        number: current.tricks.len() as u8 + 1,
        leader: current.leader(),
        cards: current.trick.clone(),
        started,
        now: trick::type_after(&current.trick, started),
    }
}

fn open_stakes(stakes: &Stakes) -> OpenStakes {
    OpenStakes { paid: stakes.paid, level: stakes.level, round: stakes.round.clone() }
}

/// What was said in turn, by player; `None` for those who have not spoken.
fn said_by_player<T: Copy>(dealer: Player, said: &Said<T>) -> [Option<T>; PLAYERS] {
    let mut by_player = [None; PLAYERS];
    for (n, value) in said.iter().enumerate() {
        by_player[rules::speaker(dealer, n).index()] = Some(*value);
    }
    by_player
}

fn wagers(phase: &Phase, dealer: Player) -> Option<[Option<u32>; PLAYERS]> {
    match phase {
        Phase::Wagers { said, .. } => Some(said_by_player(dealer, said)),
        Phase::Deal { wagers } => wagers.map(|wagers| wagers.map(Some)),
        Phase::Tricks(current) => current.bets.wagers().map(|wagers| wagers.map(Some)),
        Phase::Bids { .. } | Phase::Over(_) => None,
    }
}

pub(super) fn bids(phase: &Phase, dealer: Player) -> Option<[Option<u8>; PLAYERS]> {
    match phase {
        Phase::Bids { said, .. } => Some(said_by_player(dealer, said)),
        Phase::Tricks(current) => current.bets.bids().map(|bids| bids.map(Some)),
        Phase::Wagers { .. } | Phase::Deal { .. } | Phase::Over(_) => None,
    }
}

/// The discarded cards stay hidden in a deal cut short by a fold.
fn seen_deal(deal: &Deal, viewer: Viewer) -> Deal {
    let hidden = deal.folded_by.is_some() && viewer != Viewer::All;
    Deal { discarded: if hidden { Hand::EMPTY } else { deal.discarded }, ..deal.clone() }
}
