//! Labels in every format.

use crate::{SpreadReading, SuitOrStars, texts::texts};

impl SpreadReading {
    /// The figures of the summary with their names.
    pub fn figures(&self) -> Vec<(&'static str, String)> {
        let summary = &self.summary;
        let suits = SuitOrStars::ALL.map(|suit| format!("{} {}", suit.name(self.deck), summary.suits.get(suit)));
        let mut figures = vec![
            ("Cards", format!("{} ({} upright, {} reversed)", summary.cards, summary.upright, summary.reversed)),
            ("Suits", suits.join(", ")),
            ("Element", summary.element.map_or("none leads", |element| element.id()).to_owned()),
            ("Courts", summary.courts.to_string()),
        ];
        figures.extend(self.significator.as_ref().map(|card| ("Significator", card.name.clone())));
        figures
    }

    /// The answer, if the spread gives one, and the summary.
    pub fn conclusion(&self) -> impl Iterator<Item = &str> {
        self.answer.iter().map(|answer| answer.text.as_str()).chain([self.summary.text.as_str()])
    }

    /// The sources of the meanings, as a sentence.
    pub fn sources(&self) -> &'static str {
        texts(self.language).about(self.deck)
    }
}
