-- Counts the games that fill.sql has stored: psql --file count.sql
--
-- Games, wins and pairs come out as `arcana reindex` counts them. Ratings and streaks follow from the order of the games:
-- here they follow from the wins alone. How often cards lay in places is what the patterns tell, times the copies.
set client_min_messages = warning;
set search_path = growth, public;
set work_mem = '1GB';

-- Patterns are alike for a count when the same seats of as many won the same game.
create table kinds as
select row_number() over () as kind, ruleset, seats, winners, array_agg(number) as numbers
from patterns where not unlisted group by ruleset, seats, winners;

create table kind_seats as
select kind, one.ruleset, seat, winner, side, winner and exists (select 1 from pattern_seats as other
    where other.number = one.number and other.winner and other.side <> one.side) as shared
from kinds join pattern_seats as one on one.number = numbers[1];

-- How many games of each kind were played around each name.
create unlogged table circles as
select rank_of(n, names) as rank, apart_of(n) as apart, kind, count(*) as games,
    min(played_at(n, moment(n, sizes))) as first_at, max(played_at(n, moment(n, sizes))) as last_at
from sizes, generate_series(1, total) as n
join (select kind, unnest(numbers) as number from kinds) as of_kind
    on number = n % (select count(*) from patterns where not unlisted)
where not is_unlisted(n) group by rank_of(n, names), apart_of(n), kind;
analyze sizes, kind_seats, circles;

truncate public.player_standings, public.player_pairs;

insert into public.player_standings (games, wins, shared_wins, points, streak, longest_wins, longest_losses, first_at, last_at,
    mu, sigma, lower_bound, ruleset, name, seat_games, seat_wins, folded)
select counted.games, wins, shared_wins, wins, case when last_won then 1 else -1 end, least(wins, 3),
    least(counted.games - wins, 5), first_at, last_at, mu, sigma, mu - 3 * sigma, ruleset, name,
    array_to_string(seat_games[1:seats], ','), array_to_string(seat_wins[1:seats], ','), lower(name)
from (
    select seat_name(rank, 0, 0, names) as name, ruleset, sum(games) as games, sum(wins) as wins, sum(shared_wins) as shared_wins, max(seat) + 1 as seats,
        (array_agg(last_won order by last_at desc))[1] as last_won, min(first_at) as first_at, max(last_at) as last_at,
        array[coalesce(sum(games) filter (where seat = 0), 0), coalesce(sum(games) filter (where seat = 1), 0), coalesce(sum(games) filter (where seat = 2), 0),
            coalesce(sum(games) filter (where seat = 3), 0)] as seat_games,
        array[coalesce(sum(wins) filter (where seat = 0), 0), coalesce(sum(wins) filter (where seat = 1), 0), coalesce(sum(wins) filter (where seat = 2), 0),
            coalesce(sum(wins) filter (where seat = 3), 0)] as seat_wins
    from sizes, (select seat_rank(rank, apart, seat, names) as rank, ruleset, seat, sum(games) as games,
            coalesce(sum(games) filter (where winner), 0) as wins, coalesce(sum(games) filter (where shared), 0) as shared_wins,
            bool_or(winner) as last_won, min(first_at) as first_at, max(last_at) as last_at
        from sizes, circles join kind_seats using (kind) group by 1, 2, 3) as seats
    group by rank, names, ruleset) as counted,
    lateral (select 25 + 8 * (wins / counted.games - 0.4) * (1 - 1 / (1 + counted.games / 10)) as mu,
        1 + 22 / (3 + counted.games / 10) as sigma) as rated;

-- Ranks are counted, and become names at the end: numbers compare faster than texts.
insert into public.player_pairs (games, partner_games, partner_wins, opponent_games, opponent_wins,
    opponent_losses, ruleset, name, other)
select games, partner_games, partner_wins, opponent_games, opponent_wins, opponent_losses, ruleset,
    seat_name(name, 0, 0, names), seat_name(other, 0, 0, names)
from sizes, (
    select ruleset, name, other, sum(games) as games, coalesce(sum(games) filter (where partners), 0) as partner_games,
        coalesce(sum(games) filter (where partners and won), 0) as partner_wins,
        coalesce(sum(games) filter (where not partners), 0) as opponent_games,
        coalesce(sum(games) filter (where not partners and won and not lost), 0) as opponent_wins,
        coalesce(sum(games) filter (where not partners and lost and not won), 0) as opponent_losses
    from (select games, one.side = two.side as partners, one.winner as won, two.winner as lost, one.ruleset,
            seat_rank(rank, apart, one.seat, names) as name, seat_rank(rank, apart, two.seat, names) as other
        from sizes, circles join kind_seats as one using (kind)
        join kind_seats as two on two.kind = one.kind and two.seat <> one.seat) as met
    group by ruleset, name, other) as pairs;

-- The readings that are named in it are those of copies, too.
update public.layout_counts
set count = count * (select sizes.total / (select count(*) from patterns) from sizes),
    first_game = (select uuid_of(number + 1, moment(number + 1, sizes)) from sizes, patterns where id = first_game), last_game = first_game;

update public.standings_progress set position = last.position, game_id = last.id, listed_id = listed.id, listed_at = listed.created_at
from (select id, position from games order by position desc, id desc limit 1) as last,
    (select id, created_at from games where not unlisted order by position desc, id desc limit 1) as listed;
update public.position_offset set value = value + (select max(position) from games);
