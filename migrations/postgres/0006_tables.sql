-- Tables at which people play. Each step writes its table's row anew. The log is near to random: packing it is in vain.
create table tables (
    created_at timestamptz not null,
    touched_at timestamptz not null,
    wake_at timestamptz not null,
    deadline timestamptz,
    owner_id bigint not null,
    version integer not null,
    step_count integer not null,
    ruleset smallint not null,
    rules_version smallint not null,
    phase smallint not null,
    closed smallint,
    listed boolean not null,
    id uuid not null,
    commitment_id uuid,
    game_id uuid,
    seed bytea not null,
    options text not null,
    clock text not null,
    seats text not null,
    client_seed text not null,
    external_id text,
    journal bytea not null,
    log bytea not null,
    constraint tables_pkey primary key (id)
) with (fillfactor = 70);

alter table tables alter column log set storage external;

alter table tables alter column journal set storage external;

-- It changes with each step, which takes a sixth longer for it; without it all tables are read to find the next.
create index tables_by_wake on tables (wake_at);

create index tables_by_owner on tables (owner_id, id);

create index tables_to_join on tables (id) where listed and phase = 1;

create index games_at_tables on games (id) where source = 3;

-- Who asked for a reading, of the game's players.
alter table readings add column player smallint not null default 0;

-- The table that has taken a commitment: nothing else can use it then.
alter table commitments add column table_id uuid;
