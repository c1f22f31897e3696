// Notes that a browser keeps, the reader's view, one sheet of paper, and the learning path; as scripts/browser-test calls it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ADDRESS, PICTURES, SCHEMES, SIZES, closed, launched, opened as openedIn, text, usable } from "./pages.mjs";

let browser;
const readings = {};

const stored = async (body) => {
  const told = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ type: "spread", ...body }) };
  const answer = await fetch(`${ADDRESS}/v1/readings`, told);
  assert.equal(answer.status, 201);
  return `/readings/${(await answer.json()).id}`;
};

before(async () => {
  browser = await launched();
  readings.three = await stored({ spread: "three-card", question: "Will the bakery open?", seed: "arcana" });
  readings.cross = await stored({ spread: "celtic-cross", querent: "Ada", question: "What comes of it?", seed: "arcana" });
  readings.game = await stored({ type: "fortunes", querent: "Ada", question: "What comes of it?", seed: "arcana" });
  readings.care = await stored({ spread: "three-card", question: "I want to die", seed: "arcana" });
});
after(() => browser?.close());

const unfolded = (page) => page.$eval("#notes details", (folded) => (folded.open = true));

test("without a profile the browser keeps notes by itself, and gives them out with its list", async () => {
  const context = await browser.createBrowserContext();
  const page = await openedIn(context, readings.three);
  const requests = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await unfolded(page);
  await page.type("#note-text", "The letter came.");
  await page.select("#note-mood", "hopeful");
  await page.click("#notes form button");
  assert.match(await text(page, "#notes .note"), /hopeful.*The letter came\./s);
  assert.deepEqual(requests.filter((path) => !path.startsWith("/assets/")), [], "nothing is sent");
  await page.reload();
  assert.match(await text(page, "#notes .note"), /The letter came\./);
  const exported = await page.evaluate(() => JSON.parse(kept.exported()).readings[0]);
  assert.equal(exported.notes[0].text, "The letter came.");
  await page.click("#notes .note button");
  assert.equal((await page.$$("#notes .note")).length, 0);
  await context.close();
});

test("after thirty days the list asks what came of a reading, but not of one that needs care", async () => {
  const context = await browser.createBrowserContext();
  for (const reading of [readings.three, readings.care]) await (await openedIn(context, reading)).close();
  const page = await openedIn(context, "/readings");
  assert.ok(await page.$eval("#asked-here", (section) => section.hidden));
  await page.evaluate(() => {
    const aged = kept.list().map((read) => ({ ...read, date: "2020-01-01" }));
    localStorage.setItem("arcana.readings", JSON.stringify(aged));
  });
  await page.reload();
  assert.deepEqual(await page.$$eval("#asked-here a", (links) => links.map((link) => link.getAttribute("href"))), [`${readings.three}#notes`]);
  await page.goto(ADDRESS + readings.three);
  await unfolded(page);
  await page.type("#note-came-of-it", "It opened.");
  await page.click("#notes form button");
  await page.goto(`${ADDRESS}/readings`);
  assert.ok(await page.$eval("#asked-here", (section) => section.hidden));
  await context.close();
});

test("the reader’s view has the cards alone, and puts own words into the note", async () => {
  const page = await openedIn(browser, readings.three);
  await page.click("#cards-only");
  assert.ok(await page.$eval(".told", (told) => !told.checkVisibility()));
  assert.ok(await page.$eval(".place .card strong", (name) => name.checkVisibility()));
  await page.type(".own-words", "A door");
  assert.equal(await page.$eval("#note-text", (field) => field.value), "1. Past: A door");
  await page.click("#cards-only");
  assert.ok(await page.$eval(".told", (told) => told.checkVisibility()));
  await closed(page);
  const care = await openedIn(browser, readings.care);
  assert.equal(await care.$("#cards-only, #share-page, #share"), null);
  await closed(care);
});

test("a reading is printed on one sheet", async () => {
  for (const name of ["three", "cross", "game"]) {
    const page = await openedIn(browser, readings[name]);
    const pdf = Buffer.from(await page.pdf({ path: `${PICTURES}/notes-${name}.pdf`, format: "A4" })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1, name);
    await closed(page);
  }
});

test("the learning path remembers what was answered", async () => {
  const context = await browser.createBrowserContext();
  const page = await openedIn(context, "/learn/cards/1");
  await page.type("#words", "A garden");
  await page.click("#answer button");
  await page.reload();
  assert.equal(await page.$eval("#words", (field) => field.value), "A garden");
  await page.goto(`${ADDRESS}/learn/cards`);
  assert.match(await text(page, "ol.path li:first-child"), /✓/);
  assert.equal(await page.$eval("#today a", (link) => link.getAttribute("href")), "/learn/cards/2");
  await context.close();
});

test("these pages can be used by everybody", async () => {
  for (const [name, path] of [["notes", readings.three], ["path", "/learn/cards"], ["path-day", "/learn/cards/78"], ["laid", "/spreads/three-card"]]) {
    for (const size of Object.keys(SIZES)) {
      for (const scheme of SCHEMES) {
        const page = await openedIn(browser, path, { size, scheme, bypass: true });
        await page.$$eval("main details", (folded) => folded.forEach((details) => (details.open = true)));
        await usable(page, `${name}-${scheme}-${size}`);
        await page.close();
      }
    }
  }
});
