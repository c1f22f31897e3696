//! What a viewer sees of a step (fortuno.md, "Who sees what").

use std::slice;

use super::{Fortuno, State, Step, View, series::known, step::StepKind, task::Question, view::is_one_of};
use crate::{
    cards::{Hand, Spelled},
    chance::Chance,
    games::{Due, Game, Observe, Player, PlayerSet, SeenStep, ShownHand, Viewer},
};

impl Observe for Fortuno {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        self.players
    }

    fn due_for(&self, viewer: Viewer) -> Due<StepKind> {
        self.due_as_seen(viewer)
    }

    /// Whoever may accuse, while somebody else can be caught. A false accusation gains nothing.
    fn given_time(&self) -> PlayerSet {
        let Due::Players { may, .. } = self.due() else { return PlayerSet::EMPTY };
        let catchable = self.window.unwrap_or_default();
        may.iter().filter(|player| !catchable.without(PlayerSet::of(*player)).is_empty()).collect()
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View::new(self, viewer)
    }

    fn state(&self, viewer: Viewer) -> State {
        State::new(self, viewer)
    }

    fn seen<'a>(&self, step: &'a Step, after: &Fortuno, viewer: Viewer) -> SeenStep<'a, Step> {
        let all = viewer == Viewer::All;
        match step {
            Step::Deal { hands, pile } => {
                SeenStep::whole_if(all, step, |deal| deal.dealing(hands, viewer.player()).counting(pile.len()))
            }
            Step::Reshuffle { cards } => SeenStep::whole_if(all, step, |pile| pile.counting(cards.len())),
            Step::Redeal { cards } => SeenStep::whole_if(all, step, |redeal| {
                redeal.with_hand(self.redealt_to(viewer, cards)).counting(cards.len())
            }),
            // The lover is a partner, so both see it.
            Step::Divorce { player, cards } => cards_if(self.knows_hand(viewer, *player), step, cards),
            Step::Return { cards, .. } => cards_if(self.knows_hand(viewer, self.turn.seat), step, cards),
            Step::Give { card, .. } | Step::Take { card, .. } => {
                cards_if(self.sees_move(card, after, viewer), step, card.as_slice())
            }
            Step::PassCard { player, card } => {
                cards_if(self.sees_pass(*player, *card, after, viewer), step, slice::from_ref(card))
            }
            // A count would say whether a card was offered.
            Step::Offer { player, .. } => {
                SeenStep::whole_if(self.sees_offer(*player, after, viewer), step, |offer| offer)
            }
            Step::Steal { player, used, .. } | Step::Chariot { player, used, .. } => {
                if *used || viewer.sees(*player) {
                    SeenStep::Whole(step)
                } else {
                    SeenStep::Nothing
                }
            }
            Step::Flip { .. }
            | Step::Play { .. }
            | Step::Draw { .. }
            | Step::Decline { .. }
            | Step::Accuse { .. }
            | Step::Dispute { .. }
            | Step::Rps { .. }
            | Step::Slap { .. }
            | Step::Name { .. }
            | Step::Pick { .. }
            | Step::Gambit { .. }
            | Step::Orgy { .. }
            | Step::Jaccuse { .. }
            | Step::Switch { .. }
            | Step::Ask { .. }
            | Step::MoonPlay { .. }
            | Step::Seats { .. } => SeenStep::Whole(step),
        }
    }

    fn shown_hand(&self, viewer: Viewer) -> Option<ShownHand> {
        let shown = self.shown.filter(|shown| shown.is_to(viewer) && viewer != Viewer::Player(shown.owner))?;
        Some(ShownHand { player: shown.owner, cards: self.hands[shown.owner.index()] })
    }

    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Fortuno {
        self.resampled(viewer, chance)
    }
}

impl Fortuno {
    /// Whether the viewer knows what enters and leaves this hand: the owner, and in a team the partner.
    fn knows_hand(&self, viewer: Viewer, owner: Player) -> bool {
        viewer.sees(owner) || self.partner(owner).is_some_and(|partner| viewer.sees(partner))
    }

    /// Whether the viewer knows the hand that the card leaves or the one that it enters.
    fn sees_move(&self, card: &Option<Spelled>, after: &Fortuno, viewer: Viewer) -> bool {
        let Some(card) = card.and_then(Spelled::card) else { return true };
        let hands = [self.holder(card), after.holder(card)];
        hands.into_iter().flatten().any(|owner| self.knows_hand(viewer, owner))
    }

    /// Passed cards move when all have passed one; before that only the giver knows them.
    fn sees_pass(&self, giver: Player, card: Spelled, after: &Fortuno, viewer: Viewer) -> bool {
        let moved = !matches!(after.question(), Some(Question::PassCards { .. }));
        viewer.sees(giver) || moved && self.sees_move(&Some(card), after, viewer)
    }

    /// The actors see the offers when all are in.
    fn sees_offer(&self, player: Player, after: &Fortuno, viewer: Viewer) -> bool {
        let all_in = !matches!(after.question(), Some(Question::Offers { .. }));
        viewer.sees(player) || all_in && is_one_of(viewer, self.actors())
    }

    /// The cards of a redeal that the viewer gets; `None` for a viewer without a hand.
    fn redealt_to(&self, viewer: Viewer, cards: &[Spelled]) -> Option<Hand> {
        let (Some(player), Some(&Question::Redeal { touched })) = (viewer.player(), self.question()) else {
            return None;
        };
        let dealt = self.dealt_round(touched, known(cards));
        Some(dealt.filter(|(_, owner)| *owner == player).map(|(card, _)| card).collect())
    }
}

/// The whole step if it is visible to the viewer, else without its cards.
fn cards_if<'a>(open: bool, step: &'a Step, cards: &[Spelled]) -> SeenStep<'a, Step> {
    SeenStep::whole_if(open, step, |part| part.counting(cards.len()))
}
