//! The checks of a step, in the order of fortuno.md, "Errors".

use std::{borrow::Cow, slice};

use super::{
    Fortuno, Step,
    cards::{THE_CHARIOT, known, numericals},
    functions::RETURNED,
    request::Request,
    tasks::{Moment, Offers, Question, TableStep, Why},
};
use crate::{
    cards::{Card, Hand, Spelled},
    games::{AnyStepKind, Code, GameStep, Player, PlayerSet, Violation, known_player, violation},
};

impl Fortuno {
    /// A step that does not answer the question is refused.
    pub(super) fn check_answer(&self, question: Question, step: &Step) -> Result<(), Violation> {
        match (question, step) {
            (Question::Table(due), _) => self.check_table(due, step),
            (Question::Act(moment), Step::Play { cards, fortuno, .. }) => self.check_play(moment, cards, *fortuno),
            (Question::Act(_), Step::Accuse { player, target }) => {
                meant(self.players_in().without(PlayerSet::of(*player)), *target)
            }
            (Question::Act(_), Step::Flip { .. } | Step::Draw { .. } | Step::Decline { .. } | Step::Dispute { .. }) => {
                Ok(())
            }
            (Question::Give { giver, why, .. }, Step::Give { card, .. }) => self.check_give(giver, why, card),
            (Question::Divorce, Step::Divorce { cards, .. }) => self.check_divorce(cards),
            (Question::Steal { fourth, .. }, Step::Steal { used, fortuno, .. }) => {
                self.check_use(fourth, *used, *fortuno)
            }
            (Question::Chariot(_), Step::Chariot { used, fortuno, .. }) => self.check_use(THE_CHARIOT, *used, *fortuno),
            (Question::NameFool { .. }, Step::Name { card, .. }) => named(self.fool_names(), *card),
            (Question::NameArt { answer }, Step::Name { card, .. }) => named(self.art_names(answer), *card),
            (Question::PickLover, Step::Pick { target, .. }) => meant(self.lovable(), *target),
            (Question::PickSun, Step::Pick { target, .. }) => meant(self.others_in(), *target),
            (Question::Ask, Step::Ask { target, request, .. }) => {
                meant(self.others_in(), *target)?;
                self.check_request(*request)
            }
            (Question::Gambit { lay, .. }, Step::Gambit { used, fortuno, .. }) => self.check_use(lay, *used, *fortuno),
            (Question::Orgy, Step::Orgy { cards, fortuno, .. }) => self.check_orgy(cards, *fortuno),
            (Question::Return, Step::Return { cards, .. }) => self.check_return(cards),
            (Question::Offers { .. }, Step::Offer { player, card }) => self.check_offer(*player, card),
            (Question::Judgement(offers), Step::Jaccuse { target, .. }) => meant(offers.accusable(), *target),
            (Question::Judgement(offers), Step::Take { card, .. }) => check_take(offers, card),
            (Question::Switch { most, fewest }, Step::Switch { most: rich, fewest: poor, .. }) => {
                meant(most, *rich)?;
                meant(fewest.without(PlayerSet::of(*rich)), *poor)
            }
            (Question::PassCards { .. }, Step::PassCard { player, card }) => held(self.hands[player.index()], [*card]),
            (Question::MoonPlay { card, .. }, Step::MoonPlay { used, fortuno, .. }) => {
                self.check_use(card, *used, *fortuno)
            }
            // Any other step.
            (
                Question::Act(_)
                | Question::Give { .. }
                | Question::Divorce
                | Question::Steal { .. }
                | Question::Chariot(_)
                | Question::NameFool { .. }
                | Question::NameArt { .. }
                | Question::PickLover
                | Question::PickSun
                | Question::Ask
                | Question::Gambit { .. }
                | Question::Orgy
                | Question::Return
                | Question::Offers { .. }
                | Question::Judgement(_)
                | Question::Switch { .. }
                | Question::PassCards { .. }
                | Question::MoonPlay { .. },
                _,
            ) => no_answer(step),
        }
    }

    fn check_table(&self, due: TableStep, step: &Step) -> Result<(), Violation> {
        match (due, step) {
            (TableStep::Deal, Step::Deal { hands, pile }) => self.check_deal(hands, pile),
            (TableStep::Reshuffle, Step::Reshuffle { cards }) => exactly(cards, self.reshuffle_brings()),
            (TableStep::Redeal { touched }, Step::Redeal { cards }) => exactly(cards, self.gathered(touched)),
            (TableStep::Rps, Step::Rps { winner }) => meant(self.speakers(), *winner),
            (TableStep::Slap { .. }, Step::Slap { first }) => meant(self.slappers(), *first),
            (TableStep::Seats { touched }, Step::Seats { order, .. }) => self.check_seats(order, touched),
            (
                TableStep::Deal
                | TableStep::Reshuffle
                | TableStep::Redeal { .. }
                | TableStep::Rps
                | TableStep::Slap { .. }
                | TableStep::Seats { .. },
                _,
            ) => no_answer(step),
        }
    }

    fn check_deal(&self, hands: &[Vec<Spelled>], pile: &[Spelled]) -> Result<(), Violation> {
        let size = self.options.hand_size.size();
        if let Some(other) = hands.iter().find(|hand| hand.len() != size) {
            return Err(violation!(Code::BadDeal, "A hand must have {} cards, not {}.", size, other.len()));
        }
        let dealt: Hand = hands.iter().flat_map(|hand| known(hand)).collect();
        let piled: Hand = known(pile).collect();
        if (dealt & piled).is_empty() && dealt | piled == Hand::PACK {
            return Ok(());
        }
        Err(violation!(
            Code::BadDeal,
            "Hands and pile must make up the pack. Missing or dealt twice: {}.",
            !(dealt | piled) | dealt & piled
        ))
    }

    fn check_seats(&self, order: &[Player], touched: PlayerSet) -> Result<(), Violation> {
        let named: PlayerSet = order.iter().copied().collect();
        if order.len() != self.order.len() || named != self.players_in() {
            return Err(violation!(Code::BadOrder, "The order must name each player in the game once."));
        }
        let moved = self.order.iter().zip(order).find(|(old, new)| old != new && !touched.contains(**old));
        if let Some((immune, _)) = moved {
            return Err(violation!(Code::BadOrder, "{} is immune and must keep the same place.", *immune));
        }
        if self.same_circle(order) {
            return Err(violation!(Code::BadOrder, "The order must differ from the previous one."));
        }
        Ok(())
    }

    /// Whether the order is the same circle as now, from any starting point.
    pub(super) fn same_circle(&self, order: &[Player]) -> bool {
        let Some(shift) = order.iter().position(|player| Some(player) == self.order.first()) else { return false };
        let turned = order[shift..].iter().chain(&order[..shift]);
        self.order.iter().eq(turned)
    }

    /// The players in except the seat, whose card it is.
    pub(super) fn others_in(&self) -> PlayerSet {
        self.players_in().without(PlayerSet::of(self.turn.seat))
    }

    fn check_play(&self, moment: Moment, cards: &[Spelled], call: bool) -> Result<(), Violation> {
        held(self.usable(), cards.iter().copied())?;
        let played: Hand = known(cards).collect();
        match known(cards).next() {
            Some(card) if cards.len() == 1 => {
                if !moment.playable().contains(card) {
                    return Err(violation!(Code::NotPlayable, "{} cannot be played now.", card));
                }
            }
            _ => self.check_set(moment, played)?,
        }
        self.check_call(played, call)
    }

    fn check_set(&self, moment: Moment, played: Hand) -> Result<(), Violation> {
        if !moment.takes_sets() {
            return Err(violation!(Code::BadSet, "Expected one card."));
        }
        if played.is_empty() {
            return Err(violation!(Code::BadSet, "Expected one card, or a set: four suits of one numerical rank."));
        }
        if self.sets().any(|(_, rank)| Hand::rank(rank) == played) {
            return Ok(());
        }
        Err(violation!(Code::BadSet, "{} are not a set: four suits of one numerical rank, from one hand.", played))
    }

    /// `no_call`: where no hand comes down to one card there is nothing to call.
    fn check_call(&self, cards: Hand, call: bool) -> Result<(), Violation> {
        if !call || self.comes_down_to_one(cards) {
            return Ok(());
        }
        if !self.options.fortuno_calls {
            return Err(violation!(Code::NoCall, "The option `fortuno_calls` is off: there are no calls."));
        }
        Err(violation!(Code::NoCall, "This leaves no hand with one card, so there is nothing to call."))
    }

    /// A card that is used or not.
    fn check_use(&self, card: Card, used: bool, call: bool) -> Result<(), Violation> {
        self.check_call(if used { Hand::of(card) } else { Hand::EMPTY }, call)
    }

    fn check_give(&self, giver: Player, why: Why, card: &Option<Spelled>) -> Result<(), Violation> {
        let Some(card) = card else {
            return match why {
                Why::Falsely => Ok(()),
                Why::Caught | Why::Asked(_) => Err(violation!(Code::MustGive, "{} must give a card.", giver)),
            };
        };
        held(self.hands[giver.index()], [*card])?;
        match why {
            Why::Caught | Why::Falsely => Ok(()),
            Why::Asked(request) => match card.card() {
                Some(card) if !self.fitting(giver, request).contains(card) => {
                    Err(violation!(Code::NotFitting, "{} does not match the request.", card))
                }
                Some(_) | None => Ok(()),
            },
        }
    }

    fn check_divorce(&self, cards: &[Spelled]) -> Result<(), Violation> {
        let all = self.team.map_or(Hand::EMPTY, |team| self.team_cards(team));
        held(all, cards.iter().copied())?;
        counted(all.len().div_ceil(2), cards.len())
    }

    fn check_return(&self, cards: &[Spelled]) -> Result<(), Violation> {
        let own = self.hands[self.turn.seat.index()];
        held(own, cards.iter().copied())?;
        counted(own.len().min(RETURNED), cards.len())
    }

    fn check_orgy(&self, cards: &[Spelled], call: bool) -> Result<(), Violation> {
        held(self.usable(), cards.iter().copied())?;
        if let Some(card) = known(cards).find(|card| !self.joinable().contains(*card)) {
            return Err(violation!(Code::NotPlayable, "{} cannot join an orgy now.", card));
        }
        self.check_call(known(cards).collect(), call)
    }

    fn check_offer(&self, player: Player, card: &Option<Spelled>) -> Result<(), Violation> {
        let Some(card) = card else { return Ok(()) };
        held(self.hands[player.index()], [*card])?;
        match card.card() {
            Some(card) if numericals(self.options.ace_numerical).contains(card) => {
                Err(violation!(Code::NotFitting, "{} is numerical and cannot be offered to The Devil.", card))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn check_request(&self, request: Request) -> Result<(), Violation> {
        if request.fitting(self.options.ace_numerical).is_empty() {
            return Err(violation!(Code::BadRequest, "No card of the pack matches this request."));
        }
        Ok(())
    }
}

/// `wrong_step`: the step does not answer the question that the game waits on.
fn no_answer(step: &Step) -> Result<(), Violation> {
    Err(violation!(Code::WrongStep, "A step of type {} is not due.", step.kind().name()))
}

/// `card_not_held`
fn held(hand: Hand, cards: impl IntoIterator<Item = Spelled>) -> Result<(), Violation> {
    let mut cards = cards.into_iter().filter_map(Spelled::card);
    match cards.find(|card: &Card| !hand.contains(*card)) {
        Some(card) => Err(violation!(Code::CardNotHeld, "{} is not in that hand.", card)),
        None => Ok(()),
    }
}

/// `bad_target`
fn meant(possible: PlayerSet, target: Player) -> Result<(), Violation> {
    if possible.contains(target) {
        return Ok(());
    }
    Err(violation!(Code::BadTarget, "{} is not a valid target.", target))
}

/// `bad_name`
fn named(names: Hand, card: Spelled) -> Result<(), Violation> {
    match card.card() {
        Some(card) if !names.contains(card) => Err(violation!(Code::BadName, "It cannot be named {} here.", card)),
        Some(_) | None => Ok(()),
    }
}

/// `bad_count`
fn counted(expected: usize, given: usize) -> Result<(), Violation> {
    if expected == given {
        return Ok(());
    }
    Err(violation!(Code::BadCount, "Expected {} cards, not {}.", expected, given))
}

/// `bad_pile`
fn exactly(cards: &[Spelled], due: Hand) -> Result<(), Violation> {
    let given: Hand = known(cards).collect();
    if given == due {
        return Ok(());
    }
    Err(violation!(Code::BadPile, "Missing: {}; unexpected: {}.", due - given, given - due))
}

/// `bad_target`, `must_take`: one of the cards offered, nothing only if there is none.
fn check_take(offers: Offers, card: &Option<Spelled>) -> Result<(), Violation> {
    match card.and_then(Spelled::card) {
        Some(card) if !offers.cards.contains(card) => Err(violation!(Code::BadTarget, "{} was not offered.", card)),
        None if !offers.cards.is_empty() => Err(violation!(Code::MustTake, "One of the offered cards must be taken.")),
        Some(_) | None => Ok(()),
    }
}

/// Maximum length of a song, in characters.
const SONG_LIMIT: usize = 200;

impl Fortuno {
    /// `malformed`: unknown players, a wrong number of hands, a song that is too long.
    pub(super) fn form(&self, step: &Step) -> Result<(), Violation> {
        let (players, _) = step.named();
        for player in step.player().iter().chain(&*players) {
            known_player(*player, self.players)?;
        }
        if let Step::Deal { hands, .. } = step
            && hands.len() != self.players
        {
            return Err(violation!(Code::Malformed, "A deal must have {} hands, not {}.", self.players, hands.len()));
        }
        if let Step::Seats { song: Some(song), .. } = step
            && !(1..=SONG_LIMIT).contains(&song.chars().count())
        {
            return Err(violation!(Code::Malformed, "A song must have 1 to {} characters.", SONG_LIMIT));
        }
        Ok(())
    }
}

impl Step {
    /// `unknown_card`, then `duplicate_card`: twice in one list, or in the hands of a deal.
    pub(super) fn cards_are_known(&self) -> Result<(), Violation> {
        let Step::Deal { hands, pile } = self else {
            let (_, cards) = self.named();
            return all_known(cards).and_then(|()| none_twice(cards));
        };
        let dealt = hands.concat();
        let lists = [dealt.as_slice(), pile.as_slice()];
        lists.into_iter().try_for_each(all_known)?;
        lists.into_iter().try_for_each(none_twice)
    }

    /// The players in its fields other than the one who makes it, and the cards in its fields, but for a deal.
    pub(crate) fn named(&self) -> (Cow<'_, [Player]>, &[Spelled]) {
        match self {
            Step::Reshuffle { cards }
            | Step::Redeal { cards }
            | Step::Play { cards, .. }
            | Step::Divorce { cards, .. }
            | Step::Orgy { cards, .. }
            | Step::Return { cards, .. } => (Cow::default(), cards),
            Step::Give { card, .. } | Step::Offer { card, .. } | Step::Take { card, .. } => {
                (Cow::default(), card.as_slice())
            }
            Step::Name { card, .. } | Step::PassCard { card, .. } => (Cow::default(), slice::from_ref(card)),
            Step::Ask { target, request, .. } => (slice::from_ref(target).into(), request.card.as_slice()),
            Step::Rps { winner: player }
            | Step::Slap { first: player }
            | Step::Accuse { target: player, .. }
            | Step::Pick { target: player, .. }
            | Step::Jaccuse { target: player, .. } => (slice::from_ref(player).into(), &[]),
            Step::Switch { most, fewest, .. } => (vec![*most, *fewest].into(), &[]),
            Step::Seats { order, .. } => (order.as_slice().into(), &[]),
            Step::Flip { .. }
            | Step::Draw { .. }
            | Step::Decline { .. }
            | Step::Dispute { .. }
            | Step::Steal { .. }
            | Step::Chariot { .. }
            | Step::Gambit { .. }
            | Step::MoonPlay { .. }
            | Step::Deal { .. } => (Cow::default(), &[]),
        }
    }
}

fn all_known(cards: &[Spelled]) -> Result<(), Violation> {
    match cards.iter().position(|card| card.card().is_none()) {
        Some(place) => Err(violation!(Code::UnknownCard, "Card {} of the step is unknown.", place + 1)),
        None => Ok(()),
    }
}

fn none_twice(cards: &[Spelled]) -> Result<(), Violation> {
    let mut seen = Hand::EMPTY;
    match known(cards).find(|card| !seen.insert(*card)) {
        Some(card) => Err(violation!(Code::DuplicateCard, "{} is listed twice.", card)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::games::Game;

    #[test]
    fn what_does_not_answer_the_question_is_refused_even_past_the_check_of_what_is_due() {
        let game = Fortuno::new(4, Default::default()).expect("four may play");
        let step = |value| serde_json::from_value::<Step>(value).expect("a step");
        let slap = step(json!({"type": "slap", "first": 1}));
        let flip = step(json!({"type": "flip", "player": 1}));
        let code = |refused: Result<(), Violation>| refused.expect_err("no such step is due").code;
        assert_eq!(code(game.check_answer(Question::Table(TableStep::Deal), &slap)), Code::WrongStep);
        assert_eq!(code(game.check_answer(Question::Divorce, &flip)), Code::WrongStep);
    }
}
