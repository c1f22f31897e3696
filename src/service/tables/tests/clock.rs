//! The clock of a table, and what it shows of whom.

use super::*;
use crate::{
    games::Fortuno,
    service::{
        ServiceError,
        tables::{
            changes::AutoPlay, in_play, pause, session::SentStep, setup::left_to_bot, steps::make_step, tend::wake,
        },
    },
};

/// The first moment of Fortuno at which a player is asked in secret: a person or a bot.
fn asked_in_secret(seats: &[SeatKind], clock: TableClock, of: SeatKind) -> (Live, Player) {
    for seed in 0..200 {
        let mut live = table(Ruleset::Fortuno, seats, seed);
        live.record.clock = clock;
        live.note(JournalEntry::Created);
        live.begin().expect("it begins");
        live.advance(NOW, true);
        for _ in 0..400 {
            let Waits::Players { must, secret, .. } = live.session.as_ref().expect("a game").waits() else { break };
            let asked = must.first().expect("somebody is asked");
            if secret && live.record.seats[asked.index()].kind == of {
                return (live, asked);
            }
            match live.due_persons().first() {
                Some(player) => {
                    let step = first_legal(&live, player).expect("a step");
                    submit(&mut live, player, &step).expect("it is legal");
                    live.advance(NOW, false);
                }
                None => drop(live.advance(NOW, true)),
            }
        }
    }
    panic!("nobody is asked in secret");
}

const PERSONS_AND_BOTS: [SeatKind; 4] = [SeatKind::Person, SeatKind::Person, SeatKind::Bot, SeatKind::Bot];

fn sent(step: &RawValue) -> SentStep<'_> {
    SentStep { step, deck: None }
}

#[test]
fn a_bot_that_is_asked_in_secret_acts_by_the_deadline() {
    for (step_seconds, speak_seconds) in [(5, 5), (5, 60), (30, 5), (30, 0)] {
        for when_out in [WhenOut::Bot, WhenOut::Close] {
            let clock =
                TableClock { step_seconds: Some(step_seconds), speak_seconds, when_out, ..TableClock::default() };
            let (mut live, _) = asked_in_secret(&PERSONS_AND_BOTS, clock, SeatKind::Bot);
            let (at, steps) = (live.record.wake_at, live.step_count());
            let pause = pause::before_a_secret_answer(&live.record);
            assert_eq!(at, NOW + pause.min(TimeDelta::seconds(step_seconds.into())));
            assert!(live.record.deadline.is_some(), "as if a person were asked: {clock:?}");
            assert_eq!(wake(&mut live, at).ok(), Some(AutoPlay::Waited), "nobody is late");
            live.advance(at, true);
            assert!(live.record.phase == TablePhase::Playing && live.step_count() > steps, "{clock:?}");
        }
    }
}

#[test]
fn an_answer_in_secret_does_not_show_who_is_back() {
    let (mut live, asked) = asked_in_secret(&PERSONS_AND_BOTS, TableClock::default(), SeatKind::Person);
    live.record.seats[asked.index()].away = true;
    let (before, count) = (live.journal.len(), live.step_count() as u32);
    let step = raw(&json!({"type": kind_due(&live, asked), "use": false}));
    make_step(&mut live, asked, count, sent(&step)).expect("it is legal");
    assert_eq!(live.journal[before..], [JournalEntry::Step.to_byte()]);
    assert!(live.record.seats[asked.index()].away, "until a step that others see");
}

/// The only type of step that is due from a player.
fn kind_due(live: &Live, player: Player) -> String {
    let step: Value = serde_json::from_str(first_legal(live, player).expect("a step").get()).expect("JSON");
    step["type"].as_str().expect("a type").to_owned()
}

#[test]
fn the_last_of_several_players_may_have_decided_before_the_others() {
    let mut live = begun(Ruleset::Reversal, &[SeatKind::Person; 3], 1);
    let due = live.due_persons();
    assert_eq!(due.len(), 3);
    let after = live.step_count() as u32;
    let steps: Vec<_> = due.iter().map(|player| (player, first_legal(&live, player).expect("a step"))).collect();
    for (player, step) in &steps {
        make_step(&mut live, *player, after, sent(step)).expect("it is as old as the question");
    }
    live.advance(NOW, false);
    let (player, step) = &steps[0];
    let late = make_step(&mut live, *player, after, sent(step));
    assert!(matches!(late, Err(ServiceError::TableMovedOn(_))), "another question: {late:?}");
}

#[test]
fn whoever_might_speak_decides_anew_when_it_is_their_turn() {
    let mut turns = 0;
    for seed in 0..20 {
        let mut live = begun(Ruleset::Fortuno, &[SeatKind::Person; 4], seed);
        for _ in 0..60 {
            let Some(Waits::Players { must, may, .. }) = live.session.as_ref().map(|session| session.waits()) else {
                break;
            };
            let (count, Some(player)) = (live.step_count(), must.first()) else { break };
            let step = first_legal(&live, player).expect("a step");
            make_step(&mut live, player, count as u32, sent(&step)).expect("it is legal");
            live.advance(NOW, false);
            let due = live.due_persons().intersection(may);
            if let Some(next) = due.first().filter(|_| live.step_count() == count + 1) {
                let step = first_legal(&live, next).expect("a step");
                let late = make_step(&mut live, next, count as u32, sent(&step));
                assert!(matches!(late, Err(ServiceError::TableMovedOn(_))), "{seed} {count}: {late:?}");
                turns += 1;
            }
        }
    }
    assert!(turns > 10, "{turns}");
}

#[test]
fn nobody_is_late_for_a_question_that_was_just_asked() {
    for seed in 0..40 {
        let mut live = begun(Ruleset::Fortuno, &[SeatKind::Person; 5], seed);
        for second in 1..200 {
            let (asked, count) = (live.due_persons(), live.step_count());
            let (Some(deadline), false) = (live.record.deadline, live.record.phase.has_ended()) else { break };
            assert!(live.time_out(deadline), "{seed} {second}");
            let steps = live.step_count() - count;
            assert!((1..=asked.len()).contains(&steps), "{seed} {second}: {steps} steps for {asked:?}");
            let late = live.record.seats.iter().filter(|seat| seat.away).count();
            assert!(late <= 5);
            live.advance(deadline, false);
        }
    }
}

#[test]
fn a_table_is_not_abandoned_before_its_deadline() {
    let mut live = begun(Ruleset::Fortuno, &[SeatKind::Person, SeatKind::Person, SeatKind::Bot, SeatKind::Bot], 3);
    live.record.deadline = Some(live.record.touched_at + UNTOUCHED + TimeDelta::seconds(10));
    live.record.wake_at = live.record.touched_at + UNTOUCHED;
    let at = live.record.wake_at;
    assert_eq!(wake(&mut live, at).ok(), Some(AutoPlay::Waited));
    live.record.deadline = None;
    assert_eq!(wake(&mut live, at).ok(), Some(AutoPlay::Off));
    assert_eq!(live.record.closed, Some(CloseReason::Abandoned));
}

#[test]
fn those_left_of_several_keep_their_deadline_and_others_have_a_new_one() {
    let (mut kept, mut new) = (0, 0);
    for seed in 0..40 {
        let mut live = begun(Ruleset::Fortuno, &[SeatKind::Person; 5], seed);
        for second in 1..100 {
            let now = NOW + TimeDelta::seconds(second);
            let (before, deadline, count) = (live.due_persons(), live.record.deadline, live.step_count());
            let Some(player) = before.iter().last() else { break };
            let (step, question) = (first_legal(&live, player).expect("a step"), kind_due(&live, player));
            make_step(&mut live, player, count as u32, sent(&step)).expect("it is legal");
            live.advance(now, false);
            let due = live.due_persons();
            if due.is_empty() || live.step_count() > count + 1 {
                continue;
            }
            let mut others = before;
            others.remove(player);
            if due.without(others).is_empty() && due.iter().all(|player| kind_due(&live, player) == question) {
                assert_eq!(live.record.deadline, deadline, "{seed} {count}");
                kept += 1;
            } else {
                assert_eq!(live.record.deadline, Some(now + TimeDelta::seconds(120)), "{seed} {count}");
                new += usize::from(due.len() > 1);
            }
        }
    }
    assert!(kept > 10 && new > 10, "{kept} {new}");
}

#[test]
fn those_who_leave_give_nobody_more_time() {
    let mut live = begun(Ruleset::Fortunes, &[SeatKind::Person; 4], 1);
    let (due, deadline) = (live.due_persons().first().expect("a person is due"), live.record.deadline);
    let leaver = due.after(1, 4);
    live.record.seats[leaver.index()] = left_to_bot(&live.record.seats[leaver.index()], Ruleset::Fortunes);
    live.advance(NOW + TimeDelta::seconds(60), false);
    assert_eq!(live.record.deadline, deadline);
    live.record.seats[due.index()] = left_to_bot(&live.record.seats[due.index()], Ruleset::Fortunes);
    live.advance(NOW + TimeDelta::seconds(60), false);
    assert_eq!(live.record.deadline, Some(NOW + TimeDelta::seconds(180)), "the next person has a whole step");
}

/// How long bots wait for a person who plays the first legal steps against three adepts of Fortuno, and how long they
/// would if they waited whenever the person may speak.
fn waited_for_a_person(seed: u8) -> (TimeDelta, TimeDelta) {
    let mut live = table(Ruleset::Fortuno, &one_person(4), seed);
    live.record.seats.iter_mut().filter(|seat| seat.kind == SeatKind::Bot).for_each(|seat| {
        seat.bot = Some(BotRecord::new("adept", 1));
    });
    live.note(JournalEntry::Created);
    live.begin().expect("it begins");
    let (person, mut now, mut waited) = (Player(0), NOW, TimeDelta::zero());
    while !live.advance(now, now > NOW && live.record.wake_at == now) {
        match live.due_persons().is_empty() {
            true => {
                waited += live.record.wake_at - now;
                now = live.record.wake_at;
            }
            false => {
                let step = first_legal(&live, person).expect("a step");
                submit(&mut live, person, &step).expect("it is legal");
            }
        }
    }
    let (_, log) = in_play::game_of::<Fortuno>(live.session.as_deref().expect("a game")).expect("Fortuno");
    let mut game = Fortuno::new(4, log.options).expect("four play");
    let mut spoken = 0;
    for step in &log.steps {
        if let Due::Players { must, may, .. } = game.due() {
            spoken += i32::from(may.contains(person) && !must.contains(person));
        }
        game.apply_unchecked(step);
    }
    (waited, pause::for_speakers(&live.record) * spoken)
}

#[test]
fn bots_wait_in_fortuno_only_while_somebody_can_be_caught() {
    let games: Vec<_> = (0..20).map(waited_for_a_person).collect();
    let [now, before] = [games.iter().map(|game| game.0).sum::<TimeDelta>(), games.iter().map(|game| game.1).sum()];
    println!("{} s of waiting in a game, where it were {} s", now.num_seconds() / 20, before.num_seconds() / 20);
    assert!(now * 3 < before, "{now} of {before}");
}
