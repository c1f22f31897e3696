// Walks through the pages for people in a real browser, as scripts/browser-test calls it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ADDRESS, GAMES, SCHEMES, SIZES, closed, launched, opened as openedIn, sent, text, usable } from "./pages.mjs";

let browser;
const games = {};

before(async () => {
  browser = await launched();
});
after(() => browser?.close());

const opened = (path, how) => openedIn(browser, path, how);

// The fields that are folded away can be filled in.
const unfolded = (page) => page.$$eval("main details", (folded) => folded.forEach((details) => details.open ||= true));

const played = async (ruleset, players = "") => {
  const page = await opened("/");
  await page.select("#ruleset", ruleset);
  await unfolded(page);
  await page.type("#players", players);
  await page.type("#game-seed", "walk");
  await sent(page, "/games");
  const path = new URL(page.url()).pathname;
  await closed(page);
  return path;
};

const atStep = (page, step) =>
  page.waitForFunction((step) => document.querySelector("#player").dataset.step === String(step), {}, step);

test("a reading is asked for, seen, and its game opened", async () => {
  const page = await opened("/");
  await unfolded(page);
  await page.type("#querent", "Ada");
  await page.type("#question", "What comes of it? <b>");
  await page.select("#deck", "waite-smith");
  await page.type("#reading-seed", "walk");
  await sent(page, "/readings");
  assert.match(page.url(), /\/readings\/[0-9a-f-]{36}$/);
  assert.match(await text(page, "h1"), /for Ada/);
  assert.match(await text(page, ".asked"), /What comes of it\? <b>/);
  const box = await (await page.$("figure svg")).boundingBox();
  assert.ok(box.width > 300 && box.height > 300, "the picture has a size");
  assert.equal(await page.$eval("#address", (field) => field.value), page.url());
  games.reading = new URL(page.url()).pathname;
  const game = await page.$eval("#origin ~ p a", (link) => link.getAttribute("href"));
  await page.goto(ADDRESS + game);
  assert.equal(await text(page, "h1"), "Fortunes");
  games.fortunes = game;
  await closed(page);
});

test("what the browser asked for is deleted on its page without script, and not by another browser", async () => {
  for (const [form, field] of [["/readings", "#querent"], ["/games", "#game-seed"]]) {
    const page = await opened("/", { script: false });
    await unfolded(page);
    await page.type(field, "Bob");
    await sent(page, form);
    const address = page.url();
    assert.ok(new URL(address).pathname.startsWith(`${form}/`));
    const elsewhere = await browser.createBrowserContext();
    const stranger = await elsewhere.newPage();
    await stranger.goto(address);
    assert.equal(await stranger.$("#deletion"), null);
    await elsewhere.close();
    await page.click("#deletion ~ details summary");
    await sent(page, `${new URL(address).pathname}/delete`);
    assert.equal(await text(page, "h1"), "Deleted");
    await page.goto(address);
    assert.equal(await text(page, "h1"), "Not found");
    page.broken = page.broken.filter((line) => !line.includes("404"));
    await closed(page);
  }
});

test("a game is stepped through with buttons, slider and keys", async () => {
  const page = await opened(`${games.fortunes}?step=0`);
  assert.match(await text(page, ".made"), /Nothing has happened yet/);
  await page.click("[data-go=forward]");
  await atStep(page, 1);
  assert.match(await text(page, ".made"), /The cards are dealt/);
  assert.equal((await page.$$("#table .seat > .cards > li")).length, 76);
  await page.focus("body");
  await page.keyboard.press("ArrowRight");
  await atStep(page, 2);
  assert.match(await text(page, ".made"), /Ada plays/);
  await page.keyboard.press("ArrowLeft");
  await atStep(page, 1);
  await page.keyboard.press("End");
  await atStep(page, 77);
  assert.match(await text(page, ".rule"), /The game is over/);
  assert.equal(await page.$eval("[data-go=forward]", (link) => link.getAttribute("aria-disabled")), "true");
  await page.keyboard.press("Home");
  await atStep(page, 0);
  await page.click("[data-go=part-forward]");
  await atStep(page, 5);
  await page.click("[data-go=part-back]");
  await atStep(page, 0);
  await page.click('.moves [data-step="3"]');
  await atStep(page, 3);
  assert.equal(await page.$eval(".moves [aria-current]", (move) => move.dataset.step), "3");
  await page.click("#play");
  await atStep(page, 4);
  assert.equal(await page.$eval("#play", (button) => button.getAttribute("aria-pressed")), "true");
  await page.click("#play");
  await page.$eval("#step", (slider) => {
    slider.value = 40;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await atStep(page, 40);
  assert.equal(await text(page, "#shown"), "40");
  await page.click("[data-go=back]");
  await atStep(page, 39);
  await page.focus("#step");
  await page.keyboard.press("ArrowRight");
  await atStep(page, 40);
  assert.match(page.url(), /\?step=40$/);
  await page.click("[data-go=last]");
  await atStep(page, 77);
  await closed(page);
});

test("a game is stepped through without script", async () => {
  const page = await opened(`${games.fortunes}?step=0`, { script: false });
  await Promise.all([page.waitForNavigation(), page.click("[data-go=forward]")]);
  assert.match(await text(page, ".made"), /The cards are dealt/);
  await Promise.all([page.waitForNavigation(), page.click("[data-go=last]")]);
  assert.match(await text(page, ".rule"), /The game is over/);
  await Promise.all([page.waitForNavigation(), page.click(".slider button")]);
  assert.match(page.url(), /step=77/);
  await Promise.all([page.waitForNavigation(), page.click(".viewers li:nth-child(3) a")]);
  assert.match(page.url(), /step=77&view=1/);
  await closed(page);
});

const version = (page) => page.$eval("#play", (table) => table.dataset.version);
const moved = (page, before) => page.waitForFunction((before) => document.querySelector("#play").dataset.version !== before, {}, before);

test("a table is played with a click and with keys, up to its reading", async () => {
  const page = await opened("/");
  await unfolded(page);
  await page.type("#player", "Eve");
  await page.type("#player-question", "What comes of it?");
  await sent(page, "/tables/new");
  assert.match(await text(page, "#rule"), /^You (lead|follow)/);
  games.table = new URL(page.url()).pathname;
  await page.evaluate(() => {
    globalThis.laid = 0;
    const { animate } = SVGElement.prototype;
    SVGElement.prototype.animate = function (...how) {
      if (this.matches(".face")) globalThis.laid += 1;
      return animate.apply(this, how);
    };
  });
  let before = await version(page);
  await page.click(".hand .pick");
  await moved(page, before);
  before = await version(page);
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await moved(page, before);
  assert.match(await text(page, "body > [aria-live]:not(#turns)"), /You (lead|follow)/, "what happened and what may be done is read out");
  while (await page.$(".hand .pick")) {
    before = await version(page);
    await page.$eval(".hand .pick", (card) => card.click());
    await moved(page, before);
  }
  assert.match(await text(page, ".asked"), /What comes of it/);
  await page.waitForFunction(() => globalThis.laid === document.querySelectorAll(".arcana-reading .face").length);
  await page.goto(`${ADDRESS}/readings`);
  assert.match(await text(page, ".kept li:first-child"), /for Eve.*What comes of it/, "the browser keeps the reading");
  await closed(page);
});

test("a table is played without script, and a guest comes by an invitation", async () => {
  const page = await opened("/tables/new?ruleset=reversal", { script: false, size: "phone" });
  await page.type("#name", "Ada");
  await page.select('[name="seat.1"]', "open");
  await sent(page, "/tables/new");
  const invitation = await page.$eval(".invitation input", (field) => field.value);
  games.waiting = new URL(page.url()).pathname;
  const elsewhere = await browser.createBrowserContext();
  const guest = await elsewhere.newPage();
  await guest.goto(invitation);
  await guest.type("#name", "Bel");
  await Promise.all([guest.waitForNavigation(), guest.click("section.card-like button")]);
  await page.goto(page.url());
  await Promise.all([page.waitForNavigation(), page.click(".step-form button")]);
  assert.match(await text(page, ".happened li"), /Ada chooses/);
  // The guest's page hears of it by itself, and of the choice nothing but that it was made.
  await guest.waitForFunction(() => /Ada chooses in secret/.test(document.querySelector(".happened").textContent));
  await elsewhere.close();
  await closed(page);
});

test("every game is played and shows its table", async () => {
  for (const ruleset of GAMES.slice(1)) games[ruleset] = await played(ruleset);
  for (const ruleset of GAMES) {
    const page = await opened(`${games[ruleset]}?step=9`);
    await page.keyboard.press("ArrowRight");
    await atStep(page, 10);
    assert.ok((await page.$$(".seat")).length >= 2, ruleset);
    assert.match(await text(page, ".made"), /\.$/);
    await closed(page);
  }
});

test("a game is found in the history and by its player, and that of a reading is not", async () => {
  const order = { ruleset: "fortunes", players: [{ name: "Zarah" }, {}, {}, {}] };
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${ADDRESS}/v1/games`, { method: "POST", headers, body: JSON.stringify(order) });
  assert.equal(answer.status, 201);
  const { id } = await answer.json();
  const page = await opened("/games");
  await page.select("#ruleset", "fortunes");
  await page.type("#player", "Zarah");
  await sent(page, "/games");
  assert.deepEqual(await page.$$eval("tbody td:first-child a", (links) => links.map((link) => link.pathname)), [`/games/${id}`]);
  await Promise.all([page.waitForNavigation(), page.click('a[href="/players/Zarah"]')]);
  assert.equal(await text(page, "h1"), "Zarah");
  assert.equal((await page.$$("tbody tr")).length, 1);
  await closed(page);
});

test("games are found by the days on which they were played, the last played first", async () => {
  const headers = { "content-type": "application/json" };
  const log = await (await fetch(`${ADDRESS}/v1${games.fortunes}/log`)).json();
  const days = ["1999-12-31T12:00:00Z", "1999-12-30T12:00:00Z", "2000-01-01T00:00:00Z"];
  const ids = [];
  for (const played_at of days) {
    const answer = await fetch(`${ADDRESS}/v1/games/import`, { method: "POST", headers, body: JSON.stringify({ ...log, played_at }) });
    assert.equal(answer.status, 201);
    ids.push((await answer.json()).id);
  }
  const page = await opened("/games", { script: false });
  const typed = (id, day) => page.$eval(id, (input, day) => (input.value = day), day);
  await typed("#played_since", "1999-12-30");
  await typed("#played_until", "2000-01-01");
  await page.select("#sort", "played_at");
  await Promise.all([page.waitForNavigation(), page.click('form[action="/games"] button')]);
  assert.deepEqual(await page.$$eval("tbody td:first-child a", (links) => links.map((link) => link.pathname)), [`/games/${ids[0]}`, `/games/${ids[1]}`]);
  assert.deepEqual(await page.$$eval("#played_since, #played_until", (inputs) => inputs.map((input) => input.value)), ["1999-12-30", "2000-01-01"]);
  await closed(page);
});

test("a wrong form comes back and says what is wrong", async () => {
  const page = await opened("/");
  await unfolded(page);
  await page.type("#players", "99");
  await sent(page, "/games");
  page.broken = page.broken.filter((line) => !line.includes("422"));
  assert.match(await text(page, ".faults"), /4 players/);
  await Promise.all([page.waitForFunction(() => location.hash === "#seat-0"), page.click(".faults a")]);
  await closed(page);
});

test("no page uses what its own policy refuses", async () => {
  for (const path of ["/", "/games", "/tables/new", "/rules/README", "/problems/not_found", games.reading, games.fortunes]) {
    const page = await opened(path);
    await page.evaluate(() => document.fonts.ready);
    await closed(page);
  }
});

test("every page can be used by everybody: light, dark, wide and on a phone", async () => {
  const pages = { home: "/", history: "/games", player: "/players/Ada", reading: games.reading, own: `${games.fortunes}/readings/1`, rules: "/rules/README", problem: "/problems/not_found" };
  for (const ruleset of GAMES) pages[ruleset] = `${games[ruleset]}?step=30`;
  Object.assign(pages, { play: "/tables/new", setUp: "/tables/new?ruleset=fortunes", ended: games.table, onlooker: games.waiting });
  for (const [name, path] of Object.entries(pages)) {
    for (const scheme of SCHEMES) {
      for (const size of Object.keys(SIZES)) {
        const page = await opened(path, { size, scheme, bypass: true });
        await usable(page, `${name}-${scheme}-${size}`);
        await page.close();
      }
    }
  }
});
