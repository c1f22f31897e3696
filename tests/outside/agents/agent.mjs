// Plays tables over the Model Context Protocol, as the npm SDK speaks it (with `initialize`): over HTTP, and on standard
// input and output with the database of the service that runs.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { ADDRESS, PROGRAM, DATABASE } = process.env;

async function play(transport) {
  const client = new Client({ name: "outside", version: "1" });
  await client.connect(transport);
  const call = async (name, args) => (await client.callTool({ name, arguments: args })).structuredContent;
  await client.listTools();
  const bot = { type: "bot", bot: "adept" };
  let table = await call("open_table", { ruleset: "fortunes", seats: [{ type: "person" }, bot, bot, bot] });
  const [seat] = table.tokens;
  while (table.phase === "playing") {
    table = await call("play_step", { id: table.id, seat, after: table.step_count, choice: 1 });
  }
  assert.equal(table.phase, "over");
  await client.close();
}

await play(new StreamableHTTPClientTransport(new URL(`${ADDRESS}/mcp`)));
await play(new StdioClientTransport({ command: PROGRAM, args: ["mcp", "--database-url", DATABASE] }));
