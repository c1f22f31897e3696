-- On Postgres games are found by keys of names in their own rows from this version on. On SQLite `game_players` is its own
-- index and small already, so nothing changes.
select 1;
