//! What a viewer may see: borrowed for bots, in wire form for callers (fortunes.md, "State"). The hands and the cards set
//! aside are hidden.

use arrayvec::ArrayVec;
use serde::Serialize;

use super::{
    Bets, Choice, Deal, Dealt, Fortunes, HighLow, Options, Phase, Said, Stakes, Step, TeamScores, Trick, Tricks,
    rules::{self, PLAYERS, TRICKS},
    score::{self, Tally},
    tricks,
};
use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::{Game, Observe, Player, SeenStep, Viewer},
};

/// What a viewer may see.
// Not `Debug`, which would show the whole game.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(super) game: &'a Fortunes,
    pub(super) viewer: Viewer,
}

impl<'a> View<'a> {
    /// The game as this viewer sees it.
    pub(super) const fn new(game: &'a Fortunes, viewer: Viewer) -> View<'a> {
        View { game, viewer }
    }

    /// The viewing player; `None` for a viewer without a hand.
    pub const fn player(self) -> Option<Player> {
        self.viewer.player()
    }

    /// The house rules.
    pub const fn options(self) -> &'a Options {
        &self.game.options
    }

    /// The player in the East seat of this deal.
    pub fn dealer(self) -> Player {
        self.game.dealer()
    }

    /// Totals of players 0 and 2, then 1 and 3, over the finished deals.
    pub fn team_scores(self) -> TeamScores {
        score::team_scores(&self.game.deals)
    }

    /// The finished deals.
    pub fn finished(self) -> &'a [Deal] {
        &self.game.deals
    }

    /// Number of finished deals.
    pub fn deals(self) -> usize {
        self.game.deals.len()
    }

    /// The viewer's own hand; empty before the deal and for viewers without a hand.
    pub fn hand(self) -> Hand {
        match (self.player(), self.game.dealt()) {
            (Some(player), Some((hands, _))) => hands[player.index()],
            (None, _) | (_, None) => Hand::EMPTY,
        }
    }

    /// The cards that the viewer may play; empty when the viewer is not due to play one.
    pub fn playable(self) -> Hand {
        match (self.player(), self.game.current_tricks()) {
            (Some(player), Some(current)) if current.stake_due().is_none() && current.turn() == player => {
                current.playable(player, self.options())
            }
            (Some(_) | None, _) => Hand::EMPTY,
        }
    }

    /// Number of cards in each hand.
    pub fn hand_sizes(self) -> [usize; PLAYERS] {
        self.game.dealt().map_or([0; PLAYERS], |(hands, _)| hands.map(Hand::len))
    }

    /// The cards that were played in this deal.
    pub fn played(self) -> Hand {
        self.game.current_tricks().map_or(Hand::EMPTY, Tricks::played)
    }

    /// The tricks of this deal so far.
    pub fn tricks(self) -> &'a [Trick] {
        self.game.current_tricks().map_or(&[], |current| &current.tricks)
    }

    /// The cards of the trick on the table, from its leader.
    pub fn trick(self) -> &'a [Card] {
        self.game.current_tricks().map_or(&[], |current| &current.trick)
    }

    /// Who leads the trick on the table, or the next one.
    pub fn leader(self) -> Player {
        self.game.current_tricks().map_or(self.dealer(), Tricks::leader)
    }

    /// The pot of this deal, if any.
    pub fn stakes(self) -> Option<&'a Stakes> {
        self.game.current_tricks().and_then(|current| current.bets.stakes())
    }

    /// The bids of this deal so far, by player; `None` before a player's bid.
    pub fn bids(self) -> [Option<u8>; PLAYERS] {
        bids(&self.game.phase, self.dealer()).unwrap_or_default()
    }

    /// The viewer's chips of this deal after folding now.
    pub fn chips_of_a_fold(self) -> i64 {
        let Some((player, current)) = self.player().zip(self.game.current_tricks()) else { return 0 };
        current.settle(self.options(), self.team_scores(), Some(player)).chips[player.index()]
    }

    /// The deal if the remaining cards were distributed like this.
    ///
    /// It reveals nothing to the viewer: the caller decides where the hidden cards are.
    pub fn imagine(self, dealt: Dealt) -> Tricks {
        match self.game.current_tricks() {
            Some(current) => Tricks { hands: dealt.hands, discarded: dealt.discarded, ..current.clone() },
            None => Tricks::new(self.dealer(), dealt, Bets::None),
        }
    }
}

/// The same match with the hidden cards shuffled among the places where they may be.
fn resample(game: &Fortunes, viewer: Viewer, chance: &mut Chance) -> Fortunes {
    let mut other = game.clone();
    if viewer == Viewer::All {
        return other;
    }
    match &mut other.phase {
        Phase::Wagers { dealt: Some(Dealt { hands, discarded }), .. }
        | Phase::Bids { dealt: Dealt { hands, discarded }, .. }
        | Phase::Tricks(Tricks { hands, discarded, .. }) => {
            let mut places: ArrayVec<&mut Hand, 5> = hidden(hands, viewer).collect();
            places.push(discarded);
            redistribute(&mut places, chance);
        }
        Phase::Wagers { dealt: None, .. } | Phase::Deal { .. } | Phase::Over(_) => {}
    }
    for deal in other.deals.iter_mut().filter(|deal| deal.folded_by.is_some()) {
        let mut left = !deal.tricks.iter().flat_map(|trick| trick.cards).collect::<Hand>() - deal.discarded;
        redistribute(&mut [&mut left, &mut deal.discarded], chance);
    }
    other
}

/// The hands hidden from a viewer.
fn hidden(hands: &mut [Hand; rules::PLAYERS], viewer: Viewer) -> impl Iterator<Item = &mut Hand> {
    let seen = move |index: usize| matches!(viewer, Viewer::Player(player) if player.index() == index);
    hands.iter_mut().enumerate().filter(move |(index, _)| !seen(*index)).map(|(_, hand)| hand)
}

/// Shuffles the cards of these hands and deals each its previous number.
fn redistribute(places: &mut [&mut Hand], chance: &mut Chance) {
    let all = places.iter().fold(Hand::EMPTY, |all, place| all | **place);
    let mut cards: ArrayVec<Card, { Card::COUNT }> = all.iter().collect();
    chance.shuffle(&mut cards);
    let mut rest = cards.as_slice();
    for place in places {
        let (own, others) = rest.split_at(place.len());
        **place = own.iter().copied().collect();
        rest = others;
    }
}

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
        now: tricks::type_after(&current.trick, started),
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

impl Observe for Fortunes {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        PLAYERS
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View::new(self, viewer)
    }

    fn state(&self, viewer: Viewer) -> State {
        State::new(self, viewer)
    }

    fn seen<'a>(&self, step: &'a Step, _after: &Fortunes, viewer: Viewer) -> SeenStep<'a, Step> {
        match step {
            Step::Deal { hands, .. } => SeenStep::whole_if(viewer == Viewer::All, step, |deal| {
                deal.dealing(hands.as_deref().unwrap_or_default(), viewer.player())
            }),
            Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } | Step::Play { .. } => SeenStep::Whole(step),
        }
    }

    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Fortunes {
        resample(self, viewer, chance)
    }

    fn imagined(view: &View<'_>, chance: &mut Chance) -> Fortunes {
        view.game.resample_hidden(view.viewer, chance)
    }
}
