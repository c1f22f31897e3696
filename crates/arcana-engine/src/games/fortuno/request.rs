//! What The Moon asks for (fortuno.md, "Requests").

use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::cards::{COURTS, numericals};
use crate::{
    cards::{Card, Hand, Rank, Spelled, Suit},
    games::fields::{Object, given, given_word},
};

/// A request for The Moon; a card matches if every term holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Object<Terms>", into = "Terms")]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(as = FortunoRequest, example = json!({"suit": "cu", "kind": "court"}), min_properties = 1),
)]
pub struct Request {
    /// This card.
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub card: Option<Spelled>,
    /// A Major or a Minor.
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub arcana: Option<Arcana>,
    /// Of this suit: `wa`, `cu`, `sw`, `pe`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, nullable = false))]
    pub suit: Option<Suit>,
    /// Of this rank: `ac`, `02` … `10`, `pa`, `kn`, `qu`, `ki`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, nullable = false))]
    pub rank: Option<Rank>,
    /// Numerical, or one of the four courts.
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub kind: Option<Kind>,
}

/// One of the two arcana.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoArcana))]
pub enum Arcana {
    /// `ar00` … `ar21`.
    Major,
    /// The 56 others.
    Minor,
}

/// A kind of Minor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoKind))]
pub enum Kind {
    /// 2 … 10; with the option `ace_numerical` the Aces too.
    Numerical,
    /// `pa`, `kn`, `qu`, `ki`.
    Court,
}

impl Request {
    /// The cards of the pack that match.
    pub fn fitting(&self, ace_numerical: bool) -> Hand {
        let card = self.card.map_or(Hand::PACK, |card| card.card().map_or(Hand::EMPTY, Hand::of));
        let arcana = self.arcana.map_or(Hand::PACK, |arcana| match arcana {
            Arcana::Major => Hand::TRUMPS,
            Arcana::Minor => Hand::MINORS,
        });
        let kind = self.kind.map_or(Hand::PACK, |kind| match kind {
            Kind::Numerical => numericals(ace_numerical),
            Kind::Court => COURTS,
        });
        card & arcana & kind & self.suit.map_or(Hand::PACK, Hand::suit) & self.rank.map_or(Hand::PACK, Hand::rank)
    }

    /// The requests that match some card of the pack: those of one term, and the longer ones.
    pub(super) fn sensible(ace_numerical: bool) -> (&'static [Request], &'static [Request]) {
        let (single, requests) = &SENSIBLE[usize::from(ace_numerical)];
        requests.split_at(*single)
    }

    fn terms(&self) -> usize {
        let Request { card, arcana, suit, rank, kind } = self;
        [card.is_some(), arcana.is_some(), suit.is_some(), rank.is_some(), kind.is_some()]
            .iter()
            .filter(|on| **on)
            .count()
    }
}

/// The requests that match some card: the number of those with one term, then all, those first.
type Sensible = (usize, Vec<Request>);

static SENSIBLE: LazyLock<[Sensible; 2]> = LazyLock::new(|| [false, true].map(sensible));

fn sensible(ace_numerical: bool) -> Sensible {
    let mut requests: Vec<Request> = all().filter(|request| !request.fitting(ace_numerical).is_empty()).collect();
    requests.sort_by_key(|request| request.terms() > 1);
    (requests.iter().filter(|request| request.terms() == 1).count(), requests)
}

/// Every request that has a term.
fn all() -> impl Iterator<Item = Request> {
    let cards = || optional((0..Card::COUNT as u8).filter_map(Card::new).map(Spelled::from));
    let arcana = || optional([Arcana::Major, Arcana::Minor]);
    let (suits, ranks) = (|| optional(Suit::ALL), || optional(Rank::ALL));
    let kinds = || optional([Kind::Numerical, Kind::Court]);
    let request = move |card, arcana, suit, rank| kinds().map(move |kind| Request { card, arcana, suit, rank, kind });
    let suited = move |card, arcana| {
        suits().flat_map(move |suit| ranks().flat_map(move |rank| request(card, arcana, suit, rank)))
    };
    cards().flat_map(move |card| arcana().flat_map(move |arcana| suited(card, arcana))).filter(|all| all.terms() > 0)
}

/// Each of these values, and `None`.
fn optional<T>(values: impl IntoIterator<Item = T>) -> impl Iterator<Item = Option<T>> {
    values.into_iter().map(Some).chain([None])
}

/// A request in wire form: an object in which each term is omitted or has a value, never `null`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Terms {
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    card: Option<Spelled>,
    #[serde(default, deserialize_with = "given_word", skip_serializing_if = "Option::is_none")]
    arcana: Option<Arcana>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    suit: Option<Word<Suit>>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    rank: Option<Word<Rank>>,
    #[serde(default, deserialize_with = "given_word", skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
}

/// A suit or rank, written with its two letters.
struct Word<T>(T);

impl Serialize for Word<Suit> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.id())
    }
}

impl Serialize for Word<Rank> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.id())
    }
}

impl<'de> Deserialize<'de> for Word<Suit> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word(deserializer, Suit::from_id)
    }
}

impl<'de> Deserialize<'de> for Word<Rank> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word(deserializer, Rank::from_id)
    }
}

fn word<'de, D: Deserializer<'de>, T>(deserializer: D, find: impl Fn(&str) -> Option<T>) -> Result<Word<T>, D::Error> {
    let id = std::borrow::Cow::<str>::deserialize(deserializer)?;
    find(&id).map(Word).ok_or_else(|| serde::de::Error::custom(format_args!("`{id}` is not listed")))
}

impl TryFrom<Object<Terms>> for Request {
    type Error = &'static str;

    fn try_from(Object(terms): Object<Terms>) -> Result<Request, &'static str> {
        let Terms { card, arcana, suit, rank, kind } = terms;
        let request = Request { card, arcana, suit: suit.map(|suit| suit.0), rank: rank.map(|rank| rank.0), kind };
        if request == Request::default() { Err("a request has one or more terms") } else { Ok(request) }
    }
}

impl From<Request> for Terms {
    fn from(request: Request) -> Terms {
        let Request { card, arcana, suit, rank, kind } = request;
        Terms { card, arcana, suit: suit.map(Word), rank: rank.map(Word), kind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitting(text: &str, ace_numerical: bool) -> Option<usize> {
        serde_json::from_str::<Request>(text).ok().map(|request| request.fitting(ace_numerical).len())
    }

    #[test]
    fn a_card_fits_when_every_term_holds() {
        assert_eq!(fitting(r#"{"card":"ar10"}"#, false), Some(1));
        assert_eq!(fitting(r#"{"arcana":"major"}"#, false), Some(22));
        assert_eq!(fitting(r#"{"arcana":"minor","suit":"cu"}"#, false), Some(14));
        assert_eq!(fitting(r#"{"kind":"court","suit":"cu"}"#, false), Some(4));
        assert_eq!(fitting(r#"{"kind":"numerical"}"#, false), Some(36));
        assert_eq!(fitting(r#"{"kind":"numerical"}"#, true), Some(40));
        assert_eq!(fitting(r#"{"rank":"ac","kind":"numerical"}"#, true), Some(4));
    }

    #[test]
    fn no_card_fits_terms_that_exclude_each_other() {
        assert_eq!(fitting(r#"{"rank":"ac","kind":"numerical"}"#, false), Some(0));
        assert_eq!(fitting(r#"{"rank":"ac","kind":"court"}"#, true), Some(0));
        assert_eq!(fitting(r#"{"arcana":"major","suit":"wa"}"#, false), Some(0));
        assert_eq!(fitting(r#"{"card":"waac","suit":"cu"}"#, false), Some(0));
        assert_eq!(fitting(r#"{"card":"zz99"}"#, false), Some(0));
    }

    #[test]
    fn a_request_has_terms_of_the_list_only() {
        for text in [
            "{}",
            "null",
            "[]",
            r#"["wa02"]"#,
            r#""wa02""#,
            r#"{"suit":null}"#,
            r#"{"card":null}"#,
            r#"{"suit":"wands"}"#,
            r#"{"rank":"1"}"#,
            r#"{"rank":7}"#,
            r#"{"kind":"ace"}"#,
            r#"{"kind":{"court":null}}"#,
            r#"{"kind":null}"#,
            r#"{"arcana":{"major":null}}"#,
            r#"{"arcana":"Major"}"#,
            r#"{"not":"wa"}"#,
            r#"{"suit":"wa","suit":"cu"}"#,
        ] {
            assert_eq!(fitting(text, false), None, "{text}");
        }
    }

    #[test]
    fn requests_that_no_card_fits_are_left_out() {
        let (single, longer) = Request::sensible(false);
        assert_eq!((single.len(), longer.len()), (78 + 2 + 4 + 14 + 2, 1108));
        assert_eq!(Request::sensible(true).1.len(), 1150);
    }

    #[test]
    fn a_request_is_written_with_the_terms_it_has() {
        let request = Request { suit: Some(Suit::Cups), rank: Some(Rank::QUEEN), ..Request::default() };
        assert_eq!(serde_json::to_string(&request).expect("JSON"), r#"{"suit":"cu","rank":"qu"}"#);
    }
}
