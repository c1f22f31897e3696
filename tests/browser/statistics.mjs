// Statistics of stored games as charts and tables; as scripts/browser-test calls it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ADDRESS, GAMES, SCHEMES, SIZES, closed, launched, opened as openedIn, text, usable } from "./pages.mjs";

let browser;
before(async () => {
  browser = await launched();
  for (const ruleset of GAMES) {
    for (let game = 0; game < 6; game++) {
      const body = JSON.stringify({ ruleset, seed: `statistics ${game}` });
      const answer = await fetch(`${ADDRESS}/v1/games`, { method: "POST", headers: { "content-type": "application/json" }, body });
      assert.equal(answer.status, 201);
    }
  }
});
after(() => browser?.close());
const opened = (path, how) => openedIn(browser, path, how);

test("statistics are found from the list of games, and narrowed by a form without script", async () => {
  const page = await opened("/games", { script: false });
  await Promise.all([page.waitForNavigation(), page.click('main a[href="/statistics"]')]);
  assert.equal(await text(page, "h1"), "Statistics of Fortunes");
  const counted = async () => Number((await text(page, "#wins ~ p")).match(/^[\d,]+/)[0].replace(",", ""));
  const all = await counted();
  assert.ok(all >= 6);
  await page.type("#winner", "nobody of this name");
  await Promise.all([page.waitForNavigation(), page.click('form[action="/statistics"] button')]);
  assert.match(await text(page, ".none"), /^No games match/);
  await page.goto(`${ADDRESS}/statistics?ruleset=reversal`);
  assert.equal(await text(page, "h1"), "Statistics of Reversal of Fortune");
  await closed(page);
});

test("every chart has its numbers in a table, and its bars are as long as they say", async () => {
  const page = await opened("/statistics?card=the-tower", { script: false });
  const rows = await page.$$eval("table.bars", ([table]) => [...table.querySelectorAll("tbody tr")].map((row) => [parseFloat(row.querySelector("td.number").textContent) / 100, Number(row.querySelector("rect").getAttribute("width"))]));
  assert.equal(rows.length, 4);
  for (const [share, width] of rows) assert.ok(Math.abs(share / rows[0][0] - width / rows[0][1]) < 0.02, `${rows}`);
  const figures = await page.$$eval("figure", (figures) => figures.map((figure) => [figure.querySelector("svg[role=img]")?.getAttribute("aria-label") ?? "", figure.querySelectorAll("details tbody tr").length]));
  assert.ok(figures.length >= 7 && figures.every(([label, rows]) => label.length > 10 && rows > 0), `${figures}`);
  assert.ok(figures.some(([label]) => label.startsWith("The Tower: its share")));
  await closed(page);
});

test("charts are seen in forced colours and on paper", async () => {
  const page = await opened("/statistics");
  const client = await page.createCDPSession();
  await client.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
  const [bar, ground] = await page.evaluate(() => [getComputedStyle(document.querySelector(".chart .value")).fill, getComputedStyle(document.documentElement).backgroundColor]);
  assert.notEqual(bar, ground);
  await client.send("Emulation.setEmulatedMedia", { media: "print", features: [] });
  assert.ok(await page.$eval(".chart .value", (bar) => getComputedStyle(bar).fill !== "none"));
  await closed(page);
});

test("the pages can be used by everybody and are light", async () => {
  for (const ruleset of GAMES) {
    const path = `/statistics?ruleset=${ruleset}`;
    const answer = await fetch(ADDRESS + path, { headers: { "accept-encoding": "identity" } });
    const weight = (await answer.arrayBuffer()).byteLength;
    assert.ok(weight < 100_000, `${ruleset} is ${weight} bytes`);
    for (const scheme of SCHEMES) {
      for (const size of Object.keys(SIZES)) {
        const page = await opened(path, { size, scheme, bypass: true });
        await usable(page, `statistics-${ruleset}-${scheme}-${size}`);
        await page.close();
      }
    }
  }
});
