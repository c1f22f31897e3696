//! Probability that one of two players wins, from every position.
//!
//! Two players see all there is to see, and only chance stands between a position and the next. So the values of
//! positions follow from one another: they are computed for one turn more at a time, until they no longer change.

use super::MISTAKES;
use crate::games::fortuna::{MARBLES, Options, Settlement, TieBreak};

/// Number of turns that are looked ahead; longer games are rare.
pub(super) const TURNS: u16 = 48;
/// The highest lead with a value of its own, forwards and backwards.
const LEADS: i32 = 48;
const HANDS: usize = MARBLES as usize;

/// A kind of turn, by what it shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TurnKind {
    /// Its effects if called rightly, and if called wrongly; either accepted, and challenged.
    pub effects: [[Settlement; 2]; 2],
    pub likely: f64,
}

/// A position of two players as the roller sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// Points of the roller less those of the other.
    pub lead: i32,
    /// Marbles of the roller, and of the other.
    pub marbles: [u8; 2],
}

/// Probabilities to win, a draw counting as half a win: by marbles of the roller and of the other, and by lead.
#[derive(Debug)]
pub(super) struct Duel([[[f64; 2 * LEADS as usize + 1]; HANDS]; HANDS]);

impl Duel {
    /// Computes the values from those of the longest games, where the lead decides.
    pub fn new(options: &Options, kinds: &[TurnKind]) -> Duel {
        let at_last =
            std::array::from_fn(|place| won(options, Position { lead: place as i32 - LEADS, marbles: [1; 2] }));
        let mut duel = Duel([[at_last; HANDS]; HANDS]);
        for _ in 0..TURNS {
            duel.look_further(options, kinds);
        }
        duel
    }

    fn look_further(&mut self, options: &Options, kinds: &[TurnKind]) {
        for (own, other) in (1..=MARBLES).flat_map(|own| (1..=MARBLES).map(move |other| (own, other))) {
            for lead in -LEADS..=LEADS {
                let position = Position { lead, marbles: [own, other] };
                let value = kinds.iter().map(|kind| kind.likely * self.turn(options, position, kind)).sum();
                *self.entry(position) = value;
            }
        }
    }

    fn entry(&mut self, position: Position) -> &mut f64 {
        let [own, other, lead] = places(position);
        &mut self.0[own][other][lead]
    }

    /// The value of a turn for the roller, if both usually choose well.
    fn turn(&self, options: &Options, position: Position, kind: &TurnKind) -> f64 {
        let usually = |better: f64, worse: f64| (1. - MISTAKES) * better + MISTAKES * worse;
        let value = |answers: [Settlement; 2]| {
            let [accepted, challenged] = answers.map(|settled| self.after(options, position, settled));
            usually(accepted.min(challenged), accepted.max(challenged))
        };
        let [right, wrong] = kind.effects.map(value);
        usually(right.max(wrong), right.min(wrong))
    }

    fn after(&self, options: &Options, position: Position, settled: Settlement) -> f64 {
        let Position { lead, marbles: [own, other] } = position;
        let lead = lead + settled.points;
        let (own, other) = (Settlement::hand(own, settled.roller), Settlement::hand(other, settled.opponent));
        if own == 0 || other == 0 {
            return won(options, Position { lead, marbles: [own, other] });
        }
        1. - self.value(Position { lead: -lead, marbles: [other, own] })
    }

    /// Probability that the next roller wins, while both hold marbles.
    pub fn value(&self, position: Position) -> f64 {
        let [own, other, lead] = places(position);
        self.0[own][other][lead]
    }
}

fn places(position: Position) -> [usize; 3] {
    let [own, other] = position.marbles.map(|marbles| usize::from(marbles) - 1);
    [own, other, (position.lead.clamp(-LEADS, LEADS) + LEADS) as usize]
}

/// The result of a game that ends here.
fn won(options: &Options, position: Position) -> f64 {
    let [own, other] = match options.tie_break {
        TieBreak::Draw => [0; 2],
        TieBreak::Marbles => position.marbles,
    };
    match position.lead.cmp(&0).then(own.cmp(&other)) {
        std::cmp::Ordering::Less => 0.,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{BLUFF, MARGIN, turn_stats::TurnStats},
        *,
    };

    fn value(lead: i32, marbles: [u8; 2]) -> f64 {
        let stats = TurnStats::of(2, &Options::default());
        stats.duel.as_ref().expect("two play").value(Position { lead, marbles })
    }

    #[test]
    fn points_win_and_marbles_end_the_game() {
        assert!(value(5, [3, 3]) > value(0, [3, 3]) && value(0, [3, 3]) > value(-5, [3, 3]));
        assert!(value(20, [1, 1]) > value(20, [3, 3]), "the leader wants it to end");
        assert!(value(-20, [1, 1]) < value(-20, [3, 3]), "the other does not");
    }

    #[test]
    fn further_turns_change_no_value() {
        let options = Options::default();
        let kinds = super::super::turn_stats::turn_kinds(2, &options);
        let mut duel = Duel::new(&options, &kinds);
        let before = duel.value(Position { lead: 0, marbles: [3; 2] });
        duel.look_further(&options, &kinds);
        assert!((duel.value(Position { lead: 0, marbles: [3; 2] }) - before).abs() < 1e-5);
    }

    #[test]
    fn who_knows_all_habits_of_the_bot_gains_nothing() {
        let replies = BestReply::new(&Options::default());
        let start = Position { lead: 0, marbles: [MARBLES; 2] };
        let wins = [true, false].map(|rolls| replies.value(rolls, start)).iter().sum::<f64>() / 2.;
        assert!((0.5..0.502).contains(&wins), "{wins}");
    }

    /// The best replies to all that the bot does, found as its own values are.
    struct BestReply {
        kinds: Vec<TurnKind>,
        /// What the bot believes.
        duel: std::sync::Arc<TurnStats>,
        /// How often the other player wins: where that one is the roller, and where the bot is.
        values: [Vec<f64>; 2],
    }

    impl BestReply {
        fn new(options: &Options) -> BestReply {
            let (kinds, duel) = (super::super::turn_stats::turn_kinds(2, options), TurnStats::of(2, options));
            let positions: Vec<Position> = positions().collect();
            let mut replies = BestReply { kinds, duel, values: [(); 2].map(|()| vec![0.5; positions.len()]) };
            for _ in 0..TURNS {
                for (place, position) in positions.iter().enumerate() {
                    for rolls in [true, false] {
                        replies.values[usize::from(rolls)][place] = replies.turns(options, rolls, *position);
                    }
                }
            }
            replies
        }

        fn turns(&self, options: &Options, rolls: bool, position: Position) -> f64 {
            self.kinds.iter().map(|kind| kind.likely * self.turn(options, rolls, position, kind)).sum()
        }

        /// How often the other player wins from a turn that one of the two has rolled.
        fn turn(&self, options: &Options, rolls: bool, position: Position, kind: &TurnKind) -> f64 {
            let believed = kind.effects.map(|answers| {
                answers.map(|settled| self.duel.duel.as_ref().expect("two play").after(options, position, settled))
            });
            let worth =
                kind.effects.map(|answers| answers.map(|settled| self.after(options, rolls, position, settled)));
            let challenges = |[accepted, challenged]: [f64; 2]| 1. - challenged > 1. - accepted + MARGIN;
            let answered = |call: usize| usize::from(challenges(believed[call]));
            if rolls {
                return [0, 1].map(|call| worth[call][answered(call)]).into_iter().fold(0., f64::max);
            }
            let hoped = [0, 1].map(|call| {
                let [better, worse] = [answered(call), 1 - answered(call)].map(|answer| believed[call][answer]);
                (1. - MISTAKES) * better + MISTAKES * worse
            });
            let call = usize::from(hoped[1] > hoped[0] + BLUFF + MARGIN);
            worth[call].into_iter().fold(0., f64::max)
        }

        fn after(&self, options: &Options, rolls: bool, position: Position, settled: Settlement) -> f64 {
            let Position { lead, marbles: [own, other] } = position;
            let lead = lead + settled.points;
            let (own, other) = (Settlement::hand(own, settled.roller), Settlement::hand(other, settled.opponent));
            if own == 0 || other == 0 {
                let roller = won(options, Position { lead, marbles: [own, other] });
                return if rolls { roller } else { 1. - roller };
            }
            self.value(!rolls, Position { lead: -lead, marbles: [other, own] })
        }

        fn value(&self, rolls: bool, position: Position) -> f64 {
            let [own, other, lead] = places(position);
            self.values[usize::from(rolls)][(own * HANDS + other) * (2 * LEADS as usize + 1) + lead]
        }
    }

    fn positions() -> impl Iterator<Item = Position> {
        let marbles = (1..=MARBLES).flat_map(|own| (1..=MARBLES).map(move |other| [own, other]));
        marbles.flat_map(|marbles| (-LEADS..=LEADS).map(move |lead| Position { lead, marbles }))
    }
}
