//! Every lesson is short, and its example is a game that the engine plays as the text describes it.

use super::lesson::{Lesson, Played, played};
use crate::{
    cards::PACK,
    games::{
        Foolery, Fortuna, Fortunes, Fortuno, Player, Reversal, Ruleset, Viewer,
        fortunes::{Disposition, HighLow},
        with_game,
    },
};

/// The words of markup, without labels of pictures.
fn words(markup: &str) -> usize {
    let mut text = String::new();
    for part in markup.split('<') {
        let (tag, words) = part.split_once('>').unwrap_or(("", part));
        if !tag.starts_with("span class=\"unseen\"") && !tag.starts_with("b aria-hidden") && !tag.starts_with("small ")
        {
            text.push(' ');
            text.push_str(words);
        }
    }
    text.split_whitespace().count()
}

fn states<G: Lesson>() -> Vec<G::State> {
    played::<G>().iter().map(|stage: &Played<G>| stage.game.state(Viewer::All)).collect()
}

#[test]
fn every_lesson_takes_five_minutes() {
    for ruleset in Ruleset::ALL {
        let text = with_game!(ruleset, G => G::text()).into_string();
        let count = words(&text);
        assert!((300..=600).contains(&count), "{ruleset:?}: {count} words");
        assert!(text.contains("<figure"), "{ruleset:?} has no picture");
    }
}

#[test]
fn every_example_is_replayed_and_shown() {
    for ruleset in Ruleset::ALL {
        let shown = with_game!(ruleset, G => super::framed::<G>(ruleset)).into_string();
        let stages = with_game!(ruleset, G => G::EXAMPLE.stages.len());
        assert_eq!(shown.matches("class=\"table scene\"").count(), stages, "{ruleset:?}");
    }
}

#[test]
fn the_example_of_fortunes_plays_as_described() {
    let state = states::<Fortunes>().pop().expect("a stage");
    let won = |place: usize| {
        let trick = state.tricks[place];
        (trick.winner.0, trick.card.id(), trick.ended, trick.disposition)
    };
    assert_eq!(won(0), (0, "waki".to_owned(), HighLow::High, Disposition::Well));
    assert_eq!(won(1), (3, "cuac".to_owned(), HighLow::Low, Disposition::Well));
    assert_eq!(won(2), (3, "wa03".to_owned(), HighLow::Low, Disposition::Well));
    assert_eq!(won(3), (2, "swac".to_owned(), HighLow::Low, Disposition::Ill));
    assert!(state.stars_broken);
    assert_eq!(state.dealer, Player(0));
}

#[test]
fn the_example_of_foolery_plays_as_described() {
    let states = states::<Foolery>();
    let leads: Vec<_> = states.iter().map(|state| (state.turn, state.standing.is_none(), state.tricks)).collect();
    assert_eq!(leads, [(Some(Player(0)), true, 1), (Some(Player(3)), true, 2), (Some(Player(3)), true, 3)]);
}

#[test]
fn the_example_of_fortuno_plays_as_described() {
    let states = states::<Fortuno>();
    let turns: Vec<_> = states.iter().map(|state| state.turn.seat.0).collect();
    assert_eq!(turns, [2, 0, 3, 0]);
    let counts = |place: usize| states[place].hands.iter().map(|hand| hand.count).collect::<Vec<_>>();
    assert_eq!(counts(1), [6, 6, 5, 9]);
    assert_eq!(counts(2), [5, 5, 4, 9]);
    // Dov and Cyd have exchanged hands of eight and four cards.
    assert_eq!(counts(3), [5, 5, 8, 4]);
    assert_eq!(states[3].top.map(|card| card.id()), Some("ar16".to_owned()));
}

#[test]
fn the_example_of_fortuna_plays_as_described() {
    let shown: Vec<_> = states::<Fortuna>().into_iter().map(|state| (state.points, state.marbles)).collect();
    let expected = [([2, 0], [3, 2]), ([2, 3], [3, 3]), ([2, 3], [2, 3]), ([2, 13], [3, 2])];
    assert_eq!(shown, expected.map(|(points, marbles)| (points.to_vec(), marbles.to_vec())));
}

#[test]
fn the_example_of_reversal_plays_as_described() {
    let shown: Vec<_> = states::<Reversal>().into_iter().map(|state| (state.points, state.luck)).collect();
    assert_eq!(shown, [(vec![0, 1], vec![3, 1]), (vec![2, 1], vec![0, 4])]);
}

#[test]
fn every_star_does_something_in_every_game_with_cards() {
    for card in PACK {
        let games: Vec<_> = super::rules_of_card(card).map(|(ruleset, _)| ruleset).collect();
        let with_cards: Vec<_> = Ruleset::ALL.into_iter().filter(|ruleset| ruleset.info().deck.is_some()).collect();
        assert!(!card.is_trump() || games == with_cards, "{card}: {games:?}");
    }
}
