//! The score card of a day: what was made of it, against whom, and what is shared of it.

use maud::{Markup, html};

use crate::{
    cards::{Card, Deck, Rank, Suit},
    http::site::{form::copy, urls},
    reading::{
        Disposition,
        svg::{Preview, PreviewContent},
    },
    service::{Board, ComparedWith, OwnResult, against_par, line_to_share},
};

/// The score card.
pub fn card(own: &OwnResult) -> Markup {
    let (score, par) = (&own.score, own.par);
    html! {
        section.score aria-labelledby="score" {
            h2 #score { "Your score card" }
            p.points { span.unseen { "Your team against the other: " } (score.points) " : " (score.against) }
            dl.figures {
                div { dt { "Points of your team" } dd { (score.points) } }
                div { dt { "Tricks" } dd { (score.tricks) " of 19" } }
                div { dt { "Four adepts made" } dd { (par) ", " (against_par(score.points, par)) } }
                @if let Some(better) = better_than(&own.board) { div { dt { "On these cards" } dd { (better) } } }
            }
            @if own.board.better_than.is_none() && own.board.compared_with == ComparedWith::Adepts {
                p.hint { "The adepts that your points are compared with are still playing: look again in a minute." }
            }
            @if !own.result.counted { p.hint { (uncounted(own)) } }
        }
    }
}

fn uncounted(own: &OwnResult) -> &'static str {
    match own.result.is_in_time() {
        true => {
            "It keeps your streak, but is not in the count: your name or the hash of this deal came too late for this day."
        }
        false => "You played it after the day was over: it is not in the count.",
    }
}

/// How many of a hundred others the points beat, in words.
pub fn better_than(board: &Board) -> Option<String> {
    board.better_than.map(|share| board.compared_with.better_than(share))
}

/// The line to share, which tells nothing of the cards.
pub fn line(own: &OwnResult) -> String {
    let better = better_than(&own.board);
    line_to_share(own.board.day.number(), (own.score.points, own.score.against), better.as_deref())
}

/// The cards on the picture: the same every day.
const SHOWN: [Card; 5] = [
    Card::minor(Suit::Wands, Rank::ACE),
    Card::trump(18),
    Card::trump(19),
    Card::trump(17),
    Card::minor(Suit::Cups, Rank::ACE),
];

/// The picture to share.
pub fn preview(own: &OwnResult) -> Preview {
    let text = format!("{} : {}", own.score.points, own.score.against);
    let better = better_than(&own.board).map(|better| format!(" · {better}")).unwrap_or_default();
    let cards = SHOWN.map(|card| (card, Disposition::Well)).to_vec();
    Preview {
        title: format!("Arcana, the deal of day {}", own.board.day.number()),
        text: text + &better,
        content: PreviewContent::Cards(Deck::default(), cards),
    }
}

/// What can be shared of a score card.
pub fn share(own: &OwnResult) -> Markup {
    html! {
        section aria-labelledby="share" {
            h2 #share { "Share it" }
            p.field {
                label for="line" { "A line that gives nothing away" }
                input.whole #line type="text" readonly value=(line(own));
            }
            (copy("line", "the line", Some("The deal of the day")))
            p { a href={ (urls::day(own.result.date)) "/card.png" } download="arcana.png" { "The same as a picture" } }
        }
    }
}

/// How many counted players made which points, and where the reader stands.
pub fn distribution(board: &Board) -> Markup {
    let most = board.scores.iter().map(|(_, players)| *players).max().unwrap_or(1);
    html! {
        section aria-labelledby="board" {
            h2 #board { "The board" }
            @if board.scores.is_empty() { p.none { "Nobody is counted yet." } }
            @else {
                table.board {
                    thead { tr { th scope="col" { "Points" } th scope="col" { "Players" } } }
                    tbody {
                        @for (points, players) in board.scores.iter().rev() {
                            tr aria-current=[(board.points == Some(*points)).then_some("true")] {
                                th scope="row" { (points) }
                                td { meter min="0" max=(most) value=(players) aria-hidden="true" {} " " (players) }
                            }
                        }
                    }
                }
            }
        }
    }
}
