//! What cards correspond to: elements, planets, signs and Hebrew letters, by the order of the Golden Dawn (`table.txt`).

use std::sync::LazyLock;

use arcana_engine::cards::{Card, Deck};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Element;

/// What a card corresponds to. A planet in a sign is a decan, a third of the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Correspondence {
    /// Element of the suit, or of a trump that stands for one.
    #[schema(required)]
    pub element: Option<Element>,
    /// Element that a court card is within the element of its suit.
    #[schema(required)]
    pub part: Option<Element>,
    /// Planet, one of the seven of old.
    #[schema(required, example = "venus")]
    pub planet: Option<&'static str>,
    /// Sign of the zodiac.
    #[schema(required, example = "cancer")]
    pub sign: Option<&'static str>,
    /// Hebrew letter of a trump.
    #[schema(required, example = "aleph")]
    pub letter: Option<&'static str>,
    /// Number on the tree of life: of the path of a trump (11 to 32), or of the sphere of an ace or a numbered card (1 to
    /// 10).
    #[schema(required, minimum = 1, maximum = 32)]
    pub number: Option<u8>,
    /// Where it is from.
    #[schema(example = "the Golden Dawn’s “Liber T”")]
    pub source: &'static str,
}

const GOLDEN_DAWN: &str = "the Golden Dawn’s “Liber T”, in Israel Regardie, The Golden Dawn (1937–1940)";
const THOTH: &str = "Aleister Crowley, The Book of Thoth (1944)";

/// A row of the table: the deck that it is for alone, the card, and what it corresponds to.
type Row = (Option<Deck>, Card, Correspondence);

static TABLE: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let table = include_str!("table.txt").lines().filter(|line| !line.starts_with('#'));
    table.map(|line| row(line).expect("a test reads every row")).collect()
});

fn row(line: &'static str) -> Option<Row> {
    let (deck, line) = match line.strip_prefix("thoth ") {
        Some(rest) => (Some(Deck::Thoth), rest),
        None => (None, line),
    };
    let [card, cells @ ..]: [&str; 7] = line.split_whitespace().collect::<Vec<_>>().try_into().ok()?;
    let [element, part, planet, sign, letter, number] = cells.map(|cell| Some(cell).filter(|cell| *cell != "-"));
    let (element, part) = (element.map(str::parse).transpose().ok()?, part.map(str::parse).transpose().ok()?);
    let number = number.map(str::parse).transpose().ok()?;
    let source = if deck.is_some() { THOTH } else { GOLDEN_DAWN };
    Some((deck, card.parse().ok()?, Correspondence { element, part, planet, sign, letter, number, source }))
}

/// What a card of a deck corresponds to; nothing in the French deck, which is for games.
pub fn correspondence(card: Card, deck: Deck) -> Option<&'static Correspondence> {
    if deck == Deck::French {
        return None;
    }
    // What cards correspond to goes with their names.
    let card = deck.counterpart(card);
    let of = |of: Option<Deck>| TABLE.iter().find(|(only, of_card, _)| *only == of && *of_card == card);
    of(Some(deck)).or_else(|| of(None)).map(|(_, _, found)| found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use arcana_engine::cards::PACK;

    use super::*;

    const SIGNS: [&str; 12] = [
        "aries",
        "taurus",
        "gemini",
        "cancer",
        "leo",
        "virgo",
        "libra",
        "scorpio",
        "sagittarius",
        "capricorn",
        "aquarius",
        "pisces",
    ];

    fn of(card: Card) -> &'static Correspondence {
        correspondence(card, Deck::WaiteSmith).expect("a row")
    }

    fn texts(deck: Deck, cell: impl Fn(&Correspondence) -> Option<&'static str>) -> BTreeSet<&'static str> {
        let trumps = PACK.iter().filter(|card| card.is_trump());
        trumps.filter_map(|card| cell(correspondence(*card, deck).expect("a row"))).collect()
    }

    #[test]
    fn trumps_have_22_letters_12_signs_7_planets_and_3_elements() {
        for deck in [Deck::WaiteSmith, Deck::Thoth, Deck::Fortunes] {
            let elements = texts(deck, |it| it.element.map(Element::id));
            let counts =
                [texts(deck, |it| it.letter), texts(deck, |it| it.sign), texts(deck, |it| it.planet), elements];
            assert_eq!(counts.map(|met| met.len()), [22, 12, 7, 3], "{deck:?}");
            let mut paths: Vec<_> =
                (0..22).map(|number| correspondence(Card::trump(number), deck).and_then(|it| it.number)).collect();
            paths.sort_unstable();
            assert_eq!(paths, (11..=32).map(Some).collect::<Vec<_>>(), "{deck:?}");
        }
    }

    /// The decans follow one another through the zodiac, and their planets in the order in which the ancients placed them.
    #[test]
    fn the_numbered_cards_are_the_36_decans_in_their_order() {
        let pips = PACK.iter().map(|card| of(*card)).filter(|it| it.planet.is_some() && it.sign.is_some());
        let mut decans: Vec<_> =
            pips.map(|it| (SIGNS.iter().position(|sign| Some(*sign) == it.sign), it.number, it.planet)).collect();
        decans.sort_unstable();
        let order = ["mars", "sun", "venus", "mercury", "moon", "saturn", "jupiter"];
        let planets: Vec<_> = decans.iter().map(|(.., planet)| planet.expect("one")).collect();
        assert_eq!(planets, order.into_iter().cycle().take(36).collect::<Vec<_>>());
        for card in PACK.iter().filter(|card| of(**card).planet.is_some() && !card.is_trump()) {
            let sign = SIGNS.iter().position(|sign| Some(*sign) == of(*card).sign).expect("a sign");
            let elements = [Element::Fire, Element::Earth, Element::Air, Element::Water];
            assert_eq!(of(*card).element, Some(elements[sign % 4]), "{card}: the suit is that of the sign’s element");
        }
    }

    #[test]
    fn every_card_has_one_row_and_courts_have_two_elements() {
        for card in PACK {
            assert_eq!(TABLE.iter().filter(|(deck, of, _)| deck.is_none() && *of == card).count(), 1, "{card}");
            let is_court = card.rank().is_some_and(|rank| rank.is_court());
            assert_eq!(of(card).part.is_some(), is_court, "{card}");
        }
        assert_eq!(correspondence(Card::FOOL, Deck::French), None);
    }

    #[test]
    fn thoth_has_two_letters_the_other_way_round_and_the_others_by_name() {
        let letter = |number, deck| correspondence(Card::trump(number), deck).and_then(|it| it.letter);
        assert_eq!([4, 17].map(|number| letter(number, Deck::WaiteSmith)), [Some("he"), Some("tzaddi")]);
        assert_eq!([4, 17].map(|number| letter(number, Deck::Thoth)), [Some("tzaddi"), Some("he")]);
        assert_eq!([8, 11].map(|number| letter(number, Deck::WaiteSmith)), [Some("teth"), Some("lamed")]);
        assert_eq!([8, 11].map(|number| letter(number, Deck::Thoth)), [Some("lamed"), Some("teth")]);
    }
}
