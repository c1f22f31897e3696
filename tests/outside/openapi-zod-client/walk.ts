// The client of openapi-zod-client, which checks requests and answers with zod.
// To know: with zod 3. It needs `paramsSerializer: { indexes: null }` for parameters that repeat. Unknown fields of requests are dropped instead of refused.
import assert from "node:assert/strict";
import type { z } from "zod";
import { createApiClient, schemas } from "./made.js";
import { address, key, querent, walk, wanted, type Ruleset } from "./steps.js";

type PlayRequest = z.input<typeof schemas.PlayRequest>;
type Game = z.output<typeof schemas.Game>;
type Table = z.output<typeof schemas.Table>;

// A parameter is repeated as it stands, without brackets.
const client = createApiClient(address, { axiosConfig: { paramsSerializer: { indexes: null } } });
const as = (token: string) => ({ authorization: `Bearer ${token}` });
const headers = as(key);

const players = [{ name: querent }, {}, {}, {}];
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

function seen(table: Table) {
  assert(table.ruleset === "foolery");
  return { version: table.version, steps: table.step_count, legal: table.legal };
}

walk({
  play: (ruleset) => client.play_game(orders[ruleset], { headers: { ...headers, "Idempotency-Key": crypto.randomUUID() } }),
  game: (id) => client.get_game({ params: { id }, headers }),
  option,
  idOf: (game) => game.id,
  scores: (game) => game.result.scores,
  async list(cursor) {
    const queries = cursor ? { player: [querent], limit: 1, cursor } : { player: [querent], limit: 1 };
    const page = await client.list_games({ queries, headers });
    return { ids: page.items.map((game) => game.id), next: page.next_cursor };
  },
  log: (id) => client.get_log({ params: { id }, headers }),
  async import(log, externalId) {
    const order = schemas.Import.parse({ ...log, external_id: externalId });
    try {
      return { scores: (await client.import_game(order, { headers })).result.scores };
    } catch (error) {
      const problem = schemas.Problem.parse((error as { response?: { data: unknown } }).response?.data);
      assert(problem.code === "external_id_taken");
      return { taken: problem.game };
    }
  },
  async ask(kind) {
    const order = { fortunes: { querent }, spread: { type: "spread", spread: "three-card", querent } as const };
    const reading = await client.ask_for_reading(order[kind], { headers });
    return { id: reading.id, kind: reading.type, reading };
  },
  reading: (id) => client.get_reading({ params: { id }, headers }),
  async table() {
    const seats = (["person", "bot", "bot", "bot"] as const).map((type) => ({ type }));
    const made = await client.make_table(
      { ruleset: "foolery", options: { deals: wanted.foolery }, seats, clock: { speak_seconds: 0 } },
      { headers },
    );
    assert(made.ruleset === "foolery");
    return { id: made.id, token: made.tokens?.[0], deals: made.options.deals };
  },
  async see(id, token, after) {
    const queries = after === undefined ? {} : { after, wait: 10 };
    return seen(await client.get_table({ params: { id }, queries, headers: as(token) }));
  },
  async step(id, token, after, step) {
    return seen(await client.make_step({ after, step }, { params: { id }, headers: as(token) }));
  },
});
