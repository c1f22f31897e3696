//! A table at this terminal, with bots in the other seats.

use anyhow::{Context, ensure};

use super::{
    host::{Ending, GameHost, Made, Perspective, Prompt, Seen, told_now},
    screens::{Finished, Screen},
    setup::{Setup, seeds_text},
    words::refused,
};
use crate::{
    chance::Chance,
    config::Play,
    games::{Due, GameStep, Player, PlayerSet, Viewer, check_as_seen, fortunes},
    narration::narrate_seen,
    players::{HasBots, Skill, asked, decide},
    reading::Heading,
    service::{Name, Question},
};

/// A game between a person and bots.
pub struct Local<G: Screen> {
    game: G,
    options: G::Options,
    /// The steps played.
    steps: Vec<G::Step>,
    /// Step count at which the person last passed.
    passed_at: Option<usize>,
    prompt: Prompt,
    table: Chance,
    seed: String,
    client_seed: String,
    skill: Skill,
    perspective: Perspective,
    viewer: Viewer,
    names: Vec<String>,
    question: Option<String>,
}

impl<G: Screen + HasBots> Local<G> {
    /// Sets up the table.
    ///
    /// # Errors
    /// The seat does not exist, or a text is invalid.
    pub fn of(setup: Setup<G>, settings: &Play, seat: u8) -> anyhow::Result<Local<G>> {
        let Setup { game, skill, seed, client_seed } = setup;
        let (players, seat) = (game.players, Player(seat));
        ensure!(seat.index() < players, "--seat: seats are numbered from 0 to {}", players - 1);
        let mut names: Vec<_> = Player::all(players).map(Player::default_name).collect();
        if let Some(name) = &settings.name {
            names[seat.index()] = Name::new(name).context("--name")?.into_string();
        }
        ensure!(
            settings.question.is_none() || G::INFO.has_readings,
            "--question: {} has no readings, so it takes no question",
            G::INFO.name
        );
        let question = settings.question.as_deref().map(Question::new).transpose().context("--question")?;
        let seed = seed.text();
        Ok(Local {
            game: G::new(players, game.options.clone()).ok().context("the options were checked")?,
            options: game.options,
            steps: Vec::new(),
            passed_at: None,
            prompt: Prompt::Not,
            table: Chance::of_table(&seed, &client_seed),
            seed,
            client_seed,
            skill,
            perspective: Perspective::of::<G>(seat, &names, settings.deck),
            viewer: if settings.open_hands { Viewer::All } else { Viewer::Player(seat) },
            names,
            question: question.map(Question::into_string),
        })
    }

    /// The steps of which the person has not seen all, as they are told when the game is over.
    fn untold(&self) -> anyhow::Result<Vec<String>> {
        let names = self.perspective.names();
        let mut game = G::new(self.game.players(), self.options.clone()).ok().context("the options were checked")?;
        let mut untold = Vec::new();
        for (step, number) in self.steps.iter().zip(1..) {
            let before = game.clone();
            game.apply_unchecked(step);
            let (told, whole) = narrate_seen(&names, (&before, step, &game), self.viewer);
            if whole.is_none() {
                untold.extend(told_now(number, &G::narrate(&names, step), told.map(|told| told.sentence)));
            }
        }
        Ok(untold)
    }

    /// The person's legal moves.
    fn moves(&self) -> (Vec<G::Step>, bool) {
        let (mut moves, seat) = (Vec::new(), self.perspective.seat);
        let complete = self.game.moves(seat, G::INFO.moves_limit, &mut moves);
        (moves.into_iter().map(|mv| G::Step::of_move(seat, mv)).collect(), !complete)
    }

    /// May the person speak now, and has not passed at this step?
    fn may_speak(&self, may: PlayerSet) -> bool {
        may.contains(self.perspective.seat) && self.passed_at != Some(self.steps.len()) && !self.moves().0.is_empty()
    }

    /// The first move of a bot.
    fn bot_move(&self, must: PlayerSet, may: PlayerSet) -> Option<(Player, G::Move)> {
        asked(must, may).filter(|(player, _)| *player != self.perspective.seat).find_map(|(player, must)| {
            let chance = Chance::of_decision(&self.seed, &self.client_seed, player.index(), self.steps.len());
            Some((player, decide(&self.game, player, must, self.skill, chance)?))
        })
    }

    /// Plays the step that `make` returns; describes what happened.
    fn take(&mut self, make: impl FnOnce(&mut G) -> G::Step) -> Vec<String> {
        let before = self.game.clone();
        let step = make(&mut self.game);
        let names = self.perspective.names();
        let (narration, whole) = narrate_seen(&names, (&before, &step, &self.game), self.viewer);
        let detail = whole.and_then(|step| G::detail(&self.perspective, step));
        let changes = G::changes(&self.perspective, &before.state(self.viewer), &self.game.state(self.viewer));
        let sentence = narration.map(|narration| narration.sentence);
        let happened = sentence.into_iter().chain(detail).chain(changes).collect();
        self.steps.push(step);
        happened
    }
}

impl<G: Screen + HasBots> GameHost<G> for Local<G> {
    fn advance(&mut self) -> anyhow::Result<Vec<String>> {
        let mut happened = Vec::new();
        self.prompt = loop {
            match self.game.due() {
                Due::Over => break Prompt::Over,
                Due::Table(_) => {
                    let mut table = self.table.clone();
                    happened.extend(self.take(|game| game.draw(&mut table)));
                    self.table = table;
                }
                Due::Players { may, .. } if self.may_speak(may) => break Prompt::May,
                Due::Players { must, may, .. } => {
                    let Some((player, mv)) = self.bot_move(must, may) else { break Prompt::Must };
                    happened.extend(self.take(|game| {
                        game.play_unchecked(player, mv);
                        G::Step::of_move(player, mv)
                    }));
                }
            }
        };
        Ok(happened)
    }

    fn seen(&self) -> Seen<G> {
        let (legal, truncated) = self.moves();
        Seen {
            perspective: self.perspective.clone(),
            state: Some(self.game.state(if self.prompt == Prompt::Over { Viewer::All } else { self.viewer })),
            until: None,
            due: self.game.due_for(Viewer::Player(self.perspective.seat)).named(),
            prompt: self.prompt,
            legal,
            truncated,
        }
    }

    fn make(&mut self, step: &G::Step) -> anyhow::Result<Made> {
        if step.player() != Some(self.perspective.seat) {
            return Ok(Made::Refused("That is not a step of yours.".to_owned()));
        }
        if let Err(violation) = check_as_seen(&self.game, step) {
            let sentence = violation.plain_sentence(self.perspective.deck, |player| self.perspective.player(player));
            return Ok(Made::Refused(refused(&sentence)));
        }
        Ok(Made::Step(self.take(|game| {
            game.apply_unchecked(step);
            step.clone()
        })))
    }

    fn pass(&mut self) {
        self.passed_at = Some(self.steps.len());
    }

    fn ending(&mut self) -> anyhow::Result<Ending> {
        let outcome = self.game.outcome().context("the game is over")?;
        let seat = self.perspective.seat;
        let name = |player: Player| self.names.get(player.index()).cloned();
        let heading = Heading {
            querent: name(seat),
            partner: name(fortunes::partner(seat)),
            question: self.question.clone(),
            ..Heading::default()
        };
        let seeds = (self.seed.as_str(), self.client_seed.as_str());
        let finished = Finished { steps: &self.steps, detail: outcome.detail, seeds };
        Ok(Ending {
            untold: self.untold()?,
            reading: G::reading(finished, seat, &heading)?,
            winners: outcome.winners,
            scores: outcome.scores,
            record: format!("Dealt from {}.", seeds_text(&self.seed, &self.client_seed)),
        })
    }
}
