//! The JSON of a trick, put together in one piece.
//!
//! The tricks are most of the result of a game. Written field by field they took 50.7 of 323 thousand instructions of a
//! stored game's response; they take 12.3 (`docs/benchmarks.md`, "Logs read in one pass").

use arrayvec::ArrayString;
use serde::{Serialize, Serializer};

use super::trick::Trick;
use crate::{
    cards::Card,
    games::{JsonText, Player},
};

/// Maximum length of the JSON of a trick.
const JSON_LENGTH: usize = 160;

/// As a derived implementation, but in one piece ([`JsonText`]).
impl Serialize for Trick {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Trick { leader, cards, started, ended, winner, card, disposition } = *self;
        let [first, second, third, fourth] = cards.map(Card::text);
        let (mut one, mut other) = (ArrayString::new(), ArrayString::new());
        let pieces = [
            "{\"leader\":",
            number(leader, &mut one),
            ",\"cards\":[\"",
            first,
            "\",\"",
            second,
            "\",\"",
            third,
            "\",\"",
            fourth,
            "\"],\"started\":\"",
            started.id(),
            "\",\"ended\":\"",
            ended.id(),
            "\",\"winner\":",
            number(winner, &mut other),
            ",\"card\":\"",
            card.text(),
            "\",\"disposition\":\"",
            disposition.id(),
            "\"}",
        ];
        let mut json = ArrayString::<JSON_LENGTH>::new();
        for piece in pieces {
            json.push_str(piece);
        }
        JsonText(&json).serialize(serializer)
    }
}

/// The number of a player as text.
fn number(player: Player, text: &mut ArrayString<3>) -> &str {
    for place in [100, 10, 1] {
        if player.0 >= place || place == 1 {
            text.push(char::from(b'0' + player.0 / place % 10));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fortunes::{Disposition, HighLow};

    #[test]
    fn the_json_of_a_trick_is_the_derived_one() {
        #[derive(Serialize)]
        struct Derived {
            leader: Player,
            cards: [Card; 4],
            started: HighLow,
            ended: HighLow,
            winner: Player,
            card: Card,
            disposition: Disposition,
        }
        let card = |index: usize| Card::new((index % Card::COUNT) as u8).expect("under 78");
        for index in 0..=usize::from(u8::MAX) {
            let (started, ended) =
                [(HighLow::High, HighLow::Low), (HighLow::Low, HighLow::High), (HighLow::Low, HighLow::Low)][index % 3];
            let trick = Trick {
                leader: Player(index as u8),
                cards: [index, index + 1, index + 2, index + 3].map(card),
                started,
                ended,
                winner: Player(u8::MAX - index as u8),
                card: card(7 * index),
                disposition: Disposition::ALL[index % 2],
            };
            let Trick { leader, cards, started, ended, winner, card, disposition } = trick;
            let derived = Derived { leader, cards, started, ended, winner, card, disposition };
            assert_eq!(serde_json::to_string(&trick).ok(), serde_json::to_string(&derived).ok());
        }
    }
}
