// The page of a stored reading of a spread; as scripts/browser-test calls it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ADDRESS, SCHEMES, SIZES, closed, launched, light, opened as openedIn, text, usable } from "./pages.mjs";

let browser;
const readings = {};

const stored = async (body) => {
  const told = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ type: "spread", ...body }) };
  const answer = await fetch(`${ADDRESS}/v1/readings`, told);
  assert.equal(answer.status, 201);
  return answer.json();
};

before(async () => {
  browser = await launched();
  readings.one = await stored({ spread: "one-card", given: [{ card: "the-fool", reversed: true }] });
  readings.cross = await stored({ spread: "celtic-cross", querent: "Ada", question: "What comes of it?", seed: "arcana", deck: "waite-smith" });
  const place = (n) => ({ id: `p${n}`, name: `Place ${n}`, asks: "What is there?", x: (n % 12) * 1.2, y: Math.floor(n / 12) * 1.6 });
  readings.all = await stored({ spread: { name: "Every card", places: Array.from({ length: 78 }, (_, n) => place(n)) } });
});
after(() => browser?.close());

const opened = (path, how) => openedIn(browser, path, how);
const page_of = (name) => `/readings/${readings[name].id}`;

test("a stored spread is shown without script: its cards, what they say, and where they come from", async () => {
  const page = await opened(page_of("cross"), { script: false });
  assert.equal(await text(page, "h1"), "Celtic Cross for Ada");
  assert.match(await text(page, ".asked"), /What comes of it\?/);
  const names = await page.$$eval(".arcana-reading .place .card strong", (cards) => cards.map((card) => card.textContent));
  assert.deepEqual(names, readings.cross.reading.places.map(({ card }) => card.name));
  assert.equal(await page.$$eval(".arcana-reading figure .face", (cards) => cards.length), 10);
  assert.match(await text(page, "[aria-labelledby=origin]"), new RegExp(readings.cross.draw.seed_hash));
  assert.ok(await page.$eval("#tools", (tools) => !tools.checkVisibility()), "what needs a script is not shown");
  await closed(page);
  const given = await opened(page_of("one"), { script: false });
  assert.match(await text(given, "[aria-labelledby=origin]"), /by hand/);
  await closed(given);
});

test("the browser keeps a stored spread in its list of readings", async () => {
  const context = await browser.createBrowserContext();
  const page = await openedIn(context, page_of("cross"));
  assert.equal(await text(page, "#keep"), "Remove from my readings");
  await page.goto(`${ADDRESS}/readings`);
  assert.equal(await text(page, ".kept li > a"), "Celtic Cross for Ada");
  await context.close();
});

test("the pages of stored spreads can be used by everybody, are light and come at once", async () => {
  for (const name of Object.keys(readings)) {
    // The tests run a program that is not optimised; it takes that long to compress a body.
    await light(page_of(name), name, { encoding: "gzip" });
    for (const size of Object.keys(SIZES)) {
      for (const scheme of SCHEMES) {
        const page = await opened(page_of(name), { size, scheme, bypass: true });
        await usable(page, `spread-${name}-${scheme}-${size}`);
        await page.close();
      }
    }
  }
});
