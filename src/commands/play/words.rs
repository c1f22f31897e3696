//! Rephrases sentences for the person they are about.

/// Name of the person at the terminal in sentences.
pub const YOU: &str = "you";

/// Verbs in the third person and in the second.
const VERBS: [(&str, &str); 41] = [
    ("accepts", "accept"),
    ("accuses", "accuse"),
    ("asks", "ask"),
    ("bids", "bid"),
    ("calls", "call"),
    ("challenges", "challenge"),
    ("chooses", "choose"),
    ("divorces", "divorce"),
    ("does", "do"),
    ("draws", "draw"),
    ("flips", "flip"),
    ("folds", "fold"),
    ("gives", "give"),
    ("goes", "go"),
    ("has", "have"),
    ("holds", "hold"),
    ("is", "are"),
    ("keeps", "keep"),
    ("lays", "lay"),
    ("leads", "lead"),
    ("leaves", "leave"),
    ("lets", "let"),
    ("names", "name"),
    ("objects", "object"),
    ("offers", "offer"),
    ("passes", "pass"),
    ("picks", "pick"),
    ("plays", "play"),
    ("puts", "put"),
    ("raises", "raise"),
    ("rolls", "roll"),
    ("says", "say"),
    ("shows", "show"),
    ("slaps", "slap"),
    ("stays", "stay"),
    ("steals", "steal"),
    ("takes", "take"),
    ("uses", "use"),
    ("wagers", "wager"),
    ("wins", "win"),
    ("wishes", "wish"),
];

/// Rephrases sentences about the player who is called [`YOU`] in the second person.
pub fn said(sentences: &str) -> String {
    let said = |sentence: &str| match sentence.strip_prefix("you ") {
        Some(deed) => format!("You {}", to_you(deed)),
        None => sentence.to_owned(),
    };
    sentences.split(". ").map(said).collect::<Vec<_>>().join(". ")
}

/// A step as a choice: `Play Two of Wands`.
pub fn choice(sentence: &str) -> String {
    let deed = sentence.strip_prefix("you ").unwrap_or(sentence).trim_end_matches('.');
    capital(&to_you(deed))
}

/// Puts the leading verb, and one after `and`, in the second person.
fn to_you(deed: &str) -> String {
    let (first, second) = deed.split_once(" and ").map_or((deed, None), |(first, second)| (first, Some(second)));
    match second {
        None => verb(first),
        Some(second) => format!("{} and {}", verb(first), verb(second)),
    }
}

fn verb(deed: &str) -> String {
    let (word, rest) = deed.split_at(deed.find([' ', '.']).unwrap_or(deed.len()));
    let found = VERBS.iter().find(|(theirs, _)| *theirs == word);
    format!("{}{rest}", found.map_or(word, |(_, yours)| yours))
}

/// Capitalises the first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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
            ("you divorces and keeps Death.", "You divorce and keep Death."),
            ("you does not steal the reward.", "You do not steal the reward."),
            ("you passes.", "You pass."),
            ("Bel passes.", "Bel passes."),
            ("Bel names Death. you shows Two of Wands.", "Bel names Death. You show Two of Wands."),
        ] {
            assert_eq!(said(third_person), second_person);
        }
        assert_eq!(choice("you says that Bel did not call."), "Say that Bel did not call");
    }
}
