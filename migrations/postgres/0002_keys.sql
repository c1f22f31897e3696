-- The keys that callers show. Of the secret nothing is kept but its SHA-256; a revoked key stays, so that its owner's
-- number is never given away again.
create table api_keys (
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    owner_id bigint not null,
    scopes smallint not null,
    id uuid not null,
    secret_hash bytea not null,
    name text not null,
    constraint api_keys_pkey primary key (id)
);

-- What was created under an Idempotency-Key: `request` is the SHA-256 of method, path and key, `body` that of the body.
create table idempotency_records (
    created_at timestamptz not null,
    owner_id bigint not null,
    created_id uuid not null,
    request bytea not null,
    body bytea not null,
    constraint idempotency_records_pkey primary key (owner_id, request)
);

create index idempotency_records_by_time on idempotency_records (created_at);
