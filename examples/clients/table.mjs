// Plays at a table, in a browser or in Node 20: `node table.mjs [ADDRESS [RULESET]]` plays a whole game against bots.
const ENDED = ["over", "closed"];

/** Sends a request. A problem is thrown with its fields: `code`, `detail`, … */
async function call(url, token, body) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.detail), answer);
  return answer;
}

/** The events of a table, each once: a stream that breaks off resumes after the last event received. */
export async function* events(url, token) {
  const headers = { accept: "application/x-ndjson", ...(token && { authorization: `Bearer ${token}` }) };
  for (let after = 0, last; !ENDED.includes(last); await new Promise((resolve) => setTimeout(resolve, 500))) {
    const { body, status } = await fetch(`${url}/events?last_event_id=${after}`, { headers }).catch(() => ({ status: 503 }));
    if (status === 204) return; // the table has ended, and nothing more can come
    if (status >= 400 && status < 500 && status !== 429) throw new Error(`the events are refused: ${status}`);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    const read = () => reader?.read().catch(() => ({ done: true })) ?? { done: true };
    for (let text = "", part = await read(); !part.done; part = await read()) {
      const lines = (text + part.value).split("\n");
      text = lines.pop();
      for (const event of lines.filter(Boolean).map(JSON.parse)) { // an empty line only shows that the stream is there
        [after, last] = [event.id, event.event];
        yield event;
      }
    }
  }
}

/** Plays from a seat to the end. `choose` gets the table and gives one of its `legal` steps (or a promise), or null to wait. */
export async function play(url, token, choose) {
  let table = await call(url, token);
  for await (const event of events(url, token)) {
    if (event.id > table.version) table = await call(url, token);
    for (let step; table.legal.length > 0 && (step = await choose(table)); ) {
      table = await call(`${url}/steps`, token, { after: table.step_count, step }).catch((problem) => {
        if (problem.code !== "table_moved_on") throw problem; // somebody else was faster: look again
        return call(url, token);
      });
    }
  }
  return table;
}

if (globalThis.process?.argv[1]?.endsWith("table.mjs")) {
  const [, , address = "http://127.0.0.1:8080", ruleset = "fortunes"] = process.argv;
  const clock = { speak_seconds: 0 }; // no bot waits for what this player might say
  const made = await call(`${address}/v1/tables`, process.env.ARCANA_KEY, { ruleset, clock });
  const anything = ({ legal }) => legal[Math.floor(Math.random() * legal.length)];
  const table = await play(address + made.links.self, made.tokens[0], anything);
  console.log(JSON.stringify({ table: table.id, game: table.game, step_count: table.step_count, ...table.result }));
}
