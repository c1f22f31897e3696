//! Tests of pages by key.

use sqlx::Sqlite;
use uuid::Uuid;

use super::*;

const COLUMNS: Columns = Columns { id: "id", moment: None, time: "created_at", position: "position" };

fn request(order: Order, rank: Option<i64>) -> PageRequest {
    PageRequest { order, from: Some(Position { rank, id: Uuid::nil() }), limit: 2 }
}

fn sql(of: impl Fn(&mut Statement<Sqlite>)) -> String {
    let mut statement = Statement::new("");
    of(&mut statement);
    statement.finished().expect("no error").0
}

#[test]
fn a_page_begins_after_its_position() {
    let begin = |request: PageRequest| sql(|statement| request.begin(statement, COLUMNS));
    assert_eq!(begin(request(Order::NewestId, None)), " and id < ?");
    assert_eq!(begin(request(Order::NewestTime, Some(1))), " and created_at <= ? and (created_at, id) < (?, ?)");
    assert_eq!(begin(request(Order::Commits, Some(1))), " and position >= ? and (position, id) > (?, ?)");
}

#[test]
fn a_page_by_id_is_found_by_its_moment_too() {
    let columns = Columns { moment: Some("moment"), ..COLUMNS };
    let request = request(Order::NewestId, None);
    let begin = |statement: &mut Statement<Sqlite>| request.begin(statement, columns);
    assert_eq!(sql(begin), " and moment <= ? and id < ?");
    let cut = |statement: &mut Statement<Sqlite>| request.cut(statement, columns, 3);
    assert_eq!(sql(cut), " order by moment desc, id desc limit 3");
}

#[test]
fn a_page_ends_at_its_edge() {
    let end = |order, rank| {
        sql(|statement| request(order, rank).end_at(statement, COLUMNS, Position { rank, id: Uuid::nil() }))
    };
    assert_eq!(end(Order::NewestId, None), " and id >= ?");
    assert_eq!(end(Order::NewestTime, Some(1)), " and created_at >= ? and (created_at, id) >= (?, ?)");
    assert_eq!(end(Order::Commits, Some(1)), " and position <= ? and (position, id) <= (?, ?)");
}

#[test]
fn the_next_page_begins_after_the_last_row_or_where_scanning_stopped() {
    let position = |rank| Position { rank: Some(rank), id: Uuid::nil() };
    let rows = |count: i64| (0..count).map(|number| ((), position(number))).collect();
    let request = request(Order::Commits, None);
    assert_eq!(request.page::<()>(rows(3), Some(position(9))).next, Some(position(1)));
    assert_eq!(request.page::<()>(rows(2), Some(position(9))).next, Some(position(9)));
    assert_eq!(request.page::<()>(rows(2), None).next, None);
}

#[test]
fn any_number_in_a_position_is_a_time() {
    assert_eq!(micros(i64::MIN), in_bounds(DateTime::<Utc>::MIN_UTC));
    assert_eq!(micros(1), DateTime::from_timestamp_micros(1).expect("a time"));
    assert_eq!(micros(i64::MAX), in_bounds(DateTime::<Utc>::MAX_UTC));
}

#[test]
fn of_two_bounds_on_a_time_only_the_closer_one_is_asked_for() {
    let at = |micros: i64| DateTime::from_timestamp_micros(micros);
    let place = |micros| Some(Position { rank: Some(micros), id: Uuid::nil() });
    let open = |from, edge, period| {
        let request = PageRequest { order: Order::NewestTime, from, limit: 1 };
        request.open_ends(edge, period)
    };
    assert_eq!(open(None, None, (at(10), at(20))), (at(10), at(20)));
    assert_eq!(open(None, place(12), (at(10), at(20))), (None, at(20)));
    assert_eq!(open(place(19), place(12), (at(10), at(20))), (None, None));
    // A position outside the period does not widen it.
    assert_eq!(open(place(20), place(9), (at(10), at(20))), (at(10), at(20)));
}
