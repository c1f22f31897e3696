-- A game that is deleted takes the table at which it was played with it. Few tables have ended and are still stored.
create index tables_by_game on tables (game_id) where game_id is not null;
