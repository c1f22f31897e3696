//! A stored game at one step: the table, the step's sentence, and navigation.

use std::ops::Range;

use maud::{Markup, html};

use super::analysis::in_words;
use crate::{
    games::{Log, LogCodec, Player, Refusal, Trail, Viewer},
    http::site::{
        board::{self, BoardPage, DealStart, LooksOn, Whole},
        urls::{self, ReplayPosition},
    },
    narration::{Names, Narration, UNSEEN, narrate_seen},
    scenes::{Scene, SceneView},
    service::{AnalysisView, Cached, ResourceKind, ServiceError, records::GameRecord},
};

/// Maximum number of moves listed, around the current one.
const MAX_MOVES: usize = 160;
/// Maximum number of deals listed, around the current one.
const MAX_DEALS: usize = 24;

/// A game at one position.
#[derive(Debug)]
pub struct Replay {
    /// The stored record.
    pub record: GameRecord,
    /// The position.
    pub position: ReplayPosition,
    /// The sentence of the last step.
    pub sentence: String,
    /// The table, the current rule and the moves.
    pub table: Markup,
    /// The name of a part of the game.
    pub part: &'static str,
    /// The start of the previous part, and of the next part.
    pub parts: (Option<usize>, Option<usize>),
    /// The deals around this position, if the ruleset has several.
    pub deals: Vec<DealStart>,
    /// The result beyond places and scores.
    pub result: Markup,
}

/// Renders a game at a position.
///
/// # Errors
/// `NotFound` past the last step; `Internal` when the log is damaged.
pub fn replay<G: BoardPage + LogCodec>(
    record: GameRecord,
    walk: &GameIndex<G>,
    position: ReplayPosition,
    analysis: Option<&AnalysisView>,
) -> Result<Replay, ServiceError> {
    let log = walk.trail().log();
    let made = match position.step.checked_sub(1) {
        Some(last) => Some(log.steps.get(last).ok_or(ServiceError::NotFound(ResourceKind::Step))?),
        None => None,
    };
    let names = Names {
        players: record.players.iter().map(|seat| seat.name.as_str()).collect(),
        deck: G::INFO.deck.unwrap_or_default(),
    };
    let unfinished = || ServiceError::Internal(format!("game {} does not replay: it is not over", record.id));
    let outcome = walk.trail().end().outcome().ok_or_else(unfinished)?;
    let listed_moves = listed_moves(position.step, log.steps.len());
    let sentences = walk.sentences(&names, position, listed_moves.clone());
    let sentence = match position.step.checked_sub(1).and_then(|last| sentences.get(last - listed_moves.start)) {
        Some(sentence) => sentence.clone(),
        None => Narration::table("Nothing has happened yet.").sentence,
    };
    let (game, before) = (walk.trail().game(position.step), walk.trail().game(position.step.saturating_sub(1)));
    let view = SceneView::new(&game, position.viewer, &names, made).after(&log.steps[..position.step]).since(&before);
    let sentence = view.with_upshot(sentence);
    let deals = nearby(walk.deals(), position.step);
    let whole = Whole { names: &names, steps: &log.steps, outcome, deals, position };
    let scene = Scene::of(&view);
    let better = better::<G>(&names, analysis, position);
    let table = html! {
        @if let Some(better) = better { p.better { "Better was: " (better) } }
        p.rule { (scene.due) }
        (board::board(&scene, &LooksOn))
        (G::places_in_readings(&whole))
        (moves(position, walk, listed_moves.start, &sentences))
    };
    let (deals, result, parts) = (deals.to_vec(), G::result(&whole), walk.parts_about(position.step));
    Ok(Replay { position, sentence, table, part: G::PART, parts, deals, result, record })
}

/// What would have been better than the last step, if it was a decision that lost something.
fn better<G: BoardPage>(
    names: &Names<'_>,
    analysis: Option<&AnalysisView>,
    position: ReplayPosition,
) -> Option<String> {
    let decisions = &analysis?.decisions;
    let last = decisions.iter().find(|decision| decision.after as usize + 1 == position.step && decision.loss > 0.0)?;
    in_words::<G>(names, &last.best)
}

/// The moves to list, around the current one.
fn listed_moves(step: usize, count: usize) -> Range<usize> {
    let first = step.saturating_sub(MAX_MOVES / 2).min(count.saturating_sub(MAX_MOVES));
    first..count.min(first + MAX_MOVES)
}

/// The deals to list, around the current one.
fn nearby(deals: &[DealStart], step: usize) -> &[DealStart] {
    let shown = deals.iter().rposition(|deal| deal.after < step).unwrap_or_default();
    let first = shown.saturating_sub(MAX_DEALS / 2).min(deals.len().saturating_sub(MAX_DEALS));
    &deals[first..deals.len().min(first + MAX_DEALS)]
}

/// The moves, each linked to the table after it.
fn moves<G: BoardPage>(position: ReplayPosition, walk: &GameIndex<G>, first: usize, sentences: &[String]) -> Markup {
    html! {
        details.moves #moves open {
            summary { "Moves" @if walk.trail().log().steps.len() > MAX_MOVES { " about this one" } }
            ol start=(first + 1) tabindex="0" aria-label="Moves" {
                @for (index, sentence) in (first..).zip(sentences) {
                    li.part[walk.begins_part(index)] {
                        a href=(position.at(index + 1)) data-step=(index + 1)
                            aria-current=[(index + 1 == position.step).then_some("step")] { (sentence) }
                    }
                }
            }
        }
    }
}

impl Replay {
    /// Number of steps in the game.
    fn count(&self) -> usize {
        self.record.step_count as usize
    }

    /// The fragment that the script replaces: everything but the controls.
    pub fn piece(&self) -> Markup {
        html! {
            div data-part-back=[self.parts.0] data-part-forward=[self.parts.1] {
                p.made { (self.sentence) }
                (self.deals())
                (self.table)
            }
        }
    }

    /// Everything: the controls, the viewers, the sentence and the table.
    pub fn player(&self) -> Markup {
        let ReplayPosition { id, step, .. } = self.position;
        html! {
            div #player data-game=(id) data-step=(step) data-steps=(self.count()) data-view=(self.position.view()) {
                (self.viewers())
                (self.deals())
                (self.controls())
                // Screen readers announce only this sentence when the script replaces the rest.
                p.made #said aria-live="polite" { (self.sentence) }
                div #table { (self.table) }
            }
        }
    }

    /// Links and a slider, which work without script and are enhanced by it.
    fn controls(&self) -> Markup {
        let (step, count) = (self.position.step, self.count());
        let link = |control: &str, name: &str, target: Option<usize>| {
            html! {
                a class={ "control " (control) } data-go=(control) title=(name) href=[target.map(|target| self.position.at(target))]
                    aria-disabled=[target.is_none().then_some("true")] role=[target.is_none().then_some("link")] {
                    span.unseen { (name) }
                }
            }
        };
        html! {
            nav.controls aria-label="Steps" {
                (link("first", "First", (step > 0).then_some(0)))
                (link("part-back", &format!("Previous {}", self.part), self.parts.0))
                (link("back", "Back", step.checked_sub(1)))
                button.control.play #play type="button" hidden title="Play" aria-pressed="false" { span.unseen { "Play" } }
                (link("forward", "Forward", (step < count).then_some(step + 1)))
                (link("part-forward", &format!("Next {}", self.part), self.parts.1))
                (link("last", "Last", (step < count).then_some(count)))
                form.slider method="get" action={ (urls::game(self.position.id)) "#replay" } {
                    label for="step" { "Step " span #shown { (step) } " of " (count) }
                    input #step type="range" name="step" min="0" max=(count) value=(step);
                    @match self.position.viewer {
                        Viewer::All => {},
                        Viewer::Public => input type="hidden" name="view" value="public";,
                        Viewer::Player(player) => input type="hidden" name="view" value=(player.0);,
                    }
                    @if let Some(player) = self.position.analysis { input type="hidden" name="analysis" value=(player.0); }
                    button type="submit" { "Show" }
                }
            }
        }
    }

    /// The deals of a match, each linked to the table after the deal.
    fn deals(&self) -> Markup {
        let step = self.position.step;
        let shown = self.deals.iter().rposition(|deal| deal.after < step).unwrap_or_default();
        html! {
            @if self.deals.len() > 1 {
                nav.viewers.deals aria-label="Deals" {
                    ul.inline {
                        @for (index, deal) in self.deals.iter().enumerate() {
                            li {
                                a href=(self.position.at(deal.after + 1)) data-step=(deal.after + 1)
                                    aria-current=[(index == shown).then_some("true")] { "Deal " (deal.number) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The possible viewers of the game.
    fn viewers(&self) -> Markup {
        let link = |viewer: Viewer, name: &str| {
            html! {
                li { a href=(self.position.seen_by(viewer)) aria-current=[(viewer == self.position.viewer).then_some("true")] { bdi { (name) } } }
            }
        };
        html! {
            @if self.record.ruleset.info().deck.is_some() {
                nav.viewers aria-label="Seen by" {
                    span.label { "Seen with" }
                    ul.inline {
                        (link(Viewer::All, "all hands"))
                        @for (index, seat) in self.record.players.iter().enumerate() {
                            (link(Viewer::Player(Player(index as u8)), &seat.name))
                        }
                    }
                }
            }
        }
    }
}

/// A game with all its positions, and where its parts and deals begin.
pub struct GameIndex<G: BoardPage> {
    trail: Trail<G>,
    /// Step counts at which parts begin, except the first.
    parts: Vec<usize>,
    /// Its deals, if the ruleset has several.
    deals: Vec<DealStart>,
}

impl<G: BoardPage + LogCodec> Cached for GameIndex<G> {
    fn bytes(&self) -> usize {
        self.trail.bytes() + size_of_val(self.parts.as_slice()) + size_of_val(self.deals.as_slice())
    }
}

impl<G: BoardPage> GameIndex<G> {
    /// Replays a game.
    ///
    /// # Errors
    /// The log is damaged.
    pub fn of(log: Log<G>) -> Result<GameIndex<G>, Refusal> {
        let (mut parts, mut deals, mut part, mut after) = (Vec::new(), Vec::<DealStart>::new(), None, 0);
        let look = |game: &G| {
            let now = G::part(game);
            if part.replace(now).is_some_and(|before| before != now) {
                parts.push(after);
            }
            if let Some(number) = G::deal(game).filter(|number| deals.last().is_none_or(|last| last.number != *number))
            {
                deals.push(DealStart { number, after });
            }
            after += 1;
        };
        let trail = Trail::of(log, look)?;
        Ok(GameIndex { trail, parts, deals })
    }

    /// The positions of the game.
    const fn trail(&self) -> &Trail<G> {
        &self.trail
    }

    /// Its deals, if the ruleset has several.
    pub fn deals(&self) -> &[DealStart] {
        &self.deals
    }

    /// Does a part begin after this number of steps?
    fn begins_part(&self, step: usize) -> bool {
        self.parts.binary_search(&step).is_ok()
    }

    /// The start of the previous part, and of the next part.
    fn parts_about(&self, step: usize) -> (Option<usize>, Option<usize>) {
        let before = self.parts[..self.parts.partition_point(|first| *first < step)].last().copied();
        let next = self.parts.get(self.parts.partition_point(|first| *first <= step)).copied();
        (before.or((step > 0).then_some(0)), next)
    }

    /// Sentences of a range of steps.
    pub fn sentences(&self, names: &Names<'_>, position: ReplayPosition, steps: Range<usize>) -> Vec<String> {
        let mut game = self.trail.game(steps.start);
        let narrated = |step: &G::Step| {
            if position.viewer == Viewer::All {
                return Some(G::narrate(names, step));
            }
            let before = game.clone();
            game.apply_unchecked(step);
            narrate_seen(names, (&before, step, &game), position.viewer).0
        };
        let narrations = self.trail.log().steps[steps].iter().map(narrated);
        narrations
            .map(|narration| narration.map_or_else(|| UNSEEN.to_owned(), |narration| narration.sentence))
            .collect()
    }
}
