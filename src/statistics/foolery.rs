//! Counts of Foolery (foolery.md, "What is counted").

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Counted, Merge,
    merge::merged,
    summary::{Summary, SummaryReport},
};
use crate::games::{
    Foolery, Observe, Outcome, Viewer,
    foolery::{Dealt, Detail, Kind, Play, Step, Title},
};

merged! {
    /// The counts of all games.
    pub struct Counts {
        /// Finished deals.
        pub deals: u64,
        /// Deals in which a player was stuck with the Fool.
        pub stuck: u64,
        /// Tricks of a deal.
        pub tricks: Summary,
        /// Tricks by the kind that was led.
        pub led: Kinds,
        /// Tricks by the kind that won.
        pub won: Kinds,
        /// From the title in a deal to the title in the next deal of the same game.
        pub titles: Titles,
    }
}

merged! {
    /// Tricks by kind of play.
    #[derive(Copy, Eq, ToSchema)]
    #[schema(as = FooleryCountedKinds)]
    pub struct Kinds {
        pub single: u64,
        pub pair: u64,
        pub triple: u64,
        pub four: u64,
        pub straight: u64,
        pub flush: u64,
        pub full_house: u64,
        pub straight_flush: u64,
        pub five_of_a_kind: u64,
        pub trumps: u64,
        pub fool: u64,
    }
}

/// Declares what is counted for each title.
macro_rules! by_title {
    ($(#[$meta:meta])* $name:ident of $counted:ty) => {
        merged! {
            #[derive(Copy, Eq, ToSchema)]
            $(#[$meta])*
            pub struct $name {
                pub king: $counted,
                pub prince: $counted,
                pub noble: $counted,
                pub merchant: $counted,
                pub peasant: $counted,
            }
        }

        impl $name {
            const fn of(&mut self, title: Title) -> &mut $counted {
                match title {
                    Title::King => &mut self.king,
                    Title::Prince => &mut self.prince,
                    Title::Noble => &mut self.noble,
                    Title::Merchant => &mut self.merchant,
                    Title::Peasant => &mut self.peasant,
                }
            }

            /// From the King to the Peasant.
            const fn ranked(&self) -> [$counted; 5] {
                [self.king, self.prince, self.noble, self.merchant, self.peasant]
            }
        }
    };
}

by_title! {
    /// By the title that a player had: the titles that the player got in the next deal.
    #[schema(as = FooleryCountedTitles)]
    Titles of NextTitles
}

by_title! {
    /// Titles got by those who had one title before.
    #[schema(as = FooleryCountedNextTitles)]
    NextTitles of u64
}

/// What is counted of Foolery.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FooleryCounted)]
pub struct CountsReport {
    /// Finished deals.
    pub deals: u64,
    /// Deals in which a player was stuck with the Fool.
    pub stuck: u64,
    /// Tricks of a deal.
    pub tricks: SummaryReport,
    /// How many tricks were led with each kind of play.
    pub led: Kinds,
    /// How many tricks were won with each kind of play.
    pub won: Kinds,
    /// How often a player had the title of the deal before again.
    pub titles_kept: u64,
    /// How often a player got another.
    pub titles_changed: u64,
    /// By the title of the deal before: how often each title followed.
    pub titles: Titles,
}

/// Notes on one game: its tricks, and the play to beat in the current one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notes {
    led: Kinds,
    won: Kinds,
    standing: Option<Kind>,
}

impl Kinds {
    const fn of(&mut self, kind: Kind) -> &mut u64 {
        match kind {
            Kind::Single => &mut self.single,
            Kind::Pair => &mut self.pair,
            Kind::Triple => &mut self.triple,
            Kind::Four => &mut self.four,
            Kind::Straight => &mut self.straight,
            Kind::Flush => &mut self.flush,
            Kind::FullHouse => &mut self.full_house,
            Kind::StraightFlush => &mut self.straight_flush,
            Kind::FiveOfAKind => &mut self.five_of_a_kind,
            Kind::Trumps => &mut self.trumps,
            Kind::Fool => &mut self.fool,
        }
    }
}

impl Titles {
    /// How often a title was kept, and how often it was changed.
    fn kept_and_changed(&self) -> (u64, u64) {
        let next = self.ranked().map(|next| next.ranked());
        let kept = next.iter().enumerate().map(|(title, next)| next[title]).sum();
        (kept, next.iter().flatten().sum::<u64>() - kept)
    }
}

impl Counts {
    fn add(&mut self, deal: &Dealt, before: Option<&Dealt>, game: u64) {
        self.deals += 1;
        self.stuck += u64::from(deal.stuck.is_some());
        self.tricks.add(deal.tricks.into(), game);
        let Some(before) = before else { return };
        for (had, got) in before.titles.iter().zip(&deal.titles) {
            *self.titles.of(*had).of(*got) += 1;
        }
    }
}

impl Counted for Foolery {
    type Notes = Notes;
    type Counts = Counts;
    type Report = CountsReport;

    fn note(notes: &mut Notes, after: &Foolery, step: &Step) {
        let played = match step {
            Step::Play { cards, .. } => Play::of(cards.hand()).map(|play| play.kind),
            Step::Deal { .. } | Step::Request { .. } | Step::Give { .. } | Step::Pass { .. } => None,
        };
        if let Some(kind) = played {
            if notes.standing.is_none() {
                *notes.led.of(kind) += 1;
            }
            notes.standing = Some(kind);
        }
        // There is no play to beat: the last play has won its trick.
        if after.view(Viewer::All).standing().is_none()
            && let Some(kind) = notes.standing.take()
        {
            *notes.won.of(kind) += 1;
        }
    }

    fn count(counts: &mut Counts, notes: &Notes, outcome: &Outcome<Detail>, game: u64) {
        counts.led.merge(&notes.led);
        counts.won.merge(&notes.won);
        let deals = &outcome.detail.deals;
        let before = std::iter::once(None).chain(deals.iter().map(Some));
        deals.iter().zip(before).for_each(|(deal, before)| counts.add(deal, before, game));
    }

    fn report(counts: &Counts) -> CountsReport {
        let (titles_kept, titles_changed) = counts.titles.kept_and_changed();
        CountsReport {
            deals: counts.deals,
            stuck: counts.stuck,
            tricks: counts.tricks.report(),
            led: counts.led,
            won: counts.won,
            titles_kept,
            titles_changed,
            titles: counts.titles,
        }
    }
}
