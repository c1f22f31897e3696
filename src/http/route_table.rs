//! The patterns of routes and their methods.

use actix_web::{HttpMessage, HttpRequest, dev::ServiceRequest};

/// Every route's pattern, with parameters in braces, and its methods as `Allow` lists them.
#[derive(Debug)]
pub struct RouteTable {
    /// The routes of the OpenAPI document, sorted: `import` precedes `{id}`.
    described: Vec<(String, String)>,
    /// The pages, which handle `Allow` themselves.
    pages: Vec<&'static str>,
}

/// The pattern of the route that a request matches; `None` inside: no route.
#[derive(Clone, Copy, Debug)]
struct Matched(Option<&'static str>);

impl RouteTable {
    /// The described routes with their methods, and the patterns of pages.
    pub fn new(mut described: Vec<(String, String)>, pages: Vec<&'static str>) -> RouteTable {
        described.sort_unstable();
        RouteTable { described, pages }
    }

    /// Every route's pattern, including those of pages.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.described.iter().map(|(pattern, _)| pattern.as_str()).chain(self.pages.iter().copied())
    }

    /// The methods of the described route that a path matches.
    pub fn allowed(&self, path: &str) -> Option<&str> {
        self.described.iter().find(|(pattern, _)| fits(pattern, path)).map(|(_, methods)| methods.as_str())
    }

    /// Whether a path is that of a page, or of a described route that is a page as well, such as the rules.
    pub fn is_page(&self, path: &str) -> bool {
        let described = || !path.starts_with("/v1") && self.allowed(path).is_some();
        self.pages.iter().any(|pattern| fits(pattern, path)) || described()
    }

    /// Whether there is a described route for the path and the method of a request.
    pub fn has(request: &ServiceRequest) -> bool {
        let table = request.app_data::<&'static RouteTable>();
        let methods = table.and_then(|table| table.allowed(request.path()));
        methods.is_some_and(|methods| methods.split(", ").any(|method| method == request.method()))
    }

    /// The pattern of the route that a request matches; it is looked up once.
    pub fn pattern(request: &HttpRequest) -> Option<&'static str> {
        if let Some(Matched(known)) = request.extensions().get::<Matched>() {
            return *known;
        }
        let table = request.app_data::<&'static RouteTable>().copied();
        let found = table.zip(request.match_pattern());
        let found = found.and_then(|(table, found)| table.patterns().find(|pattern| *pattern == found));
        RouteTable::note(request, found);
        found
    }

    /// Records the pattern of the route that a request matches.
    pub fn note(request: &HttpRequest, pattern: Option<&'static str>) {
        request.extensions_mut().insert(Matched(pattern));
    }
}

/// Whether a path matches a pattern with parameters.
fn fits(pattern: &str, path: &str) -> bool {
    let fits = |(part, given): (&str, &str)| part == given || (part.starts_with('{') && !given.is_empty());
    pattern.split('/').count() == path.split('/').count() && pattern.split('/').zip(path.split('/')).all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_matches_the_route_whose_parameters_it_fills_in() {
        let routes = [("/v1/games/{id}", "GET, HEAD, DELETE"), ("/v1/games/import", "POST")];
        let routes = routes.map(|(pattern, methods)| (pattern.to_owned(), methods.to_owned())).to_vec();
        let table = RouteTable::new(routes, Vec::new());
        assert_eq!(table.allowed("/v1/games/import"), Some("POST"));
        assert_eq!(table.allowed("/v1/games/x"), Some("GET, HEAD, DELETE"));
        assert_eq!(table.allowed("/v1/games/"), None);
        assert_eq!(table.allowed("/v1/games/x/y"), None);
        let described = ["/rules/{page}", "/v1/games"].map(|path| (path.to_owned(), "GET, HEAD".to_owned()));
        let pages = RouteTable::new(described.to_vec(), vec!["/games", "/games/{id}"]);
        assert!(pages.is_page("/rules/fortunes") && !pages.is_page("/v1/games"));
        assert!(pages.is_page("/games") && pages.is_page("/games/x"));
        assert!(!pages.is_page("/games/") && !pages.is_page("//games") && !pages.is_page(""));
    }
}
