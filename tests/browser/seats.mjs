// Tables set up for the walks, and players who make whatever step the service says is legal with what the page offers.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

import { ADDRESS } from "./pages.mjs";

const asked = async (path, how) => {
  const answer = await fetch(ADDRESS + path, how);
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
};

// A table with these many seats to take, and bots elsewhere. The bots wait for nobody.
export const setUp = (ruleset, { people = 1, bots = 3, options = {} } = {}) => {
  const seats = [...Array(people).fill({ type: "open" }), ...Array(bots).fill({ type: "bot" })];
  const body = JSON.stringify({ ruleset, options, seats, clock: { speak_seconds: 0 } });
  return asked("/v1/tables", { method: "POST", headers: { "content-type": "application/json" }, body });
};

export const invited = (table, seat) => table.invitations[seat].link;

// The table as the page's seat has it from the service; the browser keeps the seat's token from its scripts.
export const seen = async (page) => {
  const path = new URL(page.url()).pathname;
  const token = (await page.browserContext().cookies()).find((one) => one.name === "arcana_seat" && one.path === path);
  assert.ok(token?.httpOnly, "the seat's token is a cookie that no script reads");
  return asked(`/v1${path}`, { headers: { authorization: `Bearer ${token.value}` } });
};

// What the page says of its table; nothing while it is being loaded.
export const shown = (page) => page.$eval("#play", (table) => ({ ...table.dataset })).catch(() => null);

// Waits until something holds of the table as the page shows it.
export const until = async (page, holds, seconds = 20) => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(20)) {
    const table = await shown(page);
    if (table && holds(table)) return table;
  }
  const faults = await page.$$eval(".faults", (all) => all.map((one) => one.textContent));
  const { phase, version, due } = await seen(page);
  const found = JSON.stringify({ page: await shown(page), service: { phase, version, due } });
  return assert.fail(`The table stays as it is: ${found} ${faults}`);
};
export const moved = (page, { version }) => until(page, (table) => table.version !== version);

// How a form of the page makes a step: what is to be done with which of its fields, and its button, last.
const plan = (step) => {
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const filled = (form, name, value) => {
    // What a step leaves out is left as it is: no call is made.
    if (value === undefined) return [];
    const fields = [...form.elements];
    if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      return Object.entries(value).flatMap(([term, value]) => filled(form, `${name}.${term}`, value));
    }
    const inputs = fields.filter((field) => field.name === name);
    const at = (field) => fields.indexOf(field);
    const lists = inputs.filter((field) => field.tagName === "SELECT");
    const values = [value].flat().map(String);
    if (lists.length > 0) return lists.map((list, index) => ({ at: at(list), pick: values[index] ?? "" }));
    if (inputs[0]?.type === "number") return [{ at: at(inputs[0]), type: values[0] }];
    if (typeof value === "boolean") return value ? [{ at: at(inputs[0]) }] : [];
    return values.map((card) => ({ at: at(inputs.find((box) => box.value === card)) }));
  };
  const possible = (form, { at, pick }) => at >= 0 && (pick === undefined || [...form.elements[at].options].some((one) => one.value === pick));
  const forms = [...document.querySelectorAll('form[action$="/steps"]')];
  for (const [place, form] of forms.entries()) {
    const inputs = (form.elements.fill?.value ?? "").split(",");
    for (const [at, button] of [...form.elements].entries()) {
      if (button.name !== "step") continue;
      const made = JSON.parse(button.value);
      const fill = inputs.filter((name) => name in made);
      const fixed = Object.keys({ ...made, ...step }).filter((key) => key !== "player" && !fill.includes(key));
      if (!fixed.every((key) => same(made[key], step[key]))) continue;
      const actions = fill.flatMap((name) => filled(form, name, step[name]));
      if (actions.every((action) => possible(form, action))) return { place, actions: [...actions, { at }] };
    }
  }
  return null;
};

// Makes a step with the mouse.
export const clicked = async (page, step) => {
  const found = await page.evaluate(plan, step);
  assert.ok(found, `the page offers ${JSON.stringify(step)}`);
  const form = (await page.$$('form[action$="/steps"]'))[found.place];
  // What is seldom done is folded.
  await form.evaluate((form) => form.closest("details")?.setAttribute("open", ""));
  for (const { at, pick, type } of found.actions) {
    const field = await form.evaluateHandle((form, at) => form.elements[at].closest("label.pick") ?? form.elements[at], at);
    if (pick !== undefined) await field.select(pick);
    else await field.click(type === undefined ? {} : { count: 3 });
    if (type !== undefined) await field.type(type);
  }
};

// Mostly a card is played, so that games end; now and then something else is done.
const chosen = (legal, count) => {
  const plays = legal.filter((step) => step.type === "play");
  const from = plays.length > 0 && count % 7 !== 6 ? plays : legal;
  return from[(count * 31) % from.length];
};

// Plays one own step once it is due; null when the game is over.
export const stepped = async (page, count = 0, act = clicked) => {
  const before = await until(page, ({ turn, phase }) => turn === "own" || phase === "over", 60);
  if (before.phase === "over") return null;
  const table = await seen(page);
  if (String(table.version) === before.version) {
    const step = chosen(table.legal, count);
    await act(page, step);
    await moved(page, before);
    return step;
  }
  await until(page, ({ version }) => Number(version) >= table.version);
  return stepped(page, count, act);
};

// Plays a whole game; the steps that were made.
export const playedOut = async (page, act = clicked) => {
  const made = [];
  for (let step; (step = await stepped(page, made.length, act)) !== null; ) made.push(step);
  return made;
};
