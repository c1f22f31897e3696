//! The deal: hand sizes, dealing, and hands found from later steps (foolery.md, "Set-up", "A log without hands").

use super::{Each, PLAYERS_LIMIT, Step, StepKind};
use crate::{
    cards::{Card, Hand, Spelled},
    games::{AnyStepKind, Code, GameStep, Guess, Player, RawStep, Violation, log::filled, violation},
};

/// Number of cards that a player is dealt.
pub fn size(player: Player, dealer: Player, players: usize) -> usize {
    let first = dealer.index() + 1;
    let from_first = (player.index() + players - first % players) % players;
    Card::COUNT / players + usize::from(from_first < Card::COUNT % players)
}

/// Cuts a shuffled pack into hands, player 0 first.
pub fn cut(pack: &[Card], dealer: Player, players: usize) -> Each<Hand> {
    let mut rest = pack;
    let mut next = |player| {
        let (hand, others) = rest.split_at(size(player, dealer, players));
        rest = others;
        hand.iter().copied().collect()
    };
    Player::all(players).map(&mut next).collect()
}

/// Hands in wire form, each in pack order.
pub fn spelled(hands: &[Hand]) -> Vec<Vec<Spelled>> {
    hands.iter().map(|hand| hand.to_list()).collect()
}

/// Hands from their wire form; invalid cards are left out.
pub fn hands(lists: &[Vec<Spelled>]) -> Each<Hand> {
    lists.iter().take(PLAYERS_LIMIT).map(|list| list.iter().filter_map(|card| card.card()).collect()).collect()
}

/// Checks the hands of a `deal` step that has one list per player.
///
/// # Errors
/// `deal_unknown`, `unknown_card`, `duplicate_card`, `bad_deal`.
pub fn check(lists: Option<&Vec<Vec<Spelled>>>, dealer: Player) -> Result<(), Violation> {
    let lists = lists.ok_or_else(|| {
        violation!(Code::DealUnknown, "The hands are omitted and cannot be derived from the steps after the deal.")
    })?;
    as_set(lists.iter().flatten())?;
    for (player, list) in Player::all(lists.len()).zip(lists) {
        let expected = size(player, dealer, lists.len());
        if list.len() != expected {
            return Err(violation!(Code::BadDeal, "{} must be dealt {} cards, not {}.", player, expected, list.len()));
        }
    }
    Ok(())
}

/// Spelled cards as a set.
///
/// # Errors
/// `unknown_card`, `duplicate_card`, in this order.
pub fn as_set<'a>(spelled: impl IntoIterator<Item = &'a Spelled> + Clone) -> Result<Hand, Violation> {
    if spelled.clone().into_iter().any(|card| card.card().is_none()) {
        return Err(violation!(Code::UnknownCard, "The step names an unknown card."));
    }
    let mut set = Hand::EMPTY;
    for card in spelled.into_iter().filter_map(|card| card.card()) {
        if !set.insert(card) {
            return Err(violation!(Code::DuplicateCard, "{} is listed twice.", card));
        }
    }
    Ok(set)
}

/// Owners of the cards, as far as plays and gives name them.
#[derive(Default)]
pub struct Owners {
    pub(super) hands: [Hand; PLAYERS_LIMIT],
    named: Hand,
}

impl Owners {
    /// From the typed steps up to the next `deal`.
    pub fn by_steps(later: &[Step]) -> Owners {
        let mut owners = Owners::default();
        for step in later.iter().take_while(|step| step.kind() != StepKind::Deal) {
            owners.name(step);
        }
        owners
    }

    /// From the steps as sent, up to the next `deal`; malformed ones are ignored.
    fn by_raw(later: &[RawStep<'_>], players: usize) -> Owners {
        let mut owners = Owners::default();
        for raw in later {
            match raw.read::<Step>() {
                Ok(Step::Deal { .. }) => break,
                Ok(step) if step.player().is_some_and(|player| player.index() < players) => owners.name(&step),
                Err(_) if raw.has_type(StepKind::Deal.name()) => break,
                Ok(_) | Err(_) => {}
            }
        }
        owners
    }

    /// A card belongs to the player of the first play or give that names it.
    fn name(&mut self, step: &Step) {
        let (player, cards) = match step {
            Step::Give { player, cards } => (*player, cards.hand()),
            Step::Play { player, cards } => (*player, cards.hand()),
            Step::Deal { .. } | Step::Request { .. } | Step::Pass { .. } => return,
        };
        if let Some(hand) = self.hands.get_mut(player.index()) {
            *hand = *hand | (cards - self.named);
            self.named = self.named | cards;
        }
    }

    /// The hands if this player holds all unnamed cards.
    fn with_rest_to(&self, player: Player, players: usize) -> Each<Hand> {
        let mut hands: Each<Hand> = self.hands.into_iter().take(players).collect();
        hands[player.index()] = hands[player.index()] | (Hand::PACK - self.named);
        hands
    }

    /// The hands if at most one player owns fewer cards than dealt and nobody owns more.
    fn hands(&self, dealer: Player, players: usize) -> Option<Each<Hand>> {
        let mut short = None;
        for player in Player::all(players) {
            let (owned, dealt) = (self.hands[player.index()].len(), size(player, dealer, players));
            if owned > dealt || (owned < dealt && short.replace(player).is_some()) {
                return None;
            }
        }
        Some(self.with_rest_to(short.unwrap_or(Player(0)), players))
    }
}

/// Candidate deals for the later steps: the cards that they name, filled up with others.
pub fn guessed(later: &[RawStep<'_>], dealer: Player, players: usize, most: usize) -> Vec<Guess<Step>> {
    let owned = Owners::by_raw(later, players).hands;
    let dealt = |player: Player| size(player, dealer, players);
    let few = |player: Player| owned[player.index()].iter().take(dealt(player)).collect::<Hand>();
    let named: Vec<_> = Player::all(players).map(|player| (few(player), dealt(player))).collect();
    let guess = |place| {
        let hands = spelled(&filled(&named, place));
        Guess { deal: Step::Deal { hands: Some(hands) }, named: named.clone() }
    };
    (0..most).map(guess).collect()
}

/// Derives omitted hands from the steps after the deal ("A log without hands").
pub fn found(later: &[RawStep<'_>], dealer: Player, players: usize) -> Option<Each<Hand>> {
    Owners::by_raw(later, players).hands(dealer, players)
}
