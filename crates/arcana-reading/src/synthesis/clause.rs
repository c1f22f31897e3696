//! A question as a clause, as the querent is told it: `whether they will let you keep the garden` for a yes or no, else
//! with its question word, as in `why your sister does not call`.
//!
//! Whatever is not plainly understood has no clause, and the answer does without.

use super::{
    grammar::{Class, is, is_participle, past, third_person, verb_of},
    words::{Word, lower, told},
};

/// The most words of a clause.
const LONGEST: usize = 18;
/// The most letters of a clause.
const LONGEST_TOLD: usize = 110;
/// The most words between a question word and its verb, as in `what kind of work should I …`.
const LONGEST_ASKED: usize = 4;
/// The most words of a subject.
const LONGEST_SUBJECT: usize = 8;

const BEING: &[&str] = &["am", "are", "is", "was", "were"];
const HAVING: &[&str] = &["had", "has", "have"];
const DEMONSTRATIVES: &[&str] = &["that", "these", "this", "those"];
/// Words after which a clause would not say the same, and those that speak to the cards.
const UNTOLD: &[&str] = &["cards", "or", "tarot", "you", "your", "yours"];

/// The part of a question that asks, from its question word or its verb on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interrogative<'a> {
    words: Vec<&'a str>,
    pub lower: Vec<String>,
    /// Whether its subject comes before its verb, as in `I wonder why she left`.
    straight: bool,
}

/// What follows a subject after this verb.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    Verb,
    Participle,
    Anything,
}

impl<'a> Interrogative<'a> {
    /// The first part that asks, or else one that states, in a text with a question mark.
    pub fn of(words: &[Word<'a>], has_mark: bool) -> Option<Interrogative<'a>> {
        let parts = || words.split(Option::is_none).map(|part| part.iter().flatten().copied().collect::<Vec<_>>());
        let statement = || parts().find_map(|part| Interrogative::that_states(part).filter(|_| has_mark));
        parts().find_map(Interrogative::that_asks).or_else(statement)
    }

    fn new(words: &[&'a str], straight: bool) -> Interrogative<'a> {
        let mut words = words.iter().flat_map(|word| parted(word)).collect::<Vec<_>>();
        let mut lower = words.iter().map(|word| lower(word)).collect::<Vec<_>>();
        if let [.., "or", "not"] = lower.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            words.truncate(words.len() - 2);
            lower.truncate(words.len());
        }
        Interrogative { words, lower, straight }
    }

    fn that_asks(part: Vec<&'a str>) -> Option<Interrogative<'a>> {
        let lower = part.iter().flat_map(|word| parted(word)).map(lower).collect::<Vec<_>>();
        let word = |at: usize| lower.get(at).map_or("", String::as_str);
        let to_the_cards = is(Class::Auxiliary, word(0)) && word(1) == "you";
        let begins = is(Class::Asking, word(0)) || (is(Class::Preposition, word(0)) && is(Class::Asking, word(1)));
        if to_the_cards && ["think", "believe", "feel"].contains(&word(2)) && !is(Class::Asking, word(3)) {
            return Some(Interrogative::new(&part[3..], true)).filter(|asking| !asking.words.is_empty());
        }
        if begins || (is_auxiliary(word(0)) && !to_the_cards) {
            return Some(Interrogative::new(&part, false));
        }
        let knowing = lower.iter().position(|word| is(Class::Knowing, word))?;
        let within = (knowing + 1..part.len()).find(|at| {
            let word = lower[*at].as_str();
            is(Class::Asking, word) || word == "if" || word == "whether"
        });
        within
            .map(|within| Interrogative::new(&part[within..], true))
            .or_else(|| is(Class::Auxiliary, word(0)).then(|| Interrogative::new(&part, false)))
    }

    /// `My new neighbour likes me`, asked.
    fn that_states(part: Vec<&'a str>) -> Option<Interrogative<'a>> {
        let asking = Interrogative::new(&part, true);
        let (first, rest) = asking.lower.split_first()?;
        let begins = is(Class::Pronoun, first) || is(Class::Determiner, first);
        let states = rest.iter().any(|word| is_auxiliary(word) || verb_of(word).is_some_and(|verb| verb != word));
        (begins && states).then_some(asking)
    }

    /// The clause, if it has a subject and a verb in a known place.
    pub fn clause(&self) -> Option<String> {
        let untold = self.lower.iter().any(|word| UNTOLD.contains(&word.as_str()));
        if untold || !(3..=LONGEST).contains(&self.words.len()) {
            return None;
        }
        let told = match self.straight {
            true => self.as_it_stands(),
            false if is_auxiliary(&self.lower[0]) => self.claim(),
            false => self.asked(),
        };
        told.filter(|told| told.len() <= LONGEST_TOLD)
    }

    fn as_it_stands(&self) -> Option<String> {
        let asks = self.lower[0].as_str();
        Some(match asks {
            "if" | "whether" | "that" => format!("whether {}", told(&self.words[1..])),
            _ if is(Class::Asking, asks) => told(&self.words),
            _ => format!("whether {}", told(&self.words)),
        })
    }

    /// `whether they will let you keep the garden`.
    fn claim(&self) -> Option<String> {
        let verb = without_not(&self.lower[0]);
        let rest = self.subject_end(1, Follows::after(verb))?;
        if self.lower[rest..].iter().any(|word| word == "not") || rest == self.words.len() {
            return None;
        }
        Some(format!("whether {} {}", told(&self.words[1..rest]), self.stated(verb, 1, rest)?))
    }

    /// `why your sister does not call`, or `what helps you at work`.
    fn asked(&self) -> Option<String> {
        let (words, lower) = (&self.words, &self.lower);
        match [lower[0].as_str(), lower[1].as_str()] {
            ["how", "come"] => return Some(format!("why {}", told(&words[2..]))),
            ["what", "if"] => return Some(format!("what happens {}", told(&words[1..]))),
            ["how", "long"] if lower[2] == "until" => {
                return Some(format!("how long it will be {}", told(&words[2..])));
            }
            _ => (),
        }
        let Some(verb) = (1..lower.len().min(LONGEST_ASKED + 2)).find(|at| is_auxiliary(&lower[*at])) else {
            return self.without_auxiliary();
        };
        if lower[1..verb].iter().any(|word| ["he", "i", "it", "she", "they", "we"].contains(&word.as_str())) {
            return Some(told(words));
        }
        let follows = Follows::after(&lower[verb]);
        let asks_for_subject = ["what", "which", "who", "whose"].contains(&lower[0].as_str()) || lower[1] == "many";
        let next = lower.get(verb + 1)?.as_str();
        let begins_with_verb = match follows {
            Follows::Verb => verb_of(next) == Some(next) || is(Class::Adverb, next),
            Follows::Participle => is_participle(next),
            Follows::Anything => {
                next.ends_with("ing")
                    || is_predicate(next) && !is(Class::Determiner, next)
                    || is(Class::Preposition, next)
            }
        };
        if asks_for_subject && begins_with_verb {
            return Some(told(words));
        }
        let asks = told(&words[..verb]);
        // `what your purpose in life is`, `when the best time to launch your shop is`
        let goes_on = |end: &usize| {
            let word = lower.get(*end).map_or("", String::as_str);
            !is(Class::Pronoun, next) && is(Class::Determiner, word)
                || asks_for_subject
                    && is(Class::Preposition, word)
                    && end + 1 < lower.len()
                    && !is(Class::Pronoun, next)
        };
        let end = self.subject_end(verb + 1, follows);
        let end = end.filter(|end| follows != Follows::Anything || !goes_on(end));
        match end {
            Some(rest) => {
                Some(format!("{asks} {} {}", told(&words[verb + 1..rest]), self.stated(&lower[verb], verb + 1, rest)?))
            }
            None if follows == Follows::Anything => {
                Some(format!("{asks} {} {}", told(&words[verb + 1..]), lower[verb]))
            }
            None => (asks_for_subject && !["do", "does", "did"].contains(&lower[verb].as_str())).then(|| told(words)),
        }
        .map(|clause| clause.trim_end().to_owned())
    }

    /// `which job fits you`, `how to begin`.
    fn without_auxiliary(&self) -> Option<String> {
        let [asks, next, ..] = &self.lower[..] else { return None };
        let third = self.lower.get(2).and_then(|verb| verb_of(verb));
        if let (["he" | "it" | "she"], Some(verb)) = ([next.as_str()], third) {
            let before = format!("{} {}", told(&self.words[..2]), third_person(verb));
            return Some(format!("{before} {}", told(&self.words[3..])).trim_end().to_owned());
        }
        let is_told = self.lower[1..].iter().any(|word| verb_of(word).is_some_and(|verb| verb != word));
        let stands = next == "to" || is(Class::Pronoun, next) && self.lower.len() > 2;
        let asks_for_subject = ["what", "which", "who", "whose"].contains(&asks.as_str()) || next == "many";
        (stands || is_told && asks_for_subject).then(|| told(&self.words))
    }

    /// Where the subject that begins here ends.
    fn subject_end(&self, start: usize, follows: Follows) -> Option<usize> {
        let (mut open, mut loose) = (true, None);
        for at in start..self.lower.len().min(start + LONGEST_SUBJECT + 1) {
            let word = self.lower[at].as_str();
            let before = if at > start { self.lower[at - 1].as_str() } else { "and" };
            let closed = !open || DEMONSTRATIVES.contains(&before) && follows != Follows::Participle;
            if at > start && closed && follows.begin_with(word) && !(open && is(Class::Adjective, word)) {
                return Some(at);
            }
            if !open && is(Class::Preposition, word) {
                loose = loose.or(Some(at));
            }
            if before == "and" && is(Class::Pronoun, word) && self.lower.get(at + 1).is_none_or(|next| next != "and") {
                return Some(at + 1);
            }
            open = is(Class::Determiner, word)
                || open && is(Class::Adjective, word)
                || is(Class::Preposition, word)
                || word == "and"
                || word.ends_with("'s");
        }
        match follows {
            Follows::Anything => loose,
            // A verb that is not known is the last word.
            Follows::Verb => {
                Some(self.lower.len() - 1).filter(|last| *last > start && last - start <= 2 && !open && loose.is_none())
            }
            Follows::Participle => None,
        }
    }

    /// What is stated of a subject: the verb, and what follows.
    fn stated(&self, verb: &str, subject: usize, rest: usize) -> Option<String> {
        let (words, lower) = (&self.words[rest..], &self.lower[rest..]);
        let subject = self.lower[subject..rest].join(" ");
        let verb = match (verb, subject.as_str()) {
            ("am", _) => "are",
            ("was", "i") => "were",
            ("do", "he" | "it" | "she") => "does",
            (verb, _) => verb,
        };
        if Follows::after(verb) != Follows::Verb
            || verb.ends_with("n't")
            || lower.first().is_none_or(|first| first == "not")
        {
            return Some(format!("{verb} {}", told(words)).trim_end().to_owned());
        }
        let at = lower.iter().position(|word| !is(Class::Adverb, word))?;
        let bare = verb_of(&lower[at]).unwrap_or(&lower[at]);
        let (auxiliary, stated) = match verb {
            "do" => ("", bare.to_owned()),
            "does" => ("", third_person(bare)),
            "did" => ("", past(bare)),
            modal => (modal, bare.to_owned()),
        };
        let parts = [auxiliary, &told(&words[..at]), &stated, &told(&words[at + 1..])];
        Some(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
    }
}

/// Where what is asked of a subject begins: `a friend` in `Is my new manager a friend`.
pub(super) fn predicate(words: &[Word<'_>]) -> Option<usize> {
    let words = words.iter().flatten().copied().collect::<Vec<_>>();
    let asking = Interrogative::new(&words, false);
    let end = asking.subject_end(1, Follows::after(asking.lower.first()?))?;
    (end < asking.words.len()).then_some(end)
}

impl Follows {
    fn after(verb: &str) -> Follows {
        let verb = without_not(verb);
        match (BEING.contains(&verb), HAVING.contains(&verb)) {
            (true, _) => Follows::Anything,
            (false, true) => Follows::Participle,
            (false, false) => Follows::Verb,
        }
    }

    fn begin_with(self, word: &str) -> bool {
        match self {
            Follows::Verb => verb_of(word) == Some(word) || is(Class::Adverb, word) || word == "not",
            Follows::Participle => is_participle(word) || is(Class::Adverb, word) || word == "not",
            Follows::Anything => is_predicate(word) || word.len() > 4 && word.ends_with("ing"),
        }
    }
}

fn is_predicate(word: &str) -> bool {
    word == "not"
        || is_participle(word)
        || [Class::Adjective, Class::Adverb, Class::Determiner].into_iter().any(|class| is(class, word))
}

pub(super) fn is_auxiliary(word: &str) -> bool {
    is(Class::Auxiliary, without_not(word))
}

/// `will` for `won't`.
pub(super) fn without_not(verb: &str) -> &str {
    match verb {
        "won't" => "will",
        "can't" => "can",
        "shan't" => "shall",
        _ => verb.strip_suffix("n't").unwrap_or(verb),
    }
}

/// `what is` for `what's`.
fn parted(word: &str) -> Vec<&str> {
    match word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")) {
        Some(asking) if is(Class::Asking, &asking.to_lowercase()) => vec![asking, "is"],
        _ => vec![word],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthesis::words::words_of;

    fn clause(question: &str) -> Option<String> {
        Interrogative::of(&words_of(question), question.contains('?')).and_then(|asking| asking.clause())
    }

    #[test]
    fn a_question_is_told_to_the_querent_as_a_clause() {
        for (question, told) in [
            ("Will they let us keep the garden?", "whether they will let you keep the garden"),
            ("Does she love me as I love her?", "whether she loves you as you love her"),
            ("Do I really need this?", "whether you really need this"),
            ("Am I ready for a child?", "whether you are ready for a child"),
            ("Was I wrong about him?", "whether you were wrong about him"),
            ("Should I move to New York in May?", "whether you should move to New York in May"),
            ("Will Anna call?", "whether Anna will call"),
            ("Will my boss relent?", "whether your boss will relent"),
            ("Will my job last?", "whether your job will last"),
            ("How long will the renovation take?", "how long the renovation will take"),
            ("What does the new year bring?", "what the new year brings"),
            ("How does my partner see our marriage?", "how your partner sees your marriage"),
            ("Will I ever find a flat?", "whether you will find a flat"),
            ("Is it too late to begin again?", "whether it is too late to begin again"),
            ("If I go, will I be happy there?", "whether you will be happy there"),
            ("Why does my sister not call?", "why your sister does not call"),
            ("Why don't they write back?", "why they don't write back"),
            ("Why am I always late?", "why you are always late"),
            ("How can I finish my thesis?", "how you can finish your thesis"),
            ("What does Ben think of me?", "what Ben thinks of you"),
            ("What helps me at work?", "what helps you at work"),
            ("What will happen next?", "what will happen next"),
            ("What is my next move?", "what your next move is"),
            ("What's the best way to begin?", "what the best way to begin is"),
            ("What kind of work should I look for?", "what kind of work you should look for"),
            ("What is my boss thinking of me?", "what your boss is thinking of you"),
            ("Should I go or not?", "whether you should go"),
            ("Who is behind this?", "who is behind this"),
            ("Who am I now?", "who you are now"),
            ("Who was I in a past life?", "who you were in a past life"),
            ("What does the future hold for me?", "what the future holds for you"),
            ("Where should we live?", "where you should live"),
            ("When will I hear from them?", "when you will hear from them"),
            ("How long will it take?", "how long it will take"),
            ("Will my job interview go well?", "whether your job interview will go well"),
            ("Will my sister in Rome call?", "whether your sister in Rome will call"),
            ("Will Anna and Ben marry?", "whether Anna and Ben will marry"),
            ("Will my next move pay off?", "whether your next move will pay off"),
            ("Won't he call?", "whether he will call"),
            ("Is the flat on Mill Lane right for us?", "whether the flat on Mill Lane is right for you"),
            ("Is there anything that I overlook?", "whether there is anything that you overlook"),
            ("Has my ex moved on?", "whether your ex has moved on"),
            ("Did he lie?", "whether he lied"),
            ("will he comes back to me", "whether he will come back to you"),
            ("What is my true calling about?", "what your true calling is about"),
            ("When is the best time to launch my shop?", "when the best time to launch your shop is"),
            ("Why is my manager so cold to me?", "why your manager is so cold to you"),
            ("How come nobody invites me?", "why nobody invites you"),
            ("What if I quit?", "what happens if you quit"),
            ("I wonder why she left me.", "why she left you"),
            ("I want to know if Pavel still loves me.", "whether Pavel still loves you"),
            ("Do you think he will call?", "whether he will call"),
            ("when i will marry", "when you will marry"),
            ("My crush likes me or not?", "whether your crush likes you"),
        ] {
            assert_eq!(clause(question).as_deref(), Some(told), "{question}");
        }
    }

    #[test]
    fn what_is_not_plainly_understood_has_no_clause() {
        for question in [
            "",
            "My garden?",
            "Will you help me?",
            "Will he not call?",
            "What about my work?",
            "Tea or coffee?",
            "Tell me about my career.",
            "Wann kommt er?",
        ] {
            assert_eq!(clause(question), None, "{question}");
        }
    }
}
