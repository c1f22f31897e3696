//! What a reading says of how rare it is (`reading.md`, "Rarity").

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    RarityFilter, Reference, Share,
    counts::placed,
    words::{self, Thing},
};
use crate::{Disposition, Layout, Place, ReadingChoice, Tricks};
use arcana_engine::cards::Card;

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
        let text = rarest.map(|(thing, share)| words::sentence(thing, share, choice)).unwrap_or_default();
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
