//! Cursors: where a list goes on, bound to the filters it was asked with.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::problem::{Problem, WrongField};
use crate::{chance::hex, service::ProblemCode};

/// How many bytes of the check stand in a cursor.
const CHECK: usize = 8;

/// The cursor that goes on after this id, in the list of these filters.
pub fn write(id: Uuid, filters: &str) -> String {
    hex(id.as_bytes()) + &hex(&check(id, filters))
}

/// The id that a cursor goes on after.
///
/// # Errors
/// `bad_cursor` when it is none of this list.
pub fn read(cursor: &str, filters: &str) -> Result<Uuid, Problem> {
    let id = cursor.get(..32).and_then(|id| Uuid::try_parse(id).ok());
    id.filter(|id| write(*id, filters) == cursor).ok_or_else(|| {
        let code = ProblemCode::BadCursor;
        let detail = "This is no cursor of this list with these filters.";
        Problem::of_fields(code, vec![WrongField::of_parameter("cursor", code.kind().id, detail)])
    })
}

fn check(id: Uuid, filters: &str) -> [u8; CHECK] {
    let digest = Sha256::new().chain_update(id.as_bytes()).chain_update(filters).finalize();
    std::array::from_fn(|index| digest[index])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_bound_to_its_filters() {
        let id = Uuid::from_u128(0x0199_aa00_0000_7000_8000_0000_0000_0001);
        let cursor = write(id, "ruleset=fortunes");
        assert_eq!(read(&cursor, "ruleset=fortunes").ok(), Some(id));
        assert!(read(&cursor, "ruleset=foolery").is_err());
        assert!(read(&cursor[1..], "ruleset=fortunes").is_err());
        assert!(read("ääääääääääääääääääääääää", "").is_err());
    }
}
