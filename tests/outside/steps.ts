// What every client made from the document has to do. The clients differ in names and types; the steps do not.
import assert from "node:assert/strict";
import { test } from "node:test";

export const address = process.env.ADDRESS ?? "http://127.0.0.1:8080";
export const key = process.env.KEY ?? "";
// Nobody else has this name.
export const querent = `Ada ${crypto.randomUUID()}`;

/** The rulesets, each with the value that its game is to have for one option: never the default. */
export const wanted = { fortunes: true, fortuno: 5, foolery: 3, fortuna: 20, reversal: 5 } as const;
export type Ruleset = keyof typeof wanted;

/** A step, as the answer about a table lists it. */
export type Step = { type: string };

/** A table as one seat sees it. */
export interface Seen<Legal extends Step> {
  version: number;
  steps: number;
  legal: Legal[];
}

/** A client; `Told` is what went wrong as it tells it. */
export interface Client<Game, Log extends { steps: unknown[] }, Reading, Legal extends Step> {
  /** Plays a game of four with the querent in the first seat. */
  play(ruleset: Ruleset): Promise<Game>;
  game(id: string): Promise<Game>;
  /** The option of `wanted`, by its type. */
  option(game: Game): unknown;
  idOf(game: Game): string;
  /** A page of one game of the querent. */
  list(cursor: string | undefined): Promise<{ ids: (string | undefined)[]; next: string | null | undefined }>;
  log(id: string): Promise<Log>;
  /** Imports a log: the scores, or the game that has this external id. */
  import(log: Log, externalId: string): Promise<{ scores: number[] } | { taken: string }>;
  scores(game: Game): number[];
  ask(kind: "fortunes" | "spread"): Promise<{ id: string; kind: string; reading: Reading }>;
  reading(id: string): Promise<Reading>;
  /** Makes a table of Foolery with three deals: its id, and the token of the first seat. */
  table(): Promise<{ id: string; token: string | null | undefined; deals: number }>;
  see(id: string, token: string, after: number | undefined): Promise<Seen<Legal>>;
  step(id: string, token: string, after: number, step: Legal): Promise<Seen<Legal>>;
}

/** Registers the steps as tests. */
export function walk<Game, Log extends { steps: unknown[] }, Reading, Legal extends Step>(
  client: Client<Game, Log, Reading, Legal>,
): void {
  const rulesets = Object.keys(wanted) as Ruleset[];

  test("a game of each ruleset is played as ordered, read back equal, and its log imported", async () => {
    for (const ruleset of rulesets) {
      const game = await client.play(ruleset);
      assert.equal(client.option(game), wanted[ruleset], ruleset);
      assert.deepEqual(await client.game(client.idOf(game)), game);
      const log = await client.log(client.idOf(game));
      assert(log.steps.length > 0);
      const externalId = crypto.randomUUID();
      assert.deepEqual(await client.import(log, externalId), { scores: client.scores(game) });
      const again = await client.import(log, externalId);
      assert("taken" in again && again.taken);
    }
  });

  test("games are listed page by page", async () => {
    const ids = [client.idOf(await client.play("foolery")), client.idOf(await client.play("foolery"))];
    const found: (string | undefined)[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await client.list(cursor ?? undefined);
      found.push(...page.ids);
      cursor = page.next;
    } while (cursor);
    assert.deepEqual(found.slice(0, 2), ids.reverse());
  });

  test("readings of a game and of a spread are asked for and read back equal", async () => {
    for (const kind of ["fortunes", "spread"] as const) {
      const asked = await client.ask(kind);
      assert.equal(asked.kind, kind);
      assert.deepEqual(await client.reading(asked.id), asked.reading);
    }
  });

  test("a step is made at a table", async () => {
    const { id, token, deals } = await client.table();
    assert.equal(deals, wanted.foolery);
    assert(token);
    let seen = await client.see(id, token, undefined);
    while (!seen.legal[0]) seen = await client.see(id, token, seen.version);
    const after = await client.step(id, token, seen.steps, seen.legal[0]);
    assert(after.steps > seen.steps);
  });
}
