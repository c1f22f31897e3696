-- Simulations: what is asked for, and what has been counted so far. A row changes with each chunk of games.
create table simulations (
    created_at integer not null,
    started_at integer,
    finished_at integer,
    taken_at integer not null,
    owner_id integer not null,
    games integer not null,
    chunk_games integer not null,
    next_chunk integer not null,
    done integer not null,
    version integer not null,
    ruleset integer not null,
    rules_version integer not null,
    phase integer not null,
    slot integer,
    rotate integer not null,
    id blob not null primary key,
    caller blob,
    options text not null,
    bots text not null,
    seed text not null,
    engine text not null,
    tally blob not null
) strict;

-- The next to work on: the one from which nobody has taken anything for the longest time.
create index simulations_unfinished on simulations (taken_at, id) where finished_at is null;

create index simulations_finished on simulations (finished_at) where finished_at is not null;

create index simulations_by_owner on simulations (owner_id, id);

-- A caller has so many unfinished ones as there are slots.
create unique index simulations_of_caller on simulations (caller, slot) where slot is not null;

-- The chunks that are being worked on: one whose time has run out is taken again.
create table simulation_chunks (
    taken_until integer not null,
    number integer not null,
    simulation_id blob not null references simulations (id) on delete cascade,
    taken_by blob not null,
    primary key (simulation_id, number)
) strict;

create index simulation_chunks_by_worker on simulation_chunks (taken_by);
