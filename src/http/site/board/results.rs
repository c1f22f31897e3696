//! What a replay shows beside the board: the teams and deals of a match, and positions of tricks in readings.

use maud::{Markup, html};

use crate::{
    games::{
        Foolery, Fortuna, Fortunes, Fortuno, Outcome, Player, Reversal,
        fortunes::{Deal, HighLow, TeamScores, by_team},
    },
    http::site::urls::{self, ReplayPosition},
    narration::{Names, foolery::title},
    reading::PlayedDeal,
    scenes::HasScene,
};

/// A game whose replays have a page.
pub trait BoardPage: HasScene {
    /// The result beyond places and scores: teams and deals.
    fn result(_whole: &Whole<'_, Self>) -> Markup {
        html! {}
    }

    /// The positions in readings of what the current step won.
    fn places_in_readings(_whole: &Whole<'_, Self>) -> Markup {
        html! {}
    }
}

impl BoardPage for Fortuna {}
impl BoardPage for Fortuno {}
impl BoardPage for Reversal {}

impl BoardPage for Foolery {
    /// The titles after each deal.
    fn result(whole: &Whole<'_, Foolery>) -> Markup {
        let players = whole.names.players.iter();
        html! {
            div.wide tabindex="0" role="region" aria-label="Deals" {
                table {
                    caption { "Deals" @if whole.deals.len() < whole.outcome.detail.deals.len() { ", those about the moment shown" } }
                    thead { tr {
                        th scope="col" { "Deal" }
                        @for name in players { th scope="col" { bdi { (name) } } }
                    } }
                    tbody { @for start in whole.deals { (deal_row(whole, *start)) } }
                }
            }
        }
    }
}

impl BoardPage for Fortunes {
    fn result(whole: &Whole<'_, Fortunes>) -> Markup {
        teams_and_deals(whole)
    }

    fn places_in_readings(whole: &Whole<'_, Fortunes>) -> Markup {
        places_of_trick(whole)
    }
}

/// A finished game, displayed at a step.
pub struct Whole<'a, G: BoardPage> {
    /// Names of players and cards.
    pub names: &'a Names<'a>,
    /// All its steps.
    pub steps: &'a [G::Step],
    /// How it ended.
    pub outcome: Outcome<G::Detail>,
    /// Its deals, if the ruleset has several.
    pub deals: &'a [DealStart],
    /// The current position.
    pub position: ReplayPosition,
}

/// The start of a deal.
#[derive(Clone, Copy, Debug)]
pub struct DealStart {
    /// Number of the deal, from 1.
    pub number: u32,
    /// Number of steps before it.
    pub after: usize,
}

/// The titles after one deal, with a link to the deal.
fn deal_row(whole: &Whole<'_, Foolery>, start: DealStart) -> Markup {
    let dealt = whole.outcome.detail.deals.get(start.number as usize - 1);
    html! {
        @if let Some(dealt) = dealt {
            tr {
                th scope="row" { a href=(whole.position.at(start.after + 1)) { (start.number) } }
                @for (index, name) in dealt.titles.iter().enumerate() {
                    td {
                        (title(*name))
                        @if dealt.dealer.index() == index { " " small { "dealt" } }
                        @if dealt.stuck.is_some_and(|stuck| stuck.index() == index) { " " small { "stuck with the Fool" } }
                    }
                }
            }
        }
    }
}

/// Both partnerships: players 0 and 2, then 1 and 3.
const TEAMS: [[Player; 2]; 2] = [[Player(0), Player(2)], [Player(1), Player(3)]];

/// Scores of both teams in the match and its deals, with links to the readings of each deal.
fn teams_and_deals(whole: &Whole<'_, Fortunes>) -> Markup {
    let detail = &whole.outcome.detail;
    html! {
        div.wide tabindex="0" role="region" aria-label="Teams" {
            table {
                caption { "Teams" }
                thead { tr { th scope="col" { "Team" } th scope="col" { "Points" } th scope="col" { "Result" } } }
                tbody {
                    @for (index, points) in detail.team_scores.iter().enumerate() {
                        tr {
                            th scope="row" { bdi { (team(whole, index)) } }
                            td.number { (points) }
                            td { (how_it_went(whole, index)) }
                        }
                    }
                }
            }
        }
        div.wide tabindex="0" role="region" aria-label="Deals" {
            table {
                caption { "Deals" @if whole.deals.len() < detail.deals.len() { ", those about the moment shown" } }
                thead { tr {
                    th scope="col" { "Deal" } th scope="col" { "Dealt by" }
                    @for index in [0, 1] { th scope="col" { bdi { (team(whole, index)) } } }
                    th scope="col" { "Won by" } th scope="col" { "Readings" }
                } }
                tbody {
                    @for start in whole.deals {
                        @if let Some(deal) = detail.deals.get(start.number as usize - 1) {
                            tr {
                                th scope="row" { a href=(whole.position.at(start.after + 1)) { (start.number) } }
                                (row(whole, start.number, deal))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn row(whole: &Whole<'_, Fortunes>, number: u32, deal: &Deal) -> Markup {
    let points: TeamScores = by_team(deal.points);
    let high = HighLow::High.team(deal.dealer);
    html! {
        td { bdi { (whole.names.player(deal.dealer)) } }
        @for (index, points) in points.iter().enumerate() {
            td.number { (points) " " small { @if index == high { "high" } @else { "low" } } }
        }
        td {
            @match deal.winner {
                Some(winner) => bdi { (team(whole, winner.team(deal.dealer))) },
                None => "nobody",
            }
            @if let Some(folder) = deal.folded_by { ", as " bdi { (whole.names.player(folder)) } " folded" }
        }
        td { ul.inline {
            @for player in Player::all(deal.points.len()) {
                li {
                    a href=(urls::players_reading(whole.position.id, player, number)) {
                        span.unseen { "Deal " (number) ", " } bdi { (whole.names.player(player)) }
                    }
                }
            }
        } }
    }
}

fn team(whole: &Whole<'_, Fortunes>, index: usize) -> String {
    TEAMS[index].map(|player| whole.names.player(player)).join(" & ")
}

/// The outcome of the match for a team.
fn how_it_went(whole: &Whole<'_, Fortunes>, index: usize) -> &'static str {
    let winners = &whole.outcome.winners;
    match winners.first() {
        None => "drawn",
        Some(_) if winners.contains(&TEAMS[index][0]) => "won",
        Some(_) => "lost",
    }
}

/// The positions, in both partners' readings, of the trick that ended with the current step.
fn places_of_trick(whole: &Whole<'_, Fortunes>) -> Markup {
    let step = whole.position.step as u32;
    let deals = PlayedDeal::all(whole.steps, whole.outcome.detail.deals.clone());
    let found = deals.iter().find_map(|deal| Some((deal, deal.ended_with(step)?)));
    html! {
        @if let Some((deal, trick)) = found {
            p.lies {
                "This trick in the readings: "
                @for (index, (player, place)) in deal.places(trick).into_iter().enumerate() {
                    @if index > 0 { ", " }
                    bdi { (whole.names.player(player)) } "’s "
                    @let page = urls::players_reading(whole.position.id, player, deal.number);
                    @match place {
                        Some(place) => a href={ (page) "#" (place.anchor()) } {
                            (place.zone().name()) ", " (place.short_title())
                        },
                        None => a href=(page) { "reading, beyond its places" },
                    }
                }
                "."
            }
        }
    }
}
