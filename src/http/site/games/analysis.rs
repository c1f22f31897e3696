//! The analysis of a game on its page: the curve, and what would have been better.

use maud::{Markup, html};
use serde_json::value::RawValue;

use crate::{
    analysis::{is_searched, luck_in_words},
    games::{Player, with_game},
    http::{
        api::analyses::curve,
        reply::problem::Problem,
        site::urls::{self, ReplayPosition},
    },
    narration::{Names, Narrate},
    reading::{html::linked_fragment, svg::Faces},
    service::{AnalysisView, FortuneView, records::GameRecord},
};

/// How many decisions that lost something are listed, besides turning points.
const LISTED: usize = 40;

/// A decision that lost something, in words.
struct Told {
    /// Number of steps with it.
    step: usize,
    played: String,
    best: String,
    lost: String,
    is_turning_point: bool,
}

/// The step of a stored decision in words.
pub fn in_words<G: Narrate>(names: &Names<'_>, step: &RawValue) -> Option<String> {
    let step: G::Step = serde_json::from_str(step.get()).ok()?;
    Some(G::narrate(names, &step).sentence)
}

/// The form that asks for an analysis, and the analysis that was asked for, or why it was refused. No form where no bot
/// searches.
pub fn section(
    record: &GameRecord,
    (view, refusal): (Option<&AnalysisView>, Option<&Problem>),
    position: ReplayPosition,
    faces: Faces<'_>,
) -> Markup {
    let told = html! { @if let Some(problem) = refusal { p role="status" { (problem.detail()) } } };
    if !is_searched(record.ruleset) {
        return told;
    }
    html! {
        section aria-labelledby="analysis" {
            h2 #analysis { "Analysis" }
            p.hint { "What a thoughtful bot would have done from what the player knew, and what either brings. It can take some minutes." }
            form method="get" action={ (urls::game(record.id)) "#analysis" } {
                @for (index, seat) in record.players.iter().enumerate() {
                    button.quiet type="submit" name="analysis" value=(index)
                        aria-pressed=(if position.analysis == Some(Player(index as u8)) { "true" } else { "false" }) {
                        bdi { (seat.name) }
                    } " "
                }
            }
            (told)
            @if let Some(view) = view { (shown(record, view, position, faces)) }
        }
    }
}

fn shown(record: &GameRecord, view: &AnalysisView, position: ReplayPosition, faces: Faces<'_>) -> Markup {
    let name = record.players.get(view.key.player.index()).map_or("", |seat| seat.name.as_str());
    if !view.finished {
        return html! {
            p role="status" {
                "So far " (view.done) " of " (record.step_count) " steps were looked at. "
                a href={ (position.at(position.step).replace("#replay", "#analysis")) } { "Look again" }
            }
        };
    }
    let told = told(record, view);
    html! {
        figure.chart-figure {
            figcaption { "What " bdi { (name) } " could expect after each decision" }
            (curve(view))
        }
        @match view.mark.mean_loss {
            Some(loss) => p { "A decision lost " strong { (view.unit.words(loss)) } " on average, over " (view.decisions.len()) " decisions." },
            None => p { "There was nothing to decide." },
        }
        @if !told.is_empty() {
            ol.losses {
                @for one in &told {
                    li aria-current=[(one.step == position.step).then_some("step")] {
                        @if one.is_turning_point { strong { "Turning point: " } }
                        a href=(position.at(one.step)) { "step " (one.step) } ". " (one.played) " Better was: " (one.best) " (" (one.lost) ")"
                    }
                }
            }
        }
        @if let Some(fortune) = &view.fortune { (told_besides(fortune, faces)) }
    }
}

/// What the cards were worth, and the fortune that would have been, which is opened by whoever wants to know.
fn told_besides(fortune: &FortuneView, faces: Faces<'_>) -> Markup {
    html! {
        p { (luck_in_words(fortune.luck.value)) }
        @if let Some(would_be) = &fortune.would_be {
            details.would-be {
                summary { (would_be.about) }
                (linked_fragment(&would_be.told.reading, &would_be.told.heading, faces))
            }
        }
    }
}

/// The decisions that lost something, in order.
fn told(record: &GameRecord, view: &AnalysisView) -> Vec<Told> {
    with_game!(record.ruleset, G => told_of::<G>(record, view))
}

fn told_of<G: Narrate>(record: &GameRecord, view: &AnalysisView) -> Vec<Told> {
    let names = Names {
        players: record.players.iter().map(|seat| seat.name.as_str()).collect(),
        deck: G::INFO.deck.unwrap_or_default(),
    };
    let told = view.decisions.iter().enumerate().filter(|(_, decision)| decision.loss > 0.0);
    let told = told.filter_map(|(place, decision)| {
        Some(Told {
            step: decision.after as usize + 1,
            played: in_words::<G>(&names, &decision.played)?,
            best: in_words::<G>(&names, &decision.best)?,
            lost: view.unit.words(decision.loss),
            is_turning_point: view.mark.turning_points.contains(&place),
        })
    });
    let mut told: Vec<_> = told.collect();
    let mut others = LISTED;
    told.retain(|one| {
        let kept = one.is_turning_point || others > 0;
        others = others.saturating_sub(1);
        kept
    });
    told
}
