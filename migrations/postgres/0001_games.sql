-- Fixed widths first, then text and bytes: a row has no holes. Text is compared byte by byte, in every locale.
create table games (
    created_at timestamptz not null,
    played_at timestamptz,
    owner_id bigint not null,
    step_count integer not null,
    ruleset smallint not null,
    rules_version smallint not null,
    source smallint not null,
    deal_given boolean not null,
    id uuid not null,
    commitment_id uuid,
    options text not null,
    players text not null,
    winners text not null,
    places text not null,
    scores text not null,
    seed_made bytea,
    seed text collate "C",
    client_seed text,
    external_id text collate "C",
    log bytea not null,
    constraint games_pkey primary key (id) with (fillfactor = 100)
);

create index games_by_ruleset on games (ruleset, id) with (fillfactor = 100);

create unique index games_by_external_id on games (external_id, owner_id) where external_id is not null;

create index games_by_seed on games (seed, id) where seed is not null;

-- Four bytes of 32 find the few candidates; the whole seed is compared in the row.
create index games_by_seed_made on games (substr(seed_made, 1, 4)) where seed_made is not null;

-- A row for each name in a game, however many seats have it; it won when one of them did. No foreign key: a game
-- knows its names, and both are deleted together.
create table game_players (
    game_id uuid not null,
    winner boolean not null,
    name text collate "C" not null,
    constraint game_players_pkey primary key (name, game_id)
);

create table readings (
    created_at timestamptz not null,
    owner_id bigint not null,
    texts_version integer not null,
    id uuid not null,
    game_id uuid not null references games (id) on delete cascade,
    deck text not null,
    verdict text not null,
    layout text not null,
    querent text collate "C" not null,
    question text not null,
    constraint readings_pkey primary key (id)
);

create index readings_by_owner on readings (owner_id, id);

create index readings_by_game on readings (game_id);

-- The game keeps being named when it is deleted: the commitment has served.
create table commitments (
    created_at timestamptz not null,
    expires_at timestamptz not null,
    owner_id bigint not null,
    id uuid not null,
    game_id uuid,
    seed bytea not null,
    constraint commitments_pkey primary key (id)
);
