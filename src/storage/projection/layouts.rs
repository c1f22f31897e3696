//! Layouts: the statements that add to their counts and read them.

use uuid::Uuid;

use super::progress::{ASKED, asked};
use crate::{
    cards::Card,
    reading::{self, Disposition, Layout, Verdict},
    service::{
        projection::{
            LayoutFilter, StoredLayouts,
            records::{LayoutCount, LayoutKey},
        },
        records::GameId,
        store::StoreError,
    },
    storage::{
        bulk::each_row,
        dialect::Dialect,
        error::damaged,
        query::{Cells, Statement},
    },
};

/// How many games are named as examples.
const EXAMPLES: u32 = 10;

/// A place's id, as a column has it.
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

/// Place, card and disposition of a key, empty where it is of a whole layout.
fn placed(key: &LayoutKey) -> Result<[String; 3], StoreError> {
    let Some(placed) = key.placed else { return Ok(Default::default()) };
    Ok([place_id(placed.place)?, placed.card.id(), disposition_id(placed.disposition).to_owned()])
}

/// Adds to the counts of layouts.
pub(super) async fn add<D: Dialect>(
    connection: &mut D::Connection,
    generation: i64,
    counts: &[LayoutCount],
) -> Result<(), StoreError> {
    let rows: Vec<(&LayoutCount, [String; 3])> =
        counts.iter().map(|count| Ok((count, placed(&count.key)?))).collect::<Result<_, StoreError>>()?;
    let begin = || {
        Statement::new(
            "insert into layout_counts (generation, layout, verdict, place, card, disposition, count, first_game, \
             last_game) values ",
        )
    };
    let cells = |statement: &mut Statement<D>, (count, [place, card, disposition]): &(&LayoutCount, [String; 3])| {
        statement.item(generation).item(count.key.layout.id().to_owned()).item(count.key.verdict.id().to_owned());
        statement.item(place.clone()).item(card.clone()).item(disposition.clone());
        statement.item(count.count).item(count.first.0).item(count.last.0);
    };
    let tail = " on conflict (generation, layout, verdict, place, card, disposition) do update set \
                count = layout_counts.count + excluded.count, last_game = excluded.last_game";
    each_row::<D, _>(connection, &rows, begin, cells, tail).await
}

/// What was counted of these layouts, and games that have them.
pub(crate) async fn count<D: Dialect>(
    connection: &mut D::Connection,
    filter: &LayoutFilter,
) -> Result<StoredLayouts, StoreError> {
    Ok(StoredLayouts {
        layouts: sum::<D>(connection, &LayoutFilter::default()).await?,
        count: sum::<D>(connection, filter).await?,
        examples: examples::<D>(connection, filter).await?,
        as_of: asked::<D>(connection).await?.as_of,
    })
}

async fn sum<D: Dialect>(connection: &mut D::Connection, filter: &LayoutFilter) -> Result<u64, StoreError> {
    let mut statement = Statement::<D>::new("select cast(coalesce(sum(l.count), 0) as bigint) from layout_counts as l");
    narrow(&mut statement, filter)?;
    let row = statement.row(connection).await?.ok_or_else(|| damaged("a sum"))?;
    Ok(Cells::<D>::of(&row).next::<i64>()?.unsigned_abs())
}

/// Of each count the first and the last game, if they are there still.
async fn examples<D: Dialect>(
    connection: &mut D::Connection,
    filter: &LayoutFilter,
) -> Result<Vec<GameId>, StoreError> {
    let mut statement = Statement::<D>::new("select g.id from games as g where g.id in (");
    for (column, union) in [("first_game", " union "), ("last_game", "")] {
        statement.push("select * from (select l.").push(column).push(" from layout_counts as l");
        narrow(&mut statement, filter)?;
        statement.push(" order by l.count desc, l.layout, l.verdict, l.place, l.card, l.disposition limit ");
        statement.number(EXAMPLES).push(") as ").push(column).push("s").push(union);
    }
    statement.push(") order by g.id desc limit ").number(EXAMPLES);
    statement.rows(connection).await?.iter().map(|row| Cells::<D>::of(row).next::<Uuid>().map(GameId)).collect()
}

fn narrow<D: Dialect>(statement: &mut Statement<D>, filter: &LayoutFilter) -> Result<(), StoreError> {
    statement.push(" where l.generation = ").push(ASKED);
    statement.push(if filter.is_of_cards() { " and l.place <> ''" } else { " and l.place = ''" });
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
