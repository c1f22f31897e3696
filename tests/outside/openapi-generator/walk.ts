// The TypeScript client of openapi-generator (typescript-fetch).
// To know: fields are in camelCase. `importGame` has the type of a dry run, without the id of the stored game; games in lists are `GameParts`. Not with `noUncheckedIndexedAccess`.
import assert from "node:assert/strict";
import {
  Configuration,
  GamesApi,
  ImportFromJSON,
  LogToJSON,
  ProblemFromJSON,
  ReadingsApi,
  ResponseError,
  TablesApi,
  type Game,
  type PlayRequest,
  type Problem,
  type Table,
} from "./made/index.js";
import { address, key, querent, walk, wanted, type Ruleset } from "./steps.js";

const caller = (accessToken: string) => new Configuration({ basePath: address, accessToken });
const games = new GamesApi(caller(key));
const readings = new ReadingsApi(caller(key));
const tables = (token: string) => new TablesApi(caller(token));

const players = [{ name: querent }, {}, {}, {}];
const orders: { [ruleset in Ruleset]: PlayRequest } = {
  fortunes: { ruleset: "fortunes", players, options: { folderMayWin: wanted.fortunes } },
  fortuno: { ruleset: "fortuno", players, options: { handSize: wanted.fortuno } },
  foolery: { ruleset: "foolery", players, options: { deals: wanted.foolery } },
  fortuna: { ruleset: "fortuna", players, options: { maxTurns: wanted.fortuna } },
  reversal: { ruleset: "reversal", players, options: { target: wanted.reversal } },
};

/** The option that was ordered: its type follows from the ruleset. */
function option(game: Game): boolean | number {
  switch (game.ruleset) {
    case "fortunes":
      return game.options.folderMayWin;
    case "fortuno":
      return game.options.handSize;
    case "foolery":
      return game.options.deals;
    case "fortuna":
      return game.options.maxTurns;
    case "reversal":
      return game.options.target;
  }
}

/** What went wrong. */
async function told(call: Promise<unknown>): Promise<Problem> {
  const error = await call.then(
    () => assert.fail("not refused"),
    (error: unknown) => error,
  );
  assert(error instanceof ResponseError);
  return ProblemFromJSON(await error.response.json());
}

function seen(table: Table) {
  assert(table.ruleset === "foolery");
  return { version: table.version, steps: table.stepCount, legal: table.legal };
}

walk({
  play: (ruleset) => games.playGame({ playRequest: orders[ruleset], idempotencyKey: crypto.randomUUID() }),
  game: (id) => games.getGame({ id }),
  option,
  idOf: (game) => game.id,
  scores: (game) => game.result.scores,
  async list(cursor) {
    const page = await games.listGames({ player: [querent], limit: 1, cursor });
    return { ids: page.items.map((game) => game.id), next: page.nextCursor };
  },
  log: (id) => games.getLog({ id }),
  async import(log, externalId) {
    const order = ImportFromJSON({ ...LogToJSON(log), external_id: externalId });
    try {
      const verdict = await games.importGame({ _import: order });
      return { scores: verdict.result.scores };
    } catch {
      const problem = await told(games.importGame({ _import: order }));
      assert(problem.code === "external_id_taken");
      return { taken: problem.game };
    }
  },
  async ask(kind) {
    const order = { fortunes: { querent }, spread: { type: "spread", spread: "three-card", querent } as const };
    const reading = await readings.askForReading({ anyReadingRequest: order[kind] });
    return { id: reading.id, kind: reading.type, reading };
  },
  reading: (id) => readings.getReading({ id }),
  async table() {
    const seats = (["person", "bot", "bot", "bot"] as const).map((type) => ({ type }));
    const made = await tables(key).makeTable({
      tableRequest: { ruleset: "foolery", options: { deals: wanted.foolery }, seats, clock: { speakSeconds: 0 } },
    });
    assert(made.ruleset === "foolery");
    return { id: made.id, token: made.tokens?.[0], deals: made.options.deals };
  },
  async see(id, token, after) {
    return seen(await tables(token).getTable(after === undefined ? { id } : { id, after, wait: 10 }));
  },
  async step(id, token, after, step) {
    return seen(await tables(token).makeStep({ id, tableStepRequest: { after, step } }));
  },
});
