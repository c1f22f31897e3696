SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public._sqlx_migrations (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);
CREATE TABLE public.api_keys (
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    owner_id bigint NOT NULL,
    scopes smallint NOT NULL,
    id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.commitments (
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    owner_id bigint NOT NULL,
    id uuid NOT NULL,
    game_id uuid,
    seed bytea NOT NULL
);
CREATE TABLE public.game_players (
    game_id uuid NOT NULL,
    winner boolean NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.games (
    created_at timestamp with time zone NOT NULL,
    played_at timestamp with time zone,
    owner_id bigint NOT NULL,
    step_count integer NOT NULL,
    ruleset smallint NOT NULL,
    rules_version smallint NOT NULL,
    source smallint NOT NULL,
    deal_given boolean NOT NULL,
    id uuid NOT NULL,
    commitment_id uuid,
    options text NOT NULL,
    players text NOT NULL,
    winners text NOT NULL,
    places text NOT NULL,
    scores text NOT NULL,
    seed_made bytea,
    seed text COLLATE pg_catalog."C",
    client_seed text,
    external_id text COLLATE pg_catalog."C",
    log bytea NOT NULL
);
CREATE TABLE public.idempotency_records (
    created_at timestamp with time zone NOT NULL,
    owner_id bigint NOT NULL,
    created_id uuid NOT NULL,
    request bytea NOT NULL,
    body bytea NOT NULL
);
CREATE TABLE public.readings (
    created_at timestamp with time zone NOT NULL,
    owner_id bigint NOT NULL,
    texts_version integer NOT NULL,
    id uuid NOT NULL,
    game_id uuid NOT NULL,
    deck text NOT NULL,
    verdict text NOT NULL,
    layout text NOT NULL,
    querent text NOT NULL COLLATE pg_catalog."C",
    question text NOT NULL
);
INSERT INTO public._sqlx_migrations VALUES (1, 'games', '2026-11-22 04:38:32.638007+00', true, '\xc47f37e9f3c76ba8be025b49b1bce0785a2051f7446dd450e9d22d85076238157ab5a601c0a43239a2eaa18cd8b49bc8', 118769305);
INSERT INTO public._sqlx_migrations VALUES (2, 'keys', '2026-11-22 04:38:32.761755+00', true, '\xf39a41a45674fb74c9f1bbb95f84c0443e975fc5dc86a36c1312166ec258172f5d8c1147b915c07a16442474619e5b71', 24269697);
INSERT INTO public.api_keys VALUES ('2026-11-22 04:38:35.989682+00', NULL, NULL, NULL, 7, 3, '01a2018c-84d5-7093-8d0f-2b58c2190821', '\x1bc3522af36d63535c9a52d50c84061e0fc83b046eb8cba232d2f951b5f8a513', 'old postgres');
INSERT INTO public.commitments VALUES ('2026-11-22 04:38:35.080537+00', '2026-11-29 04:38:35.080537+00', 0, '01a2018c-8148-742f-b505-394d4c57547a', '01a2018c-8155-773a-b7ac-df144d40fcfa', '\x1ccd78449b0e5a3e6e2e2e72b96bf30f5fc30a717f7b7b0c3aa551046adde0e6');
INSERT INTO public.commitments VALUES ('2026-11-22 04:38:35.118834+00', '2026-11-29 04:38:35.118834+00', 0, '01a2018c-816e-751e-95af-20a9ba2dc0f7', NULL, '\x04cd13a794975e3dbdbdf63ffc3bc55a336253f5a64ea163a9619d3abb7f74bc');
INSERT INTO public.game_players VALUES ('01a2018c-7c17-70b0-8a37-8f4deb2d4dc6', true, 'Ada');
INSERT INTO public.game_players VALUES ('01a2018c-7c17-70b0-8a37-8f4deb2d4dc6', false, 'Zoë ❤');
INSERT INTO public.game_players VALUES ('01a2018c-7c17-70b0-8a37-8f4deb2d4dc6', true, 'Player 3');
INSERT INTO public.game_players VALUES ('01a2018c-7c17-70b0-8a37-8f4deb2d4dc6', false, 'Player 4');
INSERT INTO public.game_players VALUES ('01a2018c-7d48-76b6-8f67-0db4e871cf7b', true, 'Player 1');
INSERT INTO public.game_players VALUES ('01a2018c-7d48-76b6-8f67-0db4e871cf7b', false, 'Player 2');
INSERT INTO public.game_players VALUES ('01a2018c-7d48-76b6-8f67-0db4e871cf7b', false, 'Player 3');
INSERT INTO public.game_players VALUES ('01a2018c-7d48-76b6-8f67-0db4e871cf7b', false, 'Player 4');
INSERT INTO public.game_players VALUES ('01a2018c-7d5e-73d9-b497-06cd66324c97', true, 'Player 1');
INSERT INTO public.game_players VALUES ('01a2018c-7d5e-73d9-b497-06cd66324c97', false, 'Player 2');
INSERT INTO public.game_players VALUES ('01a2018c-7d5e-73d9-b497-06cd66324c97', false, 'Player 3');
INSERT INTO public.game_players VALUES ('01a2018c-7d5e-73d9-b497-06cd66324c97', false, 'Player 4');
INSERT INTO public.game_players VALUES ('01a2018c-7d73-70ed-b707-5dc27e109222', false, 'Player 1');
INSERT INTO public.game_players VALUES ('01a2018c-7d73-70ed-b707-5dc27e109222', true, 'Player 2');
INSERT INTO public.game_players VALUES ('01a2018c-7e1d-74b5-9619-642f38fafd54', false, 'Player 1');
INSERT INTO public.game_players VALUES ('01a2018c-7e1d-74b5-9619-642f38fafd54', true, 'Player 2');
INSERT INTO public.game_players VALUES ('01a2018c-8105-77e2-9532-429cb8ee7d9a', true, 'Player 1');
INSERT INTO public.game_players VALUES ('01a2018c-8105-77e2-9532-429cb8ee7d9a', false, 'Player 2');
INSERT INTO public.game_players VALUES ('01a2018c-8105-77e2-9532-429cb8ee7d9a', true, 'Player 3');
INSERT INTO public.game_players VALUES ('01a2018c-8105-77e2-9532-429cb8ee7d9a', false, 'Player 4');
INSERT INTO public.game_players VALUES ('01a2018c-813b-7298-a3a1-9e24bcd39b80', false, 'Player 1');
INSERT INTO public.game_players VALUES ('01a2018c-813b-7298-a3a1-9e24bcd39b80', true, 'Player 2');
INSERT INTO public.game_players VALUES ('01a2018c-8155-773a-b7ac-df144d40fcfa', false, 'Player 1');
INSERT INTO public.game_players VALUES ('01a2018c-8155-773a-b7ac-df144d40fcfa', true, 'Player 2');
INSERT INTO public.game_players VALUES ('01a2018c-82da-7252-a755-c8719d099b01', false, 'Ada');
INSERT INTO public.game_players VALUES ('01a2018c-82da-7252-a755-c8719d099b01', true, 'Player 2');
INSERT INTO public.game_players VALUES ('01a2018c-82da-7252-a755-c8719d099b01', false, 'Player 3');
INSERT INTO public.game_players VALUES ('01a2018c-82da-7252-a755-c8719d099b01', true, 'Player 4');
INSERT INTO public.game_players VALUES ('01a2018c-8474-7382-bd36-89ffd4fbe3e6', true, 'Player 1');
INSERT INTO public.game_players VALUES ('01a2018c-8474-7382-bd36-89ffd4fbe3e6', false, 'Player 2');
INSERT INTO public.game_players VALUES ('01a2018c-8474-7382-bd36-89ffd4fbe3e6', true, 'Player 3');
INSERT INTO public.game_players VALUES ('01a2018c-8474-7382-bd36-89ffd4fbe3e6', false, 'Player 4');
INSERT INTO public.games VALUES ('2026-11-22 04:38:33.751432+00', '2026-11-22 04:38:33.751432+00', 0, 77, 1, 1, 1, false, '01a2018c-7c17-70b0-8a37-8f4deb2d4dc6', NULL, '{}', '[["adept",1,"Ada"],["random",1,"Zoë ❤"],["adept",1,"Player 3","Player 4"]]', '0,2', '1,3,1,3', '4,4,11,5', NULL, 'old fortunes', '', NULL, '\x01168d47c4f3ed6a4625b359144e20491671e9a03c0c15c44102cc750a20c005938aa1049961284232ad023a9c2cd172d106a5e389a0e8dd5e1cdb67010b227f33c64805718b468e');
INSERT INTO public.games VALUES ('2026-11-22 04:38:34.05636+00', '2026-11-22 04:38:34.05636+00', 0, 348, 2, 1, 1, false, '01a2018c-7d48-76b6-8f67-0db4e871cf7b', NULL, '{}', '[["adept",1,"Player 1","Player 2","Player 3","Player 4"]]', '0', '1,3,4,2', '0,-9,-78,-7', NULL, 'old fortuno', '', NULL, '\x018f3887e65eccbdea92e4f9414850569a96438a498b22deea5292e1e155f86d37f9a8b57811ff1057973f9de3792ce73658a4a3f24ad699245142b5fe3823b8dc6fe374485a5f999528142f40f9c0405b5feccd27f239cb82f0150288a4305926a6a76ffd2d5105d2ec00114e574fca0f857c9b5471ca072db93ab441cce776fe3fd59d53858a8ff655c87dee67abda764551fdcf451861d7488485695cf58eaadd3726fbe87f6feb85404a8748e131369709ff1429d71bc03003a51c886dcddb73518576541dc389f22cffb6732c90577831fbedec794c5be3ea1d0e5ba182ee8b9706b83be45b607db441a24ed7d2ed89e5c7c34ecd3753d588535a3efc3731062385c104296de988dfa24454fd8432cbd549ea1af6e92a1b9aa275b520e459dc7fc8a8f53bcd987d4f34f0de4c9f79d490072c45e44574089f69c9e806685dd8ac0c32e331c99554d5a0323ce228aa608ce09b0bd0d1a2f19be580f8d911767895095f2e2e77a272c2009119862e274497dfc27d8a4f8de025f0d9ad3eaa6df8419e006c671e486b174ae8e70d7fc52e9421f7b3d9862f3cb5e9ac2ae32ca7c6c24a6bacdd7acd5837dfbed790a98dc60079730b43796959b0bd62589f4dc7848a7ab5a8c94f8a0603fff17d2ce4a3c4a7768b07ab3e3df4fc1f1aceb82ac8e17e03a2c4905f582b2fc98f83d1aa9cf7b5400ad2c0f84f8e24df84af72bca4d3cfc3a1276fd154401d1e59010e9d13a055bd7eb7754e8a3db5e9b653e4fd18d7a673d1df796817bae4eddecec7b794d188c1f0f9e84d6426d1113c7d93619c6d2f7b568a01ded9cdaf8a4eb2eec84ae02255db5265d063e224698cd21bd9d18f2beb0b2998e9870334ed5834ec16d840a8');
INSERT INTO public.games VALUES ('2026-11-22 04:38:34.078711+00', '2026-11-22 04:38:34.078711+00', 0, 80, 3, 1, 1, false, '01a2018c-7d5e-73d9-b497-06cd66324c97', NULL, '{}', '[["adept",1,"Player 1","Player 2","Player 3","Player 4"]]', '0', '1,4,2,3', '3,0,2,1', NULL, 'old foolery', '', NULL, '\x013fc52495a515d65354d7175980e872d63698d84cd75a5ea515344ce8a04217faa095505bd28eee34a43d495363829f88a0054568837528845ace53d4d495ddfc54653daa05aa515f5aa156d3f41677a8d6a2300d688496426d6b5227d42ed903491924594e029231916c0430537ea4');
INSERT INTO public.games VALUES ('2026-11-22 04:38:34.099489+00', '2026-11-22 04:38:34.099489+00', 0, 33, 4, 1, 1, false, '01a2018c-7d73-70ed-b707-5dc27e109222', NULL, '{}', '[["adept",1,"Player 1","Player 2"]]', '1', '2,1', '5,9', NULL, 'old fortuna', '', NULL, '\x01304919856c540aad83ca27675cc9e40c2aa18241451332ae20e2c6154fd8a000489ea936');
INSERT INTO public.games VALUES ('2026-11-22 04:38:34.269936+00', '2026-11-22 04:38:34.269936+00', 0, 44, 5, 1, 1, false, '01a2018c-7e1d-74b5-9619-642f38fafd54', NULL, '{}', '[["adept",1,"Player 1","Player 2"]]', '1', '2,1', '5,10', NULL, 'old reversal', '', NULL, '\x013c5f4bb7575b0b84c3b01493983c391b86755fbef510390ecf27f9a0d248278685c159decd3386b59aadd195a91acf475ffdd48ec0302c415d01df64b48461d5d60777623b9eaf2834999b2e0c4c336ed007407412deba');
INSERT INTO public.games VALUES ('2026-11-22 04:38:35.013829+00', '2026-11-22 04:38:35.013829+00', 0, 77, 1, 1, 1, false, '01a2018c-8105-77e2-9532-429cb8ee7d9a', NULL, '{}', '[["adept",1,"Player 1","Player 2","Player 3","Player 4"]]', '0,2', '1,3,1,3', '9,9,7,4', '\x48d7be85c101615f33d86569ecddc30644742b2c4ad72924258ba766a97b22a3', NULL, '', 'mine', '\x012952acf4b17036bb89ace7523920bf1a8d1588541845e2b2691a284eab9be42544021b368dee2078009294218a90f1602eb9026e66601a95c1230fd1f1c144adc4080445c115e9');
INSERT INTO public.games VALUES ('2026-11-22 04:38:35.067841+00', '1999-12-31 23:59:59.5+00', 0, 44, 5, 1, 2, false, '01a2018c-813b-7298-a3a1-9e24bcd39b80', NULL, '{}', '["Player 1","Player 2"]', '1', '2,1', '5,10', NULL, NULL, NULL, 'theirs', '\x013c5f4bb7575b0b84c3b01493983c391b86755fbef510390ecf27f9a0d248278685c159decd3386b59aadd195a91acf475ffdd48ec0302c415d01df64b48461d5d60777623b9eaf2834999b2e0c4c336ed007407412deba');
INSERT INTO public.games VALUES ('2026-11-22 04:38:35.093296+00', '2026-11-22 04:38:35.093296+00', 0, 40, 5, 1, 1, false, '01a2018c-8155-773a-b7ac-df144d40fcfa', '01a2018c-8148-742f-b505-394d4c57547a', '{}', '[["adept",1,"Player 1","Player 2"]]', '1', '2,1', '5,10', '\x1ccd78449b0e5a3e6e2e2e72b96bf30f5fc30a717f7b7b0c3aa551046adde0e6', NULL, 'mine', NULL, '\x013c1f45e38d530009c3f208dfe787b46358b839c13f4cf27caa31fa6cfdda0bc36a608d628bb7681816c3eb683f6487e7637503f46c436258b780e15d21c06058c3f07c9c849020f227d3eea303cb91e460');
INSERT INTO public.games VALUES ('2026-11-22 04:38:35.482206+00', '2026-11-22 04:38:35.482206+00', 0, 77, 1, 1, 1, false, '01a2018c-82da-7252-a755-c8719d099b01', NULL, '{}', '[["adept",1,"Ada","Player 2","Player 3","Player 4"]]', '1,3', '3,1,3,1', '5,7,6,7', '\xe385ee63bb636eb60a132f098ce265ed4ed757047f1cb556f4b5d2d792196701', NULL, '', NULL, '\x012dd82976140295ae172a3593e96aa2cc054492402215472141f3d910b79d82505ae0369e1046c3f98c184b2491696a187f81a181d2090e9a87e423a712f08a931e6005cd2d306e');
INSERT INTO public.games VALUES ('2026-11-22 04:38:35.892253+00', '2026-11-22 04:38:35.892253+00', 0, 77, 1, 1, 1, false, '01a2018c-8474-7382-bd36-89ffd4fbe3e6', NULL, '{}', '[["adept",1,"Player 1","Player 2","Player 3","Player 4"]]', '0,2', '1,3,1,3', '8,7,7,6', '\x08d7e8744c26a8aad2b93d340b2b1508e3405c83bb1e7ef5eefc3db6b60687a5', NULL, '', NULL, '\x01bf1d4ed7c18c2cbd056d16326c3ca04746f322c554be240f0244268cab94291200480495c38042201614cae2b059622058b260cd3659de1a2d980375f90839a7a32b07cf49356a');
INSERT INTO public.idempotency_records VALUES ('2026-11-22 04:38:34.277636+00', 0, '01a2018c-8105-77e2-9532-429cb8ee7d9a', '\x9300b1ff5e00f887a80ecb3b7343c2554c0eaf5a011ddb6925500198b073c3d7', '\x7e1a038874e0ea84c4927e34bd28fefbd0ae209da7ce1e98887011c7e9aca308');
INSERT INTO public.readings VALUES ('2026-11-22 04:38:35.482206+00', 0, 1, '01a2018c-82da-7252-a755-c8720c9e78cf', '01a2018c-82da-7252-a755-c8719d099b01', 'thoth', 'doom', 'simple', 'Ada', 'Will it rain?');
INSERT INTO public.readings VALUES ('2026-11-22 04:38:35.892253+00', 0, 1, '01a2018c-8474-7382-bd36-8a001df4a26f', '01a2018c-8474-7382-bd36-89ffd4fbe3e6', 'fortunes', 'fortune', 'broad', 'Player 1', '');
ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.commitments
    ADD CONSTRAINT commitments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.game_players
    ADD CONSTRAINT game_players_pkey PRIMARY KEY (name, game_id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id) WITH (fillfactor='100');
ALTER TABLE ONLY public.idempotency_records
    ADD CONSTRAINT idempotency_records_pkey PRIMARY KEY (owner_id, request);
ALTER TABLE ONLY public.readings
    ADD CONSTRAINT readings_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX games_by_external_id ON public.games USING btree (external_id, owner_id) WHERE (external_id IS NOT NULL);
CREATE INDEX games_by_ruleset ON public.games USING btree (ruleset, id) WITH (fillfactor='100');
CREATE INDEX games_by_seed ON public.games USING btree (seed, id) WHERE (seed IS NOT NULL);
CREATE INDEX games_by_seed_made ON public.games USING btree (substr(seed_made, 1, 4)) WHERE (seed_made IS NOT NULL);
CREATE INDEX idempotency_records_by_time ON public.idempotency_records USING btree (created_at);
CREATE INDEX readings_by_game ON public.readings USING btree (game_id);
CREATE INDEX readings_by_owner ON public.readings USING btree (owner_id, id);
ALTER TABLE ONLY public.readings
    ADD CONSTRAINT readings_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;
