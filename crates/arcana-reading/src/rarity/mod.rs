//! The rarity of a reading, compared with the readings of a reference run in which adepts played Fortunes
//! (`reading.md`, "Rarity"; `examples/rarity.rs` plays it).
//!
//! All four readings of a deal count: both partnerships, from the view of both partners. [`RarityCounts`] counts the
//! readings of any deals, [`Reference`] is the run that the program contains, and [`Rarity`] is the result for one
//! reading.

mod counts;
mod reference;

use arcana_engine::{
    cards::Card,
    interval::Interval,
    spelling::{capital, whole},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Disposition, Language, Layout, Place, ReadingChoice, Tricks};

pub use self::{
    counts::{Counted, Found, RarityCounts, RarityFilter, ReadingNumber, Share, placed},
    reference::{BadTable, Reference},
};

/// How often the readings of the reference run show what this one shows (`reading.md`, "Rarity").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingRarity)]
pub struct Rarity {
    /// The reference run.
    pub table: RarityTable,
    /// Readings of this layout.
    pub layout: Share,
    /// Readings of these numbers of tricks.
    pub tricks: TricksRarity,
    /// The cards in places, in the order of the reading.
    pub places: Vec<PlaceRarity>,
    /// The rarest of all this in a sentence.
    #[schema(example = "The Tower, upright at the Center, comes up once in 427 readings.")]
    pub text: String,
}

/// The reference run with which readings are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RarityTable {
    /// Version of the table.
    #[schema(minimum = 1, example = 1)]
    pub version: u32,
    /// Seed: deal *i*, from 0, was played from the seed `{seed}/{i}`.
    #[schema(example = "rarity")]
    pub seed: &'static str,
    /// Number of deals.
    #[schema(example = 200_000)]
    pub deals: u32,
    /// Number of readings, four of each deal.
    #[schema(example = 800_000)]
    pub readings: u32,
    /// The bots that played, with their version.
    #[schema(example = "bot:adept@1")]
    pub bot: &'static str,
    /// Version of the rules of Fortunes.
    #[schema(minimum = 1, example = 1)]
    pub rules_version: u32,
}

/// How often readings have these numbers of tricks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TricksRarity {
    /// Readings of as many own tricks.
    pub own: Share,
    /// Readings of as many of the partner's.
    pub partner: Share,
    /// Readings of both.
    pub both: Share,
}

/// How often a card lies in a place as it does here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceRarity {
    /// The place.
    pub place: Place,
    /// The card.
    pub card: Card,
    /// How it lies.
    pub disposition: Disposition,
    /// Readings with this card in this place so.
    pub readings: Share,
}

impl Rarity {
    /// The rarity of these tricks; `None` with a layout that their numbers do not give, since the run has no such
    /// readings.
    pub fn of(tricks: &Tricks, choice: ReadingChoice) -> Option<Rarity> {
        let (own, partner) = (tricks.own.len(), tricks.partner.len());
        let layout = Layout::of(own, partner);
        if choice.layout.is_some_and(|requested| requested != layout) {
            return None;
        }
        let run = Reference::of_program();
        let found = |filter: RarityFilter| run.counts.find(&filter).share;
        let with_tricks = |own, partner| run.share(run.counts.with_tricks(own, partner));
        let place = |(place, card, disposition)| PlaceRarity {
            place,
            card,
            disposition,
            readings: found(RarityFilter {
                place: Some(place),
                card: Some(card),
                disposition: Some(disposition),
                ..RarityFilter::default()
            }),
        };
        let layout_share = found(RarityFilter { layout: Some(layout), ..RarityFilter::default() });
        let tricks_share = TricksRarity {
            own: with_tricks(Some(own), None),
            partner: with_tricks(None, Some(partner)),
            both: with_tricks(Some(own), Some(partner)),
        };
        let places: Vec<_> = placed(layout, tricks).map(place).collect();
        let things = [(Thing::Layout(layout), layout_share), (Thing::Tricks { own, partner }, tricks_share.both)];
        let cards = places.iter().map(|it| (Thing::Card(it.place, it.card, it.disposition), it.readings));
        let rarest = things.into_iter().chain(cards).min_by_key(|(_, share)| share.count);
        let text = rarest.map(|(thing, share)| sentence(thing, share, choice)).unwrap_or_default();
        Some(Rarity { table: RarityTable::of(run), layout: layout_share, tricks: tricks_share, places, text })
    }
}

impl RarityTable {
    /// The description of a run.
    pub fn of(run: &'static Reference) -> RarityTable {
        RarityTable {
            version: run.version,
            seed: &run.seed,
            deals: run.deals,
            readings: run.readings(),
            bot: &run.bot,
            rules_version: run.rules_version,
        }
    }
}

/// From this count on, three digits of a share are significant; below, two.
const MANY: u64 = 1000;

/// Below this count, only the interval is meaningful.
const FEW: u64 = 10;

/// A feature of a reading that may be rare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    /// Its layout.
    Layout(Layout),
    /// The numbers of tricks that both partners won.
    Tricks { own: usize, partner: usize },
    /// A card with its position and disposition.
    Card(Place, Card, Disposition),
}

/// How rare it is, as in `The Tower, upright at the Center, comes up once in 427 readings.`
fn sentence(thing: Thing, share: Share, choice: ReadingChoice) -> String {
    match choice.language {
        Language::En => capital(&format!("{} {}.", subject(thing, choice), predicate(share))),
    }
}

fn subject(thing: Thing, choice: ReadingChoice) -> String {
    match thing {
        Thing::Layout(layout) => format!("the {layout} layout"),
        Thing::Tricks { own, partner } => {
            let own = match own {
                0 => "no trick".to_owned(),
                1 => "one trick".to_owned(),
                more => format!("{} tricks", choice.language.count(more as u8)),
            };
            let partner = choice.language.count(partner as u8);
            format!("a reading with {own} of your own and {partner} of your partner’s")
        }
        Thing::Card(place, card, disposition) => {
            let lies = match disposition {
                Disposition::Well => "upright",
                Disposition::Ill => "turned",
            };
            format!("{}, {lies} {},", choice.language.card_within_sentence(card, choice.deck), there(place))
        }
    }
}

fn predicate(share: Share) -> String {
    let Interval { low, high } = share.interval();
    let one_in = |share: f64, digits| whole(rounded(1.0 / share, digits));
    match share.count {
        0 => format!(
            "did not come up in {} readings: it is most likely rarer than once in {}",
            whole(share.of),
            one_in(high, 2)
        ),
        few if few < FEW => {
            let times = match few {
                1 => "once".to_owned(),
                2 => "twice".to_owned(),
                more => format!("{} times", Language::En.count(more as u8)),
            };
            let (often, seldom) = (one_in(high, 2), one_in(low, 2));
            format!("came up {times} in {} readings: between once in {often} and once in {seldom}", whole(share.of))
        }
        some if some < MANY => format!("comes up about once in {} readings", one_in(share.value(), 2)),
        _ => format!("comes up once in {} readings", one_in(share.value(), 3)),
    }
}

/// Rounds to a number of significant digits.
fn rounded(number: f64, digits: i32) -> u64 {
    let unit = 10_f64.powi((number.log10().floor() as i32 + 1 - digits).max(0));
    ((number / unit).round() * unit) as u64
}

/// The position of a card, within a sentence to the querent.
const fn there(place: Place) -> &'static str {
    match place {
        Place::TheSelf => "at the Self",
        Place::Astral => "in the Astral",
        Place::HouseOfMagic => "in the House of Magic",
        Place::HouseOfIllusion => "in the House of Illusion",
        Place::HouseOfConsciousness => "in the House of Consciousness",
        Place::HouseOfWar => "in the House of War",
        Place::HouseOfPeace => "in the House of Peace",
        Place::ShrineOfTheGoddess => "in the Shrine of the Goddess",
        Place::FathersHouse => "in the Father’s House",
        Place::Center => "at the Center",
        Place::Abyss => "in the Abyss",
        Place::GreyRealms => "in the Grey Realms",
        Place::TirInnaNOc => "in Tír inna n-Óc",
        Place::Union => "in the House of Peace at the end",
        Place::Hopes => "among your hopes",
        Place::Fears => "among your fears",
        Place::Enemies => "among your enemies",
        Place::Allies => "among your allies",
        Place::GiftGiven => "as the gift that you give",
        Place::SharedFate => "in the fate that you share",
        Place::GiftReceived => "as the gift that you receive",
        Place::Outcome => "as your outcome",
        Place::PartnerOutcome => "as your partner’s outcome",
    }
}

#[cfg(test)]
mod sentence_tests {
    use super::*;

    fn described(thing: Thing, count: u64) -> String {
        sentence(thing, Share::new(count, 800_000_u64), ReadingChoice::default())
    }

    #[test]
    fn rarity_is_as_precise_as_the_counts_allow() {
        let tower = Thing::Card(Place::Center, Card::trump(16), Disposition::Well);
        let described = |count| described(tower, count);
        assert_eq!(described(1940), "The Tower, upright at the Center, comes up once in 412 readings.");
        assert_eq!(described(345), "The Tower, upright at the Center, comes up about once in 2,300 readings.");
        assert_eq!(
            described(3),
            "The Tower, upright at the Center, came up three times in 800,000 readings: between once in 62,000 and \
             once in 1,200,000."
        );
        assert_eq!(
            described(0),
            "The Tower, upright at the Center, did not come up in 800,000 readings: it is most likely rarer than once in 100,000."
        );
    }

    #[test]
    fn layouts_and_numbers_of_tricks_have_sentences_too() {
        assert_eq!(described(Thing::Layout(Layout::Fate), 12_345), "The fate layout comes up once in 65 readings.");
        let tricks = |own, partner| described(Thing::Tricks { own, partner }, 800);
        assert_eq!(
            tricks(9, 2),
            "A reading with nine tricks of your own and two of your partner’s comes up about once in 1,000 readings."
        );
        assert!(tricks(0, 0).starts_with("A reading with no trick of your own and none of your partner’s comes up"));
    }
}

#[cfg(test)]
mod tests;
