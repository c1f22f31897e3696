//! Fortuno: the discard pile, what is pending, the hands.

use maud::{Markup, html};

use super::{GamePage, Seat, TableView, line, words};
use crate::{
    games::{
        Fortuno, Player,
        fortuno::{Arcana, Direction, Kind, PhaseId, Request, Step},
    },
    http::site::narration::{Names, Narration, known},
};

/// How many cards of the discard pile are drawn.
const UPPERMOST: usize = 8;

impl GamePage for Fortuno {
    fn narrate(names: &Names<'_>, step: &Step) -> Narration {
        let name = |player: &Player| names.player(*player);
        match step {
            Step::Deal { hands: _, pile: _ } => Narration::table("The cards are dealt."),
            Step::Reshuffle { cards } => {
                Narration::table(format!("{} discards become the new draw pile.", cards.len()))
            }
            Step::Redeal { cards: _ } => Narration::table("All cards are gathered and dealt anew."),
            Step::Seats { order, song: _ } => {
                Narration::table(format!("The seats change: {}.", names.list(order.iter().copied())))
            }
            Step::Slap { first } => Narration::table(format!("{} slaps first.", name(first))),
            Step::Rps { winner } => Narration::table(format!("{} wins at rock-paper-scissors.", name(winner))),
            Step::Flip { player } => names.by(*player, "flips the top card of the draw pile"),
            Step::Play { player, cards, fortuno } => {
                let what = format!("plays {}{}", names.cards(known(cards)), call(*fortuno));
                names.by(*player, what).moving(known(cards))
            }
            Step::Draw { player } => names.by(*player, "draws"),
            Step::Decline { player } => names.by(*player, "leaves the reward"),
            Step::Accuse { player, target } => {
                names.by(*player, format_args!("says that {} did not call", name(target)))
            }
            Step::Give { player, card } => names.by_cards(*player, "gives", known(card)),
            Step::PassCard { player, card } => names.by_cards(*player, "gives", card.card()),
            Step::Dispute { player } => names.by(*player, "objects"),
            Step::Divorce { player, cards } => names.by_cards(*player, "divorces and keeps", known(cards)),
            Step::Steal { player, used: true, fortuno } => {
                names.by(*player, format_args!("steals the reward{}", call(*fortuno)))
            }
            Step::Steal { player, used: false, fortuno } => {
                names.by(*player, format_args!("does not steal the reward{}", call(*fortuno)))
            }
            Step::Chariot { player, used: true, fortuno } => {
                names.by(*player, format_args!("uses The Chariot{}", call(*fortuno)))
            }
            Step::Chariot { player, used: false, fortuno } => {
                names.by(*player, format_args!("does not use The Chariot{}", call(*fortuno)))
            }
            Step::Name { player, card } => names.by_cards(*player, "names", card.card()),
            Step::Pick { player, target } => names.by(*player, format_args!("picks {}", name(target))),
            Step::Gambit { player, used: true, fortuno } => {
                names.by(*player, format_args!("lays the card for the Church Gambit{}", call(*fortuno)))
            }
            Step::Gambit { player, used: false, fortuno } => {
                names.by(*player, format_args!("lays no card for the Church Gambit{}", call(*fortuno)))
            }
            Step::Orgy { player, cards, fortuno } => {
                let what = format!("lets {} join Lust{}", names.cards(known(cards)), call(*fortuno));
                names.by(*player, what).moving(known(cards))
            }
            Step::Return { player, cards } => {
                let what = format!("puts {} back on the draw pile", names.cards(known(cards)));
                names.by(*player, what).moving(known(cards))
            }
            Step::Offer { player, card } => names.by_cards(*player, "offers", known(card)),
            Step::Jaccuse { player, target } => names.by(*player, format_args!("accuses {} of a lie", name(target))),
            Step::Take { player, card } => names.by_cards(*player, "takes", known(card)),
            Step::Switch { player, most, fewest } => {
                names.by(*player, format_args!("has {} and {} swap hands", name(most), name(fewest)))
            }
            Step::Ask { player, target, request } => {
                names.by(*player, format_args!("asks {} for {}", name(target), requested(names, request)))
            }
            Step::MoonPlay { player, used: true, fortuno } => {
                names.by(*player, format_args!("plays the card drawn for The Moon{}", call(*fortuno)))
            }
            Step::MoonPlay { player, used: false, fortuno } => {
                names.by(*player, format_args!("keeps the card drawn for The Moon{}", call(*fortuno)))
            }
        }
    }

    /// The pile, and what holds for the turn.
    fn middle(view: &TableView<'_, Fortuno>) -> Markup {
        let state = &view.state;
        let upper = || state.discard.iter().rev().take(UPPERMOST).map(|discard| discard.card);
        let direction = match state.direction {
            Direction::Forward => "with the seats",
            Direction::Backward => "against the seats",
        };
        html! {
            (line(
                &format!("Discard pile, {} cards, the uppermost first", state.discard.len()),
                &view.row(upper(), "Discard pile"),
            ))
            @if let Some(top) = state.top.filter(|top| Some(*top) != upper().next()) {
                (words("Counts as", view.names.deck.card_name(top)))
            }
            (words("Draw pile", format_args!("{} cards", state.draw.count)))
            (words("Turn", format_args!("{}, going {direction}", view.names.player(state.turn.seat))))
            @if let Some(pending) = &state.turn.pending {
                (words("Pending", format_args!("{} cards to draw", pending.amount)))
            }
            @if let Some(asked) = asked(&state.moment) { (words("Asked", asked)) }
            @if state.window { (words("Calls", "the window is open")) }
            @if !state.out.is_empty() { (line("Out of the game", &view.row(state.out, "Out of the game"))) }
        }
    }

    /// The hand.
    fn seat(view: &TableView<'_, Fortuno>, player: Player) -> Seat {
        let (state, hand) = (&view.state, &view.state.hands[player.index()]);
        let mut seat = Seat::default();
        seat.mark("out", state.eliminated.contains(&player));
        seat.mark("did not call", state.catchable.contains(player));
        seat.mark("lover", state.team.is_some_and(|team| team.original == player || team.lover == player));
        seat.figure("Cards", hand.count);
        seat.figure_if("Hermit for", Some(state.hermit[player.index()]).filter(|turns| *turns > 0));
        seat.cards = Some(view.row(hand.cards.iter().flatten().copied(), "Hand"));
        seat
    }
}

/// The call that a play may come with.
const fn call(fortuno: bool) -> &'static str {
    if fortuno { " and calls “Fortuno”" } else { "" }
}

/// What is asked for, as in `any Queen of Cups`.
fn requested(names: &Names<'_>, request: &Request) -> String {
    let Request { card, arcana, suit, rank, kind } = *request;
    if let Some(card) = card.and_then(|card| card.card()) {
        return names.deck.card_name(card);
    }
    let arcana = arcana.map(|arcana| match arcana {
        Arcana::Major => "Major",
        Arcana::Minor => "Minor",
    });
    let kind = kind.map(|kind| match kind {
        Kind::Numerical => "numerical card",
        Kind::Court => "court card",
    });
    let what = rank.map(|rank| names.deck.rank_name(rank)).or(kind).or(arcana).unwrap_or("card");
    let suit = suit.map(|suit| format!(" of {}", names.deck.suit_name(suit)));
    format!("any {what}{}", suit.unwrap_or_default())
}

/// What somebody is asked beside the usual turn.
const fn asked(moment: &PhaseId) -> Option<&'static str> {
    match moment {
        PhaseId::Over {} | PhaseId::Table {} | PhaseId::Act {} => None,
        PhaseId::Answer {} => Some("an answer"),
        PhaseId::Steal {} => Some("whether to steal the reward"),
        PhaseId::Chariot {} => Some("whether to use The Chariot"),
        PhaseId::Name {} => Some("what the card counts as"),
        PhaseId::Pick {} => Some("whom to pick"),
        PhaseId::Give { .. } => Some("which card to give"),
        PhaseId::Divorce {} => Some("what the lover keeps"),
        PhaseId::Gambit { .. } => Some("whether to make the Church Gambit"),
        PhaseId::Orgy {} => Some("which cards join Lust"),
        PhaseId::Return {} => Some("which cards go back on the draw pile"),
        PhaseId::Offers { .. } => Some("the offers to The Devil"),
        PhaseId::Judgement { .. } => Some("to accuse somebody of a lie, or to take a card"),
        PhaseId::Switch { .. } => Some("who swap hands"),
        PhaseId::PassCards { .. } => Some("which cards to pass on"),
        PhaseId::Ask {} => Some("whom to ask for a card"),
        PhaseId::MoonPlay { .. } => Some("whether to play the card drawn"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_told_in_words() {
        let names = Names { players: vec!["Ada", "Bob"], deck: crate::cards::Deck::WaiteSmith };
        for (request, what) in [
            (r#"{"card": "ar18"}"#, "The Moon"),
            (r#"{"rank": "qu", "suit": "cu"}"#, "any Queen of Cups"),
            (r#"{"kind": "court", "suit": "sw"}"#, "any court card of Swords"),
            (r#"{"arcana": "major"}"#, "any Major"),
            (r#"{"suit": "pe"}"#, "any card of Pentacles"),
        ] {
            let step = format!(r#"{{"type": "ask", "player": 0, "target": 1, "request": {request}}}"#);
            let step = serde_json::from_str(&step).expect("a step");
            assert_eq!(Fortuno::narrate(&names, &step).sentence, format!("Ada asks Bob for {what}."));
        }
    }
}
