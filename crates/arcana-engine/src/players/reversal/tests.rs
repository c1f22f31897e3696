//! The adept's moves in clear situations, and its win rate against random players.

use serde_json::{Value, json};

use super::{plan::LUCKS, *};
use crate::{
    games::{
        Game, Observe, Viewer, parse_options,
        reversal::{Action, Step, choices},
    },
    players::{Skill, play_out, seat},
};

/// A table of two after these steps.
fn table(options: Value, steps: Value) -> Reversal {
    let options = parse_options::<Reversal>(options).expect("options");
    let mut game = Reversal::new(2, options).expect("a table");
    for step in serde_json::from_value::<Vec<Step>>(steps).expect("steps") {
        game.apply(&step).expect("a legal step");
    }
    game
}

fn choice_of(game: &Reversal, player: Player) -> Choice {
    let mut moves = Vec::new();
    game.moves(player, Reversal::INFO.moves_limit, &mut moves);
    let mut chance = Chance::of_player("tests", "", player.index());
    let view = game.view(Viewer::Player(player));
    Reversal::adept().choose(&view, &moves, true, &mut chance).expect("a choice")
}

/// Both have stored 8 and lost a point for it; player 0 has the round point.
fn full_of_luck(options: Value) -> Reversal {
    let steps = json!([
        {"type": "choose", "player": 0, "action": "store", "amount": 8},
        {"type": "choose", "player": 1, "action": "store", "amount": 8},
        {"type": "roll", "dice": [[1, 1, 1, 1, 2], [1, 1, 1, 1, 1]]},
    ]);
    table(options, steps)
}

#[test]
fn the_last_point_is_bought_with_luck() {
    let game = full_of_luck(json!({"target": 1}));
    let choice = choice_of(&game, Player(0));
    // Five miss one chance in 32, and some luck is left for a tie.
    assert!(choice.action == Action::Spend && choice.amount >= 5, "{choice:?}");
}

#[test]
fn luck_counts_for_nothing_in_the_last_round() {
    let game = full_of_luck(json!({"max_rounds": 2}));
    for player in [Player(0), Player(1)] {
        let choice = choice_of(&game, player);
        assert!(choice.action == Action::Spend && choice.amount >= 6, "{choice:?}");
    }
}

#[test]
fn luck_is_stored_where_a_penalty_costs_nothing() {
    let game = table(json!({"floor": true, "lack": "each"}), json!([]));
    assert_eq!(choice_of(&game, Player(0)), Choice { action: Action::Store, amount: 8 });
}

#[test]
fn an_adept_beats_random_players() {
    for (players, games, least) in [(2, 60, 48), (4, 60, 42)] {
        let mut won = 0;
        for round in 0..games {
            let own = round % players;
            let mut skills = vec![Skill::Random; players];
            skills[own] = Skill::Adept;
            let seed = format!("beat {}", round / players);
            let mut game = Reversal::new(players, crate::games::reversal::Options::default()).expect("a table");
            let mut bots = seat::<Reversal>(&skills, &seed, "");
            play_out(&mut game, &mut bots, &mut Chance::of_table(&seed, ""), |_, _| ());
            won += usize::from(game.outcome().expect("over").winners == [Player(own as u8)]);
        }
        assert!(won >= least, "{won} of {games} games of {players} won");
    }
}

#[test]
fn choices_are_mixed_where_one_alone_would_be_seen_through() {
    let game = table(json!({"target": 2}), json!([]));
    let strategy = Strategy::of(2, game.view(Viewer::Public).options());
    let (plan, duel) = (&strategy.plan, strategy.duel.as_ref().expect("two play"));
    let both = [Stand { away: 2, luck: 2 }, Stand { away: 2, luck: 3 }];
    let mixed = duel.mix(plan, both, AHEAD);
    let often =
        |action| mixed.iter().filter(|(choice, _)| choice.action == action).map(|(_, often)| often).sum::<f64>();
    assert!([Action::Spend, Action::Store].into_iter().all(|action| often(action) > 0.4), "{mixed:?}");
}

#[test]
fn who_knows_all_habits_of_the_bot_gains_nothing() {
    let gains = BestReply::new(2).wins() - 0.5;
    assert!(gains.abs() < 0.001, "{gains}");
}

/// The best replies to all that the bot does in a game of two, found as its own values are.
struct BestReply {
    strategy: Arc<Strategy>,
    target: i32,
    /// By position, whose standings are those of the bot and its opponent: how often the bot wins.
    values: Vec<f64>,
}

impl BestReply {
    /// Points below 0 that still count.
    const BELOW: i32 = 2;

    fn new(target: i32) -> BestReply {
        let strategy = Strategy::of(2, &parse_options::<Reversal>(json!({"target": target})).expect("options"));
        let (plan, duel) = (&strategy.plan, strategy.duel.as_ref().expect("two play"));
        let positions = positions(target + BestReply::BELOW);
        let mixes: Vec<_> = positions.iter().map(|both| duel.mix(plan, *both, AHEAD)).collect();
        let values = vec![0.5; positions.len()];
        let mut replies = BestReply { strategy: Arc::clone(&strategy), target, values };
        for _ in 0..8 {
            for (both, mix) in positions.iter().zip(&mixes) {
                let place = replies.place(*both);
                replies.values[place] = replies.least(*both, mix);
            }
        }
        replies
    }

    fn wins(&self) -> f64 {
        1. - self.value([Stand { away: self.target, luck: 0 }; 2])
    }

    fn least(&self, both: [Stand; 2], mix: &[(Choice, f64)]) -> f64 {
        let duel = self.strategy.duel.as_ref().expect("two play");
        let often = || mix.iter().filter(|(_, often)| *often > 0.);
        let worth = |chosen: [Choice; 2]| duel.worth(&self.strategy.plan, both, chosen, |after| self.value(after));
        let value = |reply| often().map(|(choice, often)| often * worth([*choice, reply])).sum::<f64>();
        choices(self.strategy.plan.options(), both[1].luck).map(value).fold(1., f64::min)
    }

    fn value(&self, both: [Stand; 2]) -> f64 {
        let [own, other] = both.map(|stand| stand.away);
        if own.min(other) <= 0 && own != other {
            return f64::from(u8::from(own < other));
        }
        self.values[self.place(both)]
    }

    fn place(&self, both: [Stand; 2]) -> usize {
        let most = self.target + BestReply::BELOW;
        let [own, other] = both.map(|stand| stand.away.min(most));
        let away = if own <= 0 { 0 } else { 1 + (own - 1) * most + other - 1 };
        away as usize * LUCKS * LUCKS + usize::from(both[0].luck) * LUCKS + usize::from(both[1].luck)
    }
}

/// All positions of two with up to this many points missing, from the end backwards.
fn positions(most: i32) -> Vec<[Stand; 2]> {
    let stands = |away| (0..LUCKS as u8).map(move |luck| Stand { away, luck });
    let pairs = |[own, other]: [i32; 2]| stands(own).flat_map(move |own| stands(other).map(move |other| [own, other]));
    let mut away: Vec<[i32; 2]> = (1..=most).flat_map(|own| (1..=most).map(move |other| [own, other])).collect();
    away.push([0, 0]);
    away.sort_by_key(|both| both.iter().sum::<i32>());
    away.into_iter().flat_map(pairs).collect()
}
