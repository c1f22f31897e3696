-- The last game that a generation of the projection has rated as releases from this migration on do: that of `game_id`, unless
-- an earlier one counted games for it. All ratings are then made anew in the background. `courses_id` is for earlier releases.
alter table projections add column rated_id uuid not null default '00000000-0000-0000-0000-000000000000';
