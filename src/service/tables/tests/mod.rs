//! Tables without a database: steps that need no person, and refusals.

use chrono::{DateTime, TimeDelta, Utc};
use futures::FutureExt;
use serde_json::{Value, json, value::RawValue};
use uuid::Uuid;

use super::{
    hub::Hub,
    in_play::unlike,
    journal::JournalEntry,
    live::{Live, UNTOUCHED},
    session::{SentStep, Waits},
    view::TableView,
};
use crate::{
    chance::Chance,
    games::{Code, Due, Fortunes, Game, GameStep, Log, Player, Ruleset, Viewer},
    hex::hex,
    players::{Skill, decide},
    service::records::{
        Attempt, BotRecord, CloseReason, OwnerId, Revision, SeatKind, SeatState, StoredTable, TableChanges, TableClock,
        TableDay, TableId, TablePhase, TableRecord, WhenOut,
    },
};

mod clock;

const NOW: DateTime<Utc> = DateTime::from_timestamp(1_800_000_000, 0).expect("a time");

fn seat(kind: SeatKind, name: &str) -> SeatState {
    let bot = (kind == SeatKind::Bot).then(|| BotRecord::new("random", 1));
    SeatState { kind, name: name.to_owned(), bot, ..SeatState::open() }
}

/// A table with these seats, before its game begins.
pub(super) fn table(ruleset: Ruleset, seats: &[SeatKind], seed: u8) -> Live {
    let record = TableRecord {
        id: TableId(Uuid::from_u128(1)),
        owner: OwnerId(7),
        ruleset,
        rules_version: 1,
        options: "{}".to_owned(),
        phase: TablePhase::Waiting,
        version: 0,
        mark: 0,
        listed: false,
        hints: false,
        created_at: NOW,
        touched_at: NOW,
        clock: TableClock::default(),
        seats: seats.iter().map(|kind| seat(*kind, "Ada")).collect(),
        seed: [seed; 32],
        commitment: None,
        client_seed: String::new(),
        external_id: None,
        tags: Vec::new(),
        day: None,
        step_count: 0,
        deadline: None,
        wake_at: NOW + UNTOUCHED,
        game: None,
        closed: None,
    };
    Live::new(record)
}

fn begun(ruleset: Ruleset, seats: &[SeatKind], seed: u8) -> Live {
    let mut live = table(ruleset, seats, seed);
    live.note(JournalEntry::Created);
    live.begin().expect("it begins");
    live.advance(NOW, false);
    live
}

/// A table as stored, with what has happened since it was last stored, after this version.
fn stored(live: &Live, after: u32) -> StoredTable {
    StoredTable { record: live.record.clone(), after, changes: live.unstored.clone() }
}

/// The first legal step of a seat.
fn first_legal(live: &Live, player: Player) -> Option<Box<RawValue>> {
    let session = live.session.as_ref().expect("a game");
    let snapshot = session.snapshot(Viewer::Player(player)).expect("a snapshot");
    snapshot.legal.into_iter().next()
}

fn raw(step: &Value) -> Box<RawValue> {
    serde_json::value::to_raw_value(step).expect("JSON")
}

fn submit(live: &mut Live, player: Player, step: &RawValue) -> Result<(), Code> {
    let session = live.session.as_mut().expect("a game");
    session
        .submit(player, SentStep { step, deck: None }, &["Ada", "Bel", "Cyd", "Dov"])
        .map_err(|refused| refused.refusal.reason)?;
    live.stepped();
    Ok(())
}

const ALL_GAMES: [(Ruleset, usize); 5] = [
    (Ruleset::Fortunes, 4),
    (Ruleset::Fortuno, 4),
    (Ruleset::Foolery, 4),
    (Ruleset::Fortuna, 2),
    (Ruleset::Reversal, 2),
];

/// A person at seat 0, bots at the others.
fn one_person(players: usize) -> Vec<SeatKind> {
    (0..players).map(|index| if index == 0 { SeatKind::Person } else { SeatKind::Bot }).collect()
}

#[test]
fn a_reopened_table_equals_the_stored_one() {
    for (ruleset, players) in ALL_GAMES {
        let mut live = begun(ruleset, &one_person(players), 3);
        for _ in 0..60 {
            let session = live.session.as_ref().expect("a game");
            let again = Live::open(None, stored(&live, 0)).expect("it opens");
            let again = again.session.as_ref().expect("a game");
            for viewer in [Viewer::Public, Viewer::All, Viewer::Player(Player(0))] {
                let (one, two) = (session.snapshot(viewer).expect("one"), again.snapshot(viewer).expect("two"));
                assert_eq!((one.state.get(), one.due, one.step), (two.state.get(), two.due, two.step));
            }
            assert_eq!((again.waits(), again.open_since(Player(0))), (session.waits(), session.open_since(Player(0))));
            let Some(step) = first_legal(&live, Player(0)) else { break };
            submit(&mut live, Player(0), &step).expect("it is legal");
            live.advance(NOW, true);
        }
        assert!(live.step_count() > 10, "{ruleset:?}");
    }
}

/// A legal step of a seat that names several cards, with its cards in reverse order.
fn cards_reversed(live: &Live, player: Player) -> Option<Box<RawValue>> {
    let snapshot = live.session.as_ref().expect("a game").snapshot(Viewer::Player(player)).expect("a snapshot");
    let steps = snapshot.legal.iter().map(|step| serde_json::from_str::<Value>(step.get()).expect("JSON"));
    let mut several = steps.filter(|step| step["cards"].as_array().is_some_and(|cards| cards.len() > 1));
    let mut step = several.next()?;
    step["cards"].as_array_mut().expect("cards").reverse();
    Some(raw(&step))
}

#[test]
fn an_earlier_version_catches_up_with_what_others_have_stored() {
    for (ruleset, players) in ALL_GAMES {
        let mut live = begun(ruleset, &one_person(players), 5);
        for _ in 0..20 {
            live.unstored = TableChanges::default();
            let known = live.clone();
            let Some(step) = first_legal(&live, Player(0)) else { break };
            submit(&mut live, Player(0), &step).expect("it is legal");
            live.advance(NOW, true);
            let again = Live::open(Some(&known), stored(&live, known.record.version)).expect("it opens");
            let state = |live: &Live| {
                let snapshot = live.session.as_ref().expect("a game").snapshot(Viewer::All).expect("a snapshot");
                snapshot.state.get().to_owned()
            };
            assert_eq!((state(&again), &again.journal), (state(&live), &live.journal));
            let gone = StoredTable { changes: TableChanges::default(), ..stored(&live, known.record.version) };
            assert!(Live::open(Some(&known), gone).is_err(), "steps are missing");
            let other = stored(&live, known.record.version + 1);
            assert!(Live::open(Some(&known), other).is_err(), "they do not follow it");
        }
    }
}

#[test]
fn a_step_is_shown_alike_before_and_after_it_is_stored() {
    let mut tables = (0..).map(|seed| begun(Ruleset::Foolery, &one_person(4), seed));
    let (mut live, step) =
        tables.find_map(|live| cards_reversed(&live, Player(0)).map(|step| (live, step))).expect("one of many");
    submit(&mut live, Player(0), &step).expect("it is legal");
    let shown = |session: &dyn super::session::Session| {
        let mut follower = session.follower(0).expect("the beginning");
        let seen = follower.follow(session, usize::MAX, Viewer::Public).expect("all steps");
        seen.into_iter().map(|entry| entry.step.get().to_owned()).collect::<Vec<_>>()
    };
    let session = live.session.as_ref().expect("a game");
    let again = Live::open(None, stored(&live, 0)).expect("it opens");
    assert_eq!(shown(again.session.as_deref().expect("a game")), shown(session.as_ref()));
}

/// A step of a seat that has to do with this card, or else the first legal one.
fn about(card: &str, live: &Live, player: Player) -> Option<Box<RawValue>> {
    let snapshot = live.session.as_ref().expect("a game").snapshot(Viewer::Player(player)).expect("a snapshot");
    let about = snapshot.legal.iter().find(|step| step.get().contains(card)).cloned();
    about.or_else(|| snapshot.legal.into_iter().next())
}

#[test]
fn a_hand_that_the_sun_shows_is_told_although_bots_play_on() {
    let told = |seed| {
        let mut live = begun(Ruleset::Fortuno, &one_person(4), seed);
        for _ in 0..200 {
            let Some(step) = about("ar19", &live, Player(0)) else { break };
            submit(&mut live, Player(0), &step).expect("it is legal");
            let picked = live.step_count();
            live.advance(NOW, true);
            if step.get().contains("pick") && live.step_count() > picked {
                return Some((live, picked));
            }
        }
        None
    };
    let (live, picked) = (0..50).find_map(told).expect("somebody plays The Sun");
    let session = live.session.as_deref().expect("a game");
    let shown_to = |viewer| {
        let mut follower = session.follower(picked - 1).expect("the step before");
        let seen = follower.follow(session, usize::MAX, viewer).expect("the steps after it");
        seen[0].shown_hand.map(|hand| (hand.player, hand.cards.is_empty()))
    };
    assert!(shown_to(Viewer::Player(Player(0))).is_some_and(|(owner, empty)| owner != Player(0) && !empty));
    assert_eq!(shown_to(Viewer::Public), None);
    assert!(live.step_count() > picked, "bots have played on");
}

/// The game of four bots, played by nothing but the rules and chance.md.
fn played_by_hand(seed: [u8; 32], client_seed: &str) -> Log<Fortunes> {
    let (mut game, seed) = (Fortunes::new(4, Default::default()).expect("four play"), hex(&seed));
    let (mut table, mut steps) = (Chance::of_table(&seed, client_seed), Vec::new());
    loop {
        let step = match game.due() {
            Due::Over => return Log { players: 4, options: Default::default(), steps },
            Due::Table(_) => game.draw(&mut table),
            Due::Players { must, .. } => {
                let player = must.first().expect("a player is due");
                let chance = Chance::of_decision(&seed, client_seed, player.index(), steps.len());
                let mv = decide(&game, player, true, Skill::Random, chance).expect("a move");
                game.play_unchecked(player, mv);
                GameStep::of_move(player, mv)
            }
        };
        steps.push(step);
    }
}

#[test]
fn bots_alone_play_the_game_that_the_seeds_give() {
    let mut live = table(Ruleset::Fortunes, &[SeatKind::Bot; 4], 9);
    live.record.seats[2].client_seed = "tea leaves".to_owned();
    live.note(JournalEntry::Created);
    live.begin().expect("it begins");
    while !live.advance(NOW, false) {}
    let expected = played_by_hand([9; 32], &live.record.client_seed);
    assert_eq!(live.record.client_seed.len(), 64);
    let lines = expected.steps.iter().map(|step| serde_json::to_string(step).expect("JSON") + "\n");
    assert_eq!(live.unstored.steps, lines.collect::<String>());
    assert_eq!(live.record.version as usize, 1 + expected.steps.len());
}

#[test]
fn a_person_who_is_late_is_away_until_they_act() {
    let mut live = begun(Ruleset::Fortunes, &one_person(4), 1);
    let due = live.record.deadline.expect("a person is due");
    assert_eq!((due, live.record.wake_at), (NOW + TimeDelta::seconds(120), due));
    assert!(!live.time_out(due - TimeDelta::seconds(1)));
    assert!(live.time_out(due));
    assert!(live.record.seats[0].away);
    live.advance(due, false);
    assert_eq!(live.record.deadline, Some(due + TimeDelta::seconds(10)), "the others wait less the next time");
    let entries: Vec<JournalEntry> = live.journal.iter().map(|byte| JournalEntry::from_byte(*byte)).collect();
    assert!(entries.windows(2).any(|pair| pair == [JournalEntry::Away(Player(0)), JournalEntry::Step]));
}

#[test]
fn a_table_may_be_closed_when_somebody_is_late() {
    let mut live = begun(Ruleset::Fortunes, &one_person(4), 1);
    live.record.clock.when_out = WhenOut::Close;
    assert!(live.time_out(NOW + TimeDelta::seconds(120)));
    assert_eq!((live.record.phase, live.record.closed), (TablePhase::Closed, Some(CloseReason::Clock)));
    assert_eq!(live.record.deadline, None);
}

#[test]
fn without_a_clock_nobody_is_late() {
    let mut live = table(Ruleset::Fortunes, &one_person(4), 1);
    live.record.clock.step_seconds = None;
    live.note(JournalEntry::Created);
    live.begin().expect("it begins");
    live.advance(NOW, false);
    assert_eq!((live.record.deadline, live.record.wake_at), (None, NOW + UNTOUCHED));
    assert!(!live.time_out(NOW + TimeDelta::days(6)));
}

#[test]
fn a_seat_makes_only_its_own_steps() {
    let mut live = begun(Ruleset::Fortunes, &[SeatKind::Person; 4], 1);
    let turn = live.due_persons().first().expect("a player is due");
    let other = turn.after(1, 4);
    let step: Value = serde_json::from_str(first_legal(&live, turn).expect("a step").get()).expect("JSON");
    let named = |player: u8| {
        let mut named = step.clone();
        named["player"] = json!(player);
        raw(&named)
    };
    assert_eq!(submit(&mut live, other, &named(turn.0)), Err(Code::WrongPlayer));
    assert_eq!(submit(&mut live, other, &named(other.0)), Err(Code::WrongPlayer));
    assert_eq!(submit(&mut live, turn, &named(other.0)), Err(Code::WrongPlayer));
    assert_eq!(submit(&mut live, turn, &raw(&json!({"type": "deal"}))), Err(Code::WrongStep));
    assert_eq!(submit(&mut live, turn, &raw(&json!("play"))), Err(Code::Malformed));
    let mut unnamed = step.clone();
    unnamed.as_object_mut().expect("an object").remove("player");
    assert_eq!(submit(&mut live, turn, &raw(&unnamed)), Ok(()));
}

#[test]
fn the_table_makes_its_own_steps() {
    let mut live = begun(Ruleset::Reversal, &[SeatKind::Person; 2], 1);
    let turn = live.due_persons().first().expect("a player is due");
    let roll = raw(&json!({"type": "roll", "dice": [6, 6, 6, 6, 6, 6]}));
    let refused = submit(&mut live, turn, &roll);
    assert!(matches!(refused, Err(Code::WrongStep | Code::Malformed | Code::WrongPlayer)), "{refused:?}");
}

#[test]
fn bots_wait_for_people_who_may_gain_by_speaking() {
    let mut waited = 0;
    for seed in 0..150 {
        let mut live = begun(Ruleset::Fortuno, &one_person(4), seed);
        for _ in 0..400 {
            let Waits::Players { must, given_time, .. } = live.session.as_ref().expect("a game").waits() else { break };
            if given_time.contains(Player(0)) && !must.contains(Player(0)) {
                assert_eq!(live.record.wake_at, NOW + TimeDelta::seconds(5));
                let version = live.record.version;
                live.advance(NOW, true);
                assert!(live.record.version > version, "they continue after the pause");
                waited += 1;
            } else if must.contains(Player(0)) {
                let step = first_legal(&live, Player(0)).expect("a step");
                submit(&mut live, Player(0), &step).expect("it is legal");
                live.advance(NOW, false);
            } else {
                // A player is asked in secret.
                live.advance(NOW, true);
            }
        }
    }
    assert!(waited > 1, "{waited}");
}

#[test]
fn the_clock_does_not_reveal_whether_a_bot_or_a_person_is_asked() {
    let mut asked = [0, 0];
    for seed in 0..60 {
        let mut live =
            begun(Ruleset::Fortuno, &[SeatKind::Person, SeatKind::Person, SeatKind::Bot, SeatKind::Bot], seed);
        for _ in 0..400 {
            let Waits::Players { must, may, secret, .. } = live.session.as_ref().expect("a game").waits() else {
                break;
            };
            if secret {
                let person = !live.due_persons().is_empty();
                asked[usize::from(person)] += 1;
                assert_eq!(live.record.deadline, Some(NOW + TimeDelta::seconds(120)), "{person}");
            }
            match must.union(may).iter().find(|player| player.0 < 2 && must.contains(*player)) {
                Some(player) => {
                    let step = first_legal(&live, player).expect("a step");
                    submit(&mut live, player, &step).expect("it is legal");
                    live.advance(NOW, false);
                }
                None => drop(live.advance(NOW, true)),
            }
        }
    }
    assert!(asked.iter().all(|count| *count > 0), "{asked:?}");
}

#[test]
fn watchers_of_deleted_tables_are_notified() {
    let hub = Hub::default();
    let [deleted, other] = [1, 2].map(|number| TableId(Uuid::from_u128(number)));
    let mut watches = [deleted, other].map(|id| hub.watch(id));
    hub.put(begun(Ruleset::Fortunes, &[SeatKind::Bot; 4], 1));
    assert!(hub.cached(deleted).is_some() && watches[0].changed().now_or_never().is_some());
    hub.note_revisions(&[deleted, other], &[(other, Revision::default())]);
    assert!(hub.cached(deleted).is_none());
    assert_eq!(watches.each_mut().map(|watch| watch.changed().now_or_never().is_some()), [true, false]);
}

#[test]
fn watchers_are_notified_by_the_first_news_of_a_later_version() {
    let (hub, live) = (Hub::default(), begun(Ruleset::Fortunes, &[SeatKind::Bot; 4], 1));
    let (id, version) = (live.record.id, live.record.version);
    let at = |version| Live::new(TableRecord { version, ..live.record.clone() });
    let mut watch = hub.watch(id);
    let mut is_notified = || watch.changed().now_or_never().is_some();
    hub.put(at(version));
    assert!(is_notified());
    // Another service has changed the table; it is read here before or after the notice arrives.
    hub.put(at(version + 1));
    assert!(is_notified());
    hub.note_version(id, version + 1);
    assert!(!is_notified(), "nothing is new");
    hub.note_version(id, version + 2);
    assert!(is_notified() && hub.cached(id).is_none());
    // A version read too early is not cached, even if it arrives late.
    hub.put(at(version + 1));
    assert!(!is_notified() && hub.cached(id).is_none());
    hub.put(at(version + 2));
    assert_eq!(hub.cached(id).map(|live| live.record.version), Some(version + 2));
}

#[test]
fn a_version_that_was_reported_and_not_stored_is_news_when_it_is_stored() {
    let (hub, live) = (Hub::default(), begun(Ruleset::Fortunes, &[SeatKind::Bot; 4], 1));
    let (id, version) = (live.record.id, live.record.version);
    let at = |version| Live::new(TableRecord { version, ..live.record.clone() });
    let mut watch = hub.watch(id);
    let mut is_notified = || watch.changed().now_or_never().is_some();
    hub.put(at(version));
    assert!(is_notified());
    // A write failed: it may have been stored.
    hub.note_doubt(id);
    assert!(is_notified() && hub.cached(id).is_none());
    hub.put(at(version));
    is_notified();
    // It was not, and is sent again.
    hub.put(at(version + 1));
    assert!(is_notified());
    // An earlier release reports a version that is never stored.
    hub.note_version(id, version + 2);
    assert!(is_notified());
    hub.note_revisions(&[id], &[(id, Revision { version: version + 1, mark: 0 })]);
    assert!(is_notified(), "the database knows better");
    hub.put(at(version + 1));
    is_notified();
    hub.put(at(version + 2));
    assert!(is_notified());
}

#[test]
fn another_revision_of_the_same_version_is_news() {
    let (hub, live) = (Hub::default(), begun(Ruleset::Fortunes, &[SeatKind::Bot; 4], 1));
    let (id, known) = (live.record.id, live.record.revision());
    let other = Revision { mark: known.mark + 1, ..known };
    let mut watch = hub.watch(id);
    hub.put(live);
    let mut is_notified = || watch.changed().now_or_never().is_some();
    is_notified();
    hub.note_revisions(&[id], &[(id, known)]);
    hub.note_refused(id, other);
    assert!(!is_notified() && hub.cached(id).is_some(), "nothing is new");
    hub.note_revisions(&[id], &[(id, other)]);
    assert!(is_notified() && hub.cached(id).is_none(), "the database has lost what is known here");
    assert!(hub.known(id).is_some_and(|live| live.record.revision() == known), "its changes may still follow this");
}

#[test]
fn a_waiting_table_expires_some_time_after_the_last_activity() {
    let mut live = table(Ruleset::Fortunes, &[SeatKind::Person, SeatKind::Open, SeatKind::Bot, SeatKind::Bot], 1);
    let later = NOW + TimeDelta::days(3);
    live.touch(later);
    assert_eq!((live.record.touched_at, live.record.wake_at), (later, later + UNTOUCHED));
}

#[test]
fn a_game_that_is_over_is_stored_at_once() {
    let mut live = begun(Ruleset::Fortunes, &[SeatKind::Bot; 4], 1);
    assert!(live.advance(NOW, false), "it is over");
    assert_eq!(live.record.wake_at, NOW);
}

#[test]
fn a_step_at_a_long_table_stores_nothing_of_the_steps_before_it() {
    let mut live = table(Ruleset::Fortunes, &[SeatKind::Bot; 4], 4);
    live.record.options = r#"{"match": {"type": "race_exact", "target": 1000, "max_deals": 200}}"#.to_owned();
    live.begin().expect("it begins");
    live.advance(NOW, false);
    assert!(live.step_count() >= 500, "{}", live.step_count());
    live.unstored = TableChanges::default();
    let session = live.session.as_mut().expect("a game");
    match session.waits() {
        Waits::Table => session.draw(),
        Waits::Players { must, .. } => assert!(session.act(must.first().expect("a player"), Skill::Random)),
        Waits::Over => panic!("the game goes on"),
    }
    live.stepped();
    let step = live.session.as_ref().expect("a game").last_step();
    assert_eq!(live.unstored, TableChanges { journal: vec![0xa0], steps: step + "\n" });
}

/// What a viewer is told of a game in play: its state, what is due, and the legal steps.
fn told(live: &Live, viewer: Viewer) -> Value {
    let snapshot = TableView::of(live, viewer).expect("a view").snapshot.expect("a game");
    json!([snapshot.state, snapshot.due, snapshot.legal, snapshot.legal_truncated, snapshot.step])
}

#[test]
fn tables_of_a_day_that_differ_in_hidden_cards_are_told_alike() {
    let mut live = table(Ruleset::Fortunes, &one_person(4), 5);
    live.record.day = Some(TableDay { date: NOW.date_naive(), attempt: Attempt::Counted });
    live.begin().expect("it begins");
    live.advance(NOW, false);
    let (mut chance, mut met) = (Chance::of_table("unlike", ""), 0);
    while let Some(step) = first_legal(&live, Player(0)) {
        for viewer in Player::all(4).map(Viewer::Player).chain([Viewer::Public]) {
            let mut other = live.clone();
            let session = live.session.as_deref().expect("a game");
            other.session = Some(unlike(session, viewer, &mut chance));
            let all = |live: &Live| live.session.as_ref().expect("a game").snapshot(Viewer::All).expect("it").state;
            met += usize::from(all(&live).get() != all(&other).get());
            assert_eq!(told(&live, viewer), told(&other, viewer), "{viewer:?}");
        }
        submit(&mut live, Player(0), &step).expect("a legal step");
        live.advance(NOW, false);
    }
    assert!(met > 50, "the hidden cards differed {met} times");
}
