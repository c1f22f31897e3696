//! When a question is about: what was, what is, or what comes.

use super::{
    clause::{Interrogative, is_auxiliary, without_not},
    grammar::{Class, is, is_participle, third_person, verb_of},
};

/// The time that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tense {
    Past,
    Present,
    /// Also where nothing tells, since most people ask the cards of what comes.
    Future,
}

impl Tense {
    /// The tense of the first verb; what is told as present may still speak of what comes.
    pub(super) fn of(asking: Option<&Interrogative<'_>>) -> Tense {
        let Some(Interrogative { lower: words, .. }) = asking else { return Tense::Future };
        let Some(at) = first_verb(words) else { return Tense::Future };
        let has_done = |two: &[String]| two[0] == "have" && is_participle(&two[1]);
        match without_not(&words[at]) {
            "did" | "was" | "were" | "had" => Tense::Past,
            "has" | "have" if has_to(&words[at + 1..]) => Tense::Present,
            "has" | "have" => Tense::Past,
            "could" | "might" | "must" | "should" | "would" if words[at..].windows(2).any(has_done) => Tense::Past,
            verb if is_auxiliary(verb) && !["am", "are", "do", "does", "is"].contains(&verb) => Tense::Future,
            verb if is_past(verb) || is_regular_past(words, at) => Tense::Past,
            _ if speaks_of_what_comes(words) => Tense::Future,
            _ => Tense::Present,
        }
    }
}

/// The place of the first verb. Before an auxiliary it is a noun: `What changes will come?`
fn first_verb(words: &[String]) -> Option<usize> {
    let is_verb = |at: &usize| {
        is_auxiliary(&words[*at]) || is_past(&words[*at]) || is_third_person(&words[*at]) || is_regular_past(words, *at)
    };
    let at = (0..words.len()).find(is_verb)?;
    let is_noun = !is_auxiliary(&words[at]) && words.get(at + 1).is_some_and(|next| is_auxiliary(next));
    Some(if is_noun { at + 1 } else { at })
}

/// What follows `have` in `what I have to learn`, and not in `how often he has lied to me`.
fn has_to(next: &[String]) -> bool {
    let is_to = |at: usize| next.get(at).is_some_and(|word| word == "to");
    is_to(0) || is_to(1) && !is_participle(&next[0])
}

/// `Who scratched my car?`
fn is_regular_past(words: &[String], at: usize) -> bool {
    at == 1 && ["who", "what"].contains(&words[0].as_str()) && words[1].ends_with("ed")
}

/// Is it `left`, and not `leave`?
fn is_past(word: &str) -> bool {
    verb_of(word).is_some_and(|verb| verb != word && third_person(verb) != word)
}

fn is_third_person(word: &str) -> bool {
    verb_of(word).is_some_and(|verb| verb != word && third_person(verb) == word)
}

fn speaks_of_what_comes(words: &[String]) -> bool {
    let leads = words.last().is_some_and(|last| is(Class::Direction, last) && last != "stand");
    let is_going_to =
        words.windows(2).any(|two| matches!([two[0].as_str(), two[1].as_str()], ["going" | "about", "to"]));
    leads || is_going_to || words.iter().any(|word| is(Class::Coming, word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthesis::words::words_of;

    #[test]
    fn a_question_is_about_what_was_or_is_or_comes() {
        let tense = |question: &str| Tense::of(Interrogative::of(&words_of(question), true).as_ref());
        for question in [
            "Why did she leave?",
            "How did she find out?",
            "What was the matter with him?",
            "What have I done wrong?",
            "What should I have done?",
            "Who took my umbrella?",
            "I wonder what happened to Clara.",
            "Why hasn't Julia called?",
            "When did we lose touch?",
            "What should I have told her?",
            "Since when has he been lying to me?",
            "What has happened to us?",
            "Who scratched my car?",
        ] {
            assert_eq!(tense(question), Tense::Past, "{question}");
        }
        for question in [
            "How do people at the office see me?",
            "What does Theo see in me?",
            "What's going on at work?",
            "What helps me at work?",
            "What is it about that house?",
            "What do I have to learn?",
            "What does Ben expect of me?",
        ] {
            assert_eq!(tense(question), Tense::Present, "{question}");
        }
        for question in [
            "What will happen next?",
            "Where is this relationship going?",
            "How is today going to be?",
            "What are my chances at the casting?",
            "What can I expect?",
            "What comes next?",
            "What comes of it?",
            "Love?",
            "When should we have the party?",
            "What should I have for dinner?",
            "What changes will the move cause?",
            "What happens if I quit my job?",
            "What is in store for me?",
            "What does this week hold for me?",
            "How does it end?",
        ] {
            assert_eq!(tense(question), Tense::Future, "{question}");
        }
    }
}
