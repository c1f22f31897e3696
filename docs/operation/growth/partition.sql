-- Goes over to monthly partitions of games while services run: psql --set first=2027-01-01 --file partition.sql
--
-- What is stored before FIRST (UTC) stays one partition, `games_past`: nothing is copied. FIRST has to lie ahead, since the
-- rows until then go on coming into the table as it is. Part 1 takes long and holds up nobody; part 2 locks everything,
-- for some milliseconds.
set lock_timeout = '2s';
set timezone = 'UTC';

-- The least id of a moment: ids begin with the millisecond.
create function least_id(at timestamptz) returns uuid language sql immutable as
$$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;

-- Part 1: what is there lies before FIRST, which then needs not be read under a lock. The index of external ids as all
-- partitions can have it.
create index concurrently games_by_external_id_anywhere on games (external_id, owner_id) where external_id is not null;
select format('alter table games add constraint games_past check (id < %L) not valid', least_id(:'first')) \gexec
select format('alter table game_players add constraint game_players_past check (game_id < %L) not valid', least_id(:'first')) \gexec
alter table games validate constraint games_past;
alter table game_players validate constraint game_players_past;

-- Part 2. An external id is unique over all months, which no index over partitions can promise: a table of its own does.
begin;
lock table readings, analyses, game_tags, games, game_players in access exclusive mode;

create table external_ids (
    owner_id bigint not null,
    game_id uuid not null,
    external_id text collate "C" not null,
    constraint external_ids_pkey primary key (external_id, owner_id)
);
create index external_ids_by_game on external_ids (game_id);

alter table readings drop constraint readings_game_id_fkey;
alter table analyses drop constraint analyses_game_id_fkey;
alter table game_tags drop constraint game_tags_game_id_fkey;
alter table games rename to games_past;
alter table game_players rename to game_players_past;

create table games (like games_past including defaults) partition by range (id);
create table game_players (like game_players_past including defaults) partition by range (game_id);
-- Settings of columns are not copied. That of the schema, for the statistics of all partitions together.
alter table game_players alter column name set (n_distinct_inherited = 100);

-- The same indexes for all partitions, but for those that are unique without the id. Those of the past are taken over.
do $$
declare
    old record;
begin
    for old in
        select replace(pg_get_indexdef(indexrelid), '_past', '') as definition, relname as name, indisprimary as is_key,
            indexrelid, pg_get_constraintdef(pg_constraint.oid) as key, indrelid::regclass as past,
            coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') as options
        from pg_index join pg_class on pg_class.oid = indexrelid left join pg_constraint on conindid = indexrelid
        where indrelid in ('games_past'::regclass, 'game_players_past'::regclass)
            and (indisprimary or not indisunique)
    loop
        execute format('alter index %I rename to %I', old.name, old.name || '_past');
        if old.is_key then
            execute format('alter table %I add constraint %I %s%s',
                replace(old.past::text, '_past', ''), old.name, old.key, old.options);
        else
            execute old.definition;
        end if;
    end loop;
end
$$;

select format('alter table games attach partition games_past for values from (minvalue) to (%L)', least_id(:'first')) \gexec
select format('alter table game_players attach partition game_players_past for values from (minvalue) to (%L)',
    least_id(:'first')) \gexec

-- A partition from this moment to the end of its month. Indexes have the settings of those of the whole; columns have none,
-- and get those of the schema.
create function add_month(at timestamptz) returns void language plpgsql set timezone = 'UTC' as $$
declare
    bounds text := format('for values from (%L) to (%L)', least_id(at), least_id(date_trunc('month', at) + interval '1 month'));
    month text := to_char(at, 'YYYY_MM');
begin
    execute format('create table %I partition of games %s', 'games_' || month, bounds);
    execute format('create table %I partition of game_players %s', 'game_players_' || month, bounds);
    execute format('alter table %I alter column name set (n_distinct = 100)', 'game_players_' || month);
end
$$;

-- Claims an external id. A statement that stores one which is taken fails as it did with the index.
create function claim_external_id() returns trigger language plpgsql as $$
begin
    if exists (select from games_past where external_id = new.external_id and owner_id = new.owner_id) then
        null;
    else
        insert into external_ids values (new.owner_id, new.id, new.external_id) on conflict do nothing;
        if found then return new; end if;
    end if;
    raise unique_violation using message = 'the external id is taken', table = 'games', constraint = 'games_by_external_id';
end
$$;
create trigger claim_external_id before insert on games for each row when (new.external_id is not null)
execute function claim_external_id();
create trigger claim_corrected_external_id before update of external_id on games for each row
when (new.external_id is not null and new.external_id is distinct from old.external_id) execute function claim_external_id();

create function free_external_id() returns trigger language plpgsql as $$
begin
    delete from external_ids where external_id = old.external_id and owner_id = old.owner_id and game_id = old.id;
    return null;
end
$$;
create trigger free_external_id after delete on games for each row when (old.external_id is not null)
execute function free_external_id();
create trigger free_corrected_external_id after update of external_id on games for each row
when (old.external_id is not null and old.external_id is distinct from new.external_id) execute function free_external_id();

alter table readings add constraint readings_game_id_fkey foreign key (game_id) references games (id) on delete cascade not valid;
alter table analyses add constraint analyses_game_id_fkey foreign key (game_id) references games (id) on delete cascade not valid;
alter table game_tags add constraint game_tags_game_id_fkey foreign key (game_id) references games (id) on delete cascade not valid;

select add_month(:'first');
select add_month(date_trunc('month', timestamptz :'first') + interval '1 month');
commit;

alter table readings validate constraint readings_game_id_fkey;
alter table analyses validate constraint analyses_game_id_fkey;
alter table game_tags validate constraint game_tags_game_id_fkey;
