-- Tables at which people play. Each step writes its table's row anew.
create table tables (
    created_at integer not null,
    touched_at integer not null,
    wake_at integer not null,
    deadline integer,
    owner_id integer not null,
    version integer not null,
    step_count integer not null,
    ruleset integer not null,
    rules_version integer not null,
    phase integer not null,
    closed integer,
    listed integer not null,
    id blob not null primary key,
    commitment_id blob,
    game_id blob,
    seed blob not null,
    options text not null,
    clock text not null,
    seats text not null,
    client_seed text not null,
    external_id text,
    journal blob not null,
    log blob not null
) strict;

create index tables_by_wake on tables (wake_at);

create index tables_by_owner on tables (owner_id, id);

create index tables_to_join on tables (id) where listed and phase = 1;

create index games_at_tables on games (id) where source = 3;

-- Who asked for a reading, of the game's players.
alter table readings add column player integer not null default 0;

-- The table that has taken a commitment: nothing else can use it then.
alter table commitments add column table_id blob;
