//! Relations between elements.

use crate::Element;

/// The relation between the elements of two cards, in either order. Fire and air are friends, so are water and earth;
/// fire and water oppose each other, so do air and earth; the other two pairs are strangers, and spirit is neutral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    FireFire,
    WaterWater,
    AirAir,
    EarthEarth,
    FireAir,
    WaterEarth,
    FireWater,
    AirEarth,
    FireEarth,
    WaterAir,
    /// One card is a Star.
    Spirit,
    /// Both cards are Stars.
    SpiritSpirit,
}

impl Meeting {
    /// The relation between two elements.
    pub const fn of(one: Element, other: Element) -> Meeting {
        match (one, other) {
            (Element::Fire, Element::Fire) => Meeting::FireFire,
            (Element::Water, Element::Water) => Meeting::WaterWater,
            (Element::Air, Element::Air) => Meeting::AirAir,
            (Element::Earth, Element::Earth) => Meeting::EarthEarth,
            (Element::Fire, Element::Air) | (Element::Air, Element::Fire) => Meeting::FireAir,
            (Element::Water, Element::Earth) | (Element::Earth, Element::Water) => Meeting::WaterEarth,
            (Element::Fire, Element::Water) | (Element::Water, Element::Fire) => Meeting::FireWater,
            (Element::Air, Element::Earth) | (Element::Earth, Element::Air) => Meeting::AirEarth,
            (Element::Fire, Element::Earth) | (Element::Earth, Element::Fire) => Meeting::FireEarth,
            (Element::Water, Element::Air) | (Element::Air, Element::Water) => Meeting::WaterAir,
            (Element::Spirit, Element::Spirit) => Meeting::SpiritSpirit,
            (Element::Spirit, _) | (_, Element::Spirit) => Meeting::Spirit,
        }
    }
}
