//! A table at this terminal, with bots in the other seats.

use std::any::Any;

use anyhow::{Context, ensure};
use serde_json::json;

use super::{
    host::{Decision, Host, Made, Prompt, Seen},
    setup::{Setup, seeds_text},
};
use crate::{
    cards::Deck,
    chance::Chance,
    config::Play,
    games::{Due, Fortunes, Game, GameStep, Player, PlayerSet, Ruleset, Viewer, check_as_seen, fortunes, legal_steps},
    narration::{Names, narrate_seen},
    players::{HasBots, Skill, asked, decide},
    reading::{self, Heading, PlayedDeal, QuestionKind, ReadingChoice},
    scenes::{HasScene, Played, Scene, SceneView, happened},
    service::{Name, Question, bot_names},
    spelling::capital,
};

/// A game between a person and bots.
pub struct Local<G: Game> {
    ruleset: Ruleset,
    game: G,
    options: G::Options,
    /// The steps played.
    steps: Vec<G::Step>,
    /// The game, and the number of steps, when the person last acted or passed.
    before: (G, usize),
    /// Step count at which the person last passed.
    passed_at: Option<usize>,
    table: Chance,
    seed: String,
    client_seed: String,
    skill: Skill,
    seat: Player,
    open_hands: bool,
    names: Vec<String>,
    deck: Deck,
    question: String,
}

/// The names at the table: the person's, and those of bots, as at a table of a service.
fn names(players: usize, seat: Player, own: String) -> Vec<String> {
    let mut bots = bot_names(players, [own.as_str()].into_iter()).map(Name::into_string);
    let name = |player: Player| match player == seat {
        true => own.clone(),
        false => bots.next().unwrap_or_else(|| player.default_name()),
    };
    Player::all(players).map(name).collect()
}

impl<G: HasScene + HasBots> Local<G> {
    /// Sets up the table.
    ///
    /// # Errors
    /// The seat does not exist, or a text is invalid.
    pub fn of(ruleset: Ruleset, setup: Setup<G>, settings: &Play, seat: u8) -> anyhow::Result<Local<G>> {
        let Setup { game: setup, skill, seed, client_seed } = setup;
        let (players, seat) = (setup.players, Player(seat));
        ensure!(seat.index() < players, "--seat: seats are numbered from 0 to {}", players - 1);
        let own = settings.name.as_deref().map(Name::new).transpose().context("--name")?;
        let own = own.map_or_else(|| seat.default_name(), Name::into_string);
        ensure!(
            settings.question.is_none() || G::INFO.has_readings,
            "--question: {} has no readings, so it takes no question",
            G::INFO.name
        );
        let question = settings.question.as_deref().map(Question::new).transpose().context("--question")?;
        let (seed, game) = (seed.text(), started::<G>(players, &setup.options)?);
        Ok(Local {
            ruleset,
            before: (game.clone(), 0),
            game,
            options: setup.options,
            steps: Vec::new(),
            passed_at: None,
            table: Chance::of_table(&seed, &client_seed),
            seed,
            client_seed,
            skill,
            seat,
            open_hands: settings.open_hands,
            names: names(players, seat, own),
            deck: settings.deck.or(G::INFO.deck).unwrap_or_default(),
            question: question.map(Question::into_string).unwrap_or_default(),
        })
    }

    fn names(&self) -> Names<'_> {
        Names { players: self.names.iter().map(String::as_str).collect(), deck: self.deck }
    }

    fn viewer(&self) -> Viewer {
        if self.open_hands { Viewer::All } else { Viewer::Player(self.seat) }
    }

    /// Who plays each seat.
    fn played(&self) -> Vec<Played> {
        let played = |player: Player| if player == self.seat { Played::Person } else { Played::Bot(self.skill) };
        Player::all(self.names.len()).map(played).collect()
    }

    /// May the person speak now, and has not passed at this step?
    fn may_speak(&self, may: PlayerSet) -> bool {
        let passed = self.passed_at == Some(self.steps.len());
        !passed && may.contains(self.seat) && !legal_steps(&self.game, Viewer::Player(self.seat)).steps.is_empty()
    }

    /// The first move of a bot.
    fn bot_move(&self, must: PlayerSet, may: PlayerSet) -> Option<(Player, G::Move)> {
        asked(must, may).filter(|(player, _)| *player != self.seat).find_map(|(player, must)| {
            let chance = Chance::of_decision(&self.seed, &self.client_seed, player.index(), self.steps.len());
            Some((player, decide(&self.game, player, must, self.skill, chance)?))
        })
    }

    /// Plays the steps of the table and of bots until the person may act.
    fn advance(&mut self) -> Prompt {
        loop {
            let step = match self.game.due() {
                Due::Over => return Prompt::Over,
                Due::Table(_) => self.game.draw(&mut self.table),
                Due::Players { may, .. } if self.may_speak(may) => return Prompt::Step,
                Due::Players { must, may, .. } => {
                    let Some((player, mv)) = self.bot_move(must, may) else { return Prompt::Step };
                    self.game.play_unchecked(player, mv);
                    G::Step::of_move(player, mv)
                }
            };
            self.steps.push(step);
        }
    }

    /// The step that the person has decided on, or why it is none.
    fn decided(&self, decision: &Decision) -> Result<G::Step, String> {
        match decision {
            Decision::Choice(number) => {
                let legal = legal_steps(&self.game, Viewer::Player(self.seat)).steps;
                let place = number.checked_sub(1).and_then(|place| usize::try_from(place).ok());
                place.and_then(|place| legal.into_iter().nth(place)).ok_or(format!("No choice has number {number}."))
            }
            Decision::Step(step) => {
                let mut step = step.clone();
                if let Some(fields) = step.as_object_mut() {
                    fields.entry("player").or_insert_with(|| json!(self.seat));
                }
                serde_json::from_value(step).map_err(|why| format!("That is not a step: {why}."))
            }
        }
    }

    /// The steps of which the person has not seen all, as they are told when the game is over.
    fn untold(&self) -> anyhow::Result<Vec<String>> {
        let (names, mut untold) = (self.names(), Vec::new());
        let mut game = started::<G>(self.names.len(), &self.options)?;
        for (step, number) in self.steps.iter().zip(1..) {
            let before = game.clone();
            game.apply_unchecked(step);
            let (told, whole) = narrate_seen(&names, (&before, step, &game), self.viewer());
            let now = G::narrate(&names, step).sentence;
            if whole.is_none() && told.is_none_or(|told| told.sentence != now) {
                untold.push(format!("Step {number}: {now}"));
            }
        }
        Ok(untold)
    }

    /// The reading of the person's tricks in the last deal, in a game with readings.
    fn reading(&self) -> anyhow::Result<Option<String>> {
        let (game, steps): (&dyn Any, &dyn Any) = (&self.game, &self.steps);
        let (Some(game), Some(steps)) = (game.downcast_ref::<Fortunes>(), steps.downcast_ref::<Vec<fortunes::Step>>())
        else {
            return Ok(None);
        };
        let deals = PlayedDeal::all(steps, game.outcome().context("the game is over")?.detail.deals);
        let Some(deal) = deals.last() else { return Ok(None) };
        let name = |player: Player| self.names.get(player.index()).cloned();
        let heading = Heading {
            querent: name(self.seat),
            partner: name(fortunes::partner(self.seat)),
            question: Some(self.question.clone()).filter(|question| !question.is_empty()),
            ..Heading::default()
        };
        let choice = ReadingChoice { question_kind: QuestionKind::of(&self.question), ..ReadingChoice::default() };
        let seeds = (self.seed.as_str(), self.client_seed.as_str());
        let told = deal.read(self.seat, choice, Some(seeds))?.told_for(&self.question, heading.names());
        Ok(Some(reading::plain(&told, &heading)))
    }
}

fn started<G: Game>(players: usize, options: &G::Options) -> anyhow::Result<G> {
    G::new(players, options.clone()).ok().context("the options were checked")
}

impl<G: HasScene + HasBots> Host for Local<G> {
    fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    fn look(&mut self) -> anyhow::Result<Seen> {
        let prompt = self.advance();
        let (names, (before, count)) = (self.names(), &self.before);
        let (happened, made) = happened(&names, before.clone(), &self.steps[*count..], self.viewer());
        let view = SceneView::played_by(self.seat, &self.game, &names, made).at_table(self.played()).after(&self.steps);
        let view = if self.open_hands || prompt == Prompt::Over { view.opened() } else { view };
        Ok(Seen { text: Scene::of(&view).after(happened).text(), prompt })
    }

    fn make(&mut self, decision: &Decision) -> anyhow::Result<Made> {
        let step = match self.decided(decision) {
            Ok(step) if step.player() == Some(self.seat) => step,
            Ok(_) => return Ok(Made::Refused("That is not a step of yours.".to_owned())),
            Err(why) => return Ok(Made::Refused(why)),
        };
        if let Err(violation) = check_as_seen(&self.game, &step) {
            let names = self.names();
            return Ok(Made::Refused(capital(&violation.plain_sentence(self.deck, |player| names.player(player)))));
        }
        self.before = (self.game.clone(), self.steps.len());
        self.game.apply_unchecked(&step);
        self.steps.push(step);
        Ok(Made::Done)
    }

    fn pass(&mut self) {
        self.passed_at = Some(self.steps.len());
        self.before = (self.game.clone(), self.steps.len());
    }

    fn ending(&mut self) -> anyhow::Result<String> {
        let mut told = self.untold()?;
        if !told.is_empty() {
            told.insert(0, "What was hidden until now:".to_owned());
        }
        told.push(format!("Dealt from {}.", seeds_text(&self.seed, &self.client_seed)));
        told.extend(self.reading()?.map(|reading| format!("\n{reading}")));
        Ok(told.join("\n"))
    }
}
