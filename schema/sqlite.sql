-- The schema of SQLite, applied to a new file: the tables of `schema/postgres.sql`, which says why a column or an index is
-- there. Here stands what differs.
--
-- Times are microseconds since 1970, ids and seeds are blobs, booleans are 0 and 1. There is one writer, so the order of
-- commits is the order of the rows, and autoincrement never gives a position again. In tables without rowids the key's columns
-- come first: `pragma integrity_check` of some releases of SQLite finds fault with any other order.

create table arcana_schema (
    version integer not null
) strict;

insert into arcana_schema (version) values (6);

create table commitments (
    created_at integer not null,
    expires_at integer not null,
    owner_id integer not null,
    id blob not null primary key,
    game_id blob,
    seed blob not null,
    number integer,
    previous blob,
    table_id blob,
    reading_id blob
) strict;

create index commitments_by_owner on commitments (owner_id, id);

create index commitments_by_time on commitments (created_at);

create index commitments_unused on commitments (expires_at) where game_id is null and reading_id is null;

create table commitment_chains (
    owner_id integer not null primary key,
    number integer not null,
    hash blob not null
) strict;

create table secrets (
    name text not null primary key,
    secret blob not null
) strict, without rowid;

create table api_keys (
    created_at integer not null,
    expires_at integer,
    revoked_at integer,
    last_used_at integer,
    owner_id integer not null,
    scopes integer not null,
    kind integer not null default 0,
    id blob not null primary key,
    secret_hash blob not null,
    name text not null
) strict;

create index api_keys_of_profiles on api_keys (owner_id, id) where kind <> 0;

create table profiles (
    created_at integer not null,
    keys_until integer,
    owner_id integer not null primary key,
    id blob not null,
    name text not null,
    skeleton text not null unique,
    cased_skeleton text not null unique
) strict;

create table profile_links (
    expires_at integer not null,
    used_at integer,
    owner_id integer not null references profiles (owner_id) on delete cascade,
    secret_hash blob not null primary key
) strict;

create index profile_links_by_owner on profile_links (owner_id);

create table idempotency_records (
    owner_id integer not null,
    request blob not null,
    body blob not null,
    created_at integer not null,
    created_id blob not null,
    primary key (owner_id, request)
) strict, without rowid;

create index idempotency_records_by_time on idempotency_records (created_at);

create table games (
    position integer primary key autoincrement,
    created_at integer not null,
    played_at integer,
    owner_id integer not null,
    step_count integer not null,
    ruleset integer not null,
    rules_version integer not null,
    source integer not null,
    unrated integer not null default 0,
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
    tags text,
    log blob not null,
    unlisted integer not null default 0
) strict;

create index games_by_ruleset on games (ruleset, id);

create unique index games_by_external_id on games (external_id, owner_id) where external_id is not null;

create index games_by_seed on games (seed, id) where seed is not null;

create index games_by_seed_made on games (substr(seed_made, 1, 4)) where seed_made is not null;

create index games_by_time on games (created_at);

create index games_imported on games (id) where source = 2;

create index games_by_owner on games (owner_id, position) where owner_id <> 0;

create index games_at_tables on games (id) where source = 3;

create index games_by_played on games (coalesce(played_at, created_at), id);

create table game_players (
    name text not null,
    game_id blob not null,
    winner integer not null,
    primary key (name, game_id)
) strict, without rowid;

create table game_tags (
    tag text not null,
    game_id blob not null references games (id) on delete cascade,
    primary key (tag, game_id)
) strict, without rowid;

create index game_tags_by_game on game_tags (game_id);

create table readings (
    position integer primary key autoincrement,
    created_at integer not null,
    owner_id integer not null,
    texts_version integer not null,
    player integer not null default 0,
    id blob not null unique,
    game_id blob references games (id) on delete cascade,
    deck text not null,
    verdict text,
    layout text,
    question_kind text,
    querent text,
    question text not null,
    spread text,
    former_id blob,
    former_place text,
    former_skip integer,
    check ((game_id is null) <> (spread is null))
) strict;

create index readings_by_owner on readings (owner_id, id);

create index readings_by_game on readings (game_id);

create index readings_by_former on readings (former_id, id) where former_id is not null;

-- A card of a shuffle lies beside one place only: of two clarifiers drawn at one moment, one is drawn anew.
create unique index readings_clarifiers on readings (former_id, former_skip) where former_skip is not null;

create index readings_by_position on readings (owner_id, position);

create index readings_by_time on readings (owner_id, created_at);

create index spread_readings_by_querent on readings (querent, id) where spread is not null;

create index spread_readings_by_time on readings (created_at, id) where spread is not null;

create table tables (
    created_at integer not null,
    touched_at integer not null,
    wake_at integer not null,
    deadline integer,
    owner_id integer not null,
    mark integer not null,
    version integer not null,
    step_count integer not null,
    ruleset integer not null,
    rules_version integer not null,
    phase integer not null,
    closed integer,
    day text,
    attempt integer,
    listed integer not null,
    hints integer not null,
    id blob not null primary key,
    commitment_id blob,
    game_id blob,
    seed blob not null,
    options text not null,
    clock text not null,
    seats text not null,
    client_seed text not null,
    external_id text,
    tags text
) strict;

-- What happened at a table after a version: a row for each change, which is never written again. It follows the write
-- with this mark.
create table table_changes (
    follows integer not null,
    after integer not null,
    table_id blob not null references tables (id) on delete cascade,
    journal blob not null,
    steps text not null,
    primary key (table_id, after)
) strict, without rowid;

create index tables_by_wake on tables (wake_at);

create index tables_by_owner on tables (owner_id, id);

create index tables_to_join on tables (id) where listed and phase = 1;

create index tables_by_game on tables (game_id) where game_id is not null;

create table days (
    made_at integer not null,
    day text not null,
    bot_version integer not null,
    par integer,
    best_line integer,
    seed blob not null,
    adepts blob,
    primary key (day)
) strict;

create table day_results (
    finished_at integer,
    owner_id integer not null,
    day text not null,
    points integer,
    against integer,
    tricks integer,
    counted integer not null,
    table_id blob not null,
    game_id blob,
    self_card text,
    note text not null,
    primary key (owner_id, day)
) strict;

create table day_scores (
    day text not null,
    points integer not null,
    players integer not null,
    primary key (day, points)
) strict;

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

create index simulations_unfinished on simulations (taken_at, id) where finished_at is null;

create index simulations_finished on simulations (finished_at) where finished_at is not null;

create index simulations_by_owner on simulations (owner_id, id);

create unique index simulations_of_caller on simulations (caller, slot) where slot is not null;

create table simulation_chunks (
    taken_until integer not null,
    number integer not null,
    simulation_id blob not null references simulations (id) on delete cascade,
    taken_by blob not null,
    primary key (simulation_id, number)
) strict;

create table analyses (
    created_at integer not null,
    taken_at integer not null,
    taken_until integer,
    finished_at integer,
    done integer not null,
    player integer not null,
    effort integer not null,
    game_id blob not null references games (id) on delete cascade,
    taken_by blob,
    caller blob,
    engine text not null,
    fortune text,
    primary key (game_id, player, effort)
) strict;

create index analyses_unfinished on analyses (taken_at) where finished_at is null;

create table analysis_parts (
    done integer not null,
    player integer not null,
    effort integer not null,
    game_id blob not null,
    items text not null,
    primary key (game_id, player, effort, done),
    foreign key (game_id, player, effort) references analyses (game_id, player, effort) on delete cascade
) strict;

-- Who writes standings, and what was deleted since. A row of one: whoever changes standings locks it first.
create table standings_lease (
    holder blob,
    held_until integer,
    reindexing blob,
    deletions integer not null
) strict;

insert into standings_lease (deletions) values (0);

create table standings_progress (
    position integer not null,
    game_id blob not null,
    listed_id blob,
    listed_at integer
) strict;

insert into standings_progress (position, game_id) values (-1, x'00000000000000000000000000000000');

create table player_standings (
    name text not null,
    ruleset integer not null,
    games integer not null,
    wins integer not null,
    shared_wins integer not null,
    points integer not null,
    streak integer not null,
    longest_wins integer not null,
    longest_losses integer not null,
    first_at integer not null,
    last_at integer not null,
    mu real not null,
    sigma real not null,
    former_mu real not null,
    former_sigma real not null,
    lower_bound real not null,
    seat_games text not null,
    seat_wins text not null,
    course blob not null default x'',
    last_game blob not null,
    folded text not null,
    primary key (name, ruleset)
) strict, without rowid;

create index player_standings_by_rank on player_standings (ruleset, lower_bound desc, name, games);

create index player_standings_by_folded on player_standings (folded, name);

create table player_pairs (
    name text not null,
    ruleset integer not null,
    other text not null,
    games integer not null,
    partner_games integer not null,
    partner_wins integer not null,
    opponent_games integer not null,
    opponent_wins integer not null,
    opponent_losses integer not null,
    primary key (name, ruleset, other)
) strict, without rowid;

create index player_pairs_by_partner on player_pairs (name, ruleset, partner_games desc, other)
where partner_games > 1;

create index player_pairs_by_opponent on player_pairs (name, ruleset, opponent_games desc, other)
where opponent_games > 1;

create table layout_counts (
    layout text not null,
    verdict text not null,
    place text not null,
    card text not null,
    disposition text not null,
    count integer not null,
    first_game blob not null,
    first_deal integer not null,
    first_player integer not null,
    last_game blob not null,
    last_deal integer not null,
    last_player integer not null,
    primary key (layout, verdict, place, card, disposition)
) strict, without rowid;

-- The same tables again: `arcana reindex` counts all games into these, and swaps the names.
create table standings_progress_next (
    position integer not null,
    game_id blob not null,
    listed_id blob,
    listed_at integer
) strict;

insert into standings_progress_next (position, game_id) values (-1, x'00000000000000000000000000000000');

create table player_standings_next (
    name text not null,
    ruleset integer not null,
    games integer not null,
    wins integer not null,
    shared_wins integer not null,
    points integer not null,
    streak integer not null,
    longest_wins integer not null,
    longest_losses integer not null,
    first_at integer not null,
    last_at integer not null,
    mu real not null,
    sigma real not null,
    former_mu real not null,
    former_sigma real not null,
    lower_bound real not null,
    seat_games text not null,
    seat_wins text not null,
    course blob not null default x'',
    last_game blob not null,
    folded text not null,
    primary key (name, ruleset)
) strict, without rowid;

create index player_standings_next_by_rank on player_standings_next (ruleset, lower_bound desc, name, games);

create index player_standings_next_by_folded on player_standings_next (folded, name);

create table player_pairs_next (
    name text not null,
    ruleset integer not null,
    other text not null,
    games integer not null,
    partner_games integer not null,
    partner_wins integer not null,
    opponent_games integer not null,
    opponent_wins integer not null,
    opponent_losses integer not null,
    primary key (name, ruleset, other)
) strict, without rowid;

create index player_pairs_next_by_partner on player_pairs_next (name, ruleset, partner_games desc, other)
where partner_games > 1;

create index player_pairs_next_by_opponent on player_pairs_next (name, ruleset, opponent_games desc, other)
where opponent_games > 1;

create table layout_counts_next (
    layout text not null,
    verdict text not null,
    place text not null,
    card text not null,
    disposition text not null,
    count integer not null,
    first_game blob not null,
    first_deal integer not null,
    first_player integer not null,
    last_game blob not null,
    last_deal integer not null,
    last_player integer not null,
    primary key (layout, verdict, place, card, disposition)
) strict, without rowid;

create table owner_events (
    position integer primary key autoincrement,
    owner_id integer not null,
    version integer,
    day text,
    kind integer not null,
    id blob not null default (randomblob(16)),
    table_id blob references tables (id) on delete cascade,
    simulation_id blob references simulations (id) on delete cascade
) strict;

create index owner_events_by_owner on owner_events (owner_id, position);

create index owner_events_by_table on owner_events (table_id) where table_id is not null;

create index owner_events_by_simulation on owner_events (simulation_id) where simulation_id is not null;

create table reading_notes (
    created_at integer not null,
    changed_at integer not null,
    id blob not null primary key,
    reading_id blob not null references readings (id) on delete cascade,
    text text not null,
    mood text,
    people text not null,
    tags text not null,
    came_of_it text not null
) strict;

create index reading_notes_by_reading on reading_notes (reading_id, id);

create table note_people (
    name text not null,
    note_id blob not null references reading_notes (id) on delete cascade,
    primary key (name, note_id)
) strict, without rowid;

create index note_people_by_note on note_people (note_id);
