//! The bot for Reversal of Fortune: rates every choice by the chance to win the game.
//!
//! Against one opponent it mixes its choices where a single one could be seen through (`duel.rs`). Until a game is nearly
//! over there is little to mix: whatever the other does, storing 8 and then spending 4 twice is best.

mod duel;
mod matrix;
mod odds;
mod plan;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, sync::Arc, time::Duration};

use arrayvec::ArrayVec;

use self::{
    duel::Duel,
    odds::{Odds, THROWS},
    plan::{AHEAD, Plan, gains},
};
use super::{Bot, Easy, HasBots, cache::Cache};
use crate::{
    chance::Chance,
    games::{
        Player,
        reversal::{Action, Choice, Options, PLAYERS_LIMIT, Reversal, View, luck_after},
    },
};

impl HasBots for Reversal {
    const ADEPT_VERSION: u32 = 2;

    fn adept() -> Box<dyn Bot<Reversal>> {
        Box::new(Adept { strategy: None })
    }

    fn easy() -> Box<dyn Bot<Reversal>> {
        Box::new(Easy)
    }

    fn thinking(players: usize, options: &Options) -> Duration {
        CHOICE * players as u32 * options.max_rounds.get() as u32
    }
}

/// Time it takes for a choice.
const CHOICE: Duration = Duration::from_micros(10);

/// Knows the exact odds of the dice. Against several it expects them to race for the target, and makes the choice that
/// wins most often.
struct Adept {
    strategy: Option<Arc<Strategy>>,
}

/// What adepts at tables of one kind share.
struct Strategy {
    plan: Plan,
    /// What two players should choose.
    duel: Option<Duel>,
}

static STRATEGIES: Cache<(usize, Options), Strategy> = Cache::new();

impl Strategy {
    /// The strategy for a table with this number of players and these options.
    fn of(players: usize, options: &Options) -> Arc<Strategy> {
        STRATEGIES.of((players, options.clone()), || {
            let plan = Plan::new(players, options);
            let duel = (players == 2).then(|| Duel::new(&plan));
            Strategy { plan, duel }
        })
    }
}

impl Bot<Reversal> for Adept {
    fn choose(&mut self, view: &View<'_>, moves: &[Choice], _must: bool, chance: &mut Chance) -> Option<Choice> {
        let strategy = self.strategy.get_or_insert_with(|| Strategy::of(view.players(), view.options()));
        let Strategy { plan, duel } = &**strategy;
        let Some(own) = view.player() else { return moves.first().copied() };
        if let Some(duel) = duel {
            let both = [own, own.after(1, view.players())].map(|player| stand(view, player));
            return drawn(&duel.mix(plan, both, rounds_left(view)), chance);
        }
        let most = |action| moves.iter().filter(|choice| choice.action == action).map(|choice| choice.amount).max();
        let most = [Action::Spend, Action::Store].map(|action| most(action).map_or(0, usize::from));
        let win_chance = WinChance::new(plan, view, own, most);
        let values = moves.iter().map(|choice| (win_chance.value(*choice), *choice));
        values.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, choice)| choice)
    }
}

/// A possible standing of a player after this round.
#[derive(Clone, Copy, Debug)]
struct Stand {
    /// Points missing to the target; 0 or less when it is reached.
    away: i32,
    luck: u8,
}

/// Another player's possible standings after this round without the round point, with probabilities.
type Other = ArrayVec<(Stand, f64), 6>;

/// A round as one player sees it before it.
struct WinChance<'a> {
    plan: &'a Plan,
    view: &'a View<'a>,
    own: Stand,
    others: ArrayVec<Other, PLAYERS_LIMIT>,
    /// Probability of the round point, by choice and liable dice.
    wins: Cow<'a, odds::ByDice>,
    race: Race<'a>,
}

impl<'a> WinChance<'a> {
    /// `most` is the highest amount that may be chosen, by action.
    fn new(plan: &'a Plan, view: &'a View<'a>, own: Player, most: [usize; 2]) -> WinChance<'a> {
        let others = Player::all(view.players()).filter(|player| *player != own).map(|player| stand(view, player));
        WinChance {
            plan,
            view,
            own: stand(view, own),
            others: others.clone().map(|other| expected(plan, other)).collect(),
            wins: wins(plan, others.map(|other| other.luck), most),
            race: Race { plan, rounds_left: rounds_left(view) },
        }
    }

    /// Probability of winning the game after this choice.
    fn value(&self, choice: Choice) -> f64 {
        let luck = luck_after(self.own.luck, choice);
        let after = |gain: plan::Gain| {
            let away = self.plan.away_after(self.own.away, gain.lack);
            let won = self.with_the_round(Stand { away: away - 1, luck });
            let lost = self.without_the_round(Stand { away, luck });
            gain.with_round * won + (gain.likely - gain.with_round) * lost
        };
        gains(self.view.options(), choice, &self.wins).into_iter().map(after).sum()
    }

    /// Probability of winning the game if nobody else has the round point.
    fn with_the_round(&self, own: Stand) -> f64 {
        self.others.iter().map(|other| self.beats_one(own, other, 0)).product()
    }

    /// The same if one of the others has it, all equally likely.
    fn without_the_round(&self, own: Stand) -> f64 {
        let (mut all_without, mut one_with) = (1., 0.);
        for other in &self.others {
            let without = self.beats_one(own, other, 0);
            one_with = one_with * without + all_without * self.beats_one(own, other, 1);
            all_without *= without;
        }
        one_with / self.others.len() as f64
    }

    fn beats_one(&self, own: Stand, other: &Other, points: i32) -> f64 {
        other
            .iter()
            .map(|(stand, likely)| likely * self.race.beats(own, Stand { away: stand.away - points, ..*stand }))
            .sum()
    }
}

/// Two players after this round.
#[derive(Clone, Copy)]
struct Race<'a> {
    plan: &'a Plan,
    /// Rounds left after this one.
    rounds_left: usize,
}

impl<'a> Race<'a> {
    /// A race whose rounds do not run out.
    const fn long(plan: &'a Plan) -> Race<'a> {
        Race { plan, rounds_left: usize::MAX }
    }

    /// Probability that one player stays ahead of another with these standings after this round.
    fn beats(&self, own: Stand, other: Stand) -> f64 {
        let there = own.away <= 0 || other.away <= 0;
        if own.away != other.away && (there || self.rounds_left == 0) {
            return if own.away < other.away { 1. } else { 0. };
        }
        if self.rounds_left == 0 {
            return 0.5;
        }
        // Tied at the target or beyond, each needs one more point than the other.
        let mine = self.plan.rounds(own.away.max(1), own.luck);
        let theirs = self.plan.rounds(other.away.max(1), other.luck);
        if (self.rounds_left as f64) < mine.min(theirs) {
            let ahead = &self.plan.ahead[self.rounds_left.min(AHEAD)];
            let luck = ahead[usize::from(own.luck)] - ahead[usize::from(other.luck)];
            let lead = f64::from(other.away - own.away) + luck;
            return above(lead, (2. * self.plan.variance * self.rounds_left as f64).sqrt());
        }
        above(theirs - mine, ((mine + theirs) * self.plan.variance).sqrt() / self.plan.rate)
    }
}

fn stand(view: &View<'_>, player: Player) -> Stand {
    Stand { away: view.options().target.get() as i32 - view.points(player), luck: view.luck(player) }
}

fn rounds_left(view: &View<'_>) -> usize {
    view.options().max_rounds.size().saturating_sub(usize::from(view.rounds()) + 1)
}

/// One of the choices, each as often as it says.
fn drawn(mix: &[(Choice, f64)], chance: &mut Chance) -> Option<Choice> {
    let mut left = f64::from(chance.word()) / 2f64.powi(32);
    let first = mix.iter().find(|(_, often)| {
        left -= often;
        left < 0.
    });
    first.or(mix.last()).map(|(choice, _)| *choice)
}

/// Probability of the round point against others with this luck, for choices up to an amount, by action.
fn wins(plan: &Plan, others: impl Iterator<Item = u8>, most: [usize; 2]) -> Cow<'_, odds::ByDice> {
    // The usual case of one opponent, which took a third of the adept's time.
    let others: ArrayVec<u8, PLAYERS_LIMIT> = others.collect();
    if let [other] = others[..] {
        return Cow::Borrowed(&plan.wins_against[usize::from(other)]);
    }
    let mut beaten = [1.; THROWS];
    for luck in others {
        for (all, one) in beaten.iter_mut().zip(&plan.beaten[usize::from(luck)]) {
            *all *= one;
        }
    }
    Cow::Owned(Odds::get().wins_up_to(most, &beaten))
}

/// A player's possible standings after this round without the round point, if the choice is the expected one.
fn expected(plan: &Plan, stand: Stand) -> Other {
    let (choice, gains) = plan.expected_choice(stand.away, stand.luck);
    let luck = luck_after(stand.luck, choice);
    let after = |gain: plan::Gain| (Stand { away: plan.away_after(stand.away, gain.lack), luck }, gain.likely);
    gains.into_iter().map(after).collect()
}

/// Probability that a value with this mean and deviation is above zero.
fn above(mean: f64, deviation: f64) -> f64 {
    1. / (1. + (-1.7 * mean / deviation).exp())
}
