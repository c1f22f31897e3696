//! Which card to play: the best one over several sampled distributions of the hidden cards.

use super::{
    hidden::Hidden,
    lanes::{LANES, ends_after},
};
use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::{
        Player,
        fortunes::{MatchEnd, Settled, TeamScores, View, by_team, led_suit, match_end, team},
    },
};

/// Number of samples: against random players 4 of them win 95 deals of 100, 8 win 97, 24 win 98.
const DEALS: usize = 8;
/// Worth of the match in points, if the deal decides it.
const MATCH: i64 = 8;

/// The card to play.
///
/// # Panics
/// When the player holds no card.
pub fn best(view: View<'_>, me: Player, chance: &mut Chance) -> Card {
    let hidden = Hidden::of(view, me);
    let candidates = unlike(view.playable(), hidden.unseen() | view.trick().iter().copied().collect());
    let mut sums = [0; Card::COUNT];
    if candidates.len() > 1 {
        for _ in 0..DEALS / LANES {
            try_each(view, me, candidates, &hidden, chance, &mut sums);
        }
    }
    let best = candidates.iter().max_by_key(|card| sums[card.index()]);
    best.expect("who is to play holds a card")
}

/// Samples the hidden cards and adds up the result of each deal after each card.
fn try_each(
    view: View<'_>,
    me: Player,
    candidates: Hand,
    hidden: &Hidden,
    chance: &mut Chance,
    sums: &mut [i64; Card::COUNT],
) {
    let (options, before) = (view.options(), view.team_scores());
    let dealt: [_; LANES] = std::array::from_fn(|_| hidden.deal(chance));
    let table = view.imagine(dealt[0]);
    ends_after(&table, &dealt, options, candidates.into_iter(), |card, ends| {
        let worths = ends.map(|won| worth(view, &table.settle_as(won, options, before, None), me));
        sums[card.index()] += worths.into_iter().sum::<i64>();
    });
}

/// Worth of a deal to a player's team.
pub(super) fn worth(view: View<'_>, deal: &Settled, me: Player) -> i64 {
    worth_of_points(view, by_team(deal.points), me)
}

/// Worth of a deal with these points to a player's team.
pub(super) fn worth_of_points(view: View<'_>, points: TeamScores, me: Player) -> i64 {
    let (before, own) = (view.team_scores(), team(me));
    let scores = [before[0] + points[0], before[1] + points[1]];
    let decides = match match_end(view.options().r#match, view.deals() + 1, scores) {
        Some(MatchEnd::Won(team)) if team == own => MATCH,
        Some(MatchEnd::Won(_)) => -MATCH,
        Some(MatchEnd::Drawn) | None => 0,
    };
    points[own] - points[1 - own] + decides
}

/// One card of each run without another player's card in between: they are equivalent.
pub(super) fn unlike(legal: Hand, others: Hand) -> Hand {
    let mut kept = legal;
    let mut before: Option<Card> = None;
    for card in legal {
        if before.is_some_and(|before| alike(before, card, others)) {
            kept.remove(card);
        }
        before = Some(card);
    }
    kept
}

fn alike(lower: Card, higher: Card, others: Hand) -> bool {
    let between = Hand::from_bits((1 << higher.index()) - (2 << lower.index()));
    // The Fool has a rank of its own.
    led_suit(lower) == led_suit(higher) && lower != Card::FOOL && (between & others).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(ids: &str) -> Hand {
        ids.split_whitespace().map(|id| id.parse::<Card>().expect("a card")).collect()
    }

    #[test]
    fn neighbours_are_tried_once() {
        let legal = cards("ar00 ar01 ar02 wa05 wa06 wa08 waki cuac cu02");
        assert_eq!(unlike(legal, !legal), cards("ar00 ar01 wa05 wa08 waki cuac"));
        assert_eq!(unlike(legal, cards("cu05")), cards("ar00 ar01 wa05 cuac"));
    }
}
