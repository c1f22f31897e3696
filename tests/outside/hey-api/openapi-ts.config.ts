// Requests and answers are checked with zod as they are sent and read.
export default {
  input: "openapi.json",
  output: { path: "clients/hey-api/made", importFileExtension: ".js" },
  plugins: ["@hey-api/typescript", "@hey-api/client-fetch", "zod", { name: "@hey-api/sdk", validator: true }],
};
