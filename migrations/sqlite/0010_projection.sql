-- What the stored games tell of players: counters, ratings and layouts. All of it follows from the games, in the order of
-- their commits, and can be made anew from them.

-- How far each generation of it has come: the one that is asked (state 1), one that is being made anew (2), and those that
-- are to be swept away (3). `listed_id` and `listed_at` tell callers of the last game that is listed: others have ids that
-- nobody else learns. `changes` counts what was deleted from it, so that whoever writes it notices.
create table projections (
    generation integer not null primary key,
    state integer not null,
    position integer not null,
    game_id blob not null,
    listed_id blob,
    listed_at integer,
    changes integer not null,
    lease_holder blob,
    lease_until integer
) strict;

insert into projections (generation, state, position, game_id, changes)
values (1, 1, -1, x'00000000000000000000000000000000', 0);

-- How a name has fared in a ruleset. `lower_bound` is mu - 3 sigma.
create table player_standings (
    generation integer not null,
    name text not null,
    ruleset integer not null,
    games integer not null,
    wins integer not null,
    shared_wins integer not null,
    streak integer not null,
    longest_wins integer not null,
    longest_losses integer not null,
    first_at integer not null,
    last_at integer not null,
    mu real not null,
    sigma real not null,
    lower_bound real not null,
    seat_games text not null,
    seat_wins text not null,
    primary key (generation, name, ruleset)
) strict, without rowid;

create index player_standings_by_rating on player_standings (generation, ruleset, lower_bound, name, games);

-- How a name has fared with and against another one: a row for each direction.
create table player_pairs (
    generation integer not null,
    name text not null,
    ruleset integer not null,
    other text not null,
    games integer not null,
    partner_games integer not null,
    partner_wins integer not null,
    opponent_games integer not null,
    opponent_wins integer not null,
    opponent_losses integer not null,
    primary key (generation, name, ruleset, other)
) strict, without rowid;

-- Those who met once only are found in the order of their names, and most pairs are.
create index player_pairs_by_partner on player_pairs (generation, name, ruleset, partner_games, other)
where partner_games > 1;

create index player_pairs_by_opponent on player_pairs (generation, name, ruleset, opponent_games, other)
where opponent_games > 1;

-- How often a card lay in a place of a layout, among all readings of the deals of Fortunes, four of each; and, where place,
-- card and disposition are empty, how many readings there were. Two of them are named, the first and the last.
create table layout_counts (
    generation integer not null,
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
    primary key (generation, layout, verdict, place, card, disposition)
) strict, without rowid;
