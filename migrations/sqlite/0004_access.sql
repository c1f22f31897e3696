-- A game that was played for a reading stands in no list: whoever has its address sees it. Those from before this column
-- stay as they were.
alter table games add column unlisted integer not null default 0;

-- Secrets that all services on this database share.
create table secrets (
    name text not null primary key,
    secret blob not null
) strict, without rowid;
