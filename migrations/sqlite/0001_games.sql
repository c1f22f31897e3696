-- The same tables as for Postgres. Times are microseconds since 1970, ids and seeds are blobs, booleans are 0 and 1.
create table games (
    created_at integer not null,
    played_at integer,
    owner_id integer not null,
    step_count integer not null,
    ruleset integer not null,
    rules_version integer not null,
    source integer not null,
    deal_given integer not null,
    id blob not null primary key,
    commitment_id blob,
    options text not null,
    players text not null,
    winners text not null,
    places text not null,
    scores text not null,
    seed_made blob,
    seed text,
    client_seed text,
    external_id text,
    log blob not null
) strict;

create index games_by_ruleset on games (ruleset, id);

create unique index games_by_external_id on games (external_id, owner_id) where external_id is not null;

create index games_by_seed on games (seed, id) where seed is not null;

-- Four bytes of 32 find the few candidates; the whole seed is compared in the row.
create index games_by_seed_made on games (substr(seed_made, 1, 4)) where seed_made is not null;

-- A row for each name in a game, however many seats have it; it won when one of them did. No foreign key: a game
-- knows its names, and both are deleted together.
create table game_players (
    game_id blob not null,
    winner integer not null,
    name text not null,
    primary key (name, game_id)
) strict, without rowid;

create table readings (
    created_at integer not null,
    owner_id integer not null,
    texts_version integer not null,
    id blob not null primary key,
    game_id blob not null references games (id) on delete cascade,
    deck text not null,
    verdict text not null,
    layout text not null,
    querent text not null,
    question text not null
) strict;

create index readings_by_owner on readings (owner_id, id);

create index readings_by_game on readings (game_id);

-- The game keeps being named when it is deleted: the commitment has served.
create table commitments (
    created_at integer not null,
    expires_at integer not null,
    owner_id integer not null,
    id blob not null primary key,
    game_id blob,
    seed blob not null
) strict;
