// A match in a real browser: from deal to deal, from moments to readings and back, by keys, and what is read out.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ADDRESS, GAMES, SCHEMES, SIZES, closed, launched, opened as openedIn, text, usable, widened } from "./pages.mjs";

let browser;
let match;

before(async () => {
  browser = await launched();
  const players = ["Ada", "Bel", "Cyd", "Dov"].map((name) => ({ name, bot: "random" }));
  const order = { ruleset: "fortunes", seed: "replay", players, options: { match: { type: "deals", deals: 3 } } };
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${ADDRESS}/v1/games`, { method: "POST", headers, body: JSON.stringify(order) });
  assert.equal(answer.status, 201);
  match = `/games/${(await answer.json()).id}`;
});
after(() => browser?.close());

const opened = (path, how) => openedIn(browser, path, how);
const atStep = (page, step) =>
  page.waitForFunction((step) => document.querySelector("#player").dataset.step === String(step), {}, step);
const current = (page, list) => page.$$eval(`${list} [aria-current]`, (links) => links.map((link) => link.textContent));
const followed = (page, link) => Promise.all([page.waitForNavigation(), page.click(link)]);

test("deals are gone through, with and without script, and the one that is shown is marked", async () => {
  for (const script of [true, false]) {
    const page = await opened(`${match}?step=10`, { script });
    assert.deepEqual(await current(page, ".deals"), ["Deal 1"]);
    const second = ".deals li:nth-child(2) a";
    if (script) {
      await page.click(second);
      await atStep(page, 78);
    } else {
      await followed(page, second);
    }
    assert.match(await text(page, "#said"), /The cards are dealt/);
    assert.deepEqual(await current(page, ".deals"), ["Deal 2"]);
    await closed(page);
  }
});

test("a match is played through from deal to deal, and stops where it is told to", async () => {
  const page = await opened(`${match}?step=76`);
  await page.click("#play");
  // At once, and once: the next step comes after a moment, and cards that move keep the pointer waiting.
  const stopped = () => {
    const play = document.querySelector('#play[aria-pressed="true"]');
    if (document.querySelector("#player").dataset.step !== "79" || !play) return false;
    play.click();
    return true;
  };
  await page.waitForFunction(stopped, { polling: "mutation" });
  assert.deepEqual(await current(page, ".deals"), ["Deal 2"]);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  assert.equal(await page.$eval("#player", ({ dataset }) => dataset.step), "79");
  assert.equal((await page.$$("#table .deals")).length, 0, "the deals are listed once");
  await closed(page);
});

test("a moment leads to the place in the reading, and the place back to the moment", async () => {
  for (const script of [true, false]) {
    const page = await opened(`${match}?step=82`, { script });
    assert.match(await text(page, "#said"), /wins the trick, (well|ill)-disposed/);
    assert.equal((await page.$$(".lies a")).length, 2);
    const anchor = await page.$eval(".lies a", (link) => link.hash);
    await followed(page, ".lies a");
    assert.match(page.url(), /\/readings\/\d\?deal=2#place-/);
    assert.ok(await page.$(anchor), "the place is on the page");
    // How the cards were won is folded.
    await page.click(".won summary");
    const link = '.won a[href*="?step=82"]';
    const won = await page.$eval(link, (link) => link.closest("li").textContent);
    assert.match(won, /won the 1st trick|led it in the 1st trick/);
    await followed(page, link);
    assert.equal(new URL(page.url()).search, "?step=82");
    await closed(page);
  }
});

test("readings of other players and deals are a link away", async () => {
  const page = await opened(`${match}/readings/0?deal=1`);
  await followed(page, '.others a[href$="/readings/3?deal=1"]');
  assert.match(await text(page, "h1"), /Dov/);
  await followed(page, '.others a[href$="/readings/3?deal=3"]');
  assert.deepEqual(await current(page, ".others"), ["Dov", "Deal 3"]);
  await closed(page);
});

test("only the sentence of a step is read out", async () => {
  const page = await opened(`${match}?step=4`);
  assert.equal((await page.$$(":is([aria-live], [role=status], [role=alert]):not(#turns)")).length, 1);
  await page.evaluate(() => {
    globalThis.heard = [];
    const said = document.getElementById("said");
    new MutationObserver(() => globalThis.heard.push(said.textContent)).observe(said, { childList: true, characterData: true, subtree: true });
  });
  await page.click("[data-go=forward]");
  await atStep(page, 5);
  await page.waitForFunction(() => globalThis.heard.length > 0);
  const heard = await page.evaluate(() => globalThis.heard);
  assert.equal(heard.length, 1);
  assert.match(heard[0], /^\w+ plays [^.]+\. \w+ wins the trick, (well|ill)-disposed\.$/);
  await closed(page);
});

test("a move of the list that is chosen keeps the focus", async () => {
  const page = await opened(`${match}?step=4`);
  for (const step of [7, 9]) {
    await page.focus(`.moves a[data-step="${step}"]`);
    await page.keyboard.press("Enter");
    await atStep(page, step);
    await page.waitForFunction((step) => document.activeElement.dataset.step === String(step), {}, step);
  }
  await closed(page);
});

test("keys can be switched off, and the browser remembers it", async () => {
  const page = await opened(`${match}?step=4`);
  await page.click("#keys");
  await page.focus("body");
  await page.evaluate(() => document.activeElement.blur());
  for (const key of ["ArrowRight", "End", "Space"]) await page.keyboard.press(key);
  assert.equal(await page.$eval("#player", (player) => player.dataset.step), "4");
  assert.equal(await page.$eval("#play", (play) => play.getAttribute("aria-pressed")), "false");
  await page.reload();
  assert.equal(await page.$eval("#keys", (box) => box.checked), false);
  await page.click("#keys");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowRight");
  await atStep(page, 5);
  await page.reload();
  assert.equal(await page.$eval("#keys", (box) => box.checked), true);
  await closed(page);
});

test("teams, deals and their readings can be used by everybody", async () => {
  for (const scheme of SCHEMES) {
    for (const size of Object.keys(SIZES)) {
      const page = await opened(`${match}?step=82`, { size, scheme, bypass: true });
      await page.$eval(".result", (details) => (details.open = true));
      await usable(page, `match-${scheme}-${size}`);
      await page.goto(`${ADDRESS}${match}/readings/1?deal=2`);
      await usable(page, `deal-${scheme}-${size}`);
      await page.close();
    }
  }
});

test("names without a space make no replay wider than a phone, and large letters do not either", async () => {
  const headers = { "content-type": "application/json" };
  for (const ruleset of GAMES) {
    const { players: seats } = await (await fetch(`${ADDRESS}/v1/rulesets/${ruleset}`)).json();
    const players = Array.from({ length: seats.default }, (_, seat) => ({ name: "W".repeat(59) + seat, bot: "random" }));
    const body = JSON.stringify({ ruleset, seed: "names", players });
    const { id, step_count } = await (await fetch(`${ADDRESS}/v1/games`, { method: "POST", headers, body })).json();
    for (const step of [1, 4, 12, 30].filter((step) => step <= step_count)) {
      const page = await opened(`/games/${id}?step=${step}`, { size: "phone" });
      for (const letters of ["100%", "200%"]) assert.deepEqual(await widened(page, letters), [], `${ruleset} ${step} ${letters}`);
      await closed(page);
    }
  }
});
