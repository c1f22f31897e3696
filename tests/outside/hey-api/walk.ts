// The client of @hey-api/openapi-ts, which checks requests and answers with its zod plugin.
// To know: checking a long log takes seconds. Integers of 64 bits are typed `bigint` but arrive as `number`. Later versions need Node 22.
import assert from "node:assert/strict";
import { createClient } from "./made/client/index.js";
import * as sdk from "./made/index.js";
import type { Game, PlayRequest, Problem, Table } from "./made/index.js";
import { address, key, querent, walk, wanted, type Ruleset } from "./steps.js";

const as = (token: string) => createClient({ baseUrl: address, auth: token });
const client = as(key);

const players: [object, object, object, object] = [{ name: querent }, {}, {}, {}];
const orders: { [ruleset in Ruleset]: PlayRequest } = {
  fortunes: { ruleset: "fortunes", players, options: { folder_may_win: wanted.fortunes } },
  fortuno: { ruleset: "fortuno", players, options: { hand_size: wanted.fortuno } },
  foolery: { ruleset: "foolery", players, options: { deals: wanted.foolery } },
  fortuna: { ruleset: "fortuna", players, options: { max_turns: wanted.fortuna } },
  reversal: { ruleset: "reversal", players, options: { target: wanted.reversal } },
};

/** The option that was ordered: its type follows from the ruleset. */
function option(game: Game): boolean | number {
  switch (game.ruleset) {
    case "fortunes":
      return game.options.folder_may_win;
    case "fortuno":
      return game.options.hand_size;
    case "foolery":
      return game.options.deals;
    case "fortuna":
      return game.options.max_turns;
    case "reversal":
      return game.options.target;
  }
}

/** What was answered, if the request was not refused. */
async function answered<T>(call: Promise<{ data: T; error: undefined } | { data: undefined; error: unknown }>): Promise<T & {}> {
  const { data, error } = await call;
  assert.equal(error, undefined);
  assert(data !== undefined && data !== null);
  return data;
}

function seen(table: Table) {
  assert(table.ruleset === "foolery");
  return { version: table.version, steps: table.step_count, legal: table.legal };
}

walk({
  play: (ruleset) =>
    answered(sdk.playGame({ client, body: orders[ruleset], headers: { "Idempotency-Key": crypto.randomUUID() } })),
  game: (id) => answered(sdk.getGame({ client, path: { id } })),
  option,
  idOf: (game) => game.id,
  scores: (game) => game.result.scores,
  async list(cursor) {
    const query = { player: [querent], limit: 1, cursor };
    const page = await answered(sdk.listGames({ client, query }));
    assert(typeof page === "object" && "items" in page);
    return { ids: page.items.map((game) => game.id), next: page.next_cursor };
  },
  log: (id) => answered(sdk.getLog({ client, path: { id } })),
  async import(log, externalId) {
    const { data, error } = await sdk.importGame({ client, body: { ...log, external_id: externalId } });
    if (data && "result" in data) return { scores: data.result.scores };
    const problem = error as Problem;
    assert(problem.code === "external_id_taken");
    return { taken: problem.game };
  },
  async ask(kind) {
    const order = { fortunes: { querent }, spread: { type: "spread", spread: "three-card", querent } as const };
    const reading = await answered(sdk.askForReading({ client, body: order[kind] }));
    return { id: reading.id, kind: reading.type, reading };
  },
  async reading(id) {
    const reading = await answered(sdk.getReading({ client, path: { id } }));
    assert(typeof reading === "object" && "type" in reading);
    return reading;
  },
  async table() {
    const seats = (["person", "bot", "bot", "bot"] as const).map((type) => ({ type }));
    const body = { ruleset: "foolery", options: { deals: wanted.foolery }, seats, clock: { speak_seconds: 0 } } as const;
    const made = await answered(sdk.makeTable({ client, body: { ...body } }));
    assert(made.ruleset === "foolery");
    return { id: made.id, token: made.tokens?.[0], deals: made.options.deals };
  },
  async see(id, token, after) {
    const query = after === undefined ? {} : { after, wait: 10 };
    return seen(await answered(sdk.getTable({ client: as(token), path: { id }, query })));
  },
  async step(id, token, after, step) {
    return seen(await answered(sdk.makeStep({ client: as(token), path: { id }, body: { after, step } })));
  },
});
