-- The keys that callers show. Of the secret nothing is kept but its SHA-256; a revoked key stays, so that its owner's
-- number is never given away again.
create table api_keys (
    created_at integer not null,
    expires_at integer,
    revoked_at integer,
    last_used_at integer,
    owner_id integer not null,
    scopes integer not null,
    id blob not null primary key,
    secret_hash blob not null,
    name text not null
) strict;

-- What was created under an Idempotency-Key: `request` is the SHA-256 of method, path and key, `body` that of the body.
create table idempotency_records (
    created_at integer not null,
    owner_id integer not null,
    created_id blob not null,
    request blob not null,
    body blob not null,
    primary key (owner_id, request)
) strict, without rowid;

create index idempotency_records_by_time on idempotency_records (created_at);
