-- Of equals, the names come forwards. An older release sorts until it is replaced.
drop index player_standings_by_rating;

create index player_standings_by_rank on player_standings (generation, ruleset, lower_bound desc, name) include (games);

drop index player_pairs_by_partner;

create index player_pairs_by_partner on player_pairs (generation, name, ruleset, partner_games desc, other)
where partner_games > 1;

drop index player_pairs_by_opponent;

create index player_pairs_by_opponent on player_pairs (generation, name, ruleset, opponent_games desc, other)
where opponent_games > 1;
