//! What a bot may see: the table as seen by one viewer (fortuno.md, "Who sees what").

use super::{Fortuno, Options, Pending, Shown, Team, task::Question};
use crate::{
    cards::{Card, Hand},
    games::{Player, PlayerSet, Viewer},
};

/// The table as one viewer sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Fortuno,
    viewer: Viewer,
}

/// Whether the viewer is one of these players or sees everything.
pub(super) const fn is_one_of(viewer: Viewer, players: PlayerSet) -> bool {
    match viewer {
        Viewer::All => !players.is_empty(),
        Viewer::Public => false,
        Viewer::Player(player) => players.contains(player),
    }
}

impl Shown {
    /// Whether the hand is shown to this viewer.
    pub(super) fn is_to(self, viewer: Viewer) -> bool {
        self.to.is_none_or(|to| is_one_of(viewer, to))
    }
}

impl Fortuno {
    /// Whether this viewer sees this player's hand.
    pub(super) fn sees_hand(&self, viewer: Viewer, owner: Player) -> bool {
        let partner = self.partner(owner).is_some_and(|partner| viewer.sees(partner));
        let shown = self.shown.is_some_and(|shown| shown.owner == owner && shown.is_to(viewer));
        viewer.sees(owner) || partner || shown
    }
}

impl<'a> View<'a> {
    pub(super) const fn new(game: &'a Fortuno, viewer: Viewer) -> View<'a> {
        View { game, viewer }
    }

    /// The house rules.
    pub const fn options(&self) -> &'a Options {
        &self.game.options
    }

    /// The viewing player; `None` for a viewer without a hand.
    pub const fn player(&self) -> Option<Player> {
        self.viewer.player()
    }

    /// A hand, when the viewer sees it.
    pub fn hand(&self, owner: Player) -> Option<Hand> {
        self.game.sees_hand(self.viewer, owner).then(|| self.game.hands[owner.index()])
    }

    /// Number of cards a player has.
    pub const fn count(&self, owner: Player) -> usize {
        self.game.hands[owner.index()].len()
    }

    /// The players in, by seat.
    pub fn order(&self) -> &'a [Player] {
        &self.game.order
    }

    /// The players in.
    pub fn players_in(&self) -> PlayerSet {
        self.game.players_in()
    }

    /// The other players in, from the seat's next one in the direction.
    pub fn next_players(&self) -> impl Iterator<Item = Player> {
        self.game.ring(self.game.others_in()).into_iter()
    }

    /// The player whose turn it is.
    pub const fn seat(&self) -> Player {
        self.game.turn.seat
    }

    /// The team, if there is one.
    pub const fn team(&self) -> Option<Team> {
        self.game.team
    }

    /// The viewer's partner.
    pub fn partner(&self) -> Option<Player> {
        self.game.partner(self.player()?)
    }

    /// Number of turns this player must still skip as a hermit.
    pub const fn hermit(&self, player: Player) -> u8 {
        self.game.hermit[player.index()]
    }

    /// What the top card counts as.
    pub fn top(&self) -> Option<Card> {
        self.game.top()
    }

    /// The last three, or fewer, of the row.
    pub fn row(&self) -> &'a [Card] {
        &self.game.row
    }

    /// The cards on the discard pile.
    pub fn discarded(&self) -> Hand {
        self.game.discard.iter().map(|discard| discard.card).collect()
    }

    /// The cards that will not come back.
    pub fn removed(&self) -> Hand {
        self.game.out | self.game.doomed
    }

    /// The cards that are barred now.
    pub fn barred(&self) -> Hand {
        self.game.barred()
    }

    /// The draw that the seat must take.
    pub const fn pending(&self) -> Option<Pending> {
        self.game.turn.pending
    }

    /// Players who may be caught without a call.
    pub fn catchable(&self) -> PlayerSet {
        self.game.window.unwrap_or_default()
    }

    /// Whether a combination or an order of cards or a request is due: one of thousands.
    pub fn asks_for_composition(&self) -> bool {
        let question = self.game.question();
        question.is_some_and(|question| {
            matches!(question, Question::Divorce | Question::Orgy | Question::Return | Question::Ask)
        })
    }

    /// The draw that Art answers, if Art is being named for that.
    pub fn answering(&self) -> Option<Pending> {
        self.game.answering()
    }
}
