// Reads the rules, the lessons and the cards and checks deals with the calculator, in a real browser, as scripts/browser-test
// calls it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { ADDRESS, GAMES, SCHEMES, SIZES, closed, launched, opened as openedIn, text, usable } from "./pages.mjs";

const CHANCE = readFileSync(new URL("../../docs/rules/chance.md", import.meta.url), "utf8");
const IDS = /^[a-z]{2}[0-9a-z]{2}$/;

let browser;
before(async () => {
  browser = await launched();
});
after(() => browser?.close());
const opened = (path, how) => openedIn(browser, path, how);

const made = async (body) => {
  const answer = await fetch(`${ADDRESS}/v1/games`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  assert.equal(answer.status, 201);
  return answer.json();
};
const computed = (page) => page.waitForFunction(() => !document.querySelector("#computed").hidden);
const verdict = async (page, expected) => {
  await page.waitForFunction(() => !/^(|Computed\.)$/.test(document.querySelector("#verdict").textContent));
  assert.match(await text(page, "#verdict"), expected);
};

test("the calculator computes what the page on chance says", async () => {
  const vectors = CHANCE.split("## Test vectors")[1];
  const [table] = vectors.trim().split("\n\n");
  const cells = (line) => line.split("|").slice(1, -1).map((cell) => cell.trim().replaceAll("`", ""));
  const rows = table.split("\n").filter((line) => line.startsWith("| `")).map(cells);
  assert.equal(rows.length, 2);
  const page = await opened("/rules/chance");
  for (const [seed, clientSeed, key, word, dice] of rows) {
    await page.$eval("#seed", (field, seed) => (field.value = seed), seed);
    await page.$eval("#client-seed", (field, seed) => (field.value = seed), clientSeed === "(empty)" ? "" : clientSeed);
    await page.click("#deal button");
    await computed(page);
    assert.equal(await text(page, "#key"), key);
    assert.equal((await text(page, "#words")).split(" ")[0], word);
    assert.equal(await text(page, "#dice"), dice);
  }
  await closed(page);
  const pack = vectors.split("\n```")[1].trim().split(/\s+/);
  assert.ok(pack.length === 78 && pack.every((id) => IDS.test(id)));
  const filled = await opened("/rules/chance?seed=arcana#calculator");
  await computed(filled);
  assert.deepEqual((await text(filled, "#pack-ids")).split(" "), pack);
  const hands = await filled.$$eval(".dealt ul", (lists) => lists.map((list) => [...list.querySelectorAll("span.card")].map((card) => card.classList[2])));
  assert.deepEqual(hands.map((hand) => hand.length), [19, 19, 19, 19, 2]);
  hands.forEach((hand, place) => assert.deepEqual([...hand].sort(), pack.slice(19 * place, 19 * place + 19).sort()));
  await closed(filled);
});

test("the deal of every game is compared with its seeds, and another seed does not match", async () => {
  for (const ruleset of GAMES) {
    const { id } = await made({ ruleset, seed: "ä long ‘seed’", client_seed: "x y+z" });
    const page = await opened(`/games/${id}`);
    const link = await page.$eval('a[href*="#calculator"]', (link) => link.getAttribute("href"));
    await page.goto(ADDRESS + link);
    await verdict(page, /^It matches/);
    await page.type("#client-seed", "!");
    await page.click("#deal button");
    await page.waitForFunction(() => /^It does not match/.test(document.querySelector("#verdict").textContent));
    await closed(page);
  }
});

test("without script the calculator says what to do", async () => {
  const { id } = await made({ ruleset: "fortunes", seed: "plain" });
  const page = await opened(`/rules/chance?seed=plain&game=${id}`, { script: false });
  assert.match(await text(page, ".calculator noscript"), /your browser runs none/);
  assert.equal(await page.$eval("#computed", (computed) => computed.hidden), true);
  await closed(page);
});

test("the rules lead from page to page and to their sections", async () => {
  const page = await opened("/rules", { script: false });
  assert.equal(await text(page, "h1"), "The rules, made exact");
  await Promise.all([page.waitForNavigation(), page.click('.pages a[href="/rules/fortuno"]')]);
  await page.click('.contents a[href="#the-call"]');
  assert.equal(await page.evaluate(() => location.hash), "#the-call");
  await Promise.all([page.waitForNavigation(), page.click(".neighbours .next")]);
  assert.equal(await text(page, "h1"), "Foolery");
  await closed(page);
});

test("a lesson leads to its deal, to the exact rules and to a table", async () => {
  const page = await opened("/learn");
  await Promise.all([page.waitForNavigation(), page.click('a[href="/learn/fortunes"]')]);
  assert.deepEqual(await page.$$eval(".stages .winner span.card", (cards) => cards.map((card) => card.classList[2])), ["waki", "cuac", "wa03", "swac"]);
  await Promise.all([page.waitForNavigation(), page.click('a[href^="/rules/chance"]')]);
  await computed(page);
  const first = await page.$$eval(".dealt:first-child span.card", (cards) => cards.map((card) => card.classList[2]));
  assert.ok(first.includes("waki"), "Ada holds the card that she leads in the lesson");
  await page.goBack();
  await Promise.all([page.waitForNavigation(), page.click('.ways a[href^="/tables/new"]')]);
  assert.match(await text(page, "h1"), /Fortunes/);
  await closed(page);
});

test("a card is found by its suit and leads to the next", async () => {
  const page = await opened("/cards", { script: false });
  await Promise.all([page.waitForNavigation(), page.click('main a[href="/cards?suit=cups"]')]);
  assert.equal((await page.$$(".found span.card")).length, 14);
  await Promise.all([page.waitForNavigation(), page.click('a[href="/cards/cu02"]')]);
  assert.equal(await text(page, "h1"), "Two of Cups");
  const box = await (await page.$(".large svg")).boundingBox();
  assert.ok(box.width > 150 && box.height > 200, "the card is large");
  await Promise.all([page.waitForNavigation(), page.click('.names a[href$="deck=thoth"]')]);
  await Promise.all([page.waitForNavigation(), page.click(".neighbours .next")]);
  assert.match(page.url(), /\/cards\/cu03\?deck=thoth$/);
  await closed(page);
});

test("the interface is described, tried out and usable by everybody, wide and on a phone", async () => {
  for (const scheme of SCHEMES) {
    for (const size of Object.keys(SIZES)) {
      const page = await opened("/docs/", { size, scheme, bypass: true });
      await page.waitForSelector(".opblock");
      for (const call of ["service-get_health", "games-list_games"]) {
        await page.click(`#operations-${call} .opblock-summary-control`);
        await page.waitForSelector(`#operations-${call} .try-out__btn`);
      }
      await page.click("#operations-service-get_health .try-out__btn");
      await page.waitForSelector("#operations-service-get_health .execute");
      await usable(page, `docs-${scheme}-${size}`);
      await closed(page);
    }
  }
});

test("the interface is tried out under the policy of the site, and listed without script", async () => {
  const page = await opened("/docs/");
  await page.waitForSelector(".opblock");
  await page.click("#operations-service-get_health .opblock-summary-control");
  await (await page.waitForSelector("#operations-service-get_health .try-out__btn")).click();
  await (await page.waitForSelector("#operations-service-get_health .execute")).click();
  await page.waitForFunction(() => /"status": "ok"/.test(document.querySelector("#operations-service-get_health .live-responses-table")?.textContent));
  await closed(page);
  const plain = await opened("/docs/", { script: false });
  assert.match(await text(plain, "noscript"), /GET \/v1\/games/);
  await closed(plain);
});

test("a printed page is its text alone", async () => {
  const page = await opened("/rules/fortunes");
  await page.emulateMediaType("print");
  for (const part of [".top", ".end", ".pages", ".contents", ".neighbours", ".anchor"]) {
    assert.equal(await page.$eval(part, (element) => getComputedStyle(element).display), "none", part);
  }
  await closed(page);
});

test("every page can be used by everybody: light, dark, wide and on a phone", async () => {
  const pages = { index: "/rules/README", game: "/rules/fortuno", readings: "/rules/reading", chance: "/rules/chance?seed=arcana", learn: "/learn" };
  for (const ruleset of GAMES) pages[`learn-${ruleset}`] = `/learn/${ruleset}`;
  Object.assign(pages, { cards: "/cards", suit: "/cards?suit=swords&deck=french", card: "/cards/ar00", small: "/cards/wa05?deck=thoth" });
  for (const [name, path] of Object.entries(pages)) {
    for (const scheme of SCHEMES) {
      for (const size of Object.keys(SIZES)) {
        const page = await opened(path, { size, scheme, bypass: true });
        await usable(page, `rules-${name}-${scheme}-${size}`);
        await closed(page);
      }
    }
  }
});
