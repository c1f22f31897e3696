// Simulations: started by a form, watched, stopped; as scripts/browser-test calls it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ADDRESS, SCHEMES, SIZES, closed, launched, light, opened as openedIn, sent, text, usable } from "./pages.mjs";

let browser;
before(async () => {
  browser = await launched();
});
after(() => browser?.close());
const opened = (path, how) => openedIn(browser, path, how);

const begun = async (page, { ruleset, bots, games }) => {
  await page.select("#ruleset", ruleset);
  await page.select("#bots", bots);
  await page.$eval("#games", (field) => (field.value = ""));
  await page.type("#games", String(games));
  await sent(page, "/simulations");
};
const until = async (done) => {
  for (let tries = 0; tries < 600; tries++) {
    if (await done()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail("it did not come");
};

test("a simulation is started without script, and its page loads itself again until it is done", async () => {
  const page = await opened("/games", { script: false });
  await Promise.all([page.waitForNavigation(), page.click('main a[href="/simulations"]')]);
  assert.equal(await text(page, "h1"), "Simulate games");
  await begun(page, { ruleset: "fortunes", bots: "both", games: 20 });
  assert.match(page.url(), /\/simulations\/[0-9a-f-]{36}$/);
  assert.equal(await text(page, "h1"), "20 games of Fortunes");
  await until(async () => /^It is done: 20 of 20 games/.test(await text(page, "#progress p").catch(() => "")));
  assert.equal(await page.$("meta[http-equiv=refresh]"), null);
  const captions = await page.$$eval("table.bars caption", (captions) => captions.map((caption) => caption.textContent));
  assert.ok(captions.includes("By player") && captions.includes("On the same deals"), `${captions}`);
  const figures = await page.$$eval("figure", (figures) => figures.map((figure) => [figure.querySelector("svg[role=img]")?.getAttribute("aria-label") ?? "", figure.querySelectorAll("details tbody tr").length]));
  assert.ok(figures.length >= 7 && figures.every(([label, rows]) => label.length > 10 && rows > 0), `${figures}`);
  await closed(page);
});

test("with script its events renew the page, which leaves open what is open, and says when it is done", async () => {
  const page = await opened("/simulations");
  let loads = 0;
  page.on("load", () => loads++);
  await begun(page, { ruleset: "fortunes", bots: "random", games: 30_000 });
  const begunWith = loads;
  // Simulations give way to all other work.
  await page.waitForSelector("#result details", { timeout: 600_000 });
  await page.$eval("#result details", (details) => (details.open = true));
  await page.waitForFunction(() => document.querySelector("[role=status]").textContent.startsWith("It is done: 30,000 of 30,000"), { timeout: 600_000 });
  assert.ok(await page.$eval("#result details", (details) => details.open));
  assert.equal(loads, begunWith, "the page was not loaded again");
  assert.equal(await page.$('form[action$="/stop"]'), null);
  await closed(page);
});

test("the browser that started it can stop it, and nobody else", async () => {
  const page = await opened("/simulations", { script: false });
  await begun(page, { ruleset: "fortunes", bots: "adept", games: 100_000 });
  const path = new URL(page.url()).pathname;
  const stranger = await openedIn(await browser.createBrowserContext(), path, { script: false });
  assert.equal(await stranger.$('form[action$="/stop"]'), null);
  await stranger.close();
  // A page that reloads itself could do so between the click and the answer.
  await page.goto(`${ADDRESS}${path}?refresh=off`);
  await sent(page, `${path}/stop`);
  assert.equal(page.url(), ADDRESS + path);
  assert.match(await text(page, "#progress p"), /^It was stopped: [\d,]+ of 100,000 games are counted/);
  await closed(page);
});

test("the pages can be used by everybody, are light and come at once", async () => {
  const body = JSON.stringify({ ruleset: "fortunes", games: 20, seed: "usable", rotate: true, players: ["adept", "random", "adept", "random"].map((bot) => ({ bot })) });
  const made = await fetch(`${ADDRESS}/v1/simulations`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { id } = await made.json();
  const phase = () => fetch(`${ADDRESS}/v1/simulations/${id}`).then((answer) => answer.json()).then(({ phase }) => phase);
  await until(async () => (await phase()) === "done");
  for (const [name, path] of [["form", "/simulations"], ["result", `/simulations/${id}`]]) {
    await light(path, name);
    for (const scheme of SCHEMES) {
      for (const size of Object.keys(SIZES)) {
        const page = await opened(path, { size, scheme, bypass: true });
        await usable(page, `simulations-${name}-${scheme}-${size}`);
        await page.close();
      }
    }
  }
});
