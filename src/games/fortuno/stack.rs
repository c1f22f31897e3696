//! What the game still has to do, as a small stack.
//!
//! A card's function may be interrupted (a `reshuffle` in the middle of a draw, a `chariot` before a group card) and
//! goes on where it stopped: what is left of it lies below the interruption. Where a question lies on top the game
//! waits for the step that answers it; any other task runs, and may put more tasks on top.

use super::{
    Fortuno, Pending,
    task::{Question, Task},
};

impl Fortuno {
    /// Puts a task on the stack: it comes before all that lies there.
    pub(super) fn then(&mut self, task: Task) {
        self.tasks.push(task);
    }

    /// Waits for a step.
    pub(super) fn wait(&mut self, question: Question) {
        self.tasks.push(Task::Wait(question));
    }

    /// The question that the game waits for an answer to; `None` once it is over.
    pub(super) fn question(&self) -> Option<Question> {
        let Some(Task::Wait(question)) = self.tasks.last() else { return None };
        self.end.is_none().then_some(*question)
    }

    /// The draw that Art answers, when it is to be named for that.
    pub(super) fn answering(&self) -> Option<Pending> {
        if let Some(Question::NameArt { answer }) = self.question() { answer } else { None }
    }

    /// Runs tasks until a question lies on top, or the game is over.
    pub(super) fn run(&mut self) {
        while self.end.is_none() {
            match self.tasks.pop() {
                Some(Task::Wait(question)) => return self.wait(question),
                Some(task) => self.perform(task),
                None => return,
            }
        }
    }

    fn perform(&mut self, task: Task) {
        match task {
            Task::Wait(question) => self.wait(question),
            Task::Act => self.act(),
            Task::Draw { player, left } => self.go_on_drawing(player, left),
            Task::DrawEach { players, amount } => self.draw_each(players, amount),
            Task::Search => self.search(),
            Task::Flip => self.flip(),
            Task::MoonDraw(request) => self.draw_for_the_moon(request),
            Task::Return => self.return_cards(),
            Task::Judgement(offers) => self.judgement(offers),
            Task::Divorce => self.divorce(),
            Task::EndTurn => self.end_turn(),
            Task::WinCheck => self.win_check(),
            Task::TurnLimit => self.turn_limit(),
            Task::BeginTurn { seat, reward } => self.begin_turn(seat, reward),
        }
    }
}
