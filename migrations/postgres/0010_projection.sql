-- What the stored games tell of players: counters, ratings and layouts. All of it follows from the games, in the order of
-- their commits, and can be made anew from them.

-- How far each generation of it has come: the one that is asked (state 1), one that is being made anew (2), and those that
-- are to be swept away (3). `listed_id` and `listed_at` tell callers of the last game that is listed: others have ids that
-- nobody else learns. `changes` counts what was deleted from it, so that whoever writes it notices.
create table projections (
    generation bigint not null,
    state smallint not null,
    position bigint not null,
    game_id uuid not null,
    listed_id uuid,
    listed_at timestamptz,
    changes bigint not null,
    lease_holder uuid,
    lease_until timestamptz,
    constraint projections_pkey primary key (generation)
);

insert into projections (generation, state, position, game_id, changes)
values (1, 1, -1, '00000000-0000-0000-0000-000000000000', 0);

-- How a name has fared in a ruleset. `lower_bound` is mu - 3 sigma.
create table player_standings (
    generation bigint not null,
    games bigint not null,
    wins bigint not null,
    shared_wins bigint not null,
    streak bigint not null,
    longest_wins bigint not null,
    longest_losses bigint not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    mu double precision not null,
    sigma double precision not null,
    lower_bound double precision not null,
    ruleset smallint not null,
    name text collate "C" not null,
    seat_games text not null,
    seat_wins text not null,
    constraint player_standings_pkey primary key (generation, name, ruleset)
);

create index player_standings_by_rating on player_standings (generation, ruleset, lower_bound, name) include (games);

-- How a name has fared with and against another one: a row for each direction.
create table player_pairs (
    generation bigint not null,
    games bigint not null,
    partner_games bigint not null,
    partner_wins bigint not null,
    opponent_games bigint not null,
    opponent_wins bigint not null,
    opponent_losses bigint not null,
    ruleset smallint not null,
    name text collate "C" not null,
    other text collate "C" not null,
    constraint player_pairs_pkey primary key (generation, name, ruleset, other)
);

-- Those who met once only are found in the order of their names, and most pairs are.
create index player_pairs_by_partner on player_pairs (generation, name, ruleset, partner_games, other)
where partner_games > 1;

create index player_pairs_by_opponent on player_pairs (generation, name, ruleset, opponent_games, other)
where opponent_games > 1;

-- How often a card lay in a place of a layout, among all readings of the deals of Fortunes, four of each; and, where place,
-- card and disposition are empty, how many readings there were. Two of them are named, the first and the last.
create table layout_counts (
    generation bigint not null,
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
    constraint layout_counts_pkey primary key (generation, layout, verdict, place, card, disposition)
);
