//! Statements on the counts of layouts.

use super::Tables;
use crate::{
    cards::Card,
    reading::{
        self, Disposition, Layout, Verdict,
        rarity::{Counted, RarityFilter, Share},
    },
    service::{
        projection::{
            ShownIn,
            records::{LayoutCount, LayoutKey},
        },
        records::GameId,
        store::StoreError,
    },
    storage::{
        dialect::{Dialect, RowWriter},
        error::damaged,
        query::{Cells, Statement, each_row},
        readings::player,
    },
};

/// Maximum number of games from which example readings are listed.
const EXAMPLES: usize = 10;

/// The columns of the first and of the last reading.
const SHOWN: [&str; 2] = [
    "l.first_game as game, l.first_deal as deal, l.first_player as player",
    "l.last_game as game, l.last_deal as deal, l.last_player as player",
];

/// The id of a position as it is stored.
fn place_id(place: reading::Place) -> Result<String, StoreError> {
    match serde_json::to_value(place) {
        Ok(serde_json::Value::String(id)) => Ok(id),
        Ok(_) | Err(_) => Err(damaged("a place has no id")),
    }
}

const fn disposition_id(disposition: Disposition) -> &'static str {
    match disposition {
        Disposition::Well => "well",
        Disposition::Ill => "ill",
    }
}

/// Position, card and disposition of a key; empty for a whole layout.
fn placed(key: &LayoutKey) -> Result<[String; 3], StoreError> {
    let Some(placed) = key.placed else { return Ok(Default::default()) };
    Ok([place_id(placed.place)?, placed.card.id(), disposition_id(placed.disposition).to_owned()])
}

/// A count with the values of its columns that may be out of range.
struct LayoutRow<'c> {
    count: &'c LayoutCount,
    placed: [String; 3],
    deals: [i32; 2],
}

impl LayoutRow<'_> {
    fn of(count: &LayoutCount) -> Result<LayoutRow<'_>, StoreError> {
        let deal = |shown: ShownIn| i32::try_from(shown.deal).map_err(|_| damaged("deal"));
        let deals = [deal(count.first)?, deal(count.last)?];
        Ok(LayoutRow { count, placed: placed(&count.key)?, deals })
    }
}

/// Adds to the counts of layouts.
pub(super) async fn add<D: Dialect>(
    connection: &mut D::Connection,
    tables: &Tables,
    counts: &[LayoutCount],
) -> Result<(), StoreError> {
    let rows = counts.iter().map(LayoutRow::of).collect::<Result<Vec<_>, StoreError>>()?;
    let begin = || {
        let mut statement = Statement::new("insert into ");
        statement.push(tables.layouts).push(
            " as counted (layout, verdict, place, card, disposition, count, first_game, first_deal, first_player, \
             last_game, last_deal, last_player) ",
        );
        statement
    };
    let cells = |row: &mut D::Rows, LayoutRow { count, placed: [place, card, disposition], deals }: &LayoutRow<'_>| {
        row.cell(count.key.layout.id().to_owned()).cell(count.key.verdict.id().to_owned());
        row.cell(place.clone()).cell(card.clone()).cell(disposition.clone()).cell(count.count);
        for (ShownIn { game, player, .. }, deal) in [count.first, count.last].into_iter().zip(deals) {
            row.cell(game.0).cell(*deal).cell(i16::from(player.0));
        }
    };
    let tail = " on conflict (layout, verdict, place, card, disposition) do update set \
                count = counted.count + excluded.count, last_game = excluded.last_game, \
                last_deal = excluded.last_deal, last_player = excluded.last_player";
    Ok(each_row::<D, _>(connection, &rows, begin, cells, tail).await?)
}

/// Both numbers come from one statement, so that they belong to the same games.
pub(super) async fn share<D: Dialect>(
    connection: &mut D::Connection,
    filter: &RarityFilter,
) -> Result<Share, StoreError> {
    const SUM: &str = "(select cast(coalesce(sum(l.count), 0) as bigint) from layout_counts as l";
    let mut statement = Statement::<D>::new("select ");
    statement.push(SUM);
    of_kind(&mut statement, filter.names_cards());
    narrow(&mut statement, filter)?;
    statement.push("), ").push(SUM);
    of_kind(&mut statement, filter.counted() == Counted::Cards);
    statement.push(")");
    let row = statement.row(connection).await?.ok_or_else(|| damaged("a sum"))?;
    let mut cells = Cells::<D>::of(&row);
    let mut next = || cells.next::<i64>().map(i64::unsigned_abs);
    Ok(Share::new(next()?, next()?).with_verdict(filter.verdict))
}

/// The first and the last reading of each count, one per game that still exists, newest first.
pub(super) async fn examples<D: Dialect>(
    connection: &mut D::Connection,
    filter: &RarityFilter,
) -> Result<Vec<ShownIn>, StoreError> {
    let mut statement = Statement::<D>::new("select shown.game, shown.deal, shown.player from (");
    for (columns, end) in SHOWN.into_iter().zip([") as firsts union ", ") as lasts"]) {
        statement.push("select * from (select ").push(columns).push(" from layout_counts as l");
        of_kind(&mut statement, filter.names_cards());
        narrow(&mut statement, filter)?;
        statement.push(" order by l.count desc, l.layout, l.verdict, l.place, l.card, l.disposition limit ");
        statement.number(EXAMPLES as u32).push(end);
    }
    statement.push(") as shown join games as g on g.id = shown.game");
    statement.push(" order by shown.game desc, shown.deal, shown.player");
    let rows = statement.rows(connection).await?;
    let mut shown = rows.iter().map(shown_in::<D>).collect::<Result<Vec<_>, _>>()?;
    shown.dedup_by_key(|shown| shown.game);
    shown.truncate(EXAMPLES);
    Ok(shown)
}

fn shown_in<D: Dialect>(row: &D::Row) -> Result<ShownIn, StoreError> {
    let mut cells = Cells::<D>::of(row);
    Ok(ShownIn { game: GameId(cells.next()?), deal: cells.count()?, player: player(cells.next()?)? })
}

/// Counts cards in positions, or readings.
fn of_kind<D: Dialect>(statement: &mut Statement<D>, cards: bool) {
    statement.push(if cards { " where l.place <> ''" } else { " where l.place = ''" });
}

fn narrow<D: Dialect>(statement: &mut Statement<D>, filter: &RarityFilter) -> Result<(), StoreError> {
    let place = filter.place.map(place_id).transpose()?;
    let texts = [
        (" and l.layout = ", filter.layout.map(Layout::id).map(str::to_owned)),
        (" and l.verdict = ", filter.verdict.map(Verdict::id).map(str::to_owned)),
        (" and l.place = ", place),
        (" and l.card = ", filter.card.map(Card::id)),
        (" and l.disposition = ", filter.disposition.map(disposition_id).map(str::to_owned)),
    ];
    for (condition, text) in texts {
        if let Some(text) = text {
            statement.push(condition).bind(text);
        }
    }
    Ok(())
}
