use crate::texts::questions::*;

/// Typical questions and their kinds.
const ASKED: [(&str, &str); 131] = [
    ("", "open"),
    ("   ", "open"),
    ("What comes of it?", "open"),
    ("What do I need to know today?", "open"),
    ("Why does everything take so much effort?", "open"),
    ("Tell me about the week ahead.", "open"),
    ("…?!", "open"),
    // There are no words in other languages.
    ("Was bringt mir die Liebe?", "open"),
    ("Was soll ich tun?", "open"),
    ("¿Encontraré el amor?", "open"),
    ("恋愛運を教えてください", "open"),
    ("Does he love me?", "love"),
    ("DOES HE LOVE ME", "love"),
    ("Will my ex come back?", "love"),
    ("How can I mend my relationship?", "love"),
    ("What does my girlfriend need from me?", "love"),
    ("Why am I still single?", "love"),
    ("How do I get over the break-up?", "love"),
    ("What is in her heart?", "love"),
    ("Is my marriage worth saving?", "love"),
    ("Did we meet too soon to fall in love?", "love"),
    ("What does this man feel for me?", "love"),
    ("Are we soulmates?", "love"),
    ("How does my career go on?", "work"),
    ("Will I get the promotion?", "work"),
    ("What does my boss think of me?", "work"),
    ("How can I pass the exam?", "work"),
    ("Is this the job for me?", "work"),
    ("What is holding my business back?", "work"),
    ("Why do my colleagues avoid me at the office?", "work"),
    ("How do I finish my thesis?", "work"),
    ("Am I going to be fired?", "work"),
    ("Will I pass the interview on Monday?", "work"),
    ("How do I get out of debt?", "self"),
    ("Can I afford the car?", "money"),
    ("What about my wages?", "money"),
    ("Will I ever be rich?", "money"),
    ("Is it a good investment?", "self"),
    ("Where does all my money go?", "money"),
    ("Will they lower the rent?", "money"),
    ("Can I pay my bills this winter?", "self"),
    ("What does my mother want from me?", "family"),
    ("How can I help my brother?", "family"),
    ("Will my children be all right?", "family"),
    ("What will the new house be like for us?", "family"),
    ("How do I get on with my in-laws?", "family"),
    ("Am I pregnant?", "self"),
    ("Why is Dad so angry?", "family"),
    ("How do I tell my parents?", "family"),
    ("Who am I?", "self"),
    ("What is my purpose?", "self"),
    ("How can I be more confident?", "self"),
    ("Why am I so anxious?", "self"),
    ("What is wrong with me?", "self"),
    ("How can I find happiness?", "self"),
    ("What is my path?", "self"),
    ("How can I heal?", "self"),
    ("Shall I take the boat north this spring, or wait for the second letter?", "choice"),
    ("Should I stay or should I go?", "choice"),
    ("Which of the two flats is better?", "choice"),
    ("Should I marry Tom or Tim?", "choice"),
    ("Tea or coffee", "choice"),
    ("I cannot decide. What should I do?", "choice"),
    ("Do I keep my job or start my own company?", "choice"),
    ("Help me choose a school for my son", "choice"),
    ("I wonder whether to sell the house.", "choice"),
    ("Either way I lose something, don't I?", "choice"),
    // Not every `or` is a choice.
    ("Will he call or not?", "yes_no"),
    ("Is it true, more or less?", "yes_no"),
    ("Will I find a job sooner or later?", "work"),
    ("When will I meet the love of my life?", "timing"),
    ("How long will the lawsuit last?", "self"),
    ("When do I get my money?", "timing"),
    ("I have waited for years. When does it end?", "timing"),
    ("How soon can I move?", "timing"),
    ("Is it time to let go?", "timing"),
    ("Is now the right time to start a family?", "timing"),
    ("Is it too late for us?", "timing"),
    ("when", "timing"),
    ("Which month is best for the move?", "timing"),
    ("What date will the parcel arrive?", "timing"),
    ("What time should I leave?", "timing"),
    ("Since when has this been so?", "timing"),
    // Not every `when` asks for a time.
    ("What shall I say when he calls?", "open"),
    ("When I look at him, what does he see?", "open"),
    ("Will it rain?", "yes_no"),
    ("Is she telling the truth?", "yes_no"),
    ("Can I trust him?", "yes_no"),
    ("Should I worry?", "yes_no"),
    ("Won't it get better?", "yes_no"),
    ("Dear cards: will it get better?", "yes_no"),
    ("I broke the vase. Does she know?", "yes_no"),
    ("Isn’t he strange?", "yes_no"),
    ("Didn't he see it?", "yes_no"),
    ("Please tell me if it will rain.", "yes_no"),
    ("Are there one or more enemies?", "yes_no"),
    ("Shall we work together?", "work"),
    ("Must I do this every single day?", "yes_no"),
    ("Should I pay attention to it?", "yes_no"),
    // Nor does every `or`, `whether` or choice weigh two ways.
    ("Does he love me, yes or no?", "love"),
    ("Will it be over in a week or two?", "yes_no"),
    ("Tell me whether he loves me", "love"),
    ("Tell me whether it will rain.", "yes_no"),
    ("Did I make the right decision?", "yes_no"),
    ("Was it the right choice?", "yes_no"),
    ("What is the right choice for me?", "choice"),
    ("Don't I have a choice?", "yes_no"),
    ("Did he have a good time with me?", "yes_no"),
    // Possessives.
    ("What are my boyfriend's true feelings?", "love"),
    ("What is my boss’s opinion?", "work"),
    ("Will my mother's operation go well?", "self"),
    ("What do my parents' friends think?", "family"),
    ("When's my baby due?", "self"),
    // Who is asked politely is asked what follows.
    ("Can you tell me what happens next?", "open"),
    ("Could you tell me who stole my bike?", "self"),
    ("So will he call?", "yes_no"),
    ("Have mercy! What comes next?", "open"),
    ("Will is angry with me. Why?", "open"),
    // Words with another meaning, and words within words.
    ("Will my father survive his heart operation?", "self"),
    ("How can I improve the relationship with my mother?", "family"),
    ("Is my business partner honest?", "work"),
    ("I'd love to know where my keys are", "open"),
    ("Will the treatment work?", "self"),
    ("Is Bill honest?", "yes_no"),
    ("Will my poor dog recover?", "self"),
    ("Who keeps calling me?", "open"),
    ("What is my calling?", "self"),
    ("Will it work out?", "yes_no"),
    ("Does this work?", "yes_no"),
    ("How does one glove fit all?", "open"),
    ("What is the workload of a clover?", "open"),
];

#[test]
fn questions_have_the_expected_kind() {
    let wrong = ASKED.into_iter().filter(|(question, kind)| QuestionKind::of(question).id() != *kind);
    let wrong = wrong.map(|(question, kind)| format!("{question} {kind}, not {}", QuestionKind::of(question)));
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn the_topic_with_the_most_words_wins_and_ties_go_to_the_first() {
    let kind = |question: &str| QuestionKind::of(question).id();
    assert_eq!(kind("My boss and my colleagues know that I love cake"), "work");
    assert_eq!(kind("My wife and my boss"), "love");
    assert_eq!(kind("My boss and my wife"), "love");
}

#[test]
fn a_kind_is_found_in_a_text_of_any_length() {
    let long = format!("{} what about my salary?", "and so on, ".repeat(60));
    assert_eq!(QuestionKind::of(&long), QuestionKind::Money);
}
