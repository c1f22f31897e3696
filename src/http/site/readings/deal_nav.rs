//! Links from a reading of a game to its other deals and players.

use maud::{Markup, html};

use crate::{
    games::Player,
    http::site::urls,
    service::{PlayersReading, records::GameId},
};

/// Maximum number of deals listed, around the current one.
const MAX_LISTED: u32 = 24;

/// Links to the other players' readings of this deal, and to this player's readings of other deals.
pub fn others(game: GameId, player: Player, read: &PlayersReading) -> Markup {
    let first = read.deal.saturating_sub(MAX_LISTED / 2).clamp(1, read.deals.saturating_sub(MAX_LISTED - 1).max(1));
    let listed = first..=read.deals.min(first + MAX_LISTED - 1);
    html! {
        nav.others.aside aria-label="Readings of this game" {
            span.label { "Reading of" }
            ul.inline {
                @for other in Player::all(read.names.len()) {
                    li {
                        a href=(urls::players_reading(game, other, read.deal))
                            aria-current=[(other == player).then_some("page")] { bdi { (read.names[other.index()]) } }
                    }
                }
            }
        }
        @if read.deals > 1 {
            nav.others.aside aria-label="Deals of this game" {
                span.label { "In" }
                ul.inline {
                    @for deal in listed {
                        li {
                            a href=(urls::players_reading(game, player, deal))
                                aria-current=[(deal == read.deal).then_some("page")] { "Deal " (deal) }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{Heading, ReadingChoice, TeamOutcome, Tricks, read};

    /// The deals to link, and the current one.
    fn linked(deal: u32, deals: u32) -> (Vec<u32>, u32) {
        let bare = Tricks { own: vec![], partner: vec![], outcome: TeamOutcome::Drawn, seats: None };
        let reading = read(&bare, ReadingChoice::default()).expect("no cards").told_for("", []);
        let names = ["Ada", "Bel", "Cyd", "Dov"].map(str::to_owned).to_vec();
        let read = PlayersReading { reading, heading: Heading::default(), deal, deals, names };
        let page = others(GameId(uuid::Uuid::nil()), Player(2), &read).into_string();
        let links = |marked: bool| {
            let links = page.split("<a ").filter(move |link| !marked || link.contains("aria-current"));
            let number = |link: &str| link.split("\">Deal ").nth(1)?.split('<').next()?.parse().ok();
            links.filter_map(number).collect::<Vec<u32>>()
        };
        (links(false), links(true)[0])
    }

    #[test]
    fn deals_are_linked_and_the_current_one_is_marked() {
        assert_eq!(linked(2, 3), (vec![1, 2, 3], 2));
        assert_eq!(linked(1, 24), ((1..=24).collect(), 1));
    }

    #[test]
    fn of_many_deals_those_around_the_current_one_are_linked() {
        assert_eq!(linked(1, 200), ((1..=24).collect(), 1));
        assert_eq!(linked(100, 200), ((88..=111).collect(), 100));
        assert_eq!(linked(200, 200), ((177..=200).collect(), 200));
    }
}
