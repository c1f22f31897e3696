//! Cursors: the position at which a list continues, bound to the filters of the list.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::{
    hex::hex,
    http::reply::problem::Problem,
    service::{Position, ProblemCode},
};

/// Number of check bytes in a cursor.
const CHECK: usize = 8;

/// Number of hex digits of id and check. The cursor of a list that is not ordered by ids alone has [`RANK`] more in
/// front.
const SHORT: usize = 2 * (16 + CHECK);

/// Number of hex digits of a rank.
const RANK: usize = 16;

/// The cursor after this position, for a list with these filters.
pub fn write(position: Position, filters: &str) -> String {
    let rank = position.rank.map(|rank| hex(&rank.to_be_bytes())).unwrap_or_default();
    rank + &hex(position.id.as_bytes()) + &hex(&check(position, filters))
}

/// The position after which a cursor continues.
///
/// # Errors
/// `bad_cursor` if it does not belong to this list.
pub fn read(cursor: &str, filters: &str) -> Result<Position, Problem> {
    let position = position(cursor).filter(|position| write(*position, filters) == cursor);
    position.ok_or_else(bad)
}

/// The problem of a cursor that does not belong to the list.
pub fn bad() -> Problem {
    let detail = "The cursor is not valid for this list with these filters.";
    Problem::of_parameter(ProblemCode::BadCursor, "cursor", detail)
}

/// The cursor of a list that is not ordered by ids: the bytes encode the position.
pub fn write_bytes(bytes: &[u8], filters: &str) -> String {
    let digest = Sha256::new().chain_update(bytes).chain_update(filters).finalize();
    hex(bytes) + &hex(&digest[..CHECK])
}

/// The bytes in such a cursor.
///
/// # Errors
/// `bad_cursor` for any other text.
pub fn read_bytes(cursor: &str, filters: &str) -> Result<Vec<u8>, Problem> {
    let digits = cursor.len().checked_sub(2 * CHECK).and_then(|end| cursor.get(..end));
    let bytes: Option<Vec<u8>> = digits.and_then(|digits| {
        let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        (0..digits.len()).step_by(2).map(byte).collect()
    });
    bytes.filter(|bytes| write_bytes(bytes, filters) == cursor).ok_or_else(bad)
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
            let cursor = write(position, "ruleset=fortunes");
            assert_eq!(read(&cursor, "ruleset=fortunes").ok(), Some(position));
            assert!(read(&cursor, "ruleset=foolery").is_err());
            assert!(read(&cursor[1..], "ruleset=fortunes").is_err());
            assert!(read(&cursor.to_uppercase(), "ruleset=fortunes").is_err());
        }
        assert!(read("ääääääääääääääääääääääää", "").is_err());
        assert!(read("ääääääääääääääääääääääääääääääää", "").is_err());
    }

    #[test]
    fn a_cursor_of_bytes_is_bound_to_its_filters() {
        for bytes in [&[][..], b"x", "Ada ä".as_bytes()] {
            let cursor = write_bytes(bytes, "filters");
            assert_eq!(read_bytes(&cursor, "filters").ok().as_deref(), Some(bytes));
            assert!(read_bytes(&cursor, "others").is_err());
            assert!(read_bytes(&cursor[1..], "filters").is_err());
        }
        for text in ["", "0", "ääääääääääääääääääääääää", "+1+1+1+1+1+1+1+1+1+1"] {
            assert!(read_bytes(text, "filters").is_err());
        }
    }

    #[test]
    fn a_cursor_of_an_older_release_is_still_read() {
        assert_eq!(read("0199aa000000700080000000000000016cd0c499065f1722", "games").ok(), Some(Position::of_id(ID)));
    }
}
