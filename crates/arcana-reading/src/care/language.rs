//! Whether a question can be in English, the language of the texts.

/// Common words of English.
const ENGLISH: &str = "\
    a about all am an and any are as at be because been but by can come could day did do does ever few find for \
    from get go going good had happen happens has have he help her here him his home how i if in into is it job \
    just keep know last let life like love make mark may me mean might money month more move much must my need new \
    next no not now of off on one or our out over own say see she should so some soon still stay take tell than \
    that the their them then there they this to today too up us want was way we week were what when where which \
    while who why will with work would year you your";

/// Common words of other languages that are no words of English.
const OTHERS: [&str; 3] = [
    // Spanish, Portuguese, Italian, French, Romanian, Catalan
    "el los las que qué como cómo cuando cuándo debo debería mi mis una uno por para con del está estoy soy será \
     voy quiero amor trabajo dinero este esta eu não meu minha você vou devo quando em da dos uma il lo gli che \
     di della mio mia sono perché cosa dovrei je le les une des du mon ma mes est suis vais dois quand pourquoi \
     comment avec dans sur pour et qu elle nous vous ce cette qui quoi și să mea pe",
    // German, Dutch, Danish, Norwegian, Swedish
    "ich der das und ist nicht ein eine einen mein meine meinen wie wann warum soll sollte werde wird mich mir \
     mit für auf zu sie er wir bin habe ik het een mijn moet zal wat wanneer waarom niet van met voor jeg jag og \
     och skal ska min mitt hvad hva vad når när ikke inte det är",
    // Polish, Czech, Turkish, Indonesian, Vietnamese, Swahili, Tagalog
    "czy jak kiedy nie się moja mój będę jest dlaczego powinienem jsem mám kdy bir bu ve ne mi mı mu için benim \
     ben zaman nasıl neden saya aku apakah kapan yang dan akan bagaimana haruskah tôi có không là khi nào anh em \
     nini wangu yangu ang ng ba ako ko sa kailan paano",
];

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
    let is_in = |known: &[&str], word: &str| known.iter().any(|words| words.split(' ').any(|known| known == word));
    let count = |known: &[&str]| words.iter().filter(|word| is_in(known, word)).count();
    words.len() < 3 || count(&OTHERS) <= count(&[ENGLISH])
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
