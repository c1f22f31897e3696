-- A game that was played for a reading stands in no list: whoever has its address sees it. Those from before this column
-- stay as they were.
alter table games add column unlisted boolean not null default false;

-- Secrets that all services on this database share.
create table secrets (
    name text not null,
    secret bytea not null,
    constraint secrets_pkey primary key (name)
);
