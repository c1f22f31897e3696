//! The games of a name: the rows that lists and erasures find them in.

use std::sync::LazyLock;

use super::{dialect::Dialect, games, name_keys, query::Statement};

/// The table or view that lists games by name, with the columns `game_id` and `winner`.
pub(super) const fn source<D: Dialect>() -> &'static str {
    if D::NAMES_IN_ROWS { "named_games" } else { "game_players" }
}

/// The rows among which a statement finds the games of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// Those of [`source`], under the alias `named`.
    Names,
    /// Games with the columns of [`source`] in addition to their own, under the alias `games`: on Postgres each game is
    /// then read once, instead of once for its id and again by its id.
    Games,
}

impl Rows {
    /// The rows of whole games.
    pub(super) const fn of_games<D: Dialect>() -> Rows {
        if D::NAMES_IN_ROWS { Rows::Games } else { Rows::Names }
    }

    /// Adds these rows of whole games; a condition may follow.
    pub(super) fn push_games<D: Dialect>(self, statement: &mut Statement<D>) {
        match self {
            Rows::Games => statement.push(&NAMED_GAMES).push(" where true"),
            // SQLite keeps the order of a cross join.
            Rows::Names => {
                statement.push(source::<D>()).push(" as named cross join games where games.id = named.game_id")
            }
        };
    }

    const fn alias(self) -> &'static str {
        match self {
            Rows::Names => "named",
            Rows::Games => "games",
        }
    }

    /// The column of a game's id.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Rows::Names => "named.game_id",
            Rows::Games => "games.id",
        }
    }

    /// A column that never decreases as the id increases and that indexes contain instead of the id.
    pub(super) const fn coarse_order<D: Dialect>(self) -> Option<&'static str> {
        match self {
            Rows::Names if D::NAMES_IN_ROWS => Some("named.moment"),
            Rows::Names => None,
            Rows::Games => Some("games.moment"),
        }
    }

    /// Adds the condition by which an index finds the games of this name. It can also match other names, which
    /// [`check`](Rows::check) excludes.
    pub(super) fn find<D: Dialect>(self, statement: &mut Statement<D>, name: &str) {
        statement.push(self.alias());
        match D::NAMES_IN_ROWS {
            true => statement.push(".key = ").bind(name_keys::key(name)),
            false => statement.push(".name = ").bind(name.to_owned()),
        };
    }

    /// Adds the condition that a game found by [`find`](Rows::find) has this name, and not another one with the same
    /// key.
    pub(super) fn check<D: Dialect>(self, statement: &mut Statement<D>, name: &str) {
        if D::NAMES_IN_ROWS {
            statement.push(" and case when ").push(self.alias()).push(".name is null then ");
            name_keys::is_written(statement, name);
            statement.push(" else ").push(self.alias()).push(".name = ").bind(name.to_owned()).push(" end");
        }
    }

    /// Adds the condition that the name is a winner's.
    pub(super) fn won<D: Dialect>(self, statement: &mut Statement<D>) {
        statement.push(" and ").push(self.alias()).push(".winner");
    }
}

/// The view `named_games` with all columns of the games.
static NAMED_GAMES: LazyLock<String> = LazyLock::new(|| {
    let seat = |seat: usize| {
        format!(
            "select name_{} as key, moment, '{seat}' = any (string_to_array(winners, ',')) as winner, \
             cast(null as text) collate \"C\" as name, position, name_1, name_2, name_3, name_4, {} from games union all ",
            seat + 1,
            games::names("")
        )
    };
    format!(
        "({}select name_key(named.name), id_moment(named.game_id), named.winner, named.name, games.position, \
         games.name_1, games.name_2, games.name_3, games.name_4, {} \
         from game_players as named cross join games where games.id = named.game_id) as games",
        (0..name_keys::SEATS).map(seat).collect::<String>(),
        games::names("games.")
    )
});
