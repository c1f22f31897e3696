//! Queries of lists: filters, cursor and form.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload};
use utoipa::IntoParams;
use uuid::Uuid;

use super::{
    accept::{self, ListForm},
    cursor,
    query::Query,
};
use crate::{
    http::reply::problem::Problem,
    service::{PageSize, Position},
};

/// Default number of items per page.
pub const PAGE: u32 = 20;
/// Maximum number of items per page.
pub const PAGE_LIMIT: u32 = 100;

/// The filters of a list.
pub trait FromQuery: Sized {
    /// Whether the list is also available as NDJSON.
    const LINES: bool;

    /// Takes the filters from a query.
    fn from_query(query: &mut Query) -> Self;
}

/// A list without filters.
impl FromQuery for () {
    const LINES: bool = false;

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
        self.cursor.as_deref().map(|cursor| cursor::read(cursor, filters)).transpose()
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
        let form = match T::LINES {
            true => accept::list_form(request),
            false => accept::json_only(request).map(|()| ListForm::Pages),
        };
        let most = if matches!(form, Ok(ListForm::Lines)) { u32::MAX } else { PAGE_LIMIT };
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
