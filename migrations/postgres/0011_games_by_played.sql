-- Finds games by when they were played; of those that do not know, by when they were stored.
create index games_by_played on games (coalesce(played_at, created_at), id);
