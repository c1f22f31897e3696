//! How the quick player follows to a trick.

use fearless_simd::Simd;

use super::{
    frame::{BySuit, Lanes, NONE, any, below, each, highest, least, lowest, none, select, up_to},
    table::Playouts,
    trick::both,
};
use crate::games::fortunes::PLAYERS;

impl<S: Simd> Playouts<S> {
    /// The player at this place from the leader wins the trick with the weakest sufficient card, switches it with a
    /// Star if that is better, or plays the least valuable card. `following` are the player's cards of the led suit;
    /// returns those of the next player.
    #[inline(always)]
    pub(super) fn follow<const PLACE: usize>(&mut self, following: Lanes<S>) -> Lanes<S> {
        let (own, led) = (*self.hand(PLACE), self.trick.led);
        let next = match PLACE + 1 {
            PLAYERS => each(self.simd, NONE),
            next => both(*self.hand(next), led),
        };
        let contest = self.contest::<PLACE>(following, next);
        let wins = any(contest.safe) & !contest.ours;

        let (void, minors) = (none(following), own[1] | own[2] | own[3] | own[4]);
        let stars = own[0] & !led[0] & (void | self.broken & self.rules.at_will);
        let (ours, turned) = (contest.ours | wins, contest.ours_turned);
        let side = self.rules.low(self.leader.after(PLACE, PLAYERS));
        let favours = (self.trick.low ^ side) & self.rules.ended;
        let better = turned & !ours | !(turned ^ ours) & favours;
        let turns = any(stars) & (better | void & none(minors));

        // The least valuable card: of the led suit, if possible one that does not win; else of any suit.
        let spare = following & !contest.beats;
        let spare = spare | following & none(spare);
        let cheap = least(select(turns, stars, select(void, minors, spare)));
        let thrown = thrown(own, cheap, void);
        let cheap = lowest(cheap & (both(own, thrown) | !void | turns));
        let card = select(wins & !turns, contest.safe, cheap);

        // A player void in a suit loses none of it, so only the suit of other players matters.
        let plain = card & !turns;
        let hand = self.hand_mut(PLACE);
        hand[0] &= !(card & (turns | led[0]));
        for suit in 1..hand.len() {
            hand[suit] &= !(plain & (thrown[suit] | led[suit]));
        }
        self.broken |= turns;
        self.trick.low ^= turns;
        self.trick.add(PLACE, plain & !void);
        next
    }

    /// Who wins the trick if nobody of the player's team plays to it later.
    #[inline(always)]
    fn contest<const PLACE: usize>(&self, following: Lanes<S>, opponents: Lanes<S>) -> Contest<S> {
        let (holder, low) = (self.trick.holder(), self.trick.low);
        let team = self.trick.by_team()[PLACE % 2];
        let high_ours = any(holder.high & team) & none(opponents & !holder.up_to_high);
        let low_ours = any(holder.low & team) & none(opponents & below(holder.low));
        let beats = following & select(low, below(holder.low), !holder.up_to_high);
        // High: the lowest above all of theirs; low: the highest below all of theirs.
        let up_to = up_to(select(low, beats & below(lowest(opponents)), opponents));
        Contest {
            ours: select(low, low_ours, high_ours),
            ours_turned: select(low, high_ours, low_ours),
            beats,
            safe: select(low, highest(up_to), lowest(beats & !up_to)),
        }
    }
}

/// Who wins a trick.
struct Contest<S: Simd> {
    /// The player's team wins as it is.
    ours: Lanes<S>,
    /// The same after a Star has switched it.
    ours_turned: Lanes<S>,
    /// The player's cards that win of those on the table.
    beats: Lanes<S>,
    /// The weakest of them that no later opponent beats.
    safe: Lanes<S>,
}

/// The first suit except Stars that has one of these cards, if a player is void in the led suit.
#[inline(always)]
fn thrown<S: Simd>([_, wands, cups, swords, _]: BySuit<S>, cheap: Lanes<S>, void: Lanes<S>) -> BySuit<S> {
    let (no_wands, no_cups, no_swords) = (none(wands & cheap), none(cups & cheap), none(swords & cheap));
    let neither = no_wands & no_cups & void;
    [each(void.simd, NONE), void & !no_wands, no_wands & !no_cups & void, neither & !no_swords, neither & no_swords]
}
