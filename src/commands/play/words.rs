//! Names, and sentences rephrased for the person they are about.

use crate::{
    narration::joined,
    scenes::{self, in_second_person},
    spelling::capital,
};

/// Name of the person at the terminal in sentences.
pub const YOU: &str = "you";

/// Rephrases sentences about the player who is called [`YOU`] in the second person.
pub fn said(sentences: &str) -> String {
    let said = |sentence: &str| match sentence.strip_prefix("you ") {
        Some(deed) => format!("You {}", in_second_person(deed)),
        None => sentence.to_owned(),
    };
    sentences.split(". ").map(said).collect::<Vec<_>>().join(". ")
}

/// A step as a choice: `Play Two of Wands`.
pub fn choice(sentence: &str) -> String {
    scenes::choice(sentence.strip_prefix("you ").unwrap_or(sentence))
}

/// Why a step of the person is refused, in the second person.
pub fn refused(sentence: &str) -> String {
    let sentence = match sentence.strip_prefix("It is not the turn of you") {
        Some(end) => format!("It is not your turn{}", end.replacen("but of", "but that of", 1)),
        None => said(sentence),
    };
    capital(&sentence)
}

/// Another player's name in sentences. One that has the word `you` is quoted, since [`said`] would take it for the
/// person.
pub fn another(name: &str) -> String {
    let is_you = |word: &str| word.eq_ignore_ascii_case(YOU);
    if name.split_whitespace().any(is_you) { format!("“{name}”") } else { name.to_owned() }
}

/// Who won, as in `Won by Ada and Bel`.
pub fn won_by<T: AsRef<str>>(winners: &[T]) -> String {
    if winners.is_empty() { "A draw".to_owned() } else { format!("Won by {}", joined(winners)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_addressed() {
        for (third_person, second_person) in [
            ("you plays Two of Wands.", "You play Two of Wands."),
            ("you plays Two of Wands and calls “Fortuno”.", "You play Two of Wands and call “Fortuno”."),
            ("you plays Two of Wands and Death.", "You play Two of Wands and Death."),
            (
                "you plays Two of Wands, Two of Cups and Death and calls “Fortuno”.",
                "You play Two of Wands, Two of Cups and Death and call “Fortuno”.",
            ),
            ("you divorces and keeps Death.", "You divorce and keep Death."),
            ("you decides that Bel and draws swap hands.", "You decide that Bel and draws swap hands."),
            ("you does not steal the reward.", "You do not steal the reward."),
            ("you passes.", "You pass."),
            ("Bel passes.", "Bel passes."),
            ("Bel names Death. you shows Two of Wands.", "Bel names Death. You show Two of Wands."),
        ] {
            assert_eq!(said(third_person), second_person);
        }
        assert_eq!(choice("you says that Bel did not call."), "Say that Bel did not call");
        assert_eq!(choice("you plays Death and calls “Fortuno”."), "Play Death and call “Fortuno”");
    }

    #[test]
    fn a_refusal_is_about_the_person() {
        for (sentence, to_you) in [
            ("you does not hold The Fool.", "You do not hold The Fool."),
            (
                "you must follow suit in trick 3, in which Ace of Wands was led: with Two of Wands in hand, Death may not be played.",
                "You must follow suit in trick 3, in which Ace of Wands was led: with Two of Wands in hand, Death may not be played.",
            ),
            ("It is not the turn of you, but of Bel.", "It is not your turn, but that of Bel."),
            ("It is not the turn of you.", "It is not your turn."),
            ("The wager must be from 0 to 9, not 10.", "The wager must be from 0 to 9, not 10."),
        ] {
            assert_eq!(refused(sentence), to_you);
        }
    }

    #[test]
    fn another_player_is_not_addressed() {
        for name in ["you", "You", "you two", "are YOU"] {
            let sentence = format!("{} passes.", another(name));
            assert_eq!(capital(&said(&sentence)), format!("“{name}” passes."));
        }
        assert_eq!((another("Bel"), another("Young")), ("Bel".to_owned(), "Young".to_owned()));
    }
}
