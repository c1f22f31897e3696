-- The commitments of an owner are numbered, and each names the one before by a hash: one that was asked for and is not
-- shown leaves a gap. Those from before these columns have no number.
alter table commitments add column number bigint;

alter table commitments add column previous bytea;

-- The last commitment of each owner: its number, and the hash that the next one names it by.
create table commitment_chains (
    owner_id bigint not null,
    number bigint not null,
    hash bytea not null,
    constraint commitment_chains_pkey primary key (owner_id)
);

create index commitments_by_owner on commitments (owner_id, id);

create index commitments_by_time on commitments (created_at);

-- Finds what is erased with an owner. What was made without a key is nobody's.
create index games_by_owner on games (owner_id, id) where owner_id <> 0;
