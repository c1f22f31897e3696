//! Queries of lists: filters, form, and the cursor at which the list continues, which is bound to its filters.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload};
use sha2::{Digest, Sha256};
use utoipa::IntoParams;
use uuid::Uuid;

use super::{
    accept::{self, ListForm},
    query::Query,
};
use crate::{
    hex::hex,
    http::reply::problem::Problem,
    service::{PageSize, Position, ProblemCode},
};

/// Default number of items per page.
pub const PAGE: u32 = 20;
/// Maximum number of items per page.
const PAGE_LIMIT: u32 = 100;

/// The filters of a list.
pub trait FromQuery: Sized {
    /// The forms in which the list is available; none if its route chooses the form.
    const FORMS: &'static [ListForm] = &[ListForm::Pages];

    /// Takes the filters from a query.
    fn from_query(query: &mut Query) -> Self;
}

/// A list without filters.
impl FromQuery for () {
    fn from_query(_: &mut Query) {}
}

/// The part of a list that is also available as NDJSON.
#[derive(Clone, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LinesParameters {
    /// Maximum number of items per page (20). NDJSON has no maximum and contains all items by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// `next_cursor` of the previous page, or the `cursor` of a line, with the same filters.
    #[param(pattern = "^([0-9a-f]{16})?[0-9a-f]{48}$")]
    cursor: Option<String>,
}

/// The page of a list in the order of ids, as the document describes it. The parameters of every list are taken as a
/// [`LinesParameters`].
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes parameters")]
pub struct PageParameters {
    /// Maximum number of items per page (20).
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[param(pattern = "^[0-9a-f]{48}$")]
    cursor: Option<String>,
}

impl LinesParameters {
    /// Takes the parameters of any list from a query, with this maximum of items.
    fn take(query: &mut Query, most: u32) -> LinesParameters {
        LinesParameters { limit: query.between("limit", 1, most), cursor: query.one("cursor") }
    }
}

/// The query of a list.
#[derive(Clone, Debug)]
pub struct ListQuery<T> {
    /// The filters.
    pub filter: T,
    /// The requested form.
    pub form: ListForm,
    /// Maximum number of items: per page, or of all lines.
    pub limit: Option<u32>,
    /// The cursor at which the list continues.
    pub cursor: Option<String>,
}

impl<T> ListQuery<T> {
    /// Maximum number of items per page.
    pub fn page_size(&self) -> PageSize {
        PageSize::up_to(self.limit.unwrap_or(PAGE))
    }

    /// The position after which the page begins, in a list with these filters.
    ///
    /// # Errors
    /// `bad_cursor` if the cursor does not belong to this list.
    pub fn position(&self, filters: &str) -> Result<Option<Position>, Problem> {
        self.cursor.as_deref().map(|cursor| read_cursor(cursor, filters)).transpose()
    }

    /// The id after which the page begins, in a list in the order of ids.
    ///
    /// # Errors
    /// As of [`ListQuery::position`].
    pub fn id(&self, filters: &str) -> Result<Option<Uuid>, Problem> {
        Ok(self.position(filters)?.map(|position| position.id))
    }
}

impl<T: FromQuery> ListQuery<T> {
    fn of(request: &HttpRequest) -> Result<ListQuery<T>, Problem> {
        let form = accept::list_form(request, T::FORMS);
        let most = if matches!(form, Ok(ListForm::Lines | ListForm::Rows)) { u32::MAX } else { PAGE_LIMIT };
        let mut query = Query::of(request);
        let filter = T::from_query(&mut query);
        let LinesParameters { limit, cursor } = LinesParameters::take(&mut query, most);
        query.finish()?;
        Ok(ListQuery { filter, form: form?, limit, cursor })
    }
}

impl<T: FromQuery + 'static> FromRequest for ListQuery<T> {
    type Error = Problem;
    type Future = Ready<Result<ListQuery<T>, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(ListQuery::of(request))
    }
}

/// Number of check bytes in a cursor.
const CHECK: usize = 8;

/// Number of hex digits of id and check. The cursor of a list that is not ordered by ids alone has [`RANK`] more in
/// front.
const SHORT: usize = 2 * (16 + CHECK);

/// Number of hex digits of a rank.
const RANK: usize = 16;

/// The cursor after this position, for a list with these filters.
pub fn write_cursor(position: Position, filters: &str) -> String {
    let rank = position.rank.map(|rank| hex(&rank.to_be_bytes())).unwrap_or_default();
    rank + &hex(position.id.as_bytes()) + &hex(&check(position, filters))
}

/// The position after which a cursor continues.
///
/// # Errors
/// `bad_cursor` if it does not belong to this list.
pub fn read_cursor(cursor: &str, filters: &str) -> Result<Position, Problem> {
    let position = position(cursor).filter(|position| write_cursor(*position, filters) == cursor);
    position.ok_or_else(bad_cursor)
}

/// The problem of a cursor that does not belong to the list.
pub fn bad_cursor() -> Problem {
    let detail = "The cursor is not valid for this list with these filters.";
    Problem::of_parameter(ProblemCode::BadCursor, "cursor", detail)
}

/// The cursor of a list that is not ordered by ids: the bytes encode the position.
pub fn write_cursor_of_bytes(bytes: &[u8], filters: &str) -> String {
    let digest = Sha256::new().chain_update(bytes).chain_update(filters).finalize();
    hex(bytes) + &hex(&digest[..CHECK])
}

/// The bytes in such a cursor.
///
/// # Errors
/// `bad_cursor` for any other text.
pub fn read_cursor_of_bytes(cursor: &str, filters: &str) -> Result<Vec<u8>, Problem> {
    let digits = cursor.len().checked_sub(2 * CHECK).and_then(|end| cursor.get(..end));
    let bytes: Option<Vec<u8>> = digits.and_then(|digits| {
        let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        (0..digits.len()).step_by(2).map(byte).collect()
    });
    bytes.filter(|bytes| write_cursor_of_bytes(bytes, filters) == cursor).ok_or_else(bad_cursor)
}

/// The position in a cursor of any list.
fn position(cursor: &str) -> Option<Position> {
    let (rank, rest) = match cursor.len() {
        SHORT => (None, cursor),
        _ => {
            let (rank, rest) = cursor.split_at_checked(RANK)?;
            (Some(u64::from_str_radix(rank, 16).ok()?.cast_signed()), rest)
        }
    };
    let id = Uuid::try_parse(rest.get(..32)?).ok()?;
    Some(Position { rank, id })
}

fn check(position: Position, filters: &str) -> [u8; CHECK] {
    let rank = position.rank.map(i64::to_be_bytes);
    let digest = Sha256::new().chain_update(rank.as_ref().map_or(&[][..], |rank| &rank[..]));
    let digest = digest.chain_update(position.id.as_bytes()).chain_update(filters).finalize();
    std::array::from_fn(|index| digest[index])
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: Uuid = Uuid::from_u128(0x0199_aa00_0000_7000_8000_0000_0000_0001);

    #[test]
    fn a_cursor_is_bound_to_its_filters() {
        for rank in [None, Some(0), Some(7), Some(i64::MAX), Some(-1), Some(i64::MIN)] {
            let position = Position { rank, id: ID };
            let cursor = write_cursor(position, "ruleset=fortunes");
            assert_eq!(read_cursor(&cursor, "ruleset=fortunes").ok(), Some(position));
            assert!(read_cursor(&cursor, "ruleset=foolery").is_err());
            assert!(read_cursor(&cursor[1..], "ruleset=fortunes").is_err());
            assert!(read_cursor(&cursor.to_uppercase(), "ruleset=fortunes").is_err());
        }
        assert!(read_cursor("ääääääääääääääääääääääää", "").is_err());
        assert!(read_cursor("ääääääääääääääääääääääääääääääää", "").is_err());
    }

    #[test]
    fn a_cursor_of_bytes_is_bound_to_its_filters() {
        for bytes in [&[][..], b"x", "Ada ä".as_bytes()] {
            let cursor = write_cursor_of_bytes(bytes, "filters");
            assert_eq!(read_cursor_of_bytes(&cursor, "filters").ok().as_deref(), Some(bytes));
            assert!(read_cursor_of_bytes(&cursor, "others").is_err());
            assert!(read_cursor_of_bytes(&cursor[1..], "filters").is_err());
        }
        for text in ["", "0", "ääääääääääääääääääääääää", "+1+1+1+1+1+1+1+1+1+1"] {
            assert!(read_cursor_of_bytes(text, "filters").is_err());
        }
    }

    #[test]
    fn a_cursor_of_an_older_release_is_still_read() {
        assert_eq!(
            read_cursor("0199aa000000700080000000000000016cd0c499065f1722", "games").ok(),
            Some(Position::of_id(ID))
        );
    }
}
