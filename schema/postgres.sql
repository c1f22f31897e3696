-- The schema of Postgres, applied to a database without tables of ours. `schema/sqlite.sql` says the same for SQLite.
--
-- In a row fixed widths come first, then text and bytes, so that it has no holes; text is compared byte by byte in every
-- locale where it is searched or sorted.

-- The number of this schema (`src/storage/opening.rs`). A database with another number, or none, is refused.
create table arcana_schema (
    version bigint not null
);

insert into arcana_schema (version) values (6);

-- Positions: the order in which games and readings were committed, so that whoever follows them misses none. A position is
-- the number of the transaction that stored the row. Such numbers are given out before the commit: followers read up to the
-- first transaction that is still open.

-- Added to the number of a transaction. A dump that is restored where transactions have lower numbers raises it.
create table position_offset (
    one boolean not null default true,
    value bigint not null,
    constraint position_offset_pkey primary key (one),
    constraint position_offset_is_one_row check (one)
);

insert into position_offset (value) values (0);

create function next_position() returns bigint language plpgsql volatile as $$
begin
    return cast(cast(pg_current_xact_id() as text) as bigint) + (select value from position_offset);
end
$$;

-- A game that was played for a reading is `unlisted`: whoever has its address sees it. `unrated` has a bit for each seat
-- whose name is that of a profile, where the seat's player did not show its key: it is not counted.
create table games (
    created_at timestamptz not null,
    played_at timestamptz,
    owner_id bigint not null,
    step_count integer not null,
    ruleset smallint not null,
    rules_version smallint not null,
    source smallint not null,
    unrated smallint not null default 0,
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
    tags text,
    log bytea not null,
    position bigint not null default next_position(),
    unlisted boolean not null default false,
    constraint games_pkey primary key (id) with (fillfactor = 100)
);

-- Where rows are added at the end of an index, no room is left in its pages for rows in between.
create index games_by_position on games (position, id) with (fillfactor = 100);

create index games_by_time on games (created_at) with (fillfactor = 100);

create index games_by_ruleset on games (ruleset, id) with (fillfactor = 100);

create unique index games_by_external_id on games (external_id, owner_id) where external_id is not null;

create index games_by_seed on games (seed, id) where seed is not null;

-- Four bytes of 32 find the few candidates; the whole seed is compared in the row.
create index games_by_seed_made on games (substr(seed_made, 1, 4)) where seed_made is not null;

create index games_imported on games (id) where source = 2;

create index games_at_tables on games (id) where source = 3;

-- Finds what is erased with an owner, and what is told to one. What was made without a key is nobody's.
create index games_by_owner on games (owner_id, position) where owner_id <> 0;

-- Finds games by when they were played; of those that do not know, by when they were stored.
create index games_by_played on games (coalesce(played_at, created_at), id);

-- A row for each name in a game, however many seats have it; it won when one of them did. No foreign key: a game
-- knows its names, and both are deleted together.
create table game_players (
    game_id uuid not null,
    winner boolean not null,
    name text collate "C" not null,
    constraint game_players_pkey primary key (name, game_id)
);

-- Frequent names have most of the games. Postgres would expect the few that an average name has, and sort all games of the
-- name for each page: with 84,000 games of a name 640 ms, in the order of the index 0.8 ms.
alter table game_players alter column name set (n_distinct = 100);

-- The games of each tag. A game also has its tags in its own row, in their order.
create table game_tags (
    game_id uuid not null references games (id) on delete cascade,
    tag text collate "C" not null,
    constraint game_tags_pkey primary key (tag, game_id)
);

create index game_tags_by_game on game_tags (game_id);

-- Clubs have few tags with many games each: a page is read in the order of the index, and not sorted.
alter table game_tags alter column tag set (n_distinct = 100);

-- Readings of games, by `player` who asked for it, and of cards that were drawn for a spread, without a game: what the
-- latter is told from is one document, as JSON. It may go on from another reading: as a follow-up, or as a clarifier beside a
-- place of it. There is one list of an owner's readings, one order of commits and one cursor.
create table readings (
    created_at timestamptz not null,
    owner_id bigint not null,
    texts_version integer not null,
    id uuid not null,
    game_id uuid references games (id) on delete cascade,
    deck text not null,
    verdict text,
    layout text,
    querent text collate "C",
    question text not null,
    position bigint not null default next_position(),
    player smallint not null default 0,
    question_kind text,
    spread text,
    former_id uuid,
    former_place text,
    former_skip smallint,
    constraint readings_pkey primary key (id)
);

create index readings_by_owner on readings (owner_id, id);

create index readings_by_game on readings (game_id);

create index readings_by_former on readings (former_id, id) where former_id is not null;

-- A card of a shuffle lies beside one place only: of two clarifiers drawn at one moment, one is drawn anew.
create unique index readings_clarifiers on readings (former_id, former_skip) where former_skip is not null;

create index readings_by_position on readings (owner_id, position, id);

-- A copy of the database reads them in this order.
create index readings_in_order on readings (position, id);

create index readings_by_time on readings (owner_id, created_at);

-- Find what is erased by a name, or because it is old: readings of games go with their games.
create index spread_readings_by_querent on readings (querent, id) where spread is not null;

create index spread_readings_by_time on readings (created_at, id) where spread is not null;

-- The game, table or reading that has used a commitment keeps being named when it is deleted: the commitment has served.
-- The commitments of an owner are numbered, and each names the one before by a hash: one that was asked for and is not
-- shown leaves a gap.
create table commitments (
    created_at timestamptz not null,
    expires_at timestamptz not null,
    owner_id bigint not null,
    id uuid not null,
    game_id uuid,
    seed bytea not null,
    number bigint,
    previous bytea,
    table_id uuid,
    reading_id uuid,
    constraint commitments_pkey primary key (id)
);

create index commitments_by_owner on commitments (owner_id, id);

create index commitments_by_time on commitments (created_at);

create index commitments_unused on commitments (expires_at) where game_id is null and reading_id is null;

-- The last commitment of each owner: its number, and the hash that the next one names it by.
create table commitment_chains (
    owner_id bigint not null,
    number bigint not null,
    hash bytea not null,
    constraint commitment_chains_pkey primary key (owner_id)
);

-- Secrets that all services on this database share.
create table secrets (
    name text collate "C" not null,
    secret bytea not null,
    constraint secrets_pkey primary key (name)
);

-- The keys that callers show. Of the secret nothing is kept but its SHA-256; a revoked key stays, so that its owner's
-- number is never given away again. `kind` says who holds it: 0 whom the operator gave it, 1 the person who made a
-- profile with it, 2 a browser, in a cookie.
create table api_keys (
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    owner_id bigint not null,
    scopes smallint not null,
    kind smallint not null default 0,
    id uuid not null,
    secret_hash bytea not null,
    name text not null,
    constraint api_keys_pkey primary key (id)
);

-- The keys of people are listed and revoked with their profile.
create index api_keys_of_profiles on api_keys (owner_id, id) where kind <> 0;

-- Owners who have made a name their own. No other name may look like it: `skeleton` is what it looks like in small letters,
-- `cased_skeleton` as it is
-- written. Keys of the profile end at `keys_until`, with the key that it was made with.
create table profiles (
    created_at timestamptz not null,
    keys_until timestamptz,
    owner_id bigint not null,
    id uuid not null,
    name text not null,
    skeleton text collate "C" not null,
    cased_skeleton text collate "C" not null,
    constraint profiles_pkey primary key (owner_id),
    constraint profiles_skeleton unique (skeleton),
    constraint profiles_cased_skeleton unique (cased_skeleton)
);

-- Links that take a profile to another device, by the SHA-256 of their secrets. Each is used once.
create table profile_links (
    expires_at timestamptz not null,
    used_at timestamptz,
    owner_id bigint not null references profiles (owner_id) on delete cascade,
    secret_hash bytea not null,
    constraint profile_links_pkey primary key (secret_hash)
);

create index profile_links_by_owner on profile_links (owner_id);

-- What was created under an Idempotency-Key: `request` is the SHA-256 of method, path and key, `body` that of the body.
create table idempotency_records (
    created_at timestamptz not null,
    owner_id bigint not null,
    created_id uuid not null,
    request bytea not null,
    body bytea not null,
    constraint idempotency_records_pkey primary key (owner_id, request)
);

create index idempotency_records_by_time on idempotency_records (created_at);

-- Tables at which people play. Each change writes its table's row anew, with a new mark.
create table tables (
    created_at timestamptz not null,
    touched_at timestamptz not null,
    wake_at timestamptz not null,
    deadline timestamptz,
    owner_id bigint not null,
    mark bigint not null,
    version integer not null,
    step_count integer not null,
    ruleset smallint not null,
    rules_version smallint not null,
    phase smallint not null,
    closed smallint,
    day date,
    attempt smallint,
    listed boolean not null,
    hints boolean not null,
    id uuid not null,
    commitment_id uuid,
    game_id uuid,
    seed bytea not null,
    options text not null,
    clock text not null,
    seats text not null,
    client_seed text not null,
    external_id text,
    tags text,
    constraint tables_pkey primary key (id)
) with (fillfactor = 70);

-- What happened at a table after a version: a row for each change, which is never written again. It follows the write
-- with this mark.
create table table_changes (
    follows bigint not null,
    after integer not null,
    table_id uuid not null references tables (id) on delete cascade,
    journal bytea not null,
    steps text not null,
    constraint table_changes_pkey primary key (table_id, after)
);

-- It changes with each step, which takes a sixth longer for it; without it all tables are read to find the next.
create index tables_by_wake on tables (wake_at);

create index tables_by_owner on tables (owner_id, id);

create index tables_to_join on tables (id) where listed and phase = 1;

-- A game that is deleted takes the table at which it was played with it. Few tables have ended and are still stored.
create index tables_by_game on tables (game_id) where game_id is not null;

-- Deals of the day. `par` is what adepts of this version make of one, and `adepts` has a byte for each adept to compare
-- with; both are played once, when they are first needed.
create table days (
    made_at timestamptz not null,
    day date not null,
    bot_version smallint not null,
    par smallint,
    best_line smallint,
    seed bytea not null,
    adepts bytea,
    constraint days_pkey primary key (day)
);

-- A profile's only try at a day: the row is there from the first moment on, and stays when the table is deleted.
create table day_results (
    finished_at timestamptz,
    owner_id bigint not null,
    day date not null,
    points smallint,
    against smallint,
    tricks smallint,
    counted boolean not null,
    table_id uuid not null,
    game_id uuid,
    self_card text,
    note text not null,
    constraint day_results_pkey primary key (owner_id, day)
);

-- How many counted players of a day have made these points, kept by the write that stores the last step.
create table day_scores (
    day date not null,
    points smallint not null,
    players integer not null,
    constraint day_scores_pkey primary key (day, points)
);

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

-- What the search says of the decisions of a player in a game. Services make it in turns: `done` steps were looked at, and
-- whoever holds the lease looks at the next ones. `caller` has so many unfinished ones. `fortune` is what is told besides,
-- as JSON, once all decisions are known.
create table analyses (
    created_at timestamptz not null,
    taken_at timestamptz not null,
    taken_until timestamptz,
    finished_at timestamptz,
    done integer not null,
    player smallint not null,
    effort smallint not null,
    game_id uuid not null references games (id) on delete cascade,
    taken_by uuid,
    caller bytea,
    engine text not null,
    fortune text,
    constraint analyses_pkey primary key (game_id, player, effort)
);

create index analyses_unfinished on analyses (taken_at) where finished_at is null;

-- The decisions of each turn, as JSON: those of the steps up to `done`.
create table analysis_parts (
    done integer not null,
    player smallint not null,
    effort smallint not null,
    game_id uuid not null,
    items text not null,
    constraint analysis_parts_pkey primary key (game_id, player, effort, done),
    constraint analysis_parts_analysis_fkey foreign key (game_id, player, effort)
        references analyses (game_id, player, effort) on delete cascade
);

-- What the stored games tell of players: counters, ratings and layouts. All of it follows from the games, in the order of
-- their commits, and can be made anew from them.

-- Who writes it: one service counts new games, until its lease ends, and one `arcana reindex` counts all of them anew.
-- `deletions` counts what was deleted, so that whoever is counting notices. There is one row: whoever changes standings
-- locks it first.
create table standings_lease (
    holder uuid,
    held_until timestamptz,
    reindexing uuid,
    deletions bigint not null
);

insert into standings_lease (deletions) values (0);

-- How far the games are counted. `listed_id` and `listed_at` tell callers of the last game that is listed: others have ids
-- that nobody else learns.
create table standings_progress (
    position bigint not null,
    game_id uuid not null,
    listed_id uuid,
    listed_at timestamptz
);

insert into standings_progress (position, game_id) values (-1, '00000000-0000-0000-0000-000000000000');

-- How a name has fared in a ruleset. `lower_bound` is mu - 3 sigma; `former_mu` and `former_sigma` are the rating before
-- `last_game`, the last in the order of commits; `course` is how the rating has come about; `folded` is the name as names are
-- compared.
create table player_standings (
    games bigint not null,
    wins bigint not null,
    shared_wins bigint not null,
    points bigint not null,
    streak bigint not null,
    longest_wins bigint not null,
    longest_losses bigint not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    mu double precision not null,
    sigma double precision not null,
    former_mu double precision not null,
    former_sigma double precision not null,
    lower_bound double precision not null,
    ruleset smallint not null,
    name text collate "C" not null,
    seat_games text not null,
    seat_wins text not null,
    course bytea not null default '',
    last_game uuid not null,
    folded text collate "C" not null,
    constraint player_standings_pkey primary key (name, ruleset)
);

-- Of equals, the names come forwards.
create index player_standings_by_rank on player_standings (ruleset, lower_bound desc, name) include (games);

-- Finds names by how they begin.
create index player_standings_by_folded on player_standings (folded, name);

-- How a name has fared with and against another one: a row for each direction.
create table player_pairs (
    games bigint not null,
    partner_games bigint not null,
    partner_wins bigint not null,
    opponent_games bigint not null,
    opponent_wins bigint not null,
    opponent_losses bigint not null,
    ruleset smallint not null,
    name text collate "C" not null,
    other text collate "C" not null,
    constraint player_pairs_pkey primary key (name, ruleset, other)
);

-- Those who met once only are found in the order of their names, and most pairs are.
create index player_pairs_by_partner on player_pairs (name, ruleset, partner_games desc, other)
where partner_games > 1;

create index player_pairs_by_opponent on player_pairs (name, ruleset, opponent_games desc, other)
where opponent_games > 1;

-- How often a card lay in a place of a layout, among all readings of the deals of Fortunes, four of each; and, where place,
-- card and disposition are empty, how many readings there were. Two of them are named, the first and the last.
create table layout_counts (
    count bigint not null,
    first_game uuid not null,
    last_game uuid not null,
    first_deal integer not null,
    last_deal integer not null,
    first_player smallint not null,
    last_player smallint not null,
    layout text collate "C" not null,
    verdict text collate "C" not null,
    place text collate "C" not null,
    card text collate "C" not null,
    disposition text collate "C" not null,
    constraint layout_counts_pkey primary key (layout, verdict, place, card, disposition)
);

-- The same tables again: `arcana reindex` counts all games into these, and swaps the names. Names of indexes stay behind.
create table standings_progress_next (like standings_progress including all);

insert into standings_progress_next (position, game_id) values (-1, '00000000-0000-0000-0000-000000000000');

create table player_standings_next (like player_standings including all);

create table player_pairs_next (like player_pairs including all);

create table layout_counts_next (like layout_counts including all);

-- What happens to what an owner has, in commit order: a table is changed, a simulation ends, a try at a day is finished. Games
-- and readings have positions of their own. A row goes with what it tells of.
create table owner_events (
    position bigint not null default next_position(),
    owner_id bigint not null,
    version integer,
    day date,
    kind smallint not null,
    id uuid not null default gen_random_uuid(),
    table_id uuid references tables (id) on delete cascade,
    simulation_id uuid references simulations (id) on delete cascade,
    constraint owner_events_pkey primary key (owner_id, position, id)
);

create index owner_events_by_position on owner_events (position, id);

create index owner_events_by_table on owner_events (table_id) where table_id is not null;

create index owner_events_by_simulation on owner_events (simulation_id) where simulation_id is not null;

-- What the owner of a reading has written beside it: nobody else sees it. `people` and `tags` are lists, as JSON.
create table reading_notes (
    created_at timestamptz not null,
    changed_at timestamptz not null,
    id uuid not null,
    reading_id uuid not null references readings (id) on delete cascade,
    text text not null,
    mood text,
    people text not null,
    tags text not null,
    came_of_it text not null,
    constraint reading_notes_pkey primary key (id)
);

create index reading_notes_by_reading on reading_notes (reading_id, id);

-- Finds what is erased with a name: a row for each person of a note.
create table note_people (
    note_id uuid not null references reading_notes (id) on delete cascade,
    name text collate "C" not null,
    constraint note_people_pkey primary key (name, note_id)
);

create index note_people_by_note on note_people (note_id);
