//! Tables as CSV (RFC 4180), for spreadsheets.

/// A table: a row of names, then rows of as many cells.
#[derive(Clone, Debug, Default)]
pub struct Table(String);

/// What spreadsheets take for the beginning of a formula, also as wide signs; and the sign that is put in front of those.
const FORMULA: [char; 9] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}', PLAIN];
const PLAIN: char = '\'';

impl Table {
    /// A table with these columns.
    pub fn with_header(columns: &[&str]) -> Table {
        let mut table = Table::default();
        table.row(columns.iter().map(|column| (*column).to_owned()));
        table
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        for (index, cell) in cells.into_iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            match cell.contains([',', '"', '\r', '\n']) {
                true => self.0.push_str(&format!("\"{}\"", cell.replace('"', "\"\""))),
                false => self.0.push_str(&cell),
            }
        }
        self.0.push_str("\r\n");
    }

    /// The table as text.
    pub fn into_string(self) -> String {
        self.0
    }
}

/// A cell with text of callers: what would run as a formula has a `'` in front, and so has what begins with one. Some
/// spreadsheets begin a cell at a `;`, so that what follows one is treated likewise.
pub fn text(text: &str) -> String {
    text.split(';').map(guarded).collect::<Vec<_>>().join(";")
}

/// What may be the beginning of a cell, with a `'` in front of the first sign of a formula.
fn guarded(part: &str) -> String {
    let rest = part.trim_start();
    let (spaces, mark) = (&part[..part.len() - rest.len()], rest.starts_with(FORMULA).then_some(PLAIN));
    format!("{spaces}{}{rest}", value(mark))
}

/// A cell with a number or another value of ours; empty if there is none.
pub fn value(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// A cell with a list.
pub fn list(items: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    items.into_iter().map(|item| text(item.as_ref())).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_where_it_has_to_be_and_never_runs() {
        let mut table = Table::with_header(&["name", "games"]);
        for name in [
            "Ada",
            "=1+1",
            "@x",
            "-Bel",
            "+",
            "'twas",
            "\u{ff1d}1",
            "a,b",
            "say \"hi\"",
            "=\"a\",b",
            "a; =1;+2",
            " -b;c",
        ] {
            table.row([text(name), value(Some(-3))]);
        }
        table.row([value(None::<i64>), list(["=a", "b", "@c", "d;=e"])]);
        let rows: Vec<_> = table.0.split_terminator("\r\n").collect();
        assert_eq!(
            rows,
            [
                "name,games",
                "Ada,-3",
                "'=1+1,-3",
                "'@x,-3",
                "'-Bel,-3",
                "'+,-3",
                "''twas,-3",
                "'\u{ff1d}1,-3",
                "\"a,b\",-3",
                "\"say \"\"hi\"\"\",-3",
                "\"'=\"\"a\"\",b\",-3",
                "a; '=1;'+2,-3",
                " '-b;c,-3",
                ",'=a; b; '@c; d;'=e",
            ]
        );
    }
}
