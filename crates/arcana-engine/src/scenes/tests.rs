//! Scenes in plain text.

use serde_json::{Value, json};

use super::{HasScene, Scene, SceneView, happened};
use crate::{
    chance::Chance,
    games::{
        AnyStepKind, Due, Foolery, Fortuna, Fortunes, Fortuno, Game, GameStep, Player, Reversal, Viewer, legal_steps,
        parse_options,
    },
    narration::Names,
    players::{HasBots, Skill, play_out, seat},
};

const NAMES: [&str; 4] = ["Ada", "Bel", "Cyd", "Dov"];

/// The texts of a game among bots, for a player whenever the game waits for them and at its end.
fn texts<G: HasScene + HasBots>(player: Player, seed: &str) -> Vec<(G, Scene)> {
    let names = Names { players: NAMES.to_vec(), deck: G::INFO.deck.unwrap_or_default() };
    let start = G::new(NAMES.len(), G::Options::default()).expect("four play");
    let (mut game, mut steps, mut scenes) = (start.clone(), Vec::new(), Vec::new());
    let bots = &mut seat(&[Skill::ALL[0]; 4], seed, "");
    play_out(&mut game, bots, &mut Chance::of_table(seed, ""), |game, step| {
        steps.push(step);
        let waits = matches!(game.due(), Due::Players { must, .. } if must.contains(player));
        if waits || game.due().is_over() {
            let (happened, made) = happened(&names, start.clone(), &steps, Viewer::Player(player));
            let view = SceneView::played_by(player, game, &names, made).after(&steps);
            scenes.push((game.clone(), Scene::of(&view).after(happened)));
        }
    });
    scenes
}

fn has_numbered_choices<G: HasScene + HasBots>() {
    let scenes = texts::<G>(Player(1), "texts");
    assert!(scenes.len() > 1);
    for (game, scene) in &scenes {
        let text = scene.text();
        let legal = legal_steps(game, Viewer::Player(Player(1))).steps;
        assert_eq!(scene.choices.list.len(), legal.len());
        for (choice, step) in scene.choices.list.iter().zip(&legal) {
            assert_eq!(serde_json::from_str::<G::Step>(&choice.step).expect("a step"), *step);
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("{} ", choice.number)));
            assert!(line.is_some_and(|line| choice.words.ends_with(line)), "{choice:?}: {text}");
        }
        assert!(text.contains(&format!("\n\n{}\n", scene.due)), "{text}");
        assert!(text.starts_with(|first: char| first.is_uppercase()) && text.ends_with('\n'), "{text}");
        assert!(!text.contains("\n\n\n") && !text.contains(['{', '[', '_']), "{text}");
    }
}

#[test]
fn every_game_has_texts_whose_numbers_are_those_of_the_legal_steps() {
    has_numbered_choices::<Fortunes>();
    has_numbered_choices::<Foolery>();
    has_numbered_choices::<Fortuno>();
    has_numbered_choices::<Fortuna>();
    has_numbered_choices::<Reversal>();
}

#[test]
fn whoever_reads_all_texts_of_a_game_of_fortunes_reads_at_most_12_kibibytes() {
    let seeds = ["a", "b", "c"];
    let read = seeds.map(|seed| {
        let texts = texts::<Fortunes>(Player(0), seed);
        let read: usize = texts.iter().map(|(_, scene)| scene.text().len()).sum();
        // The service adds what is played, after how many steps, and how to send a choice.
        read + texts.len() * "Fortunes, step 12\nPOST steps {\"after\": 12, \"choice\": 1}\n".len()
    });
    let mean = read.iter().sum::<usize>() / seeds.len();
    assert!(mean <= 12 << 10, "{read:?} bytes");
}

#[test]
fn a_table_is_told_from_a_seat() {
    let scenes = texts::<Fortunes>(Player(2), "tell");
    assert_eq!(
        scenes[1].1.text(),
        "\
Dov plays Knight of Swords. Dov wins the trick, ill-disposed.

Trick 2: as it stands, the lowest card wins
Bel led Knight of Pentacles
Cyd (you, high team)
Dov (low team): Tricks 1, Points 1, 18 cards
Ada (high team, dealer): 18 cards
Bel (low team): 17 cards
You hold Cups Ace, Three, Six, Riga; Swords Two, Five, Herald, Righ; Pentacles Four, Five, Seven, Eight, \
Nine; Stars The Fool, The High Priestess, The Hanged Man, The Star, Judgement

You follow Pentacles if able.
Play:
1 Four of Pentacles
2 Five of Pentacles
3 Seven of Pentacles
4 Eight of Pentacles
5 Nine of Pentacles
"
    );
    let leads = scenes.iter().map(|(_, scene)| scene.due.as_str()).filter(|due| due.starts_with("You lead"));
    let told: Vec<_> = leads.map(|due| due.ends_with("Your team wants high tricks.")).collect();
    assert!(!told.is_empty() && told.iter().all(|told| *told), "whoever leads is told what the team wants");
    let fortuna = texts::<Fortuna>(Player(2), "tell");
    assert_eq!(
        fortuna[1].1.text(),
        "\
The turn showed a smile: the call was right. Bel scores 16 points. Cyd loses 1 marble.
The dice are rolled. They show 3 and 1.
The bricks are flipped. They show 5 and blank.

Turn 4: Cyd rolls
Dice: 3 and 1
Bricks: 5 and blank
In the dungeon: 3 marbles
Cyd (you, rolls): Marbles 2
Dov (gold disc): Marbles 2
Ada: Marbles 2
Bel: Points 16, Marbles 3

You call what the turn shows, or nothing.
1 Call nothing
2 Call cheese
3 Call happiness
4 Call smile
5 Call grin
6 Call half smile
7 Call wolf grin
"
    );
}

/// The kinds of step that are offered in random games. Checks that each is offered in the second person.
fn offered<G: HasScene + HasBots>(options: Value) -> Vec<&'static str> {
    let names = Names { players: NAMES.to_vec(), deck: G::INFO.deck.unwrap_or_default() };
    let options = parse_options::<G>(options).expect("options");
    let mut kinds = Vec::new();
    for seed in (0..60).map(|seed| seed.to_string()) {
        let mut game = G::new(NAMES.len(), options.clone()).expect("four play");
        let bots = &mut seat(&[Skill::Random; 4], &seed, "");
        play_out(&mut game, bots, &mut Chance::of_table(&seed, ""), |game, _| {
            for player in game.due().players().iter() {
                let view = SceneView::in_words(game, Viewer::Player(player), &names, None);
                for step in legal_steps(game, Viewer::Player(player)).steps {
                    let (told, offered) = (G::narrate(&names, &step).sentence, view.choice(player, &step));
                    let verb = told.split([' ', '.']).nth(1).unwrap_or_default();
                    assert!(!offered.to_lowercase().starts_with(&format!("{verb} ")), "{told}: {offered}");
                    assert!(!offered.contains(" and calls") && offered.starts_with(char::is_uppercase), "{offered}");
                    kinds.push(step.kind().name());
                }
            }
            kinds.sort_unstable();
            kinds.dedup();
        });
    }
    kinds
}

#[test]
fn every_kind_of_step_is_offered_in_the_second_person() {
    fn all<G: HasScene + HasBots>(options: &[Value]) {
        let offered: Vec<_> = options.iter().flat_map(|options| offered::<G>(options.clone())).collect();
        let kinds = <<G as Game>::Step as GameStep>::Kind::ALL.iter().filter(|kind| G::table_does(**kind).is_none());
        let missing: Vec<_> = kinds.map(|kind| kind.name()).filter(|kind| !offered.contains(kind)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
    all::<Fortunes>(&[
        json!({"betting": {"type": "wager", "when": "open", "limit": 9}}),
        json!({"betting": {"type": "bid"}}),
        json!({"betting": {"type": "ante"}}),
    ]);
    all::<Foolery>(&[json!({"deals": 2})]);
    all::<Fortuno>(&[json!({})]);
    all::<Fortuna>(&[json!({})]);
    all::<Reversal>(&[json!({})]);
}
