//! The home page: cards, a question, and links.

use actix_web::{HttpRequest, http::StatusCode, web};
use maud::{Markup, PreEscaped, html};

use super::{
    days::todays_deal,
    error::PageResult,
    form::{Field, Form, Once, players_of},
    layout::{self, Section},
    look::deck_choice,
    tables::{OwnName, own_tables, with_others_form},
    urls,
};
use crate::{
    cards::{Card, Deck, Rank, Suit},
    games::Ruleset,
    http::middleware::auth::{Read, authorize, caller},
    reading::{art::Size, svg},
    service::{Name, Question, SeedText, Service, ServiceError, tables::TablePhase},
};

/// The cards of the fan: one of every suit and three Stars.
const FAN: [Card; 7] = [
    Card::minor(Suit::Wands, Rank::KNIGHT),
    Card::trump(18),
    Card::minor(Suit::Cups, Rank::ACE),
    Card::trump(19),
    Card::minor(Suit::Swords, Rank::QUEEN),
    Card::trump(17),
    Card::minor(Suit::Pentacles, Rank::ACE),
];

/// The first page.
pub async fn home(request: HttpRequest, service: web::Data<Service>) -> PageResult {
    let (once, name) = (Once::new(&service), OwnName::of(&request, &service).await?);
    let may_read = authorize::<Read>(&request).is_ok();
    let faces = service.pictures().linked(service.pictures().on_pages, Size::Medium);
    let first = match may_read {
        true => match of_the_day(&request, &service, &once).await {
            // The page is there all the same.
            Err(ServiceError::Unavailable(_)) => outage(),
            first => first?,
        },
        false => Markup::default(),
    };
    let body = html! {
        h1.unseen { "Arcana" }
        (first)
        div.hero {
            (PreEscaped(svg::fan(&FAN, Deck::default(), faces)))
            h2 #ask { "What do the cards say?" }
            (reading_form(&once))
        }
        div.forms {
            (play_form(&once, &name))
            (with_others_form(&once, &name))
            (game_form(&once))
            (draw())
            (daily_card())
        }
        (about())
    };
    Ok(layout::private(layout::page(StatusCode::OK, Section::Ask.top("Ask for a reading"), &["day.css"], &body)))
}

/// Number of tables on the page.
const TABLES: u32 = 5;

/// Today's deal, and the tables of the reader's profile that are played at.
async fn of_the_day(request: &HttpRequest, service: &Service, once: &Once) -> Result<Markup, ServiceError> {
    let deal = todays_deal(request, service, once).await?;
    let tables = own_tables(service, &caller(request), Some(TablePhase::Playing), TABLES).await?;
    Ok(html! {
        div.forms.first {
            (deal)
            @if let Some(tables) = tables {
                section.card-like aria-labelledby="tables" { h2 #tables { "Your tables" } (tables) }
            }
        }
    })
}

/// What is there while the database is not.
fn outage() -> Markup {
    html! {
        section.card-like role="status" aria-labelledby="outage" {
            h2 #outage { "Back in a moment" }
            p {
                "What is kept here cannot be reached now: tables, games, readings and the deal of the day. Nothing of it is \
                 lost. You can " a href="/spreads" { "draw cards" } ", turn over the " a href="/daily" { "card of the day" }
                ", look at " a href="/cards" { "the cards" } " and " a href="/learn" { "learn a game" } "."
            }
        }
    }
}

/// The main form: a question and a button, with everything else folded.
fn reading_form(once: &Once) -> Markup {
    let form = Form::default();
    let question = Field { limit: Some(Question::LIMIT), ..Field::text("question", "question", "Your question") };
    let name =
        Field { limit: Some(Name::LIMIT), autocomplete: "nickname", ..Field::text("querent", "querent", "Your name") };
    let seed = Field { limit: Some(SeedText::LIMIT), ..Field::text("reading-seed", "seed", "Seed") };
    html! {
        form.ask method="post" action="/readings" aria-labelledby="ask" {
            (once)
            (form.line(&Field { hint: "Or leave it empty, and let the cards speak of what they will.", ..question }))
            p { button.large type="submit" { "Lay the cards" } }
            (folded("Your name, the deck, a seed", &html! {
                (form.line(&Field { hint: "Optional; it stands above the reading.", ..name }))
                (deck_choice(&form))
                (form.line(&Field { hint: "Leave empty for a random seed; the same seed gives the same cards.", ..seed }))
                p { a href="/readings/new" { "More to choose" } " · " a href="/readings/by-hand" { "Tricks from a real table" } }
            }))
            p.hint {
                "Your question, your name and the cards are stored. Neither the reading nor its game is in a public list, \
                 but anyone who has its URL can read it. Without a key, you can delete it with this browser."
            }
        }
    }
}

/// The form for a table against bots, with a reading at the end.
fn play_form(once: &Once, own: &OwnName) -> Markup {
    let form = Form::default();
    let name =
        Field { limit: Some(Name::LIMIT), autocomplete: "nickname", ..Field::text("player", "name", "Your name") };
    let question =
        Field { limit: Some(Question::LIMIT), ..Field::text("player-question", "question", "Your question") };
    html! {
        section.card-like aria-labelledby="fortune" {
            h2 #fortune { "Play for your fortune" }
            p { "Take a seat against bots: the tricks that you and your partner win become your reading." }
            form method="post" action="/tables/new" {
                (once)
                input type="hidden" name="ruleset" value=(Ruleset::Fortunes.id());
                (folded("Your name and your question", &html! {
                    (own.line(&form, &Field { hint: "Optional.", ..name }))
                    (form.line(&Field { hint: "Optional.", ..question }))
                }))
                p { button type="submit" { "Sit down" } }
            }
            p.hint { "The finished game is listed with your name. Your question and your reading are not." }
            p.hint {
                a href="/tables/new?ruleset=fortunes" { "By other rules" } " · "
                a href="/tables/new" { "Other games" } " · "
                a href=(urls::OPEN_TABLES) { "Open tables" }
            }
        }
    }
}

fn game_form(once: &Once) -> Markup {
    let form = Form::default();
    let games =
        Ruleset::ALL.map(|ruleset| (ruleset.id(), format!("{} ({})", ruleset.info().name, players_of(ruleset))));
    let choices: Vec<_> = games.iter().map(|(id, text)| (*id, text.as_str())).collect();
    let players = Field { limit: Some(3), ..Field::text("players", "players", "Players") };
    let seed = Field { limit: Some(SeedText::LIMIT), ..Field::text("game-seed", "seed", "Seed") };
    html! {
        section.card-like aria-labelledby="watch" {
            h2 #watch { "Watch a game" }
            form method="post" action="/games" {
                (once)
                (form.choice(&Field::text("ruleset", "ruleset", "Game"), &choices))
                (folded("Players and seed", &html! {
                    (form.line(&Field { hint: "Leave empty for the default number.", ..players }))
                    (form.line(&Field { hint: "Leave empty for a random seed.", ..seed }))
                    p { a href="/games/new" { "More to choose" } }
                }))
                p { button type="submit" { "Play it" } }
            }
            p.hint { "Bots play it. It is stored and listed with the other games." }
        }
    }
}

/// Optional fields, folded.
fn folded(summary: &str, fields: &Markup) -> Markup {
    html! {
        details {
            summary { (summary) }
            (fields)
        }
    }
}

fn draw() -> Markup {
    html! {
        section.card-like aria-labelledby="draw" {
            h2 #draw { "Draw cards" }
            p { "One card, three, a Celtic Cross or a spread of your own: turned one by one, and each answers what its place asks." }
            p { a.button href="/spreads" { "Choose a spread" } }
        }
    }
}

fn daily_card() -> Markup {
    html! {
        section.card-like aria-labelledby="today" {
            h2 #today { "The card of the day" }
            p { "One card for everybody, another one each day; or one of your own, by your name." }
            p { a.button href="/daily" { "Turn it over" } }
        }
    }
}

fn about() -> Markup {
    html! {
        section aria-labelledby="about" {
            h2 #about { "How it works" }
            p {
                "A reading of Fortunes is not drawn from a shuffled pack: four players play a game of Fortunes, and the tricks \
                 that you and your partner win are laid out as Man, Clan, Future, Realm, Universe and Fate. Every \
                 shuffle can be recomputed from its seed, so that anybody can check that the deal was fair."
            }
            ul.links {
                li { a href="/games" { "The games played so far" } }
                li { a href="/learn" { "Each game in five minutes" } " and " a href="/rules" { "the exact rules" } }
                li { a href="/cards" { "All cards and what they mean" } }
                li { a href="/docs/" { "API documentation" } }
            }
        }
    }
}
