-- Multiplies the games of a database: psql --set games=20000000 --set names=200000 --file fill.sql
--
-- Before it, the database has a few thousand games and some readings as the service stored them, counted by `arcana
-- reindex`. After it, it has copies of them with ids, times, seeds and names of their own, spread over the two years
-- before now, in the order in which they would have come; and what was counted of them is counted of the copies.
-- A name of rank r has 1/r of the games of the first; those who play together are a few ranks apart, as friends are.
set client_min_messages = warning;
create schema growth;
set search_path = growth, public;

create table sizes as select :games::bigint as total, :names::bigint as names, 2 * 365 * 86400000::bigint as span,
    (extract(epoch from date_trunc('hour', now())) * 1000)::bigint as until;

-- One of fifty games was played for a reading; all others are copies of imported ones.
create table patterns as
select row_number() over (partition by unlisted order by id) - 1 as number, json_array_length(players::json) as seats,
    games.*
from games;
create index patterns_by_id on patterns (id);
create table pattern_readings as
select patterns.number, readings.* from readings join patterns on patterns.id = readings.game_id;
create table pattern_players as
select patterns.number, named.name, named.winner
from patterns join game_players as named on named.game_id = patterns.id where patterns.unlisted;

-- Who sits where: partners in Fortunes sit across from each other.
create table pattern_seats as
select number, ruleset, seats, seat, string_to_array(winners, ',') @> array[seat::text] as winner,
    case when ruleset = 1 then seat % 2 else seat end as side
from patterns, generate_series(0, seats - 1) as seat where not unlisted;

-- The millisecond in which a copy was stored.
create function moment(n bigint, sizes sizes) returns bigint language sql immutable as
$$ select sizes.until - sizes.span + n * (sizes.span / sizes.total) $$;

-- A UUID of version 7 of this millisecond.
create function uuid_of(n bigint, at bigint) returns uuid language sql immutable as $$
    select (lpad(to_hex(at), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid
$$;

-- The rank of the name that a copy is around, how many ranks apart its players are, and which pattern it is a copy of.
create function rank_of(n bigint, names bigint) returns bigint language sql immutable as
$$ select floor(exp(((n * 2654435761) & 4294967295) / 4294967296.0::double precision * ln(names::double precision)))::bigint $$;

create function apart_of(n bigint) returns bigint language sql immutable as $$ select 1 + (n / 7) % 4 $$;

create function is_unlisted(n bigint) returns boolean language sql immutable as $$ select n % 50 = 0 $$;

create function is_imported(n bigint) returns boolean language sql immutable as $$ select n % 20 between 14 and 18 $$;

create function played_at(n bigint, at bigint) returns timestamptz language sql immutable as
$$ select to_timestamp((at - case when growth.is_imported(n) then n * 7919 % 2592000000 else 0 end) / 1000.0) $$;

create function seat_rank(rank bigint, apart bigint, seat bigint, names bigint) returns bigint language sql immutable as
$$ select 1 + (rank - 1 + seat * apart) % names $$;

create function seat_name(rank bigint, apart bigint, seat bigint, names bigint) returns text language sql immutable as
$$ select 'Player ' || growth.seat_rank(rank, apart, seat, names) $$;

create table copies (n bigint, pattern bigint, at bigint, id uuid, rank bigint, apart bigint);

-- The copies of these numbers: which pattern, when, and around which name.
create procedure choose(first bigint, last bigint) language sql as $$
    truncate growth.copies;
    insert into growth.copies
    select n, case when growth.is_unlisted(n) then n / 50 % unlisted else n % listed end, growth.moment(n, sizes),
        growth.uuid_of(n, growth.moment(n, sizes)), growth.rank_of(n, names), growth.apart_of(n)
    from growth.sizes, generate_series(first, last) as n, (select count(*) filter (where patterns.unlisted) as unlisted,
        count(*) filter (where not patterns.unlisted) as listed from growth.patterns) as patterns;
    analyze growth.copies;
$$;

-- Of twenty games thirteen were played by bots, one from a seed that the caller gave, five imported, one played at a table.
create procedure store() language sql as $$
    insert into public.games (created_at, played_at, owner_id, step_count, ruleset, rules_version, source, deal_given, id,
        options, players, winners, places, scores, seed_made, seed, client_seed, external_id, log, position, unlisted)
    select to_timestamp(at / 1000.0), growth.played_at(n, at),
        case when unlisted or growth.is_imported(n) then 1 + n / 50 % 5 else 0 end, step_count, ruleset, rules_version,
        case when growth.is_imported(n) then 2 when n % 20 = 19 then 3 else 1 end, deal_given, copies.id, options,
        case when unlisted then players else '[' || array_to_string(array(select
            '"' || growth.seat_name(rank, apart, seat, names) || '"' from generate_series(0, seats - 1) as seat), ',') || ']' end,
        winners, places, scores, case when n % 20 <> 13 and not growth.is_imported(n) then sha256(n::text::bytea) end,
        case when n % 20 = 13 then 'seed ' || n end, case when not growth.is_imported(n) then '' end,
        case when growth.is_imported(n) then 'import ' || n end, log, n / 5, unlisted
    from growth.sizes, growth.copies join growth.patterns on number = pattern and unlisted = growth.is_unlisted(n)
    order by n;
    insert into public.game_players (name, game_id, winner)
    select growth.seat_name(rank, apart, seat, names), id, winner from growth.sizes, growth.copies
    join growth.pattern_seats on number = pattern where not growth.is_unlisted(n) order by n, seat;
    insert into public.game_players (name, game_id, winner)
    select name, id, winner from growth.sizes, growth.copies join growth.pattern_players on number = pattern
    where growth.is_unlisted(n) order by n;
    insert into public.readings (created_at, owner_id, texts_version, id, game_id, deck, verdict, layout, querent, question,
        position, player, question_kind)
    select to_timestamp(at / 1000.0), 1 + n / 50 % 5, texts_version, growth.uuid_of(-n, at), copies.id, deck, verdict,
        layout, querent, question, n / 5, player, question_kind
    from growth.copies join growth.pattern_readings on number = pattern where growth.is_unlisted(n) order by n;
$$;

create procedure fill() language plpgsql as $$
declare
    first bigint := 1;
    last bigint;
begin
    delete from public.readings;
    delete from public.games;
    delete from public.game_players;
    commit;
    while first <= (select total from growth.sizes) loop
        last := least(first + 199999, (select total from growth.sizes));
        call growth.choose(first, last);
        call growth.store();
        commit;
        first := last + 1;
    end loop;
end
$$;

call fill();
drop trigger if exists add_keys on public.games;
