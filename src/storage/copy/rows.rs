//! Reads and writes rows as they are stored.

use async_trait::async_trait;

use crate::{
    service::store::{ColumnType, CopiedRow, CopiedTable, CopiedValue, CopyStore, NewsPosition, Position, StoreError},
    storage::{
        borrow::{in_transaction, with_connection},
        database::Database,
        dialect::{Dialect, RowWriter},
        query::{Cells, Statement, each_row},
    },
};

#[async_trait]
impl<D: Dialect> CopyStore for Database<D> {
    async fn copied_rows(
        &self,
        table: &'static CopiedTable,
        after: Option<&CopiedRow>,
        limit: u32,
    ) -> Result<Vec<CopiedRow>, StoreError> {
        with_connection!(self.reader, rows::<D>, table, after, limit)
    }

    async fn add_rows(&self, table: &'static CopiedTable, rows: &[CopiedRow]) -> Result<(), StoreError> {
        in_transaction!(self.writer, add::<D>, table, rows)
    }

    async fn go_on_after(&self, position: NewsPosition) -> Result<(), StoreError> {
        in_transaction!(self.writer, go_on_after::<D>, position)
    }
}

fn push_columns<D: Dialect>(statement: &mut Statement<D>, columns: &[(&'static str, ColumnType)]) {
    for (index, (column, _)) in columns.iter().enumerate() {
        statement.push(if index == 0 { "" } else { ", " }).push(column);
    }
}

async fn rows<D: Dialect>(
    connection: &mut D::Connection,
    table: &'static CopiedTable,
    after: Option<&CopiedRow>,
    limit: u32,
) -> Result<Vec<CopiedRow>, StoreError> {
    let key = &table.columns[..table.key];
    let mut statement = Statement::<D>::new("select ");
    push_columns(&mut statement, &table.columns);
    statement.push(" from ").push(table.name);
    if let Some(after) = after {
        let values = &after.values[..table.key];
        // Redundant, but an index finds it.
        statement.push(" where ").push(key[0].0).push(" >= ");
        bind(&mut statement, &values[0]);
        statement.push(" and (");
        push_columns(&mut statement, key);
        statement.push(") > (");
        for (index, value) in values.iter().enumerate() {
            statement.push(if index == 0 { "" } else { ", " });
            bind(&mut statement, value);
        }
        statement.push(")");
    }
    statement.push(" order by ");
    push_columns(&mut statement, key);
    statement.push(" limit ").number(limit);
    statement.read_all(connection, |cells| read(cells, table)).await
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>, table: &CopiedTable) -> Result<CopiedRow, StoreError> {
    let values = table.columns.iter().map(|(_, column)| value(cells, *column)).collect::<Result<_, _>>()?;
    Ok(CopiedRow { values })
}

fn value<D: Dialect>(cells: &mut Cells<'_, D>, column: ColumnType) -> Result<CopiedValue, StoreError> {
    Ok(match column {
        ColumnType::Bool => CopiedValue::Bool(cells.next()?),
        ColumnType::Small => CopiedValue::Small(cells.next()?),
        ColumnType::Int => CopiedValue::Int(cells.next()?),
        ColumnType::Big => CopiedValue::Big(cells.next()?),
        ColumnType::Text => CopiedValue::Text(cells.next()?),
        ColumnType::Bytes => CopiedValue::Bytes(cells.next()?),
        ColumnType::Uuid => CopiedValue::Uuid(cells.next()?),
        ColumnType::Time => CopiedValue::Time(cells.optional_time()?),
        ColumnType::Date => CopiedValue::Date(cells.next()?),
    })
}

fn bind<D: Dialect>(statement: &mut Statement<D>, value: &CopiedValue) {
    match value.clone() {
        CopiedValue::Bool(value) => statement.bind(value),
        CopiedValue::Small(value) => statement.bind(value),
        CopiedValue::Int(value) => statement.bind(value),
        CopiedValue::Big(value) => statement.bind(value),
        CopiedValue::Text(value) => statement.bind(value),
        CopiedValue::Bytes(value) => statement.bind(value),
        CopiedValue::Uuid(value) => statement.bind(value),
        CopiedValue::Time(value) => statement.bind(value.map(D::time)),
        CopiedValue::Date(value) => statement.bind(value),
    };
}

fn add_cell<D: Dialect>(row: &mut D::Rows, value: &CopiedValue) {
    match value.clone() {
        CopiedValue::Bool(value) => row.cell(value),
        CopiedValue::Small(value) => row.cell(value),
        CopiedValue::Int(value) => row.cell(value),
        CopiedValue::Big(value) => row.cell(value),
        CopiedValue::Text(value) => row.cell(value),
        CopiedValue::Bytes(value) => row.cell(value),
        CopiedValue::Uuid(value) => row.cell(value),
        CopiedValue::Time(value) => row.cell(value.map(D::time)),
        CopiedValue::Date(value) => row.cell(value),
    };
}

/// Stores rows. Requires a transaction.
async fn add<D: Dialect>(
    transaction: &mut D::Connection,
    table: &'static CopiedTable,
    rows: &[CopiedRow],
) -> Result<(), StoreError> {
    let positions = positions::<D>(transaction, table, rows).await?;
    let rows: Vec<_> = rows.iter().zip(positions).collect();
    let begin = || {
        let mut statement = Statement::new("insert into ");
        statement.push(table.name).push(" (");
        push_columns(&mut statement, &table.columns);
        statement.push(") ");
        statement
    };
    let cells = |cells: &mut D::Rows, (row, position): &(&CopiedRow, CopiedValue)| {
        add_cell::<D>(cells, position);
        row.values.iter().skip(1).for_each(|value| add_cell::<D>(cells, value));
    };
    Ok(each_row::<D, _>(transaction, &rows, begin, cells, "").await?)
}

/// The first values of rows to store. On SQLite no two rows have the same position: one that is taken becomes the next, so
/// that the order stays.
async fn positions<D: Dialect>(
    transaction: &mut D::Connection,
    table: &CopiedTable,
    rows: &[CopiedRow],
) -> Result<Vec<CopiedValue>, StoreError> {
    let first = |row: &CopiedRow| row.values[0].clone();
    if !table.in_commit_order || D::HORIZON.is_some() {
        return Ok(rows.iter().map(first).collect());
    }
    let mut statement = Statement::<D>::new("select max(position) from ");
    statement.push(table.name);
    let last: Option<Option<i64>> = statement.read_one(transaction, |cells| cells.next()).await?;
    let mut last = last.flatten();
    let positions = rows.iter().map(|row| {
        if let CopiedValue::Big(position) = row.values[0] {
            last = last.map(|last| last + 1).max(position);
        }
        CopiedValue::Big(last)
    });
    Ok(positions.collect())
}

/// Requires a transaction.
async fn go_on_after<D: Dialect>(transaction: &mut D::Connection, position: NewsPosition) -> Result<(), StoreError> {
    let NewsPosition { events, games, readings } = position;
    let rank = |position: Position| position.rank.unwrap_or_default();
    if let Some(horizon) = D::HORIZON {
        let last = [events, games, readings].map(rank).into_iter().max().unwrap_or_default();
        let mut statement = Statement::<D>::new("update position_offset set value = value + greatest(0, 1 - ");
        statement.push(horizon).push(" + ").bind(last).push(")");
        statement.execute(transaction).await?;
        return Ok(());
    }
    for (table, position) in [("owner_events", events), ("games", games), ("readings", readings)] {
        let mut statement = Statement::<D>::new("update sqlite_sequence set seq = max(seq, ");
        statement.bind(rank(position)).push(") where name = '").push(table).push("'");
        if statement.execute(transaction).await? == 0 {
            let mut statement = Statement::<D>::new("insert into sqlite_sequence (name, seq) values ('");
            statement.push(table).push("', ").bind(rank(position)).push(")");
            statement.execute(transaction).await?;
        }
    }
    Ok(())
}
