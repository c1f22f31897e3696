//! Counts of Fortunes (fortunes.md, "What is counted").

use std::{collections::BTreeMap, sync::LazyLock};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Counted, Merge,
    merge::{grown, merged},
};
use crate::{
    cards::{Card, Hand},
    games::{
        Fortunes, Outcome, Player,
        fortunes::{Deal, Detail, PLAYERS, TRICKS, partner, team},
    },
    reading::{Disposition, Layout, Place, Side, Source, TeamOutcome, Verdict},
};

/// How often each card lay at each position, well-disposed and ill-disposed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InPlaces(Vec<u64>);

merged! {
    /// The counts of all deals.
    pub struct Counts {
        /// Finished deals.
        pub deals: u64,
        /// Those that were cut short.
        pub folded: u64,
        /// By compass seat.
        pub seats: [OfSeat; PLAYERS],
        /// Of all four readings of each deal.
        pub places: InPlaces,
    }
}

merged! {
    /// The counts of one compass seat.
    pub struct OfSeat {
        /// In how many deals it won which number of tricks.
        pub tricks: Vec<u64>,
        /// Number of readings by layout, in the order of [`Layout::ALL`].
        pub layouts: [u64; 3],
        /// Number of readings by verdict, in the order of [`Verdict::ALL`].
        pub verdicts: [u64; 3],
    }
}

/// What is counted of Fortunes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FortunesCounted)]
pub struct CountsReport {
    /// Finished deals.
    pub deals: u64,
    /// Those that were cut short.
    pub folded: u64,
    /// By compass seat.
    pub seats: CompassSeats,
    /// By place, then by card: how often the card lay there well, and ill, in all four readings of each deal.
    #[schema(value_type = BTreeMap<String, BTreeMap<String, Vec<u64>>>)]
    pub places: BTreeMap<Place, BTreeMap<Card, [u64; 2]>>,
}

/// The compass seats of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FortunesCountedSeats)]
pub struct CompassSeats {
    /// The dealer.
    pub east: CompassSeat,
    /// The dealer's left neighbour.
    pub south: CompassSeat,
    /// The dealer's partner.
    pub west: CompassSeat,
    /// The dealer's right neighbour.
    pub north: CompassSeat,
}

/// What one compass seat had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FortunesCountedSeat)]
pub struct CompassSeat {
    /// In how many deals it won no trick, one, two …
    pub tricks: Vec<u64>,
    /// How many of its readings had each layout.
    pub layouts: Layouts,
    /// How many of its readings had each verdict.
    pub verdicts: Verdicts,
}

/// Readings by layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FortunesCountedLayouts)]
pub struct Layouts {
    pub simple: u64,
    pub broad: u64,
    pub fate: u64,
}

/// Readings by verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FortunesCountedVerdicts)]
pub struct Verdicts {
    pub fortune: u64,
    pub doom: u64,
    pub balance: u64,
}

impl Default for InPlaces {
    fn default() -> InPlaces {
        InPlaces(vec![0; Place::ALL.len() * Card::COUNT * Disposition::ALL.len()])
    }
}

impl Merge for InPlaces {
    fn merge(&mut self, other: &InPlaces) {
        self.0.merge(&other.0);
    }
}

impl InPlaces {
    fn add(&mut self, place: usize, card: Card, disposition: Disposition) {
        self.0[(place * Card::COUNT + card.index()) * Disposition::ALL.len() + disposition.index()] += 1;
    }

    /// How often the card lay at the position, well-disposed and ill-disposed.
    fn get(&self, place: usize, card: Card) -> [u64; 2] {
        let first = (place * Card::COUNT + card.index()) * Disposition::ALL.len();
        [self.0[first], self.0[first + 1]]
    }
}

/// The position of a trick by layout, owner, and index among the owner's tricks, as an index into [`Place::ALL`].
static PLACES: LazyLock<[[[Option<usize>; TRICKS]; Side::ALL.len()]; Layout::ALL.len()]> = LazyLock::new(|| {
    Layout::ALL.map(|layout| {
        Side::ALL.map(|side| {
            std::array::from_fn(|number| {
                let found = layout.place_of(Source { from: side, trick: number as u8 + 1 })?;
                Place::ALL.iter().position(|place| *place == found)
            })
        })
    })
});

impl Counts {
    fn add(&mut self, deal: &Deal) {
        self.deals += 1;
        self.folded += u64::from(deal.folded_by.is_some());
        let won = deal.tricks_won.map(usize::from);
        let layouts: [Layout; PLAYERS] = std::array::from_fn(|player| {
            let partner = partner(Player(player as u8));
            Layout::of(won[player], won[partner.index()])
        });
        for (seat, counts) in self.seats.iter_mut().enumerate() {
            let player = deal.dealer.after(seat, PLAYERS);
            *grown(&mut counts.tricks, won[player.index()]) += 1;
            counts.layouts[layouts[player.index()].index()] += 1;
            counts.verdicts[Verdict::from(TeamOutcome::of_deal(deal, player)).index()] += 1;
        }
        let mut numbers = [0; PLAYERS];
        for trick in &deal.tricks {
            let number = &mut numbers[trick.winner.index()];
            for (reader, side) in [(trick.winner, Side::Own), (partner(trick.winner), Side::Partner)] {
                if let Some(place) = PLACES[layouts[reader.index()].index()][side.index()][*number] {
                    self.places.add(place, trick.card, trick.disposition);
                }
            }
            *number += 1;
        }
    }
}

impl Counted for Fortunes {
    type Notes = ();
    type Counts = Counts;
    type Report = CountsReport;

    fn side(&self, player: Player) -> usize {
        team(player)
    }

    fn count(counts: &mut Counts, (): &(), outcome: &Outcome<Detail>, _game: u64) {
        outcome.detail.deals.iter().for_each(|deal| counts.add(deal));
    }

    fn report(counts: &Counts) -> CountsReport {
        let [east, south, west, north] = counts.seats.each_ref().map(|seat| {
            let [simple, broad, fate] = seat.layouts;
            let [fortune, doom, balance] = seat.verdicts;
            CompassSeat {
                tricks: seat.tricks.clone(),
                layouts: Layouts { simple, broad, fate },
                verdicts: Verdicts { fortune, doom, balance },
            }
        });
        let cards = |place| {
            let counts = Hand::PACK.iter().map(|card| (card, counts.places.get(place, card)));
            counts.filter(|(_, times)| *times != [0, 0]).collect()
        };
        CountsReport {
            deals: counts.deals,
            folded: counts.folded,
            seats: CompassSeats { east, south, west, north },
            places: Place::ALL.into_iter().enumerate().map(|(index, place)| (place, cards(index))).collect(),
        }
    }
}
