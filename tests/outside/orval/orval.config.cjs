// Requests and answers are checked with zod; the addresses are those of the service that is called.
const input = { target: "openapi.json" };
const checked = { ...input, filters: { tags: ["games", "readings", "tables"] } };

module.exports = {
  client: { input, output: { target: "clients/orval/made/client.ts", client: "fetch", baseUrl: process.env.ADDRESS } },
  checks: { input: checked, output: { target: "clients/orval/made/checks.ts", client: "zod" } },
};
