//! States that a viewer cannot distinguish: hidden information is resampled.

use super::{
    Fortuno,
    cards::{FORTUNE, numericals},
    tasks::{Offers, Question, TableStep, Task, Why},
};
use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::{Player, Viewer},
};

/// Number of deals tried before the state itself is returned.
const TRIES: usize = 64;

impl Fortuno {
    /// Redeals the hidden cards until the viewer cannot distinguish the result.
    pub(super) fn resampled(&self, viewer: Viewer, chance: &mut Chance) -> Fortuno {
        if viewer == Viewer::All || self.question().is_none_or(|question| *question == Question::Table(TableStep::Deal))
        {
            return self.clone();
        }
        let due = self.due_as_seen(viewer);
        let same = |other: &Fortuno| other.due_as_seen(viewer) == due;
        let other = (0..TRIES).find_map(|_| self.redealt(viewer, chance).filter(same));
        other.unwrap_or_else(|| self.clone())
    }

    /// Redeals the hidden cards; `None` if the current tasks are impossible with that deal.
    fn redealt(&self, viewer: Viewer, chance: &mut Chance) -> Option<Fortuno> {
        let mut other = self.clone();
        let mut hidden: Vec<Card> = self.draw.to_vec();
        for player in Player::all(self.players) {
            hidden.extend(self.hands[player.index()] - self.known(viewer, player));
        }
        // What comes of the same chance must not depend on whose the cards are.
        hidden.sort_unstable();
        chance.shuffle(&mut hidden);
        for player in Player::all(self.players) {
            let known = self.known(viewer, player);
            let unknown = hidden.split_off(hidden.len() - (self.hands[player.index()] - known).len());
            other.hands[player.index()] = known | unknown.into_iter().collect();
        }
        other.draw = hidden.into_iter().collect();
        for place in 0..other.tasks.len() {
            other.tasks[place] = other.resampled_task(self, other.tasks[place], viewer, chance)?;
        }
        Some(other)
    }

    /// What the viewer knows of a player's hand.
    fn known(&self, viewer: Viewer, player: Player) -> Hand {
        let hand = self.hands[player.index()];
        let offered = self.tasks.iter().find_map(|task| task.offers());
        if self.sees_hand(viewer, player) {
            hand
        } else if viewer.is_one_of(self.actors()) {
            hand & offered.map_or(Hand::EMPTY, |offers| offers.cards)
        } else {
            Hand::EMPTY
        }
    }

    /// The same task with other hidden choices; `None` if it is impossible.
    fn resampled_task(&self, before: &Fortuno, task: Task, viewer: Viewer, chance: &mut Chance) -> Option<Task> {
        match task {
            Task::Wait(question) => self.resampled_question(before, question, viewer, chance).map(Task::Wait),
            Task::Judgement(offers) => Some(Task::Judgement(self.resampled_offers(before, offers, viewer, chance))),
            Task::Act
            | Task::Draw { .. }
            | Task::DrawEach { .. }
            | Task::Search
            | Task::Flip
            | Task::MoonDraw(_)
            | Task::Return
            | Task::Divorce
            | Task::EndTurn
            | Task::WinCheck
            | Task::TurnLimit
            | Task::BeginTurn { .. } => Some(task),
        }
    }

    /// The same question with other hidden choices; `None` if it could not arise.
    fn resampled_question(
        &self,
        before: &Fortuno,
        question: Question,
        viewer: Viewer,
        chance: &mut Chance,
    ) -> Option<Question> {
        let if_possible = |possible: bool| possible.then_some(question);
        match question {
            Question::Give { giver, why: Why::Asked(request), .. } => {
                if_possible(!self.fitting(giver, request).is_empty())
            }
            Question::Steal { first, fourth } => if_possible(self.thief(first, fourth).is_some()),
            Question::Chariot(_) => if_possible(self.charioteer().is_some()),
            Question::Gambit { lay, .. } => if_possible(self.usable().contains(lay)),
            Question::Orgy => if_possible(!self.joinable().is_empty()),
            Question::Act(_) => self.moment().map(Question::Act),
            Question::Offers { left, offers } => {
                Some(Question::Offers { left, offers: self.resampled_offers(before, offers, viewer, chance) })
            }
            Question::Judgement(offers) => {
                let offers = self.resampled_offers(before, offers, viewer, chance);
                (!offers.done()).then_some(Question::Judgement(offers))
            }
            Question::PassCards { left, touched, passed } => {
                let passed = self.resampled_passes(before, passed, viewer, chance);
                Some(Question::PassCards { left, touched, passed })
            }
            Question::MoonPlay { request, .. } if !self.sees_hand(viewer, self.turn.seat) => {
                let fitting = self.fitting(self.turn.seat, request) - Hand::of(FORTUNE);
                Some(Question::MoonPlay { card: any(fitting, chance)?, request })
            }
            // Every viewer knows what these depend on.
            Question::Give { why: Why::Caught | Why::Falsely, .. }
            | Question::Table(_)
            | Question::Divorce
            | Question::NameFool { .. }
            | Question::NameArt { .. }
            | Question::PickLover
            | Question::PickSun
            | Question::Return
            | Question::Switch { .. }
            | Question::Ask
            | Question::MoonPlay { .. } => Some(question),
        }
    }

    /// Other offers by those whose offers the viewer does not see.
    fn resampled_offers(&self, before: &Fortuno, offers: Offers, viewer: Viewer, chance: &mut Chance) -> Offers {
        let all_in = !matches!(before.question(), Some(Question::Offers { .. }));
        let mut resampled = offers;
        if all_in && viewer.is_one_of(self.actors()) {
            return offers;
        }
        let hidden = || Player::all(self.players).filter(|player| !viewer.sees(*player));
        let offered = |player: Player| before.hands[player.index()] & offers.cards;
        resampled.cards = hidden().fold(resampled.cards, |cards, player| cards - offered(player));
        for player in hidden() {
            if offered(player).is_empty() && !offers.accusable().contains(player) {
                continue;
            }
            resampled.deniers.remove(player);
            let candidates = self.hands[player.index()] - numericals(self.options.ace_numerical);
            match any(candidates, chance).filter(|_| chance.below(2) == 0) {
                Some(card) => resampled.cards = resampled.cards | Hand::of(card),
                None => resampled.deniers.insert(player),
            }
        }
        resampled
    }

    /// Other cards passed on by those whose cards the viewer does not see.
    fn resampled_passes(&self, before: &Fortuno, passed: Hand, viewer: Viewer, chance: &mut Chance) -> Hand {
        let mut resampled = Hand::EMPTY;
        for player in Player::all(self.players) {
            let own = before.hands[player.index()] & passed;
            let hidden = !own.is_empty() && !viewer.sees(player);
            let choice = if hidden { any(self.hands[player.index()], chance) } else { own.first() };
            resampled = resampled | choice.map_or(Hand::EMPTY, Hand::of);
        }
        resampled
    }
}

/// Any of these cards, all equally likely.
fn any(cards: Hand, chance: &mut Chance) -> Option<Card> {
    if cards.is_empty() { None } else { cards.nth(chance.below(cards.len() as u32) as usize) }
}
