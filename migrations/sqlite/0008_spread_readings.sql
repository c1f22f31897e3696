-- Readings of cards that were drawn for a spread, without a game. They stand among those of games: there is one list of
-- an owner's readings, one order of commits and one cursor. What such a reading is told from is one document, as JSON.
--
-- A column that is not null stays so for ever here, and the table is made anew. Rows keep their positions; the highest
-- that was ever given out is kept too, so that none is given again.
create table new_readings (
    position integer primary key autoincrement,
    created_at integer not null,
    owner_id integer not null,
    texts_version integer not null,
    player integer not null default 0,
    id blob not null unique,
    game_id blob references games (id) on delete cascade,
    deck text not null,
    verdict text,
    layout text,
    question_kind text,
    querent text,
    question text not null,
    spread text,
    check ((game_id is null) <> (spread is null))
) strict;

insert into new_readings (position, created_at, owner_id, texts_version, player, id, game_id, deck, verdict, layout,
    question_kind, querent, question)
select position, created_at, owner_id, texts_version, player, id, game_id, deck, verdict, layout,
    question_kind, querent, question
from readings order by position;

delete from sqlite_sequence where name = 'new_readings';

update sqlite_sequence set name = 'new_readings' where name = 'readings';

drop table readings;

alter table new_readings rename to readings;

create index readings_by_owner on readings (owner_id, id);

create index readings_by_game on readings (game_id);

create index readings_by_position on readings (owner_id, position);

create index readings_by_time on readings (owner_id, created_at);

-- Find what is erased by a name, or because it is old: readings of games go with their games.
create index spread_readings_by_querent on readings (querent, id) where spread is not null;

create index spread_readings_by_time on readings (created_at, id) where spread is not null;

-- The reading that has used a commitment.
alter table commitments add column reading_id blob;

drop index commitments_unused;

create index commitments_unused on commitments (expires_at) where game_id is null and reading_id is null;
