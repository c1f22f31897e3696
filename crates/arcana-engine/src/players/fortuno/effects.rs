//! Effects of cards on the chance of winning.

use crate::{
    cards::{Card, Hand, Rank},
    games::{
        Player,
        fortuno::{Pending, View},
    },
};

use super::{hand, win_chance::WinChance};

const DEVIL: Card = Card::trump(15);
const FORTUNE: Card = Card::trump(10);
const FOOL: Card = Card::FOOL;
const ART: Card = Card::trump(14);
const SIX: Rank = Rank::new(6).expect("6 is a rank");

/// Number of cards drawn for The Fool.
const FOOLS_DRAW: f64 = 4.0;
/// Effect of Art as the card it is named as.
const ART_IS_WORTH: f64 = 3.0;

impl WinChance<'_> {
    /// The seat draws what is pending, or until it can play.
    pub(super) fn draw_pending(&mut self, view: &View<'_>) {
        let amount = view.pending().map_or(2.0, |pending| f64::from(pending.amount));
        self.draws(view.seat(), amount);
    }

    /// Cards are laid without a function.
    pub(super) fn shed(&mut self, cards: &[Card]) {
        for card in cards {
            self.leaves(*card);
        }
    }

    /// A card is played from a hand.
    pub(super) fn play(&mut self, view: &View<'_>, card: Card) {
        self.leaves(card);
        if view.barred().contains(card) {
            return;
        }
        if let Some(pending) = view.pending() {
            return self.answer(view, card, pending);
        }
        match card {
            FORTUNE => self.decided = Some(false),
            ART => self.attack(view, ART_IS_WORTH),
            FOOL => self.attack(view, FOOLS_DRAW),
            card if self.ends_a_row(view, card) => {}
            card => self.function(view, card),
        }
    }

    /// A card answers a draw: Fortune, or Art where nothing stacks, turns it back; any other adds to it.
    fn answer(&mut self, view: &View<'_>, card: Card, pending: Pending) {
        let amount = f64::from(pending.amount);
        match pending.source {
            Some(source) if card == FORTUNE || pending.rank.is_none() => {
                self.draws(source, amount);
                self.loses(source, 1.0);
            }
            _ => self.attack(view, amount + if card.rank() == Some(Rank::PAGE) { 2.0 } else { 3.0 }),
        }
    }

    /// The Fool or Art is named.
    pub(super) fn name(&mut self, view: &View<'_>, card: Card) {
        if view.top() == Some(FOOL) {
            return self.name_the_fool(view, card);
        }
        match view.answering() {
            Some(pending) => self.answer(view, card, pending),
            None if card == FOOL => self.attack(view, FOOLS_DRAW),
            None if self.ends_a_row(view, card) => {}
            None => self.function(view, card),
        }
    }

    /// Chooses the name on which the fewest unseen cards can be played.
    fn name_the_fool(&mut self, view: &View<'_>, card: Card) {
        if self.ends_a_row(view, card) {
            return;
        }
        self.attack(view, FOOLS_DRAW);
        let (Some(suit), Some(rank)) = (card.suit(), card.rank()) else { return };
        let unseen = (Hand::suit(suit) | Hand::rank(rank)) - self.hand - view.discarded();
        let next = view.next_players().next().unwrap_or(self.me());
        self.loses(next, -0.005 * unseen.len() as f64);
    }

    /// Whether this Minor causes a Ritual or a race; its function is then not performed.
    fn ends_a_row(&mut self, view: &View<'_>, card: Card) -> bool {
        let [.., one, other] = view.row() else { return false };
        if card.rank().is_none() || one.rank() != card.rank() {
            return false;
        }
        if card.rank() == Some(SIX) && view.order().len() > 2 && !(view.discarded() | view.removed()).contains(DEVIL) {
            self.decided = Some(self.hand.contains(DEVIL));
            return true;
        }
        let three = one.suit() != other.suit() && card.suit() != one.suit() && card.suit() != other.suit();
        if three && view.options().slap_races {
            let fourth = self.hand.iter().any(|held| held.rank() == card.rank());
            let share = if fourth { 2.0 } else { 1.0 / view.order().len() as f64 };
            self.draws(self.me(), -0.9 * share);
        }
        three && view.options().slap_races
    }

    /// The next player who can draws cards and loses the turn.
    fn attack(&mut self, view: &View<'_>, cards: f64) {
        let Some(victim) = view.next_players().find(|player| view.hermit(*player) == 0) else { return };
        self.draws(victim, cards);
        self.loses(victim, 1.0);
    }

    fn skip(&mut self, view: &View<'_>, turns: usize) {
        for player in view.next_players().take(turns) {
            self.loses(player, 1.0);
        }
    }

    /// The function of a card that comes to the top.
    fn function(&mut self, view: &View<'_>, card: Card) {
        let seat = view.seat();
        match (card.rank(), card.number()) {
            (Some(Rank::PAGE), _) => self.attack(view, 2.0),
            (Some(Rank::KNIGHT), _) => self.attack(view, 3.0),
            (Some(Rank::QUEEN), _) => self.skip(view, 1),
            (None, Some(2)) => self.church(view, Card::trump(5), 2.0),
            (None, Some(3)) => self.skip(view, 2),
            (None, Some(4)) => self.skip(view, 3),
            (None, Some(5)) => self.church(view, Card::trump(2), 3.0),
            (None, Some(6)) => self.love(view),
            (None, Some(8)) => self.share_out(view),
            (None, Some(9)) => {
                if let Some(hermit) = view.next_players().next() {
                    self.loses(hermit, 2.0);
                }
            }
            (None, Some(11)) => self.lust(view),
            (None, Some(12)) => self.draws(seat, 3.0),
            (None, Some(13)) => self.attack(view, 6.0),
            (None, Some(15)) => self.draws(seat, 0.8),
            (None, Some(16)) => self.tower(view),
            (None, Some(17)) if self.count(seat) < 1.0 => self.draws(seat, 1.0),
            (None, Some(18)) => self.draws(seat, 1.0),
            (None, Some(20)) => self.holds(seat, 6.0),
            (None, Some(21)) => self.universe(view),
            _ => {}
        }
    }

    /// The seat draws, or with the other card lays it too and all others draw two.
    fn church(&mut self, view: &View<'_>, other: Card, cards: f64) {
        if self.hand.contains(other) && !view.barred().contains(other) {
            self.leaves(other);
            for player in view.next_players().filter(|player| view.hermit(*player) == 0) {
                self.draws(player, 2.0);
            }
        } else {
            self.draws(view.seat(), cards);
        }
    }

    fn love(&mut self, view: &View<'_>) {
        if view.team().is_some() {
            return;
        }
        let few = |player: &Player| self.count(*player);
        let lover = view.next_players().filter(|player| view.hermit(*player) == 0);
        if let Some(lover) = lover.min_by(|one, other| few(one).total_cmp(&few(other))) {
            self.pick(view, lover);
        }
    }

    /// Both hands are combined and shared at the divorce.
    pub(super) fn pick(&mut self, view: &View<'_>, target: Player) {
        if view.top() == Some(Card::trump(19)) {
            return;
        }
        let (mine, theirs) = (self.count(self.me()), self.count(target));
        // Until then the lover plays for both, and may be out first.
        let shared = (mine + theirs) / 2.0;
        self.draws(self.me(), (shared - mine) / 2.0);
        self.draws(target, (shared - theirs) / 2.0 - 0.5);
    }

    /// All hands are dealt out again.
    fn share_out(&mut self, view: &View<'_>) {
        let touched: Vec<Player> = view.players_in().iter().filter(|player| view.hermit(*player) == 0).collect();
        let all: f64 = touched.iter().map(|player| self.count(*player)).sum();
        let share = all / touched.len() as f64;
        for player in touched {
            // The seat is dealt to last.
            self.holds(player, if player == view.seat() { share.floor() } else { share });
        }
    }

    fn lust(&mut self, view: &View<'_>) {
        let joining = hand::joining(self.hand, view);
        let sum: f64 = joining.iter().map(|card| if card.rank() == Some(Rank::PAGE) { 2.0 } else { 3.0 }).sum();
        self.hand = self.hand - joining;
        if sum > 0.0 {
            self.attack(view, sum);
        }
    }

    fn tower(&mut self, view: &View<'_>) {
        let players = || view.players_in().iter();
        let counts = players().map(|player| self.count(player));
        let most = counts.clone().fold(0.0, f64::max);
        let fewest = counts.fold(f64::MAX, f64::min);
        let rich: Vec<Player> = players().filter(|player| self.count(*player) >= most).collect();
        let poor: Vec<Player> = players().filter(|player| self.count(*player) <= fewest).collect();
        let mut best: Option<(f64, Player, Player)> = None;
        for one in &rich {
            for other in poor.iter().filter(|other| *other != one) {
                let chance = self.after(|win_chance| win_chance.switch(*one, *other));
                if best.is_none_or(|(most, ..)| chance > most) {
                    best = Some((chance, *one, *other));
                }
            }
        }
        if let Some((_, one, other)) = best {
            self.switch(one, other);
        }
    }

    /// Two players swap hands.
    pub(super) fn switch(&mut self, one: Player, other: Player) {
        let (ones, others) = (self.count(one), self.count(other));
        self.holds(one, others);
        self.holds(other, ones);
    }

    /// Every hand goes to the next.
    fn universe(&mut self, view: &View<'_>) {
        let mut ring: Vec<Player> = view.next_players().filter(|player| view.hermit(*player) == 0).collect();
        ring.push(view.seat());
        let counts: Vec<f64> = ring.iter().map(|player| self.count(*player)).collect();
        for (place, count) in counts.into_iter().enumerate() {
            self.holds(ring[(place + 1) % ring.len()], count);
        }
    }

    /// Applies the group card on top, for a player who holds The Chariot and does not use it.
    pub(super) fn group_takes_effect(&mut self, view: &View<'_>) {
        match view.top().and_then(Card::number) {
            Some(8) => self.share_out(view),
            Some(21) => self.universe(view),
            _ => {}
        }
    }
}
