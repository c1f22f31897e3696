//! Chooses among wordings (`reading.md`, "Variants").

use super::{Disposition, Tricks, WonTrick};
use arcana_engine::{chance::Chance, games::Player};

/// Chooses the wordings of a reading; the same reading always gets the same ones.
#[derive(Clone, Debug)]
pub struct Variants(Chance);

impl Variants {
    /// For a player's reading of a deal, counted from 1, in a game with these seeds.
    pub fn of_game(seed: &str, client_seed: &str, deal: u32, player: Player) -> Variants {
        Variants(Chance::of_reading(seed, client_seed, deal, player.index()))
    }

    /// For tricks without a public seed: the cards determine the wordings.
    pub fn of_tricks(tricks: &Tricks) -> Variants {
        Variants::of_text(&text_of(tricks))
    }

    /// For cards in this textual form.
    pub(super) fn of_text(cards: &str) -> Variants {
        Variants(Chance::of_reading(cards, "", 1, 0))
    }

    /// One of the wordings, uniformly chosen. A single wording uses no randomness.
    ///
    /// # Panics
    /// Without wordings.
    pub fn pick<'a, T>(&mut self, wordings: &'a [T]) -> &'a T {
        match wordings {
            [only] => only,
            several => &several[self.0.below(several.len() as u32) as usize],
        }
    }
}

/// The tricks as text: `wa02 ar17' | cuqu`.
fn text_of(tricks: &Tricks) -> String {
    let card = |trick: &WonTrick| match trick.disposition {
        Disposition::Well => trick.card.id(),
        Disposition::Ill => format!("{}'", trick.card),
    };
    let side = |tricks: &[WonTrick]| tricks.iter().map(card).collect::<Vec<_>>().join(" ");
    format!("{} | {}", side(&tricks.own), side(&tricks.partner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TeamOutcome;

    fn tricks() -> Tricks {
        let trick = |id: &str, disposition| WonTrick { card: id.parse().expect("a card"), disposition };
        Tricks {
            own: vec![trick("wa02", Disposition::Well), trick("ar17", Disposition::Ill)],
            partner: vec![trick("cuqu", Disposition::Well)],
            outcome: TeamOutcome::Won,
            seats: None,
        }
    }

    #[test]
    fn tricks_are_a_text() {
        assert_eq!(text_of(&tricks()), "wa02 ar17' | cuqu");
        assert_eq!(text_of(&Tricks { own: vec![], partner: vec![], ..tricks() }), " | ");
    }

    #[test]
    fn the_reading_determines_its_wordings() {
        let picked = |mut variants: Variants| (0..40).map(|_| *variants.pick(&[0, 1, 2])).collect::<Vec<_>>();
        let game = |deal, player| picked(Variants::of_game("arcana", "", deal, Player(player)));
        assert_eq!(game(1, 0), game(1, 0));
        assert_ne!(game(1, 0), game(1, 2));
        assert_ne!(game(1, 0), game(2, 0));
        assert_eq!(picked(Variants::of_tricks(&tricks())), picked(Variants::of_tricks(&tricks())));
    }

    #[test]
    fn a_single_wording_uses_no_randomness() {
        let mut variants = Variants::of_game("arcana", "", 1, Player(0));
        let mut same = variants.clone();
        assert_eq!(variants.pick(&["only"]), &"only");
        let pick = |variants: &mut Variants| (0..20).map(|_| *variants.pick(&[0, 1, 2, 3])).collect::<Vec<_>>();
        assert_eq!(pick(&mut variants), pick(&mut same));
    }
}
