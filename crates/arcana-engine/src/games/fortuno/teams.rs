//! Teams: who speaks for them, and how they part; the two-player endgame, and who leaves the game before (fortuno.md,
//! "Teams", "The two-player endgame", "Elimination"; rulings 31 to 35).

use super::{
    Anchor, Fortuno, Team,
    score::Ended,
    tasks::{Question, Task},
};
use crate::{
    cards::{Card, Hand, Rank},
    games::{Player, PlayerSet},
};

impl Team {
    /// Both partners.
    pub(super) fn partners(self) -> PlayerSet {
        [self.original, self.lover].into_iter().collect()
    }
}

impl Fortuno {
    /// The other partner of this player's team.
    #[inline]
    pub(super) fn partner(&self, player: Player) -> Option<Player> {
        let partners = self.team?.partners();
        partners.contains(player).then(|| partners.without(PlayerSet::of(player)).first())?
    }

    /// The seat, and in a team the partner: the players whose hands may be used.
    #[inline]
    pub(super) fn speakers(&self) -> PlayerSet {
        let seat = PlayerSet::of(self.turn.seat);
        self.partner(self.turn.seat).map_or(seat, |partner| seat.union(PlayerSet::of(partner)))
    }

    /// The players who act: after rock-paper-scissors only its winner.
    #[inline]
    pub(super) fn actors(&self) -> PlayerSet {
        self.turn.decider.map_or_else(|| self.speakers(), PlayerSet::of)
    }

    /// The cards that the actors may use.
    #[inline]
    pub(super) fn usable(&self) -> Hand {
        if self.team.is_none() {
            return self.hands[self.turn.seat.index()];
        }
        self.speakers().iter().fold(Hand::EMPTY, |all, player| all | self.hands[player.index()])
    }

    /// Whether a team acts that has not disputed this turn.
    #[inline]
    pub(super) fn may_dispute(&self) -> bool {
        self.turn.decider.is_none() && self.partner(self.turn.seat).is_some()
    }

    /// Who may be picked for The Lovers: another player in, no hermit.
    pub(super) fn lovable(&self) -> PlayerSet {
        self.players_in().without(self.hermits()).without(PlayerSet::of(self.turn.seat))
    }

    pub(super) fn pick_lover(&mut self, lover: Player) {
        self.team = Some(Team { original: self.turn.seat, lover, fresh: true });
    }

    /// All cards of the team's hands.
    pub(super) fn team_cards(&self, team: Team) -> Hand {
        self.hands[team.original.index()] | self.hands[team.lover.index()]
    }

    /// The team parts: the lover chooses which cards to keep, if there are any.
    pub(super) fn divorce(&mut self) {
        let Some(team) = self.team else { return };
        if self.team_cards(team).is_empty() {
            self.team = None;
        } else {
            self.wait(Question::Divorce);
        }
    }

    /// The lover keeps these; the original gets the others.
    pub(super) fn keep_in_divorce(&mut self, kept: Hand) {
        let Some(team) = self.team.take() else { return };
        let all = self.team_cards(team);
        self.hands[team.lover.index()] = kept;
        self.hands[team.original.index()] = all - kept;
    }

    /// The player becomes a hermit for two turns; a partner divorces at once.
    pub(super) fn become_hermit(&mut self, player: Player) {
        self.hermit[player.index()] = 2;
        if self.partner(player).is_some() {
            self.then(Task::Divorce);
        }
    }
}

/// The Majors that are barred while two players are in.
const BARRED_MAJORS: [u8; 10] = [0, 1, 3, 4, 5, 6, 9, 12, 15, 16];

/// The cards without a function while two players are in: these Majors, every Ace, Prince and Knight.
const BARRED: Hand = {
    let mut bits = Hand::rank(Rank::ACE).bits() | Hand::rank(Rank::KNIGHT).bits() | Hand::rank(Rank::KING).bits();
    let mut index = 0;
    while index < BARRED_MAJORS.len() {
        bits |= Hand::of(Card::trump(BARRED_MAJORS[index])).bits();
        index += 1;
    }
    Hand::from_bits(bits)
};

impl Fortuno {
    /// The cards that are barred now.
    pub(super) fn barred(&self) -> Hand {
        if self.order.len() == 2 { BARRED } else { Hand::EMPTY }
    }

    /// The seat leaves the game; a partner takes the hand, else it goes under the discard pile.
    pub(super) fn eliminate_seat(&mut self) {
        let seat = self.turn.seat;
        let hand = std::mem::take(&mut self.hands[seat.index()]);
        match self.partner(seat) {
            Some(widow) => {
                self.hands[widow.index()] = self.hands[widow.index()] | hand;
                self.team = None;
            }
            None => self.put_under(hand),
        }
        self.hermit[seat.index()] = 0;
        let place = self.place_of(seat);
        self.order.remove(place);
        self.cached.inside.remove(seat);
        self.eliminated.push(seat);
        self.after.anchor = Anchor::Gap(place);
        if let [last] = self.order[..] {
            self.end_with(Ended::LastStanding, PlayerSet::of(last));
        }
    }

    /// The place of a player who is in.
    pub(super) fn place_of(&self, player: Player) -> usize {
        self.order.iter().position(|other| *other == player).expect("only players in have a place")
    }
}
