//! A game in play: its state, its log so far, and the table's random stream.

use std::any::Any;

use rpds::VectorSync;
use serde_json::{Value, value::RawValue};

#[cfg(test)]
use crate::games::{Fortunes, Observe};

use super::session::{Follower, SeenEntry, Session, Waits};
use crate::{
    chance::Chance,
    games::{
        AnyStepKind, Code, Due, DueOf, GameStep, Labels, Log, Player, PlayerSet, RawStep, Ruleset, Viewer, Violation,
        check_as_seen, legal_steps, violation, with_game,
    },
    hex::hex,
    players::{HasBots, Skill, decide},
    service::{
        Finished, Purpose, ServiceError, Snapshot, card_names,
        engine::{MAX_STEP_REPEATED, finished, raw, repeat, stored_options},
        error::{IllegalLog, IllegalStep},
        records::TableRecord,
    },
};

/// Begins the game of a table.
///
/// # Errors
/// `Internal` when the record is damaged.
pub fn open(table: &TableRecord) -> Result<Box<dyn Session>, ServiceError> {
    with_game!(table.ruleset, G => Ok(Box::new(InPlay::<G>::open(table)?)))
}

/// The game of a session and its log, if it is of this type.
pub fn game_of<G: HasBots>(session: &dyn Session) -> Option<(&G, Log<G>)> {
    session.as_any().downcast_ref::<InPlay<G>>().map(|in_play| (&in_play.game, in_play.log()))
}

/// A session of Fortunes that a viewer cannot tell from this one: what is hidden from the viewer is dealt anew.
#[cfg(test)]
pub fn unlike(session: &dyn Session, viewer: Viewer, chance: &mut Chance) -> Box<dyn Session> {
    let in_play: &InPlay<Fortunes> = session.as_any().downcast_ref().expect("a game of Fortunes");
    Box::new(InPlay { game: in_play.game.resample_hidden(viewer, chance), ..in_play.clone() })
}

/// A game in play. A copy shares its steps.
#[derive(Clone)]
struct InPlay<G: HasBots> {
    ruleset: Ruleset,
    players: usize,
    options: G::Options,
    game: G,
    steps: VectorSync<G::Step>,
    /// The table's random stream, at its current position.
    chance: Chance,
    seed: String,
    client_seed: String,
    /// What was due after the last step.
    due: DueOf<G::Step>,
    /// By player: the step count since which they have had to decide the same, or might speak.
    open_since: Vec<u32>,
}

impl<G: HasBots> InPlay<G> {
    fn open(record: &TableRecord) -> Result<Self, ServiceError> {
        let damaged = |why: String| ServiceError::Internal(format!("table {}: {why}", record.id));
        let (players, options) = (record.seats.len(), stored_options::<G>(&record.options)?);
        let seed = hex(&record.seed);
        let game = G::new(players, options.clone()).map_err(|why| damaged(format!("{why:?}")))?;
        Ok(InPlay {
            ruleset: record.ruleset,
            players,
            options,
            due: game.due(),
            game,
            steps: VectorSync::new_sync(),
            chance: Chance::of_table(&seed, &record.client_seed),
            seed,
            client_seed: record.client_seed.clone(),
            open_since: vec![0; players],
        })
    }

    fn log(&self) -> Log<G> {
        Log { players: self.players, options: self.options.clone(), steps: self.steps.iter().cloned().collect() }
    }

    /// Plays the move that a bot chooses for a player who must act or may speak. False if there is none.
    fn decide(&mut self, player: Player, skill: Skill, must: bool) -> bool {
        let chance = Chance::of_decision(&self.seed, &self.client_seed, player.index(), self.steps.len());
        let Some(mv) = decide(&self.game, player, must, skill, chance) else { return false };
        self.game.play_unchecked(player, mv);
        self.record_step(G::Step::of_move(player, mv));
        true
    }

    /// Records a step that was played.
    fn record_step(&mut self, step: G::Step) {
        let player = step.player();
        self.steps.push_back_mut(step);
        self.note_open(player);
    }

    fn note_open(&mut self, made_by: Option<Player>) {
        let (before, count) = (std::mem::replace(&mut self.due, self.game.due()), self.steps.len() as u32);
        let unaffected = unaffected(before, self.due, made_by);
        for (index, since) in self.open_since.iter_mut().enumerate() {
            if !unaffected.contains(Player(index as u8)) {
                *since = count;
            }
        }
    }

    fn refused(&self, player: Player, step: &RawValue, fault: Violation, names: &[&str]) -> Box<IllegalStep> {
        let viewer = Viewer::Player(player);
        let legal = legal_steps(&self.game, viewer);
        let deck = G::INFO.deck.unwrap_or_default();
        let players: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let labels = Labels { deck, players: &players };
        let refusal = IllegalLog {
            ruleset: Some(self.ruleset),
            index: Some(self.steps.len()),
            step: Some(step).filter(|step| step.get().len() <= MAX_STEP_REPEATED).map(ToOwned::to_owned),
            reason: fault.code,
            detail: card_names::sentence(&fault, Some(step), G::INFO.card_fields, labels),
            due: Some(self.game.due_for(viewer).named()),
            legal: legal.steps.iter().filter_map(|step| serde_json::to_value(step).ok()).collect(),
            legal_truncated: legal.truncated,
            cause: None,
        };
        Box::new(IllegalStep { refusal, fault, players })
    }

    /// Parses a player's step, in which cards may have names, and checks it using only what the player knows.
    fn checked(&self, player: Player, step: &RawValue) -> Result<G::Step, Violation> {
        self.checked_by_ids(player, step).or_else(|fault| {
            let named = card_names::with_ids(step, G::INFO.card_fields, G::INFO.deck.unwrap_or_default());
            named.map_or(Err(fault), |step| self.checked_by_ids(player, &step))
        })
    }

    fn checked_by_ids(&self, player: Player, step: &RawValue) -> Result<G::Step, Violation> {
        let step: G::Step = read_step(step, player)?;
        if let Some(other) = step.player().filter(|other| *other != player) {
            let fault =
                violation!(Code::WrongPlayer, "A step of {} cannot be made from the seat of {}.", other, player);
            return Err(fault);
        }
        check_as_seen(&self.game, &step)?;
        // As it will be when read from the store: sets of cards in pack order.
        Ok(self.game.normalize(step, &[]))
    }
}

/// The players to whom a step of another one made no difference: those who must still answer the same question, as
/// others of several have, and those who might speak and still may. A decision made before the step is valid.
fn unaffected<K: AnyStepKind>(before: Due<K>, after: Due<K>, made_by: Option<Player>) -> PlayerSet {
    let (Due::Players { must, may, kinds }, Due::Players { must: still, may: speaking, kinds: same }) = (before, after)
    else {
        return PlayerSet::EMPTY;
    };
    let maker = made_by.map_or(PlayerSet::EMPTY, PlayerSet::of);
    let others = must.without(maker);
    let asked = if still == others && kinds == same { others } else { PlayerSet::EMPTY };
    asked.union(may.without(maker).intersection(speaking))
}

/// Reads a step sent from a player's seat, which may leave out its player. A step of the table has none.
fn read_step<S: GameStep>(step: &RawValue, player: Player) -> Result<S, Violation> {
    RawStep::new(step).read().or_else(|fault| match with_player(step, player) {
        Some(completed) => RawStep::new(&completed).read(),
        None => Err(fault),
    })
}

/// The step with its player added, if it was left out.
fn with_player(step: &RawValue, player: Player) -> Option<Box<RawValue>> {
    let Ok(Value::Object(mut fields)) = serde_json::from_str(step.get()) else { return None };
    if fields.contains_key("player") || !fields.contains_key("type") {
        return None;
    }
    fields.insert("player".to_owned(), player.0.into());
    serde_json::value::to_raw_value(&fields).ok()
}

impl<G: HasBots> Session for InPlay<G> {
    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn step_count(&self) -> usize {
        self.steps.len()
    }

    fn waits(&self) -> Waits {
        match self.game.due() {
            Due::Table(_) => Waits::Table,
            Due::Players { must, may, .. } => {
                let secret = self.game.due_for(Viewer::Public).players().is_empty();
                Waits::Players { must, may, given_time: self.game.given_time(), secret }
            }
            Due::Over => Waits::Over,
        }
    }

    fn open_since(&self, player: Player) -> usize {
        self.open_since.get(player.index()).map_or(self.steps.len(), |since| *since as usize)
    }

    fn draw(&mut self) {
        let step = self.game.draw(&mut self.chance);
        self.record_step(step);
    }

    fn act(&mut self, player: Player, skill: Skill) -> bool {
        self.decide(player, skill, true)
    }

    fn speak(&mut self, player: Player, skill: Skill) -> bool {
        self.decide(player, skill, false)
    }

    fn submit(&mut self, player: Player, step: &RawValue, names: &[&str]) -> Result<(), Box<IllegalStep>> {
        let checked = self.checked(player, step).map_err(|fault| self.refused(player, step, fault, names))?;
        self.game.apply_unchecked(&checked);
        self.record_step(checked);
        Ok(())
    }

    fn choice(&self, player: Player, after: usize, number: u32) -> Result<Option<Box<RawValue>>, ServiceError> {
        let Some(place) = number.checked_sub(1) else { return Ok(None) };
        let legal = legal_steps(&self.game_after(after)?, Viewer::Player(player));
        legal.steps.get(place as usize).map(raw).transpose()
    }

    fn snapshot(&self, viewer: Viewer) -> Result<Snapshot, ServiceError> {
        Snapshot::of(&self.game, self.steps.len(), viewer)
    }

    fn follower(&self, from: usize) -> Result<Box<dyn Follower>, ServiceError> {
        Ok(Box::new(Following { game: self.game_after(from)?, count: from }))
    }

    fn last_step(&self) -> String {
        let written = self.steps.last().map(serde_json::to_string).transpose();
        written.expect("a step has no keys but text").unwrap_or_default()
    }

    fn replay(&mut self, steps: &str) -> Result<(), usize> {
        for line in steps.lines() {
            let index = self.steps.len();
            let step: G::Step = serde_json::from_str(line).map_err(|_| index)?;
            // The table's steps are drawn again from its stream.
            if !repeat(&mut self.game, &step, &mut self.chance) {
                return Err(index);
            }
            self.record_step(step);
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        // Lists of cards in steps and in the game are estimated as the same amount again.
        2 * (size_of::<Self>() + size_of::<G::Step>() * self.steps.len())
    }

    fn finished(&self, purpose: Purpose) -> Result<Finished, ServiceError> {
        finished(purpose, &self.game, &self.log())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: HasBots> InPlay<G> {
    /// The game after its first `count` steps.
    fn game_after(&self, count: usize) -> Result<G, ServiceError> {
        if count == self.steps.len() {
            return Ok(self.game.clone());
        }
        let mut game = G::new(self.players, self.options.clone())
            .map_err(|why| ServiceError::Internal(format!("a game in play cannot be set up: {why:?}")))?;
        self.steps.iter().take(count).for_each(|step| game.apply_unchecked(step));
        Ok(game)
    }
}

/// A game after the first `count` steps of a session.
struct Following<G> {
    game: G,
    count: usize,
}

impl<G: HasBots> Follower for Following<G> {
    fn follow(&mut self, session: &dyn Session, most: usize, viewer: Viewer) -> Result<Vec<SeenEntry>, ServiceError> {
        let session = session.as_any().downcast_ref::<InPlay<G>>();
        let session = session.ok_or_else(|| ServiceError::Internal("another game is followed".to_owned()))?;
        let mut seen = Vec::new();
        let end = session.steps.len().min(self.count.saturating_add(most));
        for step in (self.count..end).filter_map(|index| session.steps.get(index)) {
            let before = self.game.clone();
            self.game.apply_unchecked(step);
            self.count += 1;
            let (step, due) = (raw(&before.seen(step, &self.game, viewer))?, self.game.due_for(viewer).named());
            seen.push(SeenEntry { n: self.count, step, due, shown_hand: self.game.shown_hand(viewer) });
        }
        Ok(seen)
    }
}
