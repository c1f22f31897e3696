//! Whether a question can be in English, the language of the texts.

/// Common words of English.
const ENGLISH: &str = include_str!("common_english.txt");

/// Common words of other languages that are no words of English.
const OTHERS: &str = include_str!("common_others.txt");

/// Whether a question is taken for English: most of its letters are Latin, and from three words on it does not have more
/// common words of other languages than of English. One without words is too.
pub(super) fn may_be_english(question: &str) -> bool {
    let letters = || question.chars().filter(|sign| sign.is_alphabetic());
    // Latin letters with and without accents; Greek, Cyrillic and all others follow.
    let latin = letters().filter(|letter| matches!(letter, '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}')).count();
    // No English sentence begins with the signs of Spanish.
    if latin * 2 < letters().count() || question.contains(['¿', '¡']) {
        return false;
    }
    let question = question.to_lowercase();
    let words =
        question.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>();
    let count = |known: &str| words.iter().filter(|word| known.split_whitespace().any(|own| own == **word)).count();
    words.len() < 3 || count(OTHERS) <= count(ENGLISH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_in_another_language_is_told_by_its_letters_and_its_small_words() {
        let english = [
            "",
            "?",
            "Love?",
            "Quo vadis?",
            "Should I move to Lyon?",
            "Does André love me?",
            "Will the mañana attitude of my boss get better?",
            "Buy house, sell boat?",
            "Will Maria y Jose marry?",
        ];
        for question in english {
            assert!(may_be_english(question), "{question}");
        }
        let others = [
            "¿Debo dejar mi trabajo?",
            "¿Encontraré un piso nuevo?",
            "Soll ich meinen Job kündigen?",
            "Est-ce que je dois partir?",
            "Devo lasciare il mio lavoro?",
            "Devo mudar de emprego em maio? Eu não sei.",
            "Moet ik mijn baan opzeggen?",
            "Czy powinienem zmienić pracę?",
            "Czy on mnie kocha?",
            "Apakah saya akan menikah?",
            "Yeni bir iş bulmak için ne zaman?",
            "Стоит ли мне уйти с работы?",
            "我应该辞职吗？",
            "仕事をやめるべきですか",
            "क्या मुझे नौकरी छोड़नी चाहिए?",
            "هل يجب أن أترك عملي؟",
        ];
        for question in others {
            assert!(!may_be_english(question), "{question}");
        }
    }
}
