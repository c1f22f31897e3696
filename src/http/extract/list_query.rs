//! Queries of lists: what narrows them, where they go on, and in which form they are asked for.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload};

use super::{
    accept::{self, ListForm},
    query::Query,
};
use crate::http::reply::problem::Problem;

/// How many items a page has by default.
pub const PAGE: u32 = 20;
/// The most items that a page can have.
pub const PAGE_LIMIT: u32 = 100;

/// What narrows a list.
pub trait FromQuery: Sized {
    /// Can the list be had as lines, too?
    const LINES: bool;

    /// Takes its parameters out of a query.
    fn from_query(query: &mut Query) -> Self;
}

/// A list that nothing narrows.
impl FromQuery for () {
    const LINES: bool = false;

    fn from_query(_: &mut Query) {}
}

/// What is asked of a list.
#[derive(Clone, Debug)]
pub struct ListQuery<T> {
    /// What narrows it.
    pub filter: T,
    /// In which form.
    pub form: ListForm,
    /// How many items at most: of a page, or of all lines.
    pub limit: Option<u32>,
    /// Where it goes on.
    pub cursor: Option<String>,
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
        let (limit, cursor) = (query.between("limit", 1, most), query.one("cursor"));
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
