-- Simulations: what is asked for, and what has been counted so far. A row changes with each chunk of games.
create table simulations (
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    taken_at timestamptz not null,
    owner_id bigint not null,
    games integer not null,
    chunk_games integer not null,
    next_chunk integer not null,
    done integer not null,
    version integer not null,
    ruleset smallint not null,
    rules_version smallint not null,
    phase smallint not null,
    slot smallint,
    rotate boolean not null,
    id uuid not null,
    caller bytea,
    options text not null,
    bots text not null,
    seed text not null,
    engine text not null,
    tally bytea not null,
    constraint simulations_pkey primary key (id)
) with (fillfactor = 70);

-- The next to work on: the one from which nobody has taken anything for the longest time.
create index simulations_unfinished on simulations (taken_at, id) where finished_at is null;

create index simulations_finished on simulations (finished_at) where finished_at is not null;

create index simulations_by_owner on simulations (owner_id, id);

-- A caller has so many unfinished ones as there are slots.
create unique index simulations_of_caller on simulations (caller, slot) where slot is not null;

-- The chunks that services are working on: one whose time has run out is taken by another service.
create table simulation_chunks (
    taken_until timestamptz not null,
    number integer not null,
    simulation_id uuid not null references simulations (id) on delete cascade,
    taken_by uuid not null,
    constraint simulation_chunks_pkey primary key (simulation_id, number)
);

create index simulation_chunks_by_worker on simulation_chunks (taken_by);
