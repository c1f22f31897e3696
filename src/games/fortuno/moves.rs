//! Moves: a player's step inside, small and `Copy`; and how it is written.

use super::{Step, request::Request, step};
use crate::{
    cards::{Card, Hand, Spelled},
    games::{Player, StepType},
};

/// A player's step, without the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// `flip`
    Flip,
    /// `play` of one card, with the call or without.
    Play(Card, bool),
    /// `play` of the four of a set, the last on top.
    PlaySet([Card; 4], bool),
    /// `draw`
    Draw,
    /// `decline`
    Decline,
    /// `accuse`
    Accuse(Player),
    /// `give`
    Give(Option<Card>),
    /// `dispute`
    Dispute,
    /// `divorce`: what the lover keeps.
    Divorce(Hand),
    /// `steal`, with the call or without.
    Steal(bool, bool),
    /// `chariot`, with the call or without.
    Chariot(bool, bool),
    /// `name`
    Name(Card),
    /// `pick`
    Pick(Player),
    /// `gambit`, with the call or without.
    Gambit(bool, bool),
    /// `orgy`, with the call or without.
    Orgy(Series, bool),
    /// `return`
    Return(Series),
    /// `offer`
    Offer(Option<Card>),
    /// `jaccuse`
    Jaccuse(Player),
    /// `take`
    Take(Option<Card>),
    /// `switch`: one with the most cards, one with the fewest.
    Switch(Player, Player),
    /// `pass_card`
    PassCard(Card),
    /// `ask`
    Ask(Player, Request),
    /// `moon_play`, with the call or without.
    MoonPlay(bool, bool),
}

/// Up to eight cards in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    cards: [Card; Series::LONGEST],
    len: u8,
}

impl Series {
    /// As many as there are Princesses and Princes.
    pub const LONGEST: usize = 8;

    /// These cards; none when there are more than eight.
    pub fn new(cards: &[Card]) -> Option<Series> {
        let mut series = Series { cards: [Card::FOOL; Series::LONGEST], len: cards.len() as u8 };
        series.cards.get_mut(..cards.len())?.copy_from_slice(cards);
        Some(series)
    }

    /// No cards.
    pub const EMPTY: Series = Series { cards: [Card::FOOL; Series::LONGEST], len: 0 };

    /// These cards and one more.
    ///
    /// # Panics
    /// When there are eight already.
    pub(super) fn with(mut self, card: Card) -> Series {
        self.cards[self.len as usize] = card;
        self.len += 1;
        self
    }

    /// The cards, first to last.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.len as usize]
    }
}

impl Move {
    /// Which type of step it is.
    pub const fn step_type(self) -> StepType {
        match self {
            Move::Flip => step::FLIP,
            Move::Play(..) | Move::PlaySet(..) => step::PLAY,
            Move::Draw => step::DRAW,
            Move::Decline => step::DECLINE,
            Move::Accuse(_) => step::ACCUSE,
            Move::Give(_) => step::GIVE,
            Move::Dispute => step::DISPUTE,
            Move::Divorce(_) => step::DIVORCE,
            Move::Steal(..) => step::STEAL,
            Move::Chariot(..) => step::CHARIOT,
            Move::Name(_) => step::NAME,
            Move::Pick(_) => step::PICK,
            Move::Gambit(..) => step::GAMBIT,
            Move::Orgy(..) => step::ORGY,
            Move::Return(_) => step::RETURN,
            Move::Offer(_) => step::OFFER,
            Move::Jaccuse(_) => step::JACCUSE,
            Move::Take(_) => step::TAKE,
            Move::Switch(..) => step::SWITCH,
            Move::PassCard(_) => step::PASS_CARD,
            Move::Ask(..) => step::ASK,
            Move::MoonPlay(..) => step::MOON_PLAY,
        }
    }

    /// The move as this player's step.
    pub(super) fn step(self, player: Player) -> Step {
        let one = |card: Option<Card>| card.map(Spelled::from);
        match self {
            Move::Flip => Step::Flip { player },
            Move::Play(card, fortuno) => Step::Play { player, cards: spelled([card]), fortuno },
            Move::PlaySet(cards, fortuno) => Step::Play { player, cards: spelled(cards), fortuno },
            Move::Draw => Step::Draw { player },
            Move::Decline => Step::Decline { player },
            Move::Accuse(target) => Step::Accuse { player, target },
            Move::Give(card) => Step::Give { player, card: one(card) },
            Move::Dispute => Step::Dispute { player },
            Move::Divorce(kept) => Step::Divorce { player, cards: spelled(kept) },
            Move::Steal(used, fortuno) => Step::Steal { player, used, fortuno },
            Move::Chariot(used, fortuno) => Step::Chariot { player, used, fortuno },
            Move::Name(card) => Step::Name { player, card: card.into() },
            Move::Pick(target) => Step::Pick { player, target },
            Move::Gambit(used, fortuno) => Step::Gambit { player, used, fortuno },
            Move::Orgy(cards, fortuno) => Step::Orgy { player, cards: spelled(cards.cards().iter().copied()), fortuno },
            Move::Return(cards) => Step::Return { player, cards: spelled(cards.cards().iter().copied()) },
            Move::Offer(card) => Step::Offer { player, card: one(card) },
            Move::Jaccuse(target) => Step::Jaccuse { player, target },
            Move::Take(card) => Step::Take { player, card: one(card) },
            Move::Switch(most, fewest) => Step::Switch { player, most, fewest },
            Move::PassCard(card) => Step::PassCard { player, card: card.into() },
            Move::Ask(target, request) => Step::Ask { player, target, request },
            Move::MoonPlay(used, fortuno) => Step::MoonPlay { player, used, fortuno },
        }
    }

    /// The move of a player's step whose cards are known; none for the table's steps.
    pub(super) fn of_step(step: &Step) -> Option<Move> {
        let one = |card: &Option<Spelled>| card.and_then(Spelled::card);
        Some(match step {
            Step::Deal { .. }
            | Step::Reshuffle { .. }
            | Step::Rps { .. }
            | Step::Slap { .. }
            | Step::Seats { .. }
            | Step::Redeal { .. } => return None,
            Step::Flip { .. } => Move::Flip,
            Step::Play { cards, fortuno, .. } => play(cards, *fortuno)?,
            Step::Draw { .. } => Move::Draw,
            Step::Decline { .. } => Move::Decline,
            Step::Accuse { target, .. } => Move::Accuse(*target),
            Step::Give { card, .. } => Move::Give(one(card)),
            Step::Dispute { .. } => Move::Dispute,
            Step::Divorce { cards, .. } => Move::Divorce(known(cards).collect()),
            Step::Steal { used, fortuno, .. } => Move::Steal(*used, *fortuno),
            Step::Chariot { used, fortuno, .. } => Move::Chariot(*used, *fortuno),
            Step::Name { card, .. } => Move::Name(card.card()?),
            Step::Pick { target, .. } => Move::Pick(*target),
            Step::Gambit { used, fortuno, .. } => Move::Gambit(*used, *fortuno),
            Step::Orgy { cards, fortuno, .. } => Move::Orgy(series(cards)?, *fortuno),
            Step::Return { cards, .. } => Move::Return(series(cards)?),
            Step::Offer { card, .. } => Move::Offer(one(card)),
            Step::Jaccuse { target, .. } => Move::Jaccuse(*target),
            Step::Take { card, .. } => Move::Take(one(card)),
            Step::Switch { most, fewest, .. } => Move::Switch(*most, *fewest),
            Step::PassCard { card, .. } => Move::PassCard(card.card()?),
            Step::Ask { target, request, .. } => Move::Ask(*target, *request),
            Step::MoonPlay { used, fortuno, .. } => Move::MoonPlay(*used, *fortuno),
        })
    }
}

fn play(cards: &[Spelled], fortuno: bool) -> Option<Move> {
    match cards {
        [card] => Some(Move::Play(card.card()?, fortuno)),
        [a, b, c, d] => Some(Move::PlaySet([a.card()?, b.card()?, c.card()?, d.card()?], fortuno)),
        _ => None,
    }
}

/// The cards that a list spells; texts that name none are left out.
pub(super) fn known(cards: &[Spelled]) -> impl DoubleEndedIterator<Item = Card> + Clone {
    cards.iter().filter_map(|card| card.card())
}

fn series(cards: &[Spelled]) -> Option<Series> {
    let cards: arrayvec::ArrayVec<Card, { Series::LONGEST }> = known(cards).take(Series::LONGEST).collect();
    Series::new(&cards)
}

/// The same cards as a step spells them.
pub(super) fn spelled(cards: impl IntoIterator<Item = Card>) -> Vec<Spelled> {
    cards.into_iter().map(Spelled::from).collect()
}
