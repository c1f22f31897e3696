//! The routes that there are: which methods each has, and which of them a request is for.

use actix_web::{HttpMessage, HttpRequest};

/// Every route's pattern, parameters in braces, with its methods as `Allow` lists them.
#[derive(Debug)]
pub struct RouteTable {
    /// What the OpenAPI document describes, sorted: `import` stands before `{id}`.
    described: Vec<(String, String)>,
    /// The pages, which say by themselves what they allow.
    pages: Vec<&'static str>,
}

/// The pattern of the route that a request is for; `None` inside: no route.
#[derive(Clone, Copy, Debug)]
struct Matched(Option<&'static str>);

impl RouteTable {
    /// The described routes with their methods, and the patterns of pages.
    pub fn new(mut described: Vec<(String, String)>, pages: Vec<&'static str>) -> RouteTable {
        described.sort_unstable();
        RouteTable { described, pages }
    }

    /// Every route's pattern, those of pages too.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.described.iter().map(|(pattern, _)| pattern.as_str()).chain(self.pages.iter().copied())
    }

    /// The methods of the described route that a path is of.
    pub fn allowed(&self, path: &str) -> Option<&str> {
        self.described.iter().find(|(pattern, _)| fits(pattern, path)).map(|(_, methods)| methods.as_str())
    }

    /// The pattern of the route that a request is for; it is looked up once.
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

    /// Notes the pattern of the route that a request is for.
    pub fn note(request: &HttpRequest, pattern: Option<&'static str>) {
        request.extensions_mut().insert(Matched(pattern));
    }
}

/// Does a path fill in a pattern's parameters?
fn fits(pattern: &str, path: &str) -> bool {
    let fits = |(part, given): (&str, &str)| part == given || (part.starts_with('{') && !given.is_empty());
    pattern.split('/').count() == path.split('/').count() && pattern.split('/').zip(path.split('/')).all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_of_the_route_whose_parameters_it_fills_in() {
        let routes = [("/v1/games/{id}", "GET, HEAD, DELETE"), ("/v1/games/import", "POST")];
        let routes = routes.map(|(pattern, methods)| (pattern.to_owned(), methods.to_owned())).to_vec();
        let table = RouteTable::new(routes, Vec::new());
        assert_eq!(table.allowed("/v1/games/import"), Some("POST"));
        assert_eq!(table.allowed("/v1/games/x"), Some("GET, HEAD, DELETE"));
        assert_eq!(table.allowed("/v1/games/"), None);
        assert_eq!(table.allowed("/v1/games/x/y"), None);
    }
}
