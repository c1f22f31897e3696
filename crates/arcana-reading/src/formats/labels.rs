//! Labels of cards and positions in every format.

use crate::{Disposition, ReadCard, Reading, SuitOrStars};

impl ReadCard {
    /// Its name, and `(turned)` if it is reversed: `Two of Cups (turned)`.
    pub fn label(&self) -> String {
        match self.disposition {
            Disposition::Well => self.name.clone(),
            Disposition::Ill => format!("{} (turned)", self.name),
        }
    }
}

impl Reading {
    /// The figures of the summary with their names.
    pub fn figures(&self) -> [(&'static str, String); 5] {
        let summary = &self.summary;
        let suits = SuitOrStars::ALL.map(|suit| format!("{} {}", suit.name(self.deck), summary.suits.get(suit)));
        [
            ("Layout", self.layout.id().to_owned()),
            ("Cards", format!("{} ({} well-disposed, {} turned)", summary.cards, summary.well, summary.ill)),
            ("Suits", suits.join(", ")),
            ("Element", summary.element.map_or("none leads", |element| element.id()).to_owned()),
            ("Courts", summary.courts.to_string()),
        ]
    }

    /// The lists of cards without a position, with titles; empty lists are left out.
    pub fn leftovers(&self) -> impl Iterator<Item = (&'static str, &[ReadCard])> {
        let lists = [("No place in this layout", &self.unplaced[..]), ("Beyond the layout", &self.beyond[..])];
        lists.into_iter().filter(|(_, cards)| !cards.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Layout, ReadingChoice, TeamOutcome, Tricks, WonTrick, read};

    use super::*;

    fn reading() -> Reading {
        let trick = |id: &str, disposition| WonTrick { card: id.parse().expect("a card"), disposition };
        let tricks = Tricks {
            own: vec![trick("cu02", Disposition::Ill)],
            partner: (2..=6).map(|n| trick(&format!("wa0{n}"), Disposition::Well)).collect(),
            outcome: TeamOutcome::Won,
            seats: None,
        };
        read(&tricks, ReadingChoice { layout: Some(Layout::Simple), ..ReadingChoice::default() })
            .expect("different cards")
            .told_for("", [])
    }

    #[test]
    fn reversed_cards_are_labelled() {
        assert_eq!(reading().zones[0].places[0].cards[0].label(), "Two of Cups (turned)");
    }

    #[test]
    fn figures_and_leftovers_are_named() {
        let reading = reading();
        let figures = reading.figures().map(|(name, value)| format!("{name}: {value}"));
        assert_eq!(
            figures,
            [
                "Layout: simple",
                "Cards: 6 (5 well-disposed, 1 turned)",
                "Suits: Wands 5, Cups 1, Swords 0, Pentacles 0, Stars 0",
                "Element: fire",
                "Courts: 0"
            ]
        );
        let leftovers = reading.leftovers().map(|(title, cards)| (title, cards.len())).collect::<Vec<_>>();
        assert_eq!(leftovers, [("No place in this layout", 1)]);
    }
}
