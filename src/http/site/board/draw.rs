//! Draws a board: the players around it, the middle, and the viewer's seat at the bottom.

use maud::{Markup, html};

use super::{
    face::{self, Look, back},
    parts::{Laid, Part, SeenHand, Team},
    view::{BoardPage, BoardView, Played},
};
use crate::{
    cards::{Card, Deck},
    games::Player,
};

/// Maximum number of players seated around the table. With more, players are listed below the middle.
const ROUND: usize = 8;

/// The interactive part of the viewer's seat.
pub trait OwnPlace {
    /// A card of the viewer's hand, as a control if it can be clicked.
    fn card(&self, card: Card, face: Markup) -> Markup;

    /// The hand with the other controls; no hand in games without cards.
    fn hand(&self, hand: Markup) -> Markup;
}

/// A spectator.
#[derive(Clone, Copy, Debug)]
pub struct LooksOn;

impl OwnPlace for LooksOn {
    fn card(&self, _card: Card, face: Markup) -> Markup {
        face
    }

    fn hand(&self, hand: Markup) -> Markup {
        hand
    }
}

/// The board; the viewer's seat comes last, after the middle.
pub fn board<G: BoardPage>(view: &BoardView<'_, G>, own_place: &dyn OwnPlace) -> Markup {
    let (round, deck) = (view.round(), view.names.deck);
    let size = if round.len() > ROUND { "many".to_owned() } else { format!("t{}", round.len()) };
    let open = view.open && G::INFO.deck.is_some();
    let (own, others) = round.split_first().map_or((None, &[][..]), |(own, others)| (Some(*own), others));
    html! {
        div class={ "table " (size) @if open { " open" } @if deck == Deck::French { " french" } } {
            @for (place, player) in others.iter().enumerate() { (seat(view, *player, place + 1, own_place)) }
            div.middle {
                h2.unseen { "The middle of the table" }
                (middle(view))
            }
            @if let Some(own) = own { (seat(view, own, 0, own_place)) }
        }
    }
}

/// What lies in the middle of the board.
pub fn middle<G: BoardPage>(view: &BoardView<'_, G>) -> Markup {
    html! { @for part in &G::middle(view) { (drawn(view, part)) } }
}

fn seat<G: BoardPage>(view: &BoardView<'_, G>, player: Player, place: usize, own_place: &dyn OwnPlace) -> Markup {
    let seat = G::seat(view, player);
    let name = view.names.player(player);
    html! {
        @let played = view.played(player);
        div class={ "seat p" (place) @if view.must_act(player) { " turn" } } role="group" aria-label=(name)
            data-played=[played.map(Played::id)] {
            @if place == 0 && view.you == Some(player) { h2.unseen { "Your place" } }
            p.who {
                bdi { (name) }
                @if view.you == Some(player) { " " span.badge.quiet { "you" } }
                @match played {
                    Some(played @ (Played::Bot | Played::Away)) => { " " span.badge.quiet { (played.id()) } },
                    Some(Played::Person) | None => {},
                }
                @if view.must_act(player) { " " span.badge { "to act" } }
                @for mark in &seat.marks { " " span.badge.quiet { (mark) } }
            }
            @if !seat.figures.is_empty() {
                dl.figures { @for (name, value) in &seat.figures { div { dt { (name) } dd { (value) } } } }
            }
            @for part in &seat.before { (drawn(view, part)) }
            @let cards = hand(view, player, (place == 0).then_some(own_place));
            @if place == 0 { (own_place.hand(cards)) } @else { (cards) }
            @for part in &seat.after { (drawn(view, part)) }
        }
    }
}

/// The visible part of a hand; the viewer's own is large, the others are small.
fn hand<G: BoardPage>(view: &BoardView<'_, G>, player: Player, own: Option<&dyn OwnPlace>) -> Markup {
    let cards = match G::hand(&view.state, player) {
        Some(SeenHand::Open(cards)) => G::ORDER.sorted(cards),
        Some(SeenHand::Closed(count)) => return back(count),
        None => Vec::new(),
    };
    html! {
        @if own.is_none() && !cards.is_empty() {
            p.label { (cards.len()) @if cards.len() == 1 { " card" } @else { " cards" } }
        }
        @if !cards.is_empty() {
            ul class=(if own.is_some() { "cards hand" } else { "cards small" }) aria-label="Hand" {
                @for card in cards {
                    @let face = view.held(player, card);
                    li { @if let Some(own) = own { (own.card(card, face)) } @else { (face) } }
                }
            }
        }
    }
}

/// Something on the table.
fn drawn<G: BoardPage>(view: &BoardView<'_, G>, part: &Part) -> Markup {
    match part {
        Part::Label(text) => html! { p.label { (text) } },
        Part::Sentence(text) => html! { p { (text) } },
        Part::Words(label, text) => html! { div.line { p.label { (label) } p { (text) } } },
        Part::Labelled(label, part) => html! { div.line { p.label { (label) } (drawn(view, part)) } },
        Part::Cards { label, cards } => view.row(cards.iter().copied(), label),
        Part::Piles(piles) => html! {
            div.piles { @for (label, pile) in piles { div { p.label { (label) } (on_pile(view, pile)) } } }
        },
        Part::Trick(cards) => trick(view, cards),
        Part::Won(cards) => won(view.names.deck, cards),
        Part::Teams(teams) => html! { ul.teams { @for team in teams { li { (self::team(team)) } } } },
        Part::Dice { label, faces } => face::dice(faces.iter().copied(), label),
        Part::Bricks(faces) => face::bricks(faces.iter().copied()),
        Part::Throws { rolled, rerolled } => html! {
            div.throws {
                @if let Some(faces) = rolled { (face::dice(faces.iter().copied(), "Last round")) }
                @if let Some(faces) = rerolled {
                    span.label { "rerolled" } (face::dice(faces.iter().copied(), "Rerolled in the last round"))
                }
            }
        },
        Part::Marbles { held, places } => face::marbles(*held, *places),
        Part::Folded { class, summary, parts } => html! {
            details class=[class] { summary { (summary) } @for part in parts { (folded(view, part)) } }
        },
    }
}

/// Cards that are shown on demand are small.
fn folded<G: BoardPage>(view: &BoardView<'_, G>, part: &Part) -> Markup {
    match part {
        Part::Cards { .. } => html! { div.small { (drawn(view, part)) } },
        Part::Label(_)
        | Part::Sentence(_)
        | Part::Words(..)
        | Part::Labelled(..)
        | Part::Piles(_)
        | Part::Trick(_)
        | Part::Won(_)
        | Part::Teams(_)
        | Part::Dice { .. }
        | Part::Bricks(_)
        | Part::Throws { .. }
        | Part::Marbles { .. }
        | Part::Folded { .. } => drawn(view, part),
    }
}

fn on_pile<G: BoardPage>(view: &BoardView<'_, G>, pile: &SeenHand) -> Markup {
    match pile {
        SeenHand::Open(cards) => html! { @for card in cards { (view.face(*card)) } },
        SeenHand::Closed(count) => back(*count),
    }
}

/// Cards played in turn, each with its player; the first has led.
fn trick<G: BoardPage>(view: &BoardView<'_, G>, cards: &[Laid]) -> Markup {
    html! {
        ol.trick {
            @for (place, Laid { player, card, wins }) in cards.iter().enumerate() {
                li class={ "at" (view.place(*player)) @if *wins { " winner" } } {
                    (view.face(*card))
                    span.by { (view.names.player(*player)) @if place == 0 { " led" } @if *wins { span.unseen { ", wins" } } }
                }
            }
        }
    }
}

fn won(deck: Deck, cards: &[(Card, bool)]) -> Markup {
    html! {
        ul.cards.small { @for (card, turned) in cards {
            li.turned[*turned] {
                (face::face(*card, deck, Look::default()))
                @if *turned { span.unseen { ", turned" } }
            }
        } }
    }
}

fn team(team: &Team) -> Markup {
    html! { b { (team.players) } " " span.badge.quiet { (team.name) } " " span { (team.score) } }
}
