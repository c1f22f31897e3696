-- How each rating has come about, in the bytes of one column. What was counted before has none: it is made anew in the
-- background.
alter table player_standings add column course bytea not null default '';

-- The last game that a generation of the projection has in its courses: that of `game_id`, unless a release counted games
-- for it that knows of no courses.
alter table projections add column courses_id uuid not null default '00000000-0000-0000-0000-000000000000';
