-- The order in which games and readings were committed, so that whoever follows them misses none.
--
-- A position is the number of the transaction that stored the row. Such numbers are given out before the commit: followers
-- read up to the first transaction that is still open. Rows from before this column have position 0 and go by their ids.

-- Added to the number of a transaction. A dump that is restored where transactions have lower numbers raises it.
create table position_offset (
    one boolean not null default true,
    value bigint not null,
    constraint position_offset_pkey primary key (one),
    constraint position_offset_is_one_row check (one)
);

insert into position_offset (value) values (0);

-- A default, so that releases that do not know the column yet give positions too.
create function next_position() returns bigint language plpgsql volatile as $$
begin
    return cast(cast(pg_current_xact_id() as text) as bigint) + (select value from position_offset);
end
$$;

-- In two steps: a default that is a constant rewrites no row.
alter table games add column position bigint not null default 0;

alter table games alter column position set default next_position();

create index games_by_position on games (position, id);

create index games_by_time on games (created_at);

create index games_imported on games (id) where source = 2;

alter table readings add column position bigint not null default 0;

alter table readings alter column position set default next_position();

create index readings_by_position on readings (owner_id, position, id);

create index readings_by_time on readings (owner_id, created_at);

create index commitments_unused on commitments (expires_at) where game_id is null;
