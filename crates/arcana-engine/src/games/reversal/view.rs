//! What a viewer may see: borrowed for bots, in wire form for callers (reversal.md, "State"). A choice is secret until
//! all have chosen.

use serde::Serialize;

use super::{Choice, Phase, Reversal, Step, choices, dice::DICE, options::Options, rules::rerolls, steps::TableDice};
use crate::{
    chance::Chance,
    games::{Observe, Player, PlayerSet, SeenStep, Viewer},
};

/// The table as seen by a viewer.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) game: &'a Reversal,
    pub(super) viewer: Viewer,
}

impl<'a> View<'a> {
    /// The house rules.
    pub fn options(&self) -> &'a Options {
        &self.game.options
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.game.players()
    }

    /// The viewing player; `None` for a viewer who does not play.
    pub fn player(&self) -> Option<Player> {
        self.viewer.player()
    }

    /// Number of finished rounds.
    pub fn rounds(&self) -> u16 {
        self.game.rounds
    }

    /// A player's points.
    pub fn points(&self, player: Player) -> i32 {
        self.game.points[player.index()]
    }

    /// A player's luck.
    pub fn luck(&self, player: Player) -> u8 {
        self.game.luck[player.index()]
    }

    /// Whether the player has chosen this round.
    fn has_chosen(&self, player: Player) -> bool {
        match self.game.phase {
            Phase::Choose { waiting, .. } => !waiting.contains(player),
            Phase::Roll { .. } | Phase::Reroll { .. } => true,
            Phase::Over { .. } => false,
        }
    }

    /// What the player has chosen this round, if the viewer may know it.
    pub fn choice(&self, player: Player) -> Option<Choice> {
        match &self.game.phase {
            Phase::Choose { choices, .. } if self.has_chosen(player) && self.viewer.sees(player) => {
                Some(choices[player.index()])
            }
            Phase::Roll { choices } | Phase::Reroll { choices, .. } => Some(choices[player.index()]),
            Phase::Choose { .. } | Phase::Over { .. } => None,
        }
    }
}

/// What the game waits for (reversal.md, "Turn structure").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReversalPhase))]
pub enum PhaseId {
    /// Players have yet to choose.
    Choose,
    /// The first roll.
    Roll,
    /// The reroll.
    Reroll,
    /// Nothing.
    Over,
}

/// State of the table as seen by a viewer (reversal.md, "State").
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(as = ReversalState, example = json!({
        "state": "choose", "rounds": 1, "points": [0, 1], "luck": [3, 1], "chosen": [1], "choices": [null, null],
        "dice": null, "rerolls": null
    })),
)]
pub struct State {
    /// What the game waits for.
    pub state: PhaseId,
    /// Number of finished rounds.
    pub rounds: u16,
    /// Points by player.
    pub points: Vec<i32>,
    /// By player, 0 … 8.
    pub luck: Vec<u8>,
    /// Players who have chosen in this round, in ascending order.
    pub chosen: Vec<Player>,
    /// Choice of this round by player; null if there is none or while it is secret.
    pub choices: Vec<Option<Choice>>,
    /// Dice of the first roll by player; null before it.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Vec<crate::games::Between<1, 6>>>>))]
    pub dice: Option<TableDice>,
    /// Number of dice to be rerolled by player, the lowest liable ones; null before the first roll.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<crate::games::Between<0, 5>>>))]
    pub rerolls: Option<Vec<u8>>,
}

impl View<'_> {
    /// The wire form.
    pub(super) fn state(&self) -> State {
        let everybody = || Player::all(self.players());
        let (state, dice, rerolls) = self.phase();
        State {
            state,
            rounds: self.rounds(),
            points: everybody().map(|player| self.points(player)).collect(),
            luck: everybody().map(|player| self.luck(player)).collect(),
            chosen: everybody().filter(|player| self.has_chosen(*player)).collect(),
            choices: everybody().map(|player| self.choice(player)).collect(),
            dice,
            rerolls,
        }
    }

    fn phase(&self) -> (PhaseId, Option<TableDice>, Option<Vec<u8>>) {
        match &self.game.phase {
            Phase::Choose { .. } => (PhaseId::Choose, None, None),
            Phase::Roll { .. } => (PhaseId::Roll, None, None),
            Phase::Reroll { choices, dice } => {
                let counts = choices.iter().zip(dice.iter()).map(|(choice, own)| rerolls(*choice, own));
                (PhaseId::Reroll, Some(*dice), Some(counts.collect()))
            }
            Phase::Over { .. } => (PhaseId::Over, None, None),
        }
    }
}

const _: () = assert!(DICE == 5, "the bounds in the wire form say five dice");

impl Observe for Reversal {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View { game: self, viewer }
    }

    fn state(&self, viewer: Viewer) -> State {
        self.view(viewer).state()
    }

    fn seen<'a>(&self, step: &'a Step, after: &Reversal, viewer: Viewer) -> SeenStep<'a, Step> {
        match step {
            Step::Choose { player, .. } => {
                let secret = matches!(after.phase, Phase::Choose { .. });
                SeenStep::whole_if(viewer.sees(*player) || !secret, step, |choice| choice)
            }
            Step::Roll { .. } | Step::Reroll { .. } => SeenStep::Whole(step),
        }
    }

    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Reversal {
        let mut other = self.clone();
        let Phase::Choose { waiting, choices: chosen } = &mut other.phase else { return other };
        let secret = PlayerSet::all(self.players()).without(*waiting);
        for player in secret.iter().filter(|player| !viewer.sees(*player)) {
            let legal: Vec<Choice> = choices(&self.options, self.luck[player.index()]).collect();
            chosen[player.index()] = legal[chance.below(legal.len() as u32) as usize];
        }
        other
    }

    fn imagined(view: &View<'_>, chance: &mut Chance) -> Reversal {
        view.game.resample_hidden(view.viewer, chance)
    }
}
