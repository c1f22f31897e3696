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
    #[inline]
    pub(super) fn question(&self) -> Option<&Question> {
        let Some(Task::Wait(question)) = self.tasks.last() else { return None };
        if self.end.is_none() { Some(question) } else { None }
    }

    /// The draw that Art answers, when it is to be named for that.
    pub(super) fn answering(&self) -> Option<Pending> {
        if let Some(Question::NameArt { answer }) = self.question() { *answer } else { None }
    }

    /// Runs tasks until a question lies on top, or the game is over.
    pub(super) fn run(&mut self) {
        while self.end.is_none() && self.perform_next() {}
    }

    /// Does the task on top; false when there is none, or a question.
    ///
    /// Each task is read where it lies, and only what it holds: to copy it whole would wait for all of it to be written.
    fn perform_next(&mut self) -> bool {
        let Some(task) = self.tasks.last() else { return false };
        match *task {
            Task::Wait(_) => return false,
            Task::Act => self.do_next(Fortuno::act),
            Task::Draw { player, left } => self.do_next(|game| game.go_on_drawing(player, left)),
            Task::DrawEach { players, amount } => self.do_next(|game| game.draw_each(players, amount)),
            Task::Search => self.do_next(Fortuno::search),
            Task::Flip => self.do_next(Fortuno::flip),
            Task::MoonDraw(request) => self.do_next(|game| game.draw_for_the_moon(request)),
            Task::Return => self.do_next(Fortuno::return_cards),
            Task::Judgement(offers) => self.do_next(|game| game.judgement(offers)),
            Task::Divorce => self.do_next(Fortuno::divorce),
            Task::EndTurn => self.do_next(Fortuno::end_turn),
            Task::WinCheck => self.do_next(Fortuno::win_check),
            Task::TurnLimit => self.do_next(Fortuno::turn_limit),
            Task::BeginTurn { seat, reward } => self.do_next(|game| game.begin_turn(seat, reward)),
        }
        true
    }

    /// Takes the task on top, which does this.
    fn do_next(&mut self, task: impl FnOnce(&mut Fortuno)) {
        self.tasks.pop();
        task(self);
    }
}
