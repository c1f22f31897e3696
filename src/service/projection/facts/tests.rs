use super::*;
use crate::service::records::BotRecord;

/// Sides of partners who sit opposite each other.
const PARTNERS: [usize; 4] = [0, 1, 0, 1];

fn seat(name: &str, bot: Option<(&str, u32)>) -> SeatRecord {
    SeatRecord { name: name.to_owned(), bot: bot.map(|(id, version)| BotRecord::new(id, version)) }
}

fn names(names: &[&str]) -> Vec<Option<String>> {
    names.iter().map(|name| Some((*name).to_owned())).collect()
}

fn met(facts: GameFacts<'_>, name: &str, other: &str) -> PairCounts {
    let found = facts.meetings().into_iter().find(|(one, two, _)| (*one, *two) == (name, other));
    found.expect("they met").2
}

#[test]
fn a_bot_is_counted_by_name_and_version_and_a_person_never_as_a_bot() {
    assert_eq!(counted_name(&seat("Ada", None)).as_deref(), Some("Ada"));
    assert_eq!(counted_name(&seat("Ada", Some(("adept", 2)))).as_deref(), Some("bot:adept@2"));
    assert_eq!(counted_name(&seat("bot:adept@2", None)), None);
    let foreign = SeatRecord { name: "Player 3".to_owned(), bot: Some(BotRecord::foreign("adept", 2)) };
    assert_eq!(counted_name(&foreign), None, "neither a bot of ours nor a person");
}

#[test]
fn a_win_is_shared_with_another_team_and_not_with_a_partner() {
    let names = names(&["Ada", "Bob", "Cy", "Di"]);
    let shared = |sides: &[usize], winners: &[Player]| -> Vec<bool> {
        GameFacts { sides, names: &names, winners }.appearances().iter().map(|one| one.shared).collect()
    };
    assert_eq!(shared(&PARTNERS, &[Player(0), Player(2)]), [false; 4]);
    assert_eq!(shared(&[0, 1, 2, 3], &[Player(0), Player(2)]), [true, false, true, false]);
    assert_eq!(shared(&[0, 1, 2, 3], &[Player(0)]), [false; 4]);
}

#[test]
fn partners_win_together_and_opponents_against_each_other() {
    let names = names(&["Ada", "Bob", "Cy", "Di"]);
    let facts = GameFacts { sides: &PARTNERS, names: &names, winners: &[Player(0), Player(2)] };
    let partners = PairCounts { games: 1, partner_games: 1, partner_wins: 1, ..PairCounts::default() };
    assert_eq!(met(facts, "Ada", "Cy"), partners);
    let won = PairCounts { games: 1, opponent_games: 1, opponent_wins: 1, ..PairCounts::default() };
    assert_eq!(met(facts, "Ada", "Bob"), won);
    let lost = PairCounts { games: 1, opponent_games: 1, opponent_losses: 1, ..PairCounts::default() };
    assert_eq!(met(facts, "Bob", "Ada"), lost);
    assert_eq!(facts.meetings().len(), 12);
}

#[test]
fn a_name_with_several_seats_appears_once_and_meets_another_once() {
    let names = [names(&["Ada", "Bob", "Bob"]), vec![None]].concat();
    let facts = GameFacts { sides: &PARTNERS, names: &names, winners: &[Player(0), Player(2)] };
    let appearances = facts.appearances();
    assert_eq!(appearances.len(), 2);
    assert_eq!((appearances[1].won, &appearances[1].seats[..]), (true, &[(Player(1), false), (Player(2), true)][..]));
    let both = PairCounts {
        games: 1,
        partner_games: 1,
        partner_wins: 1,
        opponent_games: 1,
        opponent_wins: 0,
        opponent_losses: 0,
    };
    assert_eq!(met(facts, "Ada", "Bob"), both, "both names have won");
    let facts = GameFacts { winners: &[Player(1), Player(3)], ..facts };
    let lost = PairCounts { partner_wins: 0, opponent_losses: 1, ..both };
    assert_eq!(met(facts, "Ada", "Bob"), lost, "one of its seats has won, on the other side");
    let won = PairCounts { partner_wins: 0, opponent_wins: 1, ..both };
    assert_eq!(met(facts, "Bob", "Ada"), won);
}

#[test]
fn sides_follow_from_the_rules() {
    assert_eq!(sides(Ruleset::Fortunes, "{}", 4), [0, 1, 0, 1]);
    assert_eq!(sides(Ruleset::Fortuna, r#"{"teams":true}"#, 6), [0, 1, 0, 1, 0, 1]);
    assert_eq!(sides(Ruleset::Fortuna, "{}", 4), [0, 1, 2, 3]);
    assert_eq!(sides(Ruleset::Foolery, "{}", 3), [0, 1, 2]);
    assert_eq!(sides(Ruleset::Fortuna, "damaged", 2), [0, 1]);
}
