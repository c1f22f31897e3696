//! What the game still has to do, as a small stack.
//!
//! A card's function may be interrupted (a `reshuffle` in the middle of a draw, a `chariot` before a group card) and
//! resumes where it stopped: the rest of it is below the interruption. If a question is on top, the game waits for the
//! step that answers it; any other task runs and may push more tasks.

use super::{
    Fortuno, Pending,
    task::{Question, Task},
};

impl Fortuno {
    /// Pushes a task: it runs before all others.
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

    /// The draw that Art answers, if Art is being named for that.
    pub(super) fn answering(&self) -> Option<Pending> {
        if let Some(Question::NameArt { answer }) = self.question() { *answer } else { None }
    }

    /// Runs tasks until a question is on top or the game is over.
    pub(super) fn run(&mut self) {
        while self.end.is_none() && self.perform_next() {}
    }

    /// Performs the task on top; false if there is none, or a question.
    ///
    /// Each task is read in place, field by field: copying it whole would stall until all of it is written.
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

    /// Pops the task on top and performs it.
    fn do_next(&mut self, task: impl FnOnce(&mut Fortuno)) {
        self.tasks.pop();
        task(self);
    }
}
