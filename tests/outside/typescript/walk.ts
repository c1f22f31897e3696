// Plays, imports and reads through a client made from the OpenAPI document: what compiles here is what callers get.
import assert from "node:assert/strict";
import { test } from "node:test";
import createClient from "openapi-fetch";
import type { Game, Log, PlayRequest, Table, TableRequest, paths } from "./api.js";

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

/** The log of a game. */
async function logOf(id: string): Promise<Log> {
  const { data } = await client.GET("/v1/games/{id}/log", { params: { path: { id } } });
  return json(data);
}

test("a game is played and its log imported", async () => {
  const game = await play();
  assert.equal(game.seed, "from outside");
  assert.equal(game.players[0]?.name, querent);
  assert("folder_may_win" in game.options && game.options.folder_may_win);
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
  assert(again.error && "game" in again.error);
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
  assert(error && "reason" in error);
  assert.equal(error.code, "illegal_log");
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
    const page = json(data);
    assert(page.items.length <= 1);
    ids.push(...page.items.map((game) => game.id));
    cursor = page.next_cursor;
  } while (cursor);
  assert.deepEqual(ids.slice(0, 2), [two.id, one.id]);
});

test("a reading is asked for, read in two forms, and deleted", async () => {
  const { data: asked } = await client.POST("/v1/readings", { body: { querent, question: "What comes of it?" } });
  assert(asked);
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

test("a table is played at to its end", async () => {
  const body: TableRequest = {
    ruleset: "reversal",
    options: { target: 1 },
    seats: [{ kind: "person", name: querent }, { kind: "bot", bot: "random" }],
    clock: { speak_seconds: 0 },
  };
  const made = json((await client.POST("/v1/tables", { body })).data);
  const path = { id: made.id };
  const seat = { authorization: `Bearer ${made.tokens?.[0]}` };
  let table: Table = json((await client.GET("/v1/tables/{id}", { params: { path }, headers: seat })).data);
  while (table.phase !== "over") {
    const [after, step] = [table.step_count, table.legal[0]];
    const query = { after, wait: 20 };
    const { data } = step
      ? await client.POST("/v1/tables/{id}/steps", { params: { path }, headers: seat, body: { after, step } })
      : await client.GET("/v1/tables/{id}", { params: { path, query }, headers: seat });
    table = json(data);
  }
  const { data: game } = await client.GET("/v1/games/{id}", { params: { path: { id: table.game ?? "" } } });
  assert.equal(json(game).source, "table");
});
