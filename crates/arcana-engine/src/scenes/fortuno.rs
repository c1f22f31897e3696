//! Fortuno: the piles, the direction, pending effects and requests.

use super::{
    HasScene,
    parts::{Part, Seat, SeenHand},
    view::{Played, SceneView},
};
use crate::{
    cards::{Card, Hand},
    games::{
        Due, Fortuno, GameStep, Kinds, Observe, Player, Viewer,
        fortuno::{Direction, State, Step, StepKind},
    },
    narration::{
        any_of, counted,
        fortuno::{decision, effect},
        known,
    },
};

/// Number of discards shown.
const DISCARDS_SHOWN: usize = 5;

impl HasScene for Fortuno {
    const PART: &'static str = "turn";

    fn part(game: &Fortuno) -> u32 {
        game.state(Viewer::Public).turns
    }

    /// In the order of play; players who are out come last.
    fn seating(state: &State, players: usize) -> Vec<Player> {
        let out = Player::all(players).filter(|player| !state.order.contains(player));
        state.order.iter().copied().chain(out).collect()
    }

    fn hand(state: &State, player: Player) -> Option<SeenHand> {
        let hand = &state.hands[player.index()];
        Some(hand.cards.clone().map_or(SeenHand::Closed(hand.count), SeenHand::Open))
    }

    fn moved(step: &Step) -> Hand {
        // Cards that are named, or that the table moves, are not theirs.
        if step.player().is_none() || matches!(step, Step::Name { .. } | Step::Ask { .. }) {
            return Hand::EMPTY;
        }
        known(step.named().1).into_iter().collect()
    }

    fn play_of(player: Player, card: Card) -> Option<Step> {
        Some(Step::Play { player, cards: vec![card.into()], fortuno: false })
    }

    fn middle(view: &SceneView<'_, Fortuno>) -> Vec<Part> {
        let state = &view.state;
        let top = state.discard.last().map(|discard| discard.card);
        let mut parts = vec![Part::Piles(vec![
            (format!("Discard pile, {}", state.discard.len()), SeenHand::Open(top.into_iter().collect())),
            ("Draw pile".to_owned(), SeenHand::Closed(state.draw.count)),
        ])];
        let flipped = matches!(view.made, Some(Step::Flip { .. }));
        parts.extend(top.and_then(|top| effect(top, flipped)).map(|does| Part::words("What it does", does)));
        let counts_as = state.top.filter(|counts_as| Some(*counts_as) != top);
        parts.extend(counts_as.map(|card| Part::words("Counts as", view.names.deck.card_name(card))));
        if state.discard.len() > 1 {
            let below = state.discard.iter().rev().skip(1).take(DISCARDS_SHOWN).map(|discard| discard.card);
            parts.push(Part::folded_cards(Some("last"), "Below it", "Below the top card", below));
        }
        let direction = match state.direction {
            Direction::Forward => "clockwise",
            Direction::Backward => "counterclockwise",
        };
        parts.push(Part::words("Turn", format_args!("{}, going {direction}", view.names.player(state.turn.seat))));
        let pending = state.turn.pending.as_ref();
        parts.extend(pending.map(|pending| Part::words("To be drawn next", counted(pending.amount, "card"))));
        parts.extend(decision(&state.moment).map(|asked| Part::words("To be decided", asked)));
        let shown = state.moment.shown();
        if !shown.is_empty() {
            parts.push(Part::cards("Shown", shown.iter().copied()).labelled("Shown"));
        }
        if state.window && !state.catchable.is_empty() {
            parts.push(Part::words("Calls", "anyone who forgot to call “Fortuno” can still be caught"));
        }
        if !state.out.is_empty() {
            parts.push(Part::folded_cards(None, "Out of the game", "Out of the game", state.out.iter()));
        }
        parts
    }

    fn seat(view: &SceneView<'_, Fortuno>, player: Player) -> Seat {
        let state = &view.state;
        let mut seat = Seat::of(view, player);
        seat.mark("out", state.eliminated.contains(&player));
        seat.mark("has the turn", state.turn.seat == player);
        seat.mark("did not call", state.catchable.contains(player));
        seat.mark("lover", state.team.is_some_and(|team| team.original == player || team.lover == player));
        seat.figure_if(
            "Hermit for",
            Some(state.hermit[player.index()]).filter(|turns| *turns > 0).map(|turns| counted(turns, "turn")),
        );
        seat
    }

    /// What the Major does that was played, and the card that was flipped.
    fn upshot(view: &SceneView<'_, Fortuno>) -> Option<String> {
        let top = view.state.discard.last().map(|discard| discard.card);
        match view.made {
            Some(Step::Play { cards, .. }) => {
                let [card] = known(cards)[..] else { return None };
                effect(card, false).map(ToOwned::to_owned)
            }
            Some(Step::Flip { .. }) => {
                let is_new = view.before?.state(view.viewer).discard.len() < view.state.discard.len();
                let card = top.filter(|_| is_new)?;
                let shown = format!("It is {}.", view.names.deck.card_name(card));
                Some([shown.as_str()].into_iter().chain(effect(card, true)).collect::<Vec<_>>().join(" "))
            }
            Some(_) | None => None,
        }
    }

    fn rule(view: &SceneView<'_, Fortuno>) -> String {
        if let Some(waits) = view.waits_for_table() {
            return waits;
        }
        match (decision(&view.state.moment), view.due) {
            (Some(asked), _) => format!("{} {asked}.", view.all_due("decide", "decides")),
            (None, Due::Players { must, kinds, .. }) => {
                let names: Vec<_> = must.iter().map(|player| view.name(player)).collect();
                let may = format!("{} may {}.", any_of(&names), choices(kinds));
                if bots_wait(view) { may + " Bots wait a moment, in case you want to catch somebody." } else { may }
            }
            (None, Due::Table(_) | Due::Over) => String::new(),
        }
    }
}

/// Do bots wait because the viewer may speak before they act?
fn bots_wait(view: &SceneView<'_, Fortuno>) -> bool {
    let (Due::Players { must, .. }, Some(you)) = (view.due, view.you) else { return false };
    let is_bot = |player| matches!(view.played(player), Some(Played::Bot(_)));
    view.game.given_time().contains(you) && !must.contains(you) && must.iter().all(is_bot)
}

/// The possible actions, as in `play a card or draw`.
fn choices(kinds: Kinds<StepKind>) -> String {
    any_of(&kinds.iter().filter(|kind| *kind != StepKind::Accuse).map(choice).collect::<Vec<_>>())
}

/// The action of a step kind.
const fn choice(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Flip => "flip the top card of the draw pile",
        StepKind::Play => "play a card",
        StepKind::Draw => "draw",
        StepKind::Decline => "leave the reward",
        StepKind::Accuse => "catch somebody who did not call",
        StepKind::Give | StepKind::PassCard => "give a card",
        StepKind::Dispute => "object",
        StepKind::Divorce => "divorce",
        StepKind::Steal => "steal the reward",
        StepKind::Chariot => "use The Chariot",
        StepKind::Name => "name a card",
        StepKind::Pick => "pick somebody",
        StepKind::Gambit => "make the Church Gambit",
        StepKind::Orgy => "let cards join Lust",
        StepKind::Return => "put cards back on the draw pile",
        StepKind::Offer => "offer a card",
        StepKind::Jaccuse => "accuse somebody of a lie",
        StepKind::Take => "take a card",
        StepKind::Switch => "have two players swap hands",
        StepKind::Ask => "ask for a card",
        StepKind::MoonPlay => "play the card drawn",
        StepKind::Deal | StepKind::Reshuffle | StepKind::Redeal | StepKind::Seats | StepKind::Slap | StepKind::Rps => {
            "wait for the table"
        }
    }
}
