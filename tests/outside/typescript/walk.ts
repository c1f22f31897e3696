// Plays, imports, reads and sits at tables through a client made from the OpenAPI document: what compiles here is what
// callers get.
// To know: types alone, for openapi-fetch 0.17.0.
import assert from "node:assert/strict";
import { test } from "node:test";
import createClient from "openapi-fetch";
import type { Game, GameList, Log, PlayRequest, Table, TableEvent, TableRequest, paths } from "./api.js";

const baseUrl = process.env.ADDRESS ?? "http://127.0.0.1:8080";
const headers: Record<string, string> = process.env.KEY ? { authorization: `Bearer ${process.env.KEY}` } : {};
// Lists and imports also come as lines: not here.
const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl, headers });
// Nobody else has this name.
const querent = `Ada ${crypto.randomUUID()}`;

/** What was answered as JSON. */
function json<T>(data: T | undefined): Exclude<NonNullable<T>, string> {
  assert(data && typeof data === "object");
  return data as Exclude<NonNullable<T>, string>;
}

/** Plays a game of Fortunes with the querent in the first seat. */
async function play(): Promise<Game> {
  const body: PlayRequest = {
    ruleset: "fortunes",
    options: { folder_may_win: true },
    players: [{ name: querent, bot: "random" }, {}, {}, {}],
    seed: "from outside",
  };
  const params = { header: { "Idempotency-Key": crypto.randomUUID() } };
  const { data, error, response } = await client.POST("/v1/games", { params, body });
  assert.equal(error, undefined);
  assert.equal(response.status, 201);
  return json(data);
}

/** The log of a game of Fortunes. */
async function logOf(id: string): Promise<Extract<Log, { ruleset: "fortunes" }>> {
  const { data } = await client.GET("/v1/games/{id}/log", { params: { path: { id } } });
  const log = json(data);
  assert(log.ruleset === "fortunes");
  return log;
}

test("a game is played and its log imported", async () => {
  const game = await play();
  assert.equal(game.seed, "from outside");
  assert.equal(game.players[0]?.name, querent);
  assert(game.ruleset === "fortunes" && game.options.folder_may_win);
  const log = await logOf(game.id);
  assert.equal(log.steps.length, game.step_count);
  const externalId = crypto.randomUUID();
  const { data } = await client.POST("/v1/games/import", { body: { ...log, external_id: externalId } });
  const imported = json(data);
  assert("id" in imported);
  assert.deepEqual(imported.options, game.options);
  assert.equal(imported.source, "imported");
  assert.deepEqual(imported.result.scores, game.result.scores);
  const again = await client.POST("/v1/games/import", { body: { ...log, external_id: externalId } });
  assert.equal(again.response.status, 409);
  assert(again.error?.code === "external_id_taken");
  assert.equal(again.error.game, imported.id);
});

test("a wrong step is told as a problem, and nothing is stored", async () => {
  const log = await logOf((await play()).id);
  const first = log.steps.findIndex((step) => step.type === "play");
  const step = log.steps[first];
  assert(step?.type === "play");
  const steps = log.steps.with(first, { ...step, player: (step.player + 1) % 4 });
  const query = { dry_run: true };
  const good = await client.POST("/v1/games/import", { params: { query }, body: log });
  assert.equal(good.response.status, 200);
  const verdict = json(good.data);
  assert(!("id" in verdict));
  assert.equal(verdict.step_count, log.steps.length);
  const { error } = await client.POST("/v1/games/import", { params: { query }, body: { ...log, steps } });
  assert(error?.code === "illegal_log");
  assert.equal(error.reason, "wrong_player");
  assert.equal(error.index, first);
  const [due] = error.due ? [error.due].flat() : [];
  assert(due && "players" in due);
  assert.deepEqual(due.players, [step.player]);
  assert(error.legal.length > 0);
});

test("a player's games are listed page by page", async () => {
  const [one, two] = [await play(), await play()];
  const mine = { player: [querent], source: "played" as const, limit: 1 };
  const ids: string[] = [];
  let cursor: string | null | undefined;
  do {
    const query = cursor ? { ...mine, cursor } : mine;
    const { data } = await client.GET("/v1/games", { params: { query } });
    // Without `fields` the games are whole.
    const page = json(data) as GameList;
    assert(page.items.length <= 1);
    ids.push(...page.items.map((game) => game.id));
    cursor = page.next_cursor;
  } while (cursor);
  assert.deepEqual(ids.slice(0, 2), [two.id, one.id]);
});

test("a reading is asked for, read in two forms, and deleted", async () => {
  const { data: asked } = await client.POST("/v1/readings", { body: { querent, question: "What comes of it?" } });
  assert(asked?.type === "fortunes");
  const params = { path: { id: asked.id } };
  const { data: read } = await client.GET("/v1/readings/{id}", { params });
  assert.deepEqual(read, asked);
  const text = await client.GET("/v1/readings/{id}", { params, headers: { accept: "text/plain" }, parseAs: "text" });
  assert(typeof text.data === "string" && text.data.includes("What comes of it?"));
  const { data: list } = await client.GET("/v1/readings", { params: { query: { querent } } });
  assert.deepEqual(json(list).items.map((reading) => reading.id), [asked.id]);
  assert.equal((await client.DELETE("/v1/readings/{id}", { params })).response.status, 204);
  const gone = await client.GET("/v1/readings/{id}", { params });
  assert.equal(gone.error?.code, "not_found");
  const game = await client.DELETE("/v1/games/{id}", { params: { path: { id: asked.game.id } } });
  assert.equal(game.response.status, 204);
});

test("cards are drawn for a spread, and a reading of one is stored", async () => {
  const { data: drawn } = await client.POST("/v1/draws", { body: { spread: "three-card", seed: "any text" } });
  const body = { type: "spread" as const, spread: "three-card", seed: "any text", querent };
  const { data: stored } = await client.POST("/v1/readings", { body });
  assert(stored?.type === "spread");
  assert.deepEqual(stored.reading.places, json(drawn).reading.places);
  const params = { path: { id: stored.id } };
  assert.deepEqual((await client.GET("/v1/readings/{id}", { params })).data, stored);
  const { data: list } = await client.GET("/v1/readings", { params: { query: { querent, type: "spread" } } });
  assert.deepEqual(json(list).items.map((reading) => reading.id), [stored.id]);
  assert.equal((await client.DELETE("/v1/readings/{id}", { params })).response.status, 204);
});

/** The client of somebody who has a seat, and nothing else. */
function seated(token: string | null | undefined): typeof client {
  assert(token);
  return createClient({ baseUrl, headers: { authorization: `Bearer ${token}` } });
}

/** Makes the first legal step from a seat, if it can make one. */
async function step(seat: typeof client, id: string): Promise<Table> {
  const params = { path: { id } };
  const table = json((await seat.GET("/v1/tables/{id}", { params })).data);
  const [first] = table.legal;
  if (!first) return table;
  const body = { after: table.step_count, step: first };
  return json((await seat.POST("/v1/tables/{id}/steps", { params, body })).data);
}

test("two people and two bots play a table, and each person has a reading", async () => {
  const body: TableRequest = {
    ruleset: "fortunes",
    seats: [
      { type: "person", name: querent, client_seed: "tea leaves" },
      { type: "bot", bot: "random" },
      { type: "open" },
      { type: "bot" },
    ],
    clock: { speak_seconds: 0 },
  };
  const made = json((await client.POST("/v1/tables", { body })).data);
  assert.equal(made.phase, "waiting");
  const [invited] = made.invitations ?? [];
  assert(invited);
  const { seat: n, invitation } = invited;
  const path = { id: made.id, n };
  const guest = { name: "Bel", client_seed: "coffee grounds", question: "What comes of it?", invitation };
  const nobody: typeof client = createClient({ baseUrl });
  const joined = json((await nobody.POST("/v1/tables/{id}/seats/{n}", { params: { path }, body: guest })).data);
  assert.deepEqual(joined.seats.map((seat) => seat.client_seed), ["tea leaves", "", "coffee grounds", ""]);
  const [ada, bel] = [seated(made.tokens?.[0]), seated(joined.tokens?.[n])];
  let table = joined;
  while (table.phase === "playing") for (const seat of [ada, bel]) table = await step(seat, made.id);
  assert.equal(table.phase, "over");
  assert(table.game);
  const game = json((await client.GET("/v1/games/{id}", { params: { path: { id: table.game } } })).data);
  assert.deepEqual([game.source, game.seed_hash, game.result], ["table", made.seed_hash, table.result]);
  for (const [seat, asked] of [[ada, ""], [bel, "What comes of it?"]] as const) {
    const { links } = json((await seat.GET("/v1/tables/{id}", { params: { path: { id: made.id } } })).data);
    const id = links.reading?.split("/").pop();
    assert(id);
    const reading = json((await client.GET("/v1/readings/{id}", { params: { path: { id } } })).data);
    assert.equal(reading.question, asked);
  }
  const told = await client.GET("/v1/tables/{id}/events", {
    params: { path: { id: made.id }, query: { last_event_id: 0 } },
    headers: { accept: "application/x-ndjson" },
    parseAs: "text",
  });
  const lines = String(told.data).split("\n").filter(Boolean);
  const events = lines.map((line): TableEvent => JSON.parse(line));
  assert.equal(events.filter(({ event }) => event === "step").length, game.step_count);
  const last = events.at(-1);
  assert(last?.event === "over");
  assert.deepEqual([last.data.game, last.data.seed], [game.id, game.seed]);
});
