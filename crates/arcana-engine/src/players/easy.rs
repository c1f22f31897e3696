//! The bot for beginners: one simple rule per game, the one that most people begin with.

use super::Bot;
use crate::{
    cards::{Card, Rank},
    chance::Chance,
    games::{
        Game, Player,
        foolery::{self, Foolery, Kind},
        fortuna::{self, Answer, Fortuna, Special},
        fortunes::{self, Choice, Fortunes, HighLow, team, type_after, winning_card},
        fortuno::{self, CardOrSet, Fortuno},
        reversal::{self, Action, Reversal},
    },
};

/// A weak player with a plan, which looks at its own hand and at what lies on the table.
#[derive(Clone, Copy, Debug)]
pub struct Easy;

impl Easy {
    /// Increases whenever it plays differently in some game.
    pub const VERSION: u32 = 1;
}

/// One of these, all equally likely.
fn any<T: Copy>(of: &[T], chance: &mut Chance) -> Option<T> {
    of.get(chance.below(of.len().max(1) as u32) as usize).copied()
}

/// Leads the best card, wins the trick for the team as cheaply as it can, and else throws the worst card away. It stays,
/// bids little and wagers little.
impl Bot<Fortunes> for Easy {
    fn choose(
        &mut self,
        view: &fortunes::View<'_>,
        moves: &[fortunes::Move],
        _must: bool,
        _chance: &mut Chance,
    ) -> Option<fortunes::Move> {
        use fortunes::Move;
        let me = view.player()?;
        let wanted = match moves.first()? {
            Move::Play(_) => Move::Play(card_of_fortunes(view, me)?),
            Move::Bid(_) => Move::Bid(TRICKS_BID),
            Move::Wager(_) => Move::Wager(0),
            Move::Stake(_) => Move::Stake(Choice::Stay),
        };
        moves.contains(&wanted).then_some(wanted).or_else(|| moves.first().copied())
    }
}

/// Tricks that it bids: fewer than the four or five of an even share.
const TRICKS_BID: u8 = 3;

/// What a Star counts as beside the ranks: neither high nor low.
const MIDDLE: u8 = 7;

fn card_of_fortunes(view: &fortunes::View<'_>, me: Player) -> Option<Card> {
    let (playable, trick) = (view.playable(), view.trick());
    let side = HighLow::of(me, view.dealer());
    // What wins most often on this side, whatever is led.
    let worth = |card: &Card| {
        let height = i32::from(card.rank().map_or(MIDDLE, Rank::value));
        if side == HighLow::High { height } else { -height }
    };
    let wins = |card: &Card| {
        let cards: Vec<Card> = trick.iter().chain([card]).copied().collect();
        let ended = type_after(&cards, HighLow::of(view.leader(), view.dealer()));
        let best = winning_card(cards.iter().copied().collect(), cards[0], ended);
        let place = cards.iter().position(|card| *card == best).unwrap_or_default();
        team(view.leader().after(place, fortunes::PLAYERS)) == team(me)
    };
    if trick.is_empty() {
        return playable.iter().max_by_key(worth);
    }
    playable.iter().filter(wins).min_by_key(worth).or_else(|| playable.iter().min_by_key(worth))
}

/// Lays as many cards as it can to lead, the lowest that suffice to follow, and keeps trumps for when nothing else does.
impl Bot<Foolery> for Easy {
    fn choose(
        &mut self,
        _view: &foolery::View<'_>,
        moves: &[foolery::Move],
        must: bool,
        _chance: &mut Chance,
    ) -> Option<foolery::Move> {
        use foolery::{Move, Play};
        let play = |mv: &Move| match mv {
            Move::Play(cards) => Play::of(*cards).map(|play| (play, *mv)),
            Move::Pass | Move::Give(_) | Move::Request(_) => None,
        };
        if !must {
            return None;
        }
        let leads = !moves.contains(&Move::Pass);
        let cost =
            |play: &Play| (play.kind >= Kind::Trumps, if leads { -i32::from(play.count) } else { 0 }, play.value);
        let lowest = moves.iter().filter_map(play).min_by_key(|(play, _)| cost(play)).map(|(_, mv)| mv);
        lowest.or_else(|| moves.iter().copied().min_by_key(given)).or_else(|| moves.first().copied())
    }
}

/// Gives the cards with the lowest ranks; what is not a gift comes last.
fn given(mv: &foolery::Move) -> u32 {
    let height = |card: Card| u32::from(card.rank().map_or(card.byte() + 20, Rank::value));
    match mv {
        foolery::Move::Give(cards) => cards.iter().map(height).sum(),
        foolery::Move::Pass => 1_000,
        foolery::Move::Play(_) | foolery::Move::Request(_) => u32::MAX,
    }
}

/// Plays any card that fits, a Minor before a Major, forgets every other call, and accuses nobody.
impl Bot<Fortuno> for Easy {
    fn reads(&self, view: &fortuno::View<'_>, must: bool) -> usize {
        match (must, view.asks_for_composition()) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => Fortuno::INFO.moves_limit,
        }
    }

    fn choose(
        &mut self,
        _view: &fortuno::View<'_>,
        moves: &[fortuno::Move],
        _must: bool,
        chance: &mut Chance,
    ) -> Option<fortuno::Move> {
        use fortuno::Move;
        let forgets = chance.below(2) == 0;
        let later = |mv: &Move| {
            if let Move::Play(cards, call) = mv {
                let major = matches!(cards, CardOrSet::Card(card) if card.is_trump());
                return (u8::from(major), *call == forgets);
            }
            let accuses = matches!(mv, Move::Accuse(_) | Move::Jaccuse(_) | Move::Dispute);
            (2 + u8::from(accuses), false)
        };
        let first = moves.iter().map(later).min()?;
        any(&moves.iter().filter(|mv| later(mv) == first).copied().collect::<Vec<_>>(), chance)
    }
}

/// Calls the Fortunate scores and misses the others. Marbles end the game: it challenges a wrong call while it is ahead.
impl Bot<Fortuna> for Easy {
    fn choose(
        &mut self,
        view: &fortuna::View<'_>,
        moves: &[fortuna::Move],
        _must: bool,
        chance: &mut Chance,
    ) -> Option<fortuna::Move> {
        use fortuna::Move;
        let shown = view.turn()?.shown(view.options());
        if let Some(call) = view.call() {
            let (points, own) = (view.totals().points, view.opponent()?.index());
            let leads = points.iter().enumerate().all(|(other, points_of)| other == own || *points_of < points[own]);
            let lost = leads && call != shown.special();
            return Some(Move::Answer(if lost { Answer::Challenge } else { Answer::Accept }));
        }
        let seen = shown.special().filter(|special| !matches!(special, Special::HalfSmile | Special::WolfGrin));
        let calls = |mv: &&Move| matches!(mv, Move::Call { name, .. } if *name == seen);
        any(&moves.iter().filter(calls).copied().collect::<Vec<_>>(), chance)
    }
}

/// The most luck that it stores in a round.
const LUCK_STORED: u8 = 3;

/// Stores a little luck and spends all of it in the next round.
impl Bot<Reversal> for Easy {
    fn choose(
        &mut self,
        view: &reversal::View<'_>,
        moves: &[reversal::Choice],
        _must: bool,
        chance: &mut Chance,
    ) -> Option<reversal::Choice> {
        let spends = view.luck(view.player()?) > 0;
        let of = |action| moves.iter().filter(move |choice| choice.action == action);
        if spends {
            return of(Action::Spend).max_by_key(|choice| choice.amount).copied();
        }
        any(
            &of(Action::Store).filter(|choice| (1..=LUCK_STORED).contains(&choice.amount)).copied().collect::<Vec<_>>(),
            chance,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        interval::wilson_of,
        players::{HasBots, Skill, play_out, seat},
    };

    /// The share of games with a winner that one skill wins against another, from all seats in turn. In Fortunes two
    /// partners have it, in the other games one player among others.
    fn share<G: HasBots>(players: usize, (one, others): (Skill, Skill), deals: u32) -> (f64, f64) {
        let is_team = G::INFO.has_readings;
        let seats = if is_team { 2 } else { players };
        let (mut decided, mut won) = (0., 0.);
        for (deal, own) in (0..deals).flat_map(|deal| (0..seats).map(move |own| (deal, own))) {
            let is_own = |seat: usize| if is_team { seat % 2 == own } else { seat == own };
            let skills: Vec<_> = (0..players).map(|seat| if is_own(seat) { one } else { others }).collect();
            let seed = format!("easy {deal}");
            let mut game = G::new(players, G::Options::default()).expect("they may play");
            play_out(&mut game, &mut seat(&skills, &seed, ""), &mut Chance::of_table(&seed, ""), |_, _| ());
            let winners = game.outcome().expect("it is over").winners;
            decided += f64::from(u8::from(!winners.is_empty()));
            won += f64::from(u8::from(winners.iter().any(|winner| is_own(winner.index()))));
        }
        (won / decided, wilson_of(won / decided, decided).low)
    }

    /// Easy bots beat random ones, and adepts beat easy ones: more than `even` of the games.
    fn lies_between<G: HasBots>(players: usize, deals: u32) {
        let even = if G::INFO.has_readings { 0.5 } else { 1. / players as f64 };
        for pair in [(Skill::Easy, Skill::Random), (Skill::Adept, Skill::Easy)] {
            let (share, low) = share::<G>(players, pair, deals);
            println!("{} {pair:?}: {share:.3} of the games, at least {low:.3}; even {even:.3}", G::INFO.id);
            assert!(low > even, "{} {pair:?}: {share}, at least {low}", G::INFO.id);
        }
    }

    #[test]
    fn an_easy_bot_is_better_than_a_random_one_and_weaker_than_an_adept() {
        lies_between::<Fortunes>(4, 40);
        lies_between::<Foolery>(4, 60);
        lies_between::<Fortuno>(4, 60);
        lies_between::<Fortuna>(2, 2000);
        lies_between::<Reversal>(2, 1000);
    }
}
