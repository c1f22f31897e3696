// Leaderboards and players; as scripts/browser-test calls it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ADDRESS, SCHEMES, SIZES, closed, launched, light, opened as openedIn, text, usable } from "./pages.mjs";

const NAMES = ["Fay <& Co>", "Gil", "Hal", "Ivy"];

let browser;
before(async () => {
  browser = await launched();
  for (let game = 0; game < 6; game++) {
    const players = NAMES.map((name, seat) => ({ name: NAMES[(seat + game) % 4] }));
    const body = JSON.stringify({ ruleset: "fortunes", seed: `standings ${game}`, players });
    const answer = await fetch(`${ADDRESS}/v1/games`, { method: "POST", headers: { "content-type": "application/json" }, body });
    assert.equal(answer.status, 201);
  }
  // They are counted a little after they are stored.
  for (let tries = 0; tries < 100; tries++) {
    if ((await fetch(`${ADDRESS}/v1/leaderboards/fortunes`).then((answer) => answer.json())).items.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});
after(() => browser?.close());
const opened = (path, how) => openedIn(browser, path, how);

test("the leaderboard is found from the games, tells the best first, and leads to players, without script", async () => {
  const page = await opened("/games", { script: false });
  await Promise.all([page.waitForNavigation(), page.click('main a[href="/leaderboards/fortunes"]')]);
  assert.equal(await text(page, "h1"), "Leaderboard of Fortunes");
  const ranked = async () => {
    const { items } = await fetch(`${ADDRESS}/v1/leaderboards/fortunes?limit=50`).then((answer) => answer.json());
    return items.map(({ name }) => name.replace(/^bot:(\w+)@(\d+)$/, "$1 (bot, version $2)"));
  };
  const shown = () => page.$$eval("table.bars th[scope=row] bdi", (names) => names.map((name) => name.textContent));
  // Games of other tests are counted meanwhile.
  let [told, names] = [await ranked(), await shown()];
  for (let tries = 0; tries < 20 && JSON.stringify(names) !== JSON.stringify(told); tries += 1) {
    await page.reload();
    [told, names] = [await ranked(), await shown()];
  }
  assert.ok(names.length > 0);
  assert.deepEqual(names, told);
  await Promise.all([page.waitForNavigation(), page.click("table.bars th[scope=row] a")]);
  assert.equal(await text(page, "h1"), names[0]);
  assert.match(await text(page, "main"), /Names are not accounts/);
  await page.goto(`${ADDRESS}/leaderboards/fortunes?min_games=1000000`);
  assert.match(await text(page, ".none"), /^No name has played/);
  await closed(page);
});

test("a name that is rated has its ratings and shares, and one that played has its games", async () => {
  const page = await opened("/leaderboards/fortunes", { script: false });
  await Promise.all([page.waitForNavigation(), page.click("table.bars th[scope=row] a")]);
  const captions = await page.$$eval("table.bars caption", (captions) => captions.map((caption) => caption.textContent));
  assert.deepEqual(captions.slice(0, 2), ["Ratings", "Games won"]);
  assert.match(await text(page, "table.bars td.number"), /^[\d.]+ \([−\d.]+\sto\s[\d.]+\)$/);
  // The curve of the rating ends in the table as the rating is told.
  const figure = await page.$eval("figure", (figure) => [figure.querySelector("svg[role=img]").getAttribute("aria-label"), figure.querySelectorAll("path.line").length, figure.querySelector("tbody tr:last-child td").textContent]);
  assert.match(figure[0], /^Rating in Fortunes: from 0 to [\d,]+ games?: 25, at last /);
  assert.deepEqual(figure.slice(1), [1, await text(page, "table.bars td.number")]);
  await page.goto(`${ADDRESS}/players/${encodeURIComponent(NAMES[0])}`);
  assert.equal(await text(page, "h1"), NAMES[0]);
  assert.ok((await page.$$('td a[href^="/games/"]')).length >= 6);
  await closed(page);
});

test("the pages can be used by everybody, are light and come at once", async () => {
  for (const [name, path] of [["leaderboard", "/leaderboards/fortunes"], ["player", `/players/${encodeURIComponent(NAMES[0])}`]]) {
    await light(path, name);
    for (const scheme of SCHEMES) {
      for (const size of Object.keys(SIZES)) {
        const page = await opened(path, { size, scheme, bypass: true });
        await usable(page, `standings-${name}-${scheme}-${size}`);
        await page.close();
      }
    }
  }
});
