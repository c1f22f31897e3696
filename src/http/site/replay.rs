//! A stored game as its page shows it at one step: the table, the sentence of the step, and the way to all others.

use maud::{Markup, html};

use super::{
    table::{self, LooksOn, TablePage, TableView},
    urls,
};
use crate::{
    games::{Log, LogCodec, Player, Viewer},
    narration::{Names, Narration, UNSEEN, narrate_seen},
    service::{
        ServiceError,
        records::{GameId, GameRecord},
    },
};

/// The most moves that are listed at once: those about the one that is shown.
const MOVES_LISTED: usize = 160;

/// Which moment of which game is looked at, and through whose eyes.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The game.
    pub id: GameId,
    /// The steps that were made.
    pub step: usize,
    /// Who looks.
    pub viewer: Viewer,
}

impl Moment {
    /// The address of the page of another step.
    pub fn at(self, step: usize) -> String {
        format!("{}?step={step}{}#replay", urls::game(self.id), self.view())
    }

    /// The address of the page of another viewer.
    fn seen_by(self, viewer: Viewer) -> String {
        Moment { viewer, ..self }.at(self.step)
    }

    fn view(self) -> String {
        match self.viewer {
            Viewer::All => String::new(),
            Viewer::Public => "&view=public".to_owned(),
            Viewer::Player(player) => format!("&view={}", player.0),
        }
    }
}

/// What is shown of a game at one moment.
#[derive(Debug)]
pub struct Scene {
    /// What is stored of the game.
    pub record: GameRecord,
    /// The moment.
    pub moment: Moment,
    /// The sentence of the step that led here.
    pub sentence: String,
    /// The table, the rule of the moment and the moves.
    pub table: Markup,
    /// What a part of the game is called.
    pub part: &'static str,
    /// The first step of the part before this moment, and of the next part.
    pub parts: (Option<usize>, Option<usize>),
}

/// A game while it is replayed.
struct Walk<'a, G: TablePage> {
    names: Names<'a>,
    /// Where the game had got to.
    game: G,
    /// The sentence of each step.
    sentences: Vec<String>,
    /// How many steps there are before each part but the first.
    parts: Vec<usize>,
}

/// Replays a game and shows it at a moment.
///
/// # Errors
/// `NotFound` past the last step; `Internal` when the log is damaged.
pub fn scene<G: TablePage + LogCodec>(record: GameRecord, log: &Log<G>, moment: Moment) -> Result<Scene, ServiceError> {
    let made = match moment.step.checked_sub(1) {
        Some(last) => Some(log.steps.get(last).ok_or(ServiceError::NotFound("step"))?),
        None => None,
    };
    let walk = walk(&record, log, moment)?;
    let sentence = match moment.step.checked_sub(1).and_then(|last| walk.sentences.get(last)) {
        Some(sentence) => sentence.clone(),
        None => Narration::table("Nothing has happened yet.").sentence,
    };
    let view = TableView::new(&walk.game, moment.viewer, &walk.names, made);
    let sentence = [Some(sentence), G::upshot(&view)].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let table = html! {
        p.rule { (G::rule(&view)) }
        (table::table(&view, &LooksOn))
        (moves(moment, &walk))
    };
    let parts = (
        walk.parts.iter().rev().find(|first| **first < moment.step).copied().or((moment.step > 0).then_some(0)),
        walk.parts.iter().find(|first| **first > moment.step).copied(),
    );
    Ok(Scene { moment, sentence, table, part: G::PART, parts, record })
}

fn walk<'a, G: TablePage>(record: &'a GameRecord, log: &Log<G>, moment: Moment) -> Result<Walk<'a, G>, ServiceError> {
    let damaged = |why: String| ServiceError::Internal(format!("game {} does not replay: {why}", record.id));
    let names = Names {
        players: record.players.iter().map(|seat| seat.name.as_str()).collect(),
        deck: G::INFO.deck.unwrap_or_default(),
    };
    let mut game = G::new(log.players, log.options.clone()).map_err(|why| damaged(format!("{why:?}")))?;
    let (mut sentences, mut parts, mut shown) = (Vec::with_capacity(log.steps.len()), Vec::new(), game.clone());
    let mut part = G::part(&game.state(Viewer::Public));
    for (index, made) in log.steps.iter().enumerate() {
        let before = (moment.viewer != Viewer::All).then(|| game.clone());
        game.apply(made).map_err(|why| damaged(format!("step {index}: {why:?}")))?;
        let narration = match &before {
            Some(before) => narrate_seen(&names, (before, made, &game), moment.viewer).0,
            None => Some(G::narrate(&names, made)),
        };
        sentences.push(narration.map_or_else(|| UNSEEN.to_owned(), |narration| narration.sentence));
        let next = G::part(&game.state(Viewer::Public));
        if next != part {
            parts.push(index + 1);
        }
        part = next;
        if index + 1 == moment.step {
            shown = game.clone();
        }
    }
    Ok(Walk { names, game: shown, sentences, parts })
}

/// The moves, each a link to the table after it.
fn moves<G: TablePage>(moment: Moment, walk: &Walk<'_, G>) -> Markup {
    let count = walk.sentences.len();
    let first = moment.step.saturating_sub(MOVES_LISTED / 2).min(count.saturating_sub(MOVES_LISTED));
    let listed = walk.sentences.iter().enumerate().skip(first).take(MOVES_LISTED);
    html! {
        details.moves #moves open {
            summary { "Moves" @if count > MOVES_LISTED { " about this one" } }
            ol start=(first + 1) tabindex="0" aria-label="Moves" {
                @for (index, sentence) in listed {
                    li.part[walk.parts.contains(&index)] {
                        a href=(moment.at(index + 1)) data-step=(index + 1)
                            aria-current=[(index + 1 == moment.step).then_some("step")] { (sentence) }
                    }
                }
            }
        }
    }
}

impl Scene {
    /// How many steps the game has.
    fn count(&self) -> usize {
        self.record.step_count as usize
    }

    /// What a script puts in the place of what it shows: everything but the controls.
    pub fn piece(&self) -> Markup {
        html! {
            div data-part-back=[self.parts.0] data-part-forward=[self.parts.1] {
                p.made { (self.sentence) }
                (self.table)
            }
        }
    }

    /// The whole: controls that stay in sight, who looks, the sentence and the table.
    pub fn player(&self) -> Markup {
        let Moment { id, step, .. } = self.moment;
        html! {
            div #player data-game=(id) data-step=(step) data-steps=(self.count()) data-view=(self.moment.view()) {
                (self.viewers())
                (self.controls())
                // Only this sentence is read out when a script replaces the rest.
                p.made #said aria-live="polite" { (self.sentence) }
                div #table { (self.table) }
            }
        }
    }

    /// Links and a slider: they work by themselves, and the script takes them over.
    fn controls(&self) -> Markup {
        let (step, count) = (self.moment.step, self.count());
        let link = |control: &str, name: &str, target: Option<usize>| {
            html! {
                a class={ "control " (control) } data-go=(control) title=(name) href=[target.map(|target| self.moment.at(target))]
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
                form.slider method="get" action={ (urls::game(self.moment.id)) "#replay" } {
                    label for="step" { "Step " output #shown { (step) } " of " (count) }
                    input #step type="range" name="step" min="0" max=(count) value=(step);
                    @if let Viewer::Player(player) = self.moment.viewer { input type="hidden" name="view" value=(player.0); }
                    button type="submit" { "Show" }
                }
            }
        }
    }

    /// Through whose eyes the game can be looked at.
    fn viewers(&self) -> Markup {
        let link = |viewer: Viewer, name: &str| {
            html! {
                li { a href=(self.moment.seen_by(viewer)) aria-current=[(viewer == self.moment.viewer).then_some("true")] { bdi { (name) } } }
            }
        };
        html! {
            @if self.record.ruleset.info().deck.is_some() {
                nav.viewers aria-label="Seen by" {
                    ul.inline {
                        (link(Viewer::All, "All hands"))
                        @for (index, seat) in self.record.players.iter().enumerate() {
                            (link(Viewer::Player(Player(index as u8)), &seat.name))
                        }
                    }
                }
            }
        }
    }
}
