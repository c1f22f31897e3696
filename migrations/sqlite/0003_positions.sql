-- The order in which games and readings were committed, so that whoever follows them misses none: there is one writer, so
-- it is the order of the rows, and autoincrement never gives a number again. The tables are made anew for it, those
-- that refer to others first, so that dropping a table deletes nothing elsewhere.
create table new_games (
    position integer primary key autoincrement,
    created_at integer not null,
    played_at integer,
    owner_id integer not null,
    step_count integer not null,
    ruleset integer not null,
    rules_version integer not null,
    source integer not null,
    deal_given integer not null,
    id blob not null unique,
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

insert into new_games (created_at, played_at, owner_id, step_count, ruleset, rules_version, source, deal_given, id,
    commitment_id, options, players, winners, places, scores, seed_made, seed, client_seed, external_id, log)
select created_at, played_at, owner_id, step_count, ruleset, rules_version, source, deal_given, id, commitment_id,
    options, players, winners, places, scores, seed_made, seed, client_seed, external_id, log
from games order by id;

create table new_readings (
    position integer primary key autoincrement,
    created_at integer not null,
    owner_id integer not null,
    texts_version integer not null,
    id blob not null unique,
    game_id blob not null references new_games (id) on delete cascade,
    deck text not null,
    verdict text not null,
    layout text not null,
    querent text not null,
    question text not null
) strict;

insert into new_readings (created_at, owner_id, texts_version, id, game_id, deck, verdict, layout, querent, question)
select created_at, owner_id, texts_version, id, game_id, deck, verdict, layout, querent, question
from readings order by id;

drop table readings;

drop table games;

alter table new_games rename to games;

alter table new_readings rename to readings;

create index games_by_ruleset on games (ruleset, id);

create unique index games_by_external_id on games (external_id, owner_id) where external_id is not null;

create index games_by_seed on games (seed, id) where seed is not null;

create index games_by_seed_made on games (substr(seed_made, 1, 4)) where seed_made is not null;

create index games_by_time on games (created_at);

create index games_imported on games (id) where source = 2;

create index readings_by_owner on readings (owner_id, id);

create index readings_by_game on readings (game_id);

create index readings_by_position on readings (owner_id, position);

create index readings_by_time on readings (owner_id, created_at);

create index commitments_unused on commitments (expires_at) where game_id is null;

-- The key's columns come first: `pragma integrity_check` of some releases of SQLite finds fault with any other order of a
-- table without rowids.
create table new_game_players (
    name text not null,
    game_id blob not null,
    winner integer not null,
    primary key (name, game_id)
) strict, without rowid;

insert into new_game_players (name, game_id, winner)
select name, game_id, winner from game_players order by name, game_id;

drop table game_players;

alter table new_game_players rename to game_players;

create table new_idempotency_records (
    owner_id integer not null,
    request blob not null,
    body blob not null,
    created_at integer not null,
    created_id blob not null,
    primary key (owner_id, request)
) strict, without rowid;

insert into new_idempotency_records (owner_id, request, body, created_at, created_id)
select owner_id, request, body, created_at, created_id from idempotency_records order by owner_id, request;

drop table idempotency_records;

alter table new_idempotency_records rename to idempotency_records;

create index idempotency_records_by_time on idempotency_records (created_at);
