//! Positions of the cards of a spread and their numbers in a picture.

use super::super::face;
use crate::SpreadPlace;

/// Diameter of a number's disc.
pub const BADGE: i32 = 32;

/// Distance of a disc's centre from the corner of its card.
const OUTSIDE: f64 = 5.0;

/// Margin of the cards from the edges of the picture.
const MARGIN: f64 = 26.0;

/// Maximum width of a card.
const WIDEST: f64 = 150.0;

/// Maximum height of all cards, with the discs at their edges.
const HIGHEST: f64 = 900.0;

/// Height of a card, in card widths.
const HEIGHT: f64 = face::HEIGHT as f64 / face::WIDTH as f64;

/// All positions.
#[derive(Debug)]
pub struct Plan {
    /// The cards, in the order of the places.
    pub cards: Vec<Lying>,
    /// The centres of their numbers; empty for a single card.
    pub badges: Vec<(i32, i32)>,
    /// The total height.
    pub height: i32,
}

/// A card's position: its centre and its scale.
#[derive(Clone, Copy, Debug)]
pub struct Lying {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// Its size.
    pub scale: f64,
}

/// A number with at most two decimals.
pub fn short(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Half the width and half the height of a card's bounding box after rotation, in card widths.
fn reach(place: &SpreadPlace) -> (f64, f64) {
    let (sin, cos) = place.rotation.to_radians().sin_cos();
    let (sin, cos) = (sin.abs(), cos.abs());
    ((cos + HEIGHT * sin) / 2.0, (sin + HEIGHT * cos) / 2.0)
}

/// Left, right, upper and lower edge of all cards, in card widths.
pub fn bounds<'a>(places: impl Iterator<Item = &'a SpreadPlace> + Clone) -> (f64, f64, f64, f64) {
    let edge = |side: fn(&SpreadPlace, (f64, f64)) -> f64| places.clone().map(move |it| side(it, reach(it)));
    let (left, right) = (edge(|it, (x, _)| it.x - x), edge(|it, (x, _)| it.x + x));
    let (top, bottom) = (edge(|it, (_, y)| it.y - y), edge(|it, (_, y)| it.y + y));
    let (left, right) = (left.fold(f64::MAX, f64::min), right.fold(f64::MIN, f64::max));
    (left, right, top.fold(f64::MAX, f64::min), bottom.fold(f64::MIN, f64::max))
}

impl Plan {
    /// The plan of these places in a picture of this width.
    pub fn of<'a>(places: impl Iterator<Item = &'a SpreadPlace> + Clone, width: i32) -> Plan {
        let (left, right, top, bottom) = bounds(places.clone());
        let width = f64::from(width);
        let unit = WIDEST.min((width - 2.0 * MARGIN) / (right - left)).min(HIGHEST / (bottom - top));
        let start = (width - (right - left) * unit) / 2.0;
        let lying = |it: &SpreadPlace| Lying {
            x: start + (it.x - left) * unit,
            y: MARGIN + (it.y - top) * unit,
            scale: unit / f64::from(face::WIDTH),
        };
        let cards = places.clone().map(lying).collect::<Vec<_>>();
        let height = ((bottom - top) * unit + 2.0 * MARGIN).ceil() as i32;
        let field = (width as i32, height);
        let mut badges = Vec::new();
        if cards.len() > 1 {
            for (card, place) in cards.iter().zip(places) {
                let (x, y) = reach(place);
                badges.push(badge(card, (x * unit, y * unit), &badges, field));
            }
        }
        Plan { cards, badges, height }
    }
}

/// The centre of a card's number: at one of its corners if that is free, else at the nearest free spot.
fn badge(card: &Lying, (x, y): (f64, f64), taken: &[(i32, i32)], (width, height): (i32, i32)) -> (i32, i32) {
    let half = BADGE / 2;
    let within = |(x, y): (f64, f64)| {
        ((x as i32).clamp(half, (width - half).max(half)), (y as i32).clamp(half, (height - half).max(half)))
    };
    let free =
        |spot: &(i32, i32)| taken.iter().all(|it| (it.0 - spot.0).abs() >= BADGE || (it.1 - spot.1).abs() >= BADGE);
    // Slightly outside, so that the corner of the card stays visible.
    let (x, y) = (x + OUTSIDE, y + OUTSIDE);
    let corners = [(-x, -y), (x, -y), (-x, y), (x, y)].map(|(x, y)| within((card.x + x, card.y + y)));
    let everywhere = || {
        let columns = (half..=width - half).step_by(half as usize);
        columns.flat_map(move |x| (half..=height - half).step_by(half as usize).map(move |y| (x, y)))
    };
    let far = |spot: &(i32, i32)| {
        let (x, y) = (f64::from(spot.0) - card.x, f64::from(spot.1) - card.y);
        (x * x + y * y) as u64
    };
    corners.into_iter().find(free).or_else(|| everywhere().filter(free).min_by_key(far)).unwrap_or(corners[0])
}
