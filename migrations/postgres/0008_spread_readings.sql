-- Readings of cards that were drawn for a spread, without a game. They stand among those of games: there is one list of
-- an owner's readings, one order of commits and one cursor. What such a reading is told from is one document, as JSON.
-- No row is rewritten.
alter table readings alter column game_id drop not null;

alter table readings alter column verdict drop not null;

alter table readings alter column layout drop not null;

alter table readings alter column querent drop not null;

alter table readings add column spread text;

-- Find what is erased by a name, or because it is old: readings of games go with their games.
create index spread_readings_by_querent on readings (querent, id) where spread is not null;

create index spread_readings_by_time on readings (created_at, id) where spread is not null;

-- The reading that has used a commitment.
alter table commitments add column reading_id uuid;

drop index commitments_unused;

create index commitments_unused on commitments (expires_at) where game_id is null and reading_id is null;
