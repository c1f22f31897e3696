//! Tells a reading for what a person gave.

use std::collections::BTreeSet;

use super::{
    kind::{Care, Shows},
    language::may_be_english,
    vocabulary,
};
use crate::{Reading, SpreadReading};

impl Care {
    /// The gravest kind that any of these texts needs.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<Care> {
        // A spread may ask the same at every place.
        let texts = texts.into_iter().collect::<BTreeSet<_>>();
        texts.into_iter().filter_map(vocabulary::care_of).min()
    }
}

/// A reading that nobody may see yet: whether it needs care is known by what the person gave, so that it can only be had
/// with that.
#[derive(Clone, Debug, PartialEq)]
pub struct Untold<R>(pub(crate) R);

/// A reading whose texts can be left out.
trait Texts {
    /// Leaves out the verdict, the lean and all advice.
    fn tell_plainly(&mut self);

    /// Empties every text that tells, leans, advises or titles.
    fn tell_nothing(&mut self);

    /// The summary.
    fn summary(&mut self) -> &mut String;
}

/// Tells a reading for a question. One that needs care begins with whom to turn to, and neither leans nor advises. Nor
/// does one whose question is in another language: nobody knows what it leans to.
fn tell(reading: &mut impl Texts, care: Option<Care>, question: &str) {
    match care.map(|care| (care, care.shows())) {
        None if may_be_english(question) => {}
        None => reading.tell_plainly(),
        Some((care, Shows::Cards)) => {
            reading.tell_plainly();
            let text = reading.summary();
            *text = format!("{}\n{text}", care.said());
        }
        Some((care, Shows::Sentence | Shows::Names)) => {
            reading.tell_nothing();
            *reading.summary() = care.said();
        }
    }
}

impl Untold<Reading> {
    /// The reading as it is told for a question and these names; both may be empty.
    pub fn told_for<'a>(self, question: &'a str, names: impl IntoIterator<Item = &'a str>) -> Reading {
        let mut reading = self.0;
        reading.care = Care::of([question].into_iter().chain(names));
        let care = reading.care;
        tell(&mut reading, care, question);
        reading
    }
}

impl Untold<SpreadReading> {
    /// The reading as it is told for a question and these names; both may be empty. The names of an own spread and its
    /// places count too, and what they ask.
    pub fn told_for<'a>(self, question: &'a str, names: impl IntoIterator<Item = &'a str>) -> SpreadReading {
        let mut reading = self.0;
        let places = reading.places.iter().flat_map(|it| [it.place.name.as_str(), &it.place.asks]);
        let own = places.chain([reading.spread.name.as_str()]).filter(|_| reading.spread.id.is_none());
        let asked = Care::of([question].into_iter().chain(names));
        reading.care = asked.into_iter().chain(Care::of(own)).min();
        let care = reading.care;
        tell(&mut reading, care, question);
        reading
    }
}

impl Texts for Reading {
    fn tell_plainly(&mut self) {
        self.summary.text.clone_from(&self.summary.plain);
        for place in self.zones.iter_mut().flat_map(|zone| &mut zone.places) {
            place.text.clone_from(&place.plain);
        }
    }

    fn tell_nothing(&mut self) {
        for card in self.cards_mut() {
            (card.title, card.keywords) = (None, &[]);
            card.won.iter_mut().for_each(|won| won.text.clear());
        }
        for zone in &mut self.zones {
            (zone.about, zone.empty) = (None, None);
            zone.places.iter_mut().for_each(|place| place.text.clear());
        }
        self.rarity.iter_mut().for_each(|rarity| rarity.text.clear());
    }

    fn summary(&mut self) -> &mut String {
        &mut self.summary.text
    }
}

impl Texts for SpreadReading {
    fn tell_plainly(&mut self) {
        self.answer = None;
        self.summary.text.clone_from(&self.summary.plain);
        for place in &mut self.places {
            place.text.clone_from(&place.plain);
        }
    }

    fn tell_nothing(&mut self) {
        self.answer = None;
        for place in &mut self.places {
            place.text.clear();
        }
        let cards = self.places.iter_mut().map(|it| &mut it.card).chain(&mut self.significator);
        cards.for_each(|card| (card.title, card.keywords) = (None, &[]));
    }

    fn summary(&mut self) -> &mut String {
        &mut self.summary.text
    }
}
