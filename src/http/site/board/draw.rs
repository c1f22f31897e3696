//! Draws a board: the players around it, the middle, and the viewer's seat at the bottom.

use maud::{Markup, html};

use super::face::{self, Look, back};
use crate::{
    cards::{Card, Deck},
    scenes::{Laid, Part, Played, Scene, Seat, SeenHand, Team},
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
pub fn board(scene: &Scene, own_place: &dyn OwnPlace) -> Markup {
    let size = if scene.seats.len() > ROUND { "many".to_owned() } else { format!("t{}", scene.seats.len()) };
    let open = scene.open && scene.cards.is_some();
    let (own, others) = scene.seats.split_first().map_or((None, &[][..]), |(own, others)| (Some(own), others));
    html! {
        div class={ "table " (size) @if open { " open" } @if scene.cards == Some(Deck::French) { " french" } } {
            @for (place, other) in others.iter().enumerate() { (seat(scene, other, place + 1, own_place)) }
            div.middle {
                h2.unseen { "The middle of the table" }
                (middle(scene))
            }
            @if let Some(own) = own { (seat(scene, own, 0, own_place)) }
        }
    }
}

/// What lies in the middle of the board.
pub fn middle(scene: &Scene) -> Markup {
    html! { @for part in &scene.middle { (drawn(scene, part)) } }
}

fn seat(scene: &Scene, seat: &Seat, place: usize, own_place: &dyn OwnPlace) -> Markup {
    html! {
        div class={ "seat p" (place) @if seat.must_act { " turn" } } role="group" aria-label=(seat.name)
            data-played=[seat.played.map(Played::id)] {
            @if place == 0 && seat.you { h2.unseen { "Your place" } }
            p.who {
                bdi { (seat.name) }
                @if seat.you { " " span.badge.quiet { "you" } }
                @if let Some(how) = seat.played.and_then(Played::how) { " " span.badge.quiet { (how) } }
                @if seat.must_act { " " span.badge.due { "to act" } }
                @for mark in &seat.marks { " " span.badge.quiet { (mark) } }
            }
            @if !seat.figures.is_empty() {
                dl.figures { @for (name, value) in &seat.figures { div { dt { (name) } dd { (value) } } } }
            }
            @for part in &seat.before { (drawn(scene, part)) }
            @let cards = hand(scene, seat, (place == 0).then_some(own_place));
            @if place == 0 { (own_place.hand(cards)) } @else { (cards) }
            @for part in &seat.after { (drawn(scene, part)) }
        }
    }
}

/// The visible part of a hand; the viewer's own is large, the others are small.
fn hand(scene: &Scene, seat: &Seat, own: Option<&dyn OwnPlace>) -> Markup {
    let cards = match &seat.hand {
        Some(SeenHand::Open(cards)) => &cards[..],
        Some(SeenHand::Closed(count)) => return back(*count),
        None => &[],
    };
    html! {
        @if own.is_none() && !cards.is_empty() {
            p.label { (cards.len()) @if cards.len() == 1 { " card" } @else { " cards" } }
        }
        @if !cards.is_empty() {
            ul class=(if own.is_some() { "cards hand" } else { "cards small" }) aria-label="Hand" {
                @for card in cards {
                    @let face = held(scene, seat, *card);
                    li { @if let Some(own) = own { (own.card(*card, face)) } @else { (face) } }
                }
            }
        }
    }
}

/// A card in a hand: is it playable, and if not, why?
fn held(scene: &Scene, seat: &Seat, card: Card) -> Markup {
    let reason = seat.barred.iter().find(|(barred, _)| *barred == card).map(|(_, reason)| reason.as_str());
    lying(scene, card, Look { playable: seat.playable.contains(card), reason, ..Look::default() })
}

/// A card, marked if it was just moved.
fn lying(scene: &Scene, card: Card, look: Look<'_>) -> Markup {
    face::face(card, scene.cards.unwrap_or_default(), Look { fresh: scene.moved.contains(card), ..look })
}

/// Something on the table.
fn drawn(scene: &Scene, part: &Part) -> Markup {
    match part {
        Part::Label(text) => html! { p.label { (text) } },
        Part::Sentence(text) => html! { p { (text) } },
        Part::Words(label, text) => html! { div.line { p.label { (label) } p { (text) } } },
        Part::Labelled(label, part) => html! { div.line { p.label { (label) } (drawn(scene, part)) } },
        Part::Cards { label, cards } => {
            face::row(cards.iter().copied(), scene.cards.unwrap_or_default(), scene.moved, label)
        }
        Part::Piles(piles) => html! {
            div.piles { @for (label, pile) in piles { div { p.label { (label) } (on_pile(scene, pile)) } } }
        },
        Part::Trick(cards) => trick(scene, cards),
        Part::Won(cards) => won(scene.cards.unwrap_or_default(), cards),
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
            details class=[class] {
                summary { (summary) }
                div.sheet { @for part in parts { (folded(scene, part)) } }
            }
        },
    }
}

/// Cards that are shown on demand are small.
fn folded(scene: &Scene, part: &Part) -> Markup {
    match part {
        Part::Cards { .. } => html! { div.small { (drawn(scene, part)) } },
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
        | Part::Folded { .. } => drawn(scene, part),
    }
}

fn on_pile(scene: &Scene, pile: &SeenHand) -> Markup {
    match pile {
        SeenHand::Open(cards) => html! { @for card in cards { (lying(scene, *card, Look::default())) } },
        SeenHand::Closed(count) => back(*count),
    }
}

/// Cards played in turn, each with its player; the first has led.
fn trick(scene: &Scene, cards: &[Laid]) -> Markup {
    html! {
        ol.trick {
            @for (place, Laid { player, card, wins }) in cards.iter().enumerate() {
                @let seat = scene.seat(*player).map_or(0, |(place, _)| place);
                li class={ "at" (seat) @if place == 0 { " led" } @if *wins { " winner" } } {
                    (lying(scene, *card, Look::default()))
                    span.by { (scene.name(*player)) @if place == 0 { " led" } @if *wins { span.unseen { ", wins" } } }
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
    html! { b { (team.players) } " " span.badge.quiet { (team.name) } " " span { (team.score) @if let Some(earlier) = &team.earlier { ", " (earlier) } } }
}
