// The client of orval, whose requests and answers are checked with what it makes for zod.
// To know: the address is compiled in. Where lines can be answered, the answer is a `stream` whose `json()` is to be read, and an import needs its `Content-Type`. Later versions need Node 22.
import assert from "node:assert/strict";
import type { z } from "zod";
import * as checks from "./made/checks.js";
import * as made from "./made/client.js";
import type { Game, GameList, PlayRequest, Problem, Table } from "./made/client.js";
import { key, querent, walk, wanted, type Ruleset } from "./steps.js";

const as = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });
const own = as(key);

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

/** What zod takes, and loses nothing of. */
function checked<T>(schema: z.ZodTypeAny, value: T): T {
  assert.deepEqual(schema.parse(value), value);
  return value;
}

function seen(table: Table) {
  assert(table.ruleset === "foolery");
  return { version: table.version, steps: table.step_count, legal: table.legal };
}

walk({
  async play(ruleset) {
    const answer = await made.playGame(checked(checks.playGameBody, orders[ruleset]), own);
    assert(answer.status === 201);
    return checked(checks.getGameResponse, answer.data);
  },
  async game(id) {
    const answer = await made.getGame(id, own);
    assert(answer.status === 200 && typeof answer.data === "object");
    return checked(checks.getGameResponse, answer.data);
  },
  option,
  idOf: (game) => game.id,
  scores: (game) => game.result.scores,
  async list(cursor) {
    const answer = await made.listGames(cursor ? { player: [querent], limit: 1, cursor } : { player: [querent], limit: 1 }, own);
    assert(answer.status === 200 && "stream" in answer);
    const page = checked(checks.listGamesResponse, (await answer.stream.json()) as unknown as GameList);
    return { ids: page.items.map((game) => game.id), next: page.next_cursor };
  },
  async log(id) {
    const answer = await made.getLog(id, own);
    assert(answer.status === 200);
    return checked(checks.getLogResponse, answer.data);
  },
  async import(log, externalId) {
    const order = checked(checks.importGameBody, { ...log, external_id: externalId });
    const headers = { ...own.headers, "content-type": "application/json" };
    const answer = await made.importGame(order, undefined, { headers });
    assert("stream" in answer);
    const told: unknown = await answer.stream.json();
    if (answer.stream.ok) return { scores: checked(checks.getGameResponse, told as Game).result.scores };
    const problem = told as Problem;
    assert(problem.code === "external_id_taken");
    return { taken: problem.game };
  },
  async ask(kind) {
    const order = { fortunes: { querent }, spread: { type: "spread", spread: "three-card", querent } as const };
    const answer = await made.askForReading(checked(checks.askForReadingBody, order[kind]), own);
    assert(answer.status === 201);
    const reading = checked(checks.getReadingResponse, answer.data);
    return { id: reading.id, kind: reading.type, reading };
  },
  async reading(id) {
    const answer = await made.getReading(id, undefined, own);
    assert(answer.status === 200 && typeof answer.data === "object" && "type" in answer.data);
    return checked(checks.getReadingResponse, answer.data);
  },
  async table() {
    const seats = (["person", "bot", "bot", "bot"] as const).map((type) => ({ type }));
    const body = { ruleset: "foolery", options: { deals: wanted.foolery }, seats, clock: { speak_seconds: 0 } } as const;
    const answer = await made.makeTable(checked(checks.makeTableBody, { ...body }), own);
    assert(answer.status === 201 && answer.data.ruleset === "foolery");
    return { id: answer.data.id, token: answer.data.tokens?.[0], deals: answer.data.options.deals };
  },
  async see(id, token, after) {
    const answer = await made.getTable(id, after === undefined ? {} : { after, wait: 10 }, as(token));
    assert(answer.status === 200 && typeof answer.data === "object");
    return seen(checked(checks.getTableResponse, answer.data));
  },
  async step(id, token, after, step) {
    const answer = await made.makeStep(id, checked(checks.makeStepBody, { after, step: { ...step } }), as(token));
    assert(answer.status === 200 && typeof answer.data === "object");
    return seen(checked(checks.makeStepResponse, answer.data));
  },
});
