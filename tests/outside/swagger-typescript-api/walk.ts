// The client of swagger-typescript-api.
// To know: the answer of `playGame` is read with `{ format: "json" }`. `importGame` has the type of a dry run, without the id of the stored game; games in lists may be `GameParts`. What is refused is thrown, with the problem as `error`.
import assert from "node:assert/strict";
import { Api, type Game, type PlayRequest, type Problem, type Table } from "./made/api.js";
import { address, key, querent, walk, wanted, type Ruleset } from "./steps.js";

/** The calls of whoever has this token. */
function as(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return new Api({ baseUrl: address, baseApiParams: { headers } }).v1;
}
const own = as(key);
const json = { format: "json" } as const;

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
  play: async (ruleset) => (await own.playGame(orders[ruleset], json)).data,
  game: async (id) => (await own.getGame(id)).data,
  option,
  idOf: (game) => game.id,
  scores: (game) => game.result.scores,
  async list(cursor) {
    const page = (await own.listGames({ player: [querent], limit: 1, cursor })).data;
    return { ids: page.items.map((game) => game.id), next: page.next_cursor };
  },
  log: async (id) => (await own.getLog(id)).data,
  async import(log, externalId) {
    try {
      return { scores: (await own.importGame({ ...log, external_id: externalId })).data.result.scores };
    } catch (refused) {
      const problem = (refused as { error: Problem }).error;
      assert(problem.code === "external_id_taken");
      return { taken: problem.game };
    }
  },
  async ask(kind) {
    const order = { fortunes: { querent }, spread: { type: "spread", spread: "three-card", querent } as const };
    const reading = (await own.askForReading(order[kind])).data;
    return { id: reading.id, kind: reading.type, reading };
  },
  reading: async (id) => (await own.getReading(id)).data,
  async table() {
    const seats = (["person", "bot", "bot", "bot"] as const).map((type) => ({ type }));
    const body = { ruleset: "foolery", options: { deals: wanted.foolery }, seats, clock: { speak_seconds: 0 } } as const;
    const made = (await own.makeTable({ ...body })).data;
    assert(made.ruleset === "foolery");
    return { id: made.id, token: made.tokens?.[0], deals: made.options.deals };
  },
  see: async (id, token, after) =>
    seen((await as(token).getTable(id, after === undefined ? {} : { after, wait: 10 })).data),
  step: async (id, token, after, step) => seen((await as(token).makeStep(id, { after, step })).data),
});
