//! What the search of Fortunes tries and how it plays on.

use super::{
    card::{unlike, worth, worth_of_points},
    endgame::Endings,
    hidden::Hidden,
    lanes::{LANES, ends_after},
};
use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::{
        Player,
        fortunes::{Betting, Fortunes, Match, Move, Tally, Tricks, View, by_team, team},
    },
    players::{Judged, Playouts, Search},
};

/// The most cards in hand with which endings are solved instead of played.
const SOLVED: usize = 4;
/// Number of deals solved in the time of one round of quick ones.
const SOLVED_AT_ONCE: usize = 2;

/// Many deals, quickly.
pub const SEARCH: Search<Fortunes> = Search {
    version: 3,
    playouts: 128,
    at_once: LANES as u32,
    doubt: None,
    to_adept: 40,
    begin: |view| {
        let me = view.player().unwrap_or(Player(0));
        let endings = is_solved(*view).then(|| Endings::new(view.options()));
        Box::new(Deals { me, hidden: Hidden::of(*view, me), endings })
    },
};

/// Deals of the hidden cards: eight at once, played to the end by the quick player, or fewer and solved.
struct Deals {
    me: Player,
    hidden: Hidden,
    endings: Option<Endings>,
}

/// Whether few cards are left, and the more points the better: too many may cost a bid or an exact target.
fn is_solved(view: View<'_>) -> bool {
    let by_lead = matches!(view.options().r#match, Match::Deals { .. });
    view.hand().len() <= SOLVED && by_lead && view.options().betting != Betting::Bid {}
}

impl Playouts<Fortunes> for Deals {
    /// Cards alone: what is bid, wagered and staked is left to the adept.
    fn candidates(&self, view: &View<'_>, _moves: &[Move]) -> Vec<Move> {
        let table: Hand = view.trick().iter().copied().collect();
        unlike(view.playable(), self.hidden.unseen() | table).into_iter().map(Move::Play).collect()
    }

    fn play(&mut self, view: &View<'_>, moves: &mut [Judged<Move>], chance: &mut Chance) {
        match self.endings.take() {
            None => self.play_quickly(*view, moves, chance),
            Some(mut endings) => {
                self.solve(*view, moves, &mut endings, chance);
                self.endings = Some(endings);
            }
        }
    }
}

impl Deals {
    fn play_quickly(&self, view: View<'_>, moves: &mut [Judged<Move>], chance: &mut Chance) {
        let (options, before) = (view.options(), view.team_scores());
        let dealt: [_; LANES] = std::array::from_fn(|_| self.hidden.deal(chance));
        let table = view.imagine(dealt[0]);
        let (mut judged, cards): (Vec<_>, Vec<_>) = of_cards(moves).unzip();
        let mut judged = judged.iter_mut();
        ends_after(&table, &dealt, options, cards.into_iter(), |_, ends| {
            let Some(judged) = judged.next() else { return };
            for won in ends {
                judged.add(worth(view, &table.settle_as(won, options, before, None), self.me));
            }
        });
    }

    fn solve(&self, view: View<'_>, moves: &mut [Judged<Move>], endings: &mut Endings, chance: &mut Chance) {
        for _ in 0..SOLVED_AT_ONCE {
            let table = view.imagine(self.hidden.deal(chance));
            for (judged, card) in of_cards(moves) {
                let mut after = table.clone();
                after.play(self.me, card, view.options());
                if let Some(points) = self.points(&after, endings) {
                    judged.add(worth_of_points(view, points, self.me));
                }
            }
        }
    }

    /// The points of the teams so far, with what the player's team still wins more than the other.
    fn points(&self, table: &Tricks, endings: &mut Endings) -> Option<[i64; 2]> {
        let mut points = by_team(Tally::of(&table.tricks).points);
        points[team(self.me)] += endings.lead(table, self.me)?;
        Some(points)
    }
}

/// The moves that play a card.
fn of_cards(moves: &mut [Judged<Move>]) -> impl Iterator<Item = (&mut Judged<Move>, Card)> {
    moves.iter_mut().filter_map(|judged| match judged.mv {
        Move::Play(card) => Some((judged, card)),
        Move::Wager(_) | Move::Bid(_) | Move::Stake(_) => None,
    })
}
