// Plays the deal of the day in Node 20: `node day.mjs [ADDRESS]` makes a profile, or uses that of the key in ARCANA_KEY.
import { play } from "./table.mjs";

const [, , address = "http://127.0.0.1:8080"] = process.argv;

async function call(path, key, body) {
  const headers = { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) };
  const response = await fetch(address + path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.detail), answer);
  return answer;
}

/** The table of a day: a new one, or the one that the profile has opened before. */
async function table(date, key) {
  try {
    return await call(`/v1/days/${date}/tables`, key, {});
  } catch (problem) {
    if (problem.code !== "day_already_played") throw problem;
    return call(`/v1/tables/${problem.table}`, key); // with the token of the seat
  }
}

const name = `Player of the day ${Math.random().toString(36).slice(2, 8)}`;
const key = process.env.ARCANA_KEY ?? (await call("/v1/profiles", undefined, { name })).key;
const day = new Date().toISOString().slice(0, 10);
const { seed_hash } = await call(`/v1/days/${day}`, key);
const own = await table(day, key);
if (own.seed_hash !== seed_hash) throw new Error("this is not the deal that was promised");
const anything = ({ legal }) => legal[Math.floor(Math.random() * legal.length)];
await play(address + own.links.self, own.tokens[0], anything);
const { number, points, against, par, counted, place } = await call(`/v1/days/${day}/result`, key);
const better = `better than ${Math.round(100 * (place.better_than ?? 0))} of 100 ${place.compared_with}`;
console.log(JSON.stringify({ number, points, against, par, counted, better, key }));
