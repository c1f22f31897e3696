// A table that is felt: each step is seen, each trick lies for its time, and nothing else moves meanwhile.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ADDRESS, SIZES, closed, launched, opened, text } from "./pages.mjs";
import { clicked, invited, moved, playedOut, setUp, shown, stepped, until } from "./seats.mjs";

let browser;

before(async () => {
  browser = await launched();
});
after(() => browser?.close());

const seated = async (ruleset, how = {}) => {
  const page = await opened(await browser.createBrowserContext(), invited(await setUp(ruleset), 0), how);
  await Promise.all([page.waitForNavigation(), page.click("section.card-like button")]);
  return page;
};

const left = async (page) => {
  const context = page.browserContext();
  await closed(page);
  await context.close();
};

// From now on the page notes which full tricks have lain for how long, where the hand was, and what was told.
const watched = (page) =>
  page.evaluate(() => {
    const main = document.getElementById("main");
    const seen = (globalThis.seen = { tricks: [], tops: [], told: [] });
    let lying = null;
    const look = () => {
      const trick = main.querySelector(".middle > .trick:has(.winner)");
      const cards = trick && [...trick.querySelectorAll(".card")].map((card) => card.classList[2]).join(" ");
      if (lying && lying.cards !== cards) {
        seen.tricks.push({ cards: lying.cards, time: performance.now() - lying.since });
        lying = null;
      }
      if (cards && !lying) lying = { cards, since: performance.now() };
      const hand = main.querySelector(".hand");
      const top = hand && Math.round(hand.getBoundingClientRect().top + scrollY);
      if (hand && document.getElementById("play").dataset.phase === "playing" && !seen.tops.includes(top)) seen.tops.push(top);
    };
    new MutationObserver(look).observe(main, { childList: true, subtree: true, attributes: true });
    new MutationObserver((changes) => changes.forEach(({ target }) => seen.told.push(target.textContent))).observe(
      document.querySelector("body > .unseen[aria-live]"), { childList: true });
    look();
  });

// What was noted, with the trick that lies there now.
const noted = async (page) => {
  const seen = await page.evaluate(() => globalThis.seen);
  const last = await page.$$eval(".middle > .trick:has(.winner) .card", (cards) => cards.map((card) => card.classList[2]).join(" "));
  return { ...seen, last };
};

// Leaves the pointer and the keys alone, which would end a pause.
const quietly = async (page, step) => {
  await page.evaluate((step) => {
    const button = [...document.querySelectorAll('#play button[name="step"]')].find(({ value }) => JSON.parse(value).card === step.card);
    button.click();
  }, step);
};

test("every trick of a game lies in the page for its time, and the hand stays where it is", async () => {
  const page = await seated("fortunes");
  await watched(page);
  assert.equal((await playedOut(page, quietly)).length, 19);
  const { tricks, tops, told, last } = await noted(page);
  assert.equal(new Set([...tricks.map(({ cards }) => cards), last]).size, 19, "19 of 19");
  assert.deepEqual(tricks.filter(({ time }) => time < 1200), []);
  assert.equal(tops.length, 1, `the hand has been at ${tops}`);
  assert.ok(told.filter((sentence) => / plays [^.]+\./.test(sentence)).length >= 57, "steps are spoken one by one");
  await left(page);
});

test("long names and large scores move nothing", async () => {
  const page = await seated("fortunes");
  for (let count = 0; count < 2; count += 1) await stepped(page, count, quietly);
  await until(page, ({ turn }) => turn === "own", 60);
  const top = () => page.$eval(".hand", (hand) => hand.getBoundingClientRect().top + scrollY);
  const named = (names, score) =>
    page.$$eval(".teams li", (teams, names, score) => teams.forEach((team) => {
      team.querySelector("b").textContent = names;
      team.querySelector("span:not(.badge)").textContent = score;
    }), names, score);
  for (const viewport of [SIZES.wide, { width: 1280, height: 720 }, SIZES.phone]) {
    await page.setViewport(viewport);
    await named("Ada & Bel", "0 points from 0 tricks");
    const before = await top();
    await named("Wilhelmina Anastasia & Maximilian Alexander", "12 points from 13 tricks, 31 points in the finished deals");
    assert.equal(await top(), before, JSON.stringify(viewport));
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= viewport.width);
  }
  await left(page);
});

test("on a phone the hand stays where it is", async () => {
  const page = await seated("fortunes", { size: "phone" });
  await watched(page);
  for (let count = 0; count < 6 && (await stepped(page, count, quietly)); count += 1);
  const { tops } = await noted(page);
  assert.equal(tops.length, 1, `the hand has been at ${tops}`);
  await left(page);
});

test("steps of Fortuno are shown one by one", async () => {
  const page = await seated("fortuno");
  await watched(page);
  for (let count = 0; count < 4 && (await stepped(page, count, clicked)); count += 1);
  const { told } = await noted(page);
  const steps = Number((await shown(page)).steps);
  assert.ok(told.length >= Math.min(steps - 8, 4), `${told.length} of ${steps}`);
  assert.deepEqual(await page.$$("#play template"), []);
  await left(page);
});

test("a full trick goes on for who touches it or presses a key, and a press of the card that was played does not count", async () => {
  const page = await seated("fortunes");
  // Then a trick lies for 2,400 ms to whom it is not shortened.
  await page.select("#pace", "slow");
  const lies = () => page.waitForSelector(".middle > .trick:has(.winner)");
  for (const press of [() => page.keyboard.press(" "), () => page.click(".middle > .trick")]) {
    const before = await until(page, ({ turn }) => turn === "own");
    await watched(page);
    await quietly(page, JSON.parse(await page.$eval('.hand button[name="step"]', ({ value }) => value)));
    await lies();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await press();
    await moved(page, before);
    const { tricks } = await noted(page);
    assert.ok(tricks[0].time < 2400, `${tricks[0].time} ms`);
  }
  await left(page);
});

test("how fast steps are shown is chosen and remembered, and at once means at once", async () => {
  const page = await seated("fortunes");
  await page.select("#pace", "instant");
  await page.reload();
  assert.equal(await page.$eval("#pace", ({ value }) => value), "instant");
  await watched(page);
  for (const count of [0, 1, 2]) await stepped(page, count);
  const { told } = await noted(page);
  assert.equal(told.filter((sentence) => / plays? .* plays? /.test(sentence)).length, 3, "all steps are told together");
  await left(page);
});

test("the last trick is called back without anything moving", async () => {
  for (const size of Object.keys(SIZES)) {
    const page = await seated("fortunes", { size, motion: "reduce" });
    const cards = () => page.$$eval(".hand li", (all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    // After a trick of one's own its room is empty; after another's, the next one lies there.
    for (let count = 0; !(await page.$(".middle > .last")); count += 1) assert.ok(await stepped(page, count), "a trick follows another");
    const before = await cards();
    await page.click(".middle > .last > summary");
    assert.equal((await page.$$(".middle > .last .trick .winner")).length, 1);
    assert.ok(await page.$eval(".middle > .last .trick", (trick) => trick.checkVisibility()));
    assert.deepEqual(await cards(), before);
    await left(page);
  }
});

test("on a wide screen the log stands beside the table, and on a phone the navigation is one line", async () => {
  const page = await seated("fortunes", { motion: "reduce" });
  const box = (selector) => page.$eval(selector, (one) => one.getBoundingClientRect().toJSON());
  assert.ok((await box(".happened")).left >= (await box(".table")).right);
  await page.setViewport(SIZES.phone);
  await page.evaluate(() => scrollTo(0, 0));
  assert.ok((await box(".top")).height < 60);
  const { top, bottom } = await box(".table");
  assert.ok(top < 130 && bottom >= SIZES.phone.height - 10, `the game fills the screen: ${top} to ${bottom}`);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= SIZES.phone.width);
  await left(page);
});

test("on a phone the navigation shows where the reader is, and that there is more", async () => {
  for (const path of ["/", "/games", "/me"]) {
    const page = await opened(browser, path, { size: "phone" });
    const { nav, current, more } = await page.evaluate(() => {
      const [nav, current] = [".top nav", ".top nav [aria-current]"].map((selector) => document.querySelector(selector));
      const box = (one) => one.getBoundingClientRect().toJSON();
      return { nav: box(nav), current: box(current), more: nav.scrollWidth > nav.clientWidth };
    });
    assert.ok(more && current.left >= nav.left && current.right <= nav.right, `${path}: ${current.left} to ${current.right}`);
    await closed(page);
  }
});

test("at the end the score comes first, then the rematch, then the reading; and the rematch is a table with the same seats", async () => {
  for (const script of [true, false]) {
    const page = await seated("fortunes", { script, motion: "reduce", size: "phone" });
    await playedOut(page);
    const order = await page.$$eval(".score-card, .rematch, [data-won-reading], .arcana-reading", (all) => all.map((one) => one.classList[0] ?? "link"));
    assert.deepEqual(order, ["score-card", "rematch", "link", "arcana-reading"]);
    assert.match(await text(page, ".score-card"), /Points.*Teams: .* points?, .*Best trick: .* won with .* over /s);
    const { top } = await page.$eval(".score-card", (card) => card.getBoundingClientRect().toJSON());
    assert.ok(!script || (top >= 0 && top < SIZES.phone.height / 2), `the score card is in sight: ${top}`);
    const before = page.url();
    await Promise.all([page.waitForNavigation(), page.click(".rematch button")]);
    assert.notEqual(page.url(), before);
    assert.equal((await shown(page)).phase, "playing");
    assert.equal((await page.$$(".seat")).length, 4);
    await left(page);
  }
});

// A page that notes which notices it shows and how often it asks whether it may, since the browser of the tests shows none.
const noting = (page, permission) =>
  page.evaluateOnNewDocument((permission) => {
    [globalThis.notices, globalThis.asked] = [[], 0];
    globalThis.Notification = class {
      static permission = permission;
      static requestPermission = async () => ((globalThis.asked += 1), (this.permission = "granted"));
      constructor(title, { body }) {
        globalThis.notices.push([title, body]);
      }
    };
  }, permission);

const hidden = (page) =>
  page.evaluate(() => {
    globalThis.notices = [];
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
  });

// Two who sit at a table among bots.
const twoSeated = async () => {
  const table = await setUp("fortunes", { people: 2, bots: 2 });
  const sat = async (seat) => {
    const page = await opened(await browser.createBrowserContext(), invited(table, seat), { motion: "reduce" });
    await noting(page, "default");
    await Promise.all([page.waitForNavigation(), page.click("section.card-like button")]);
    return page;
  };
  const pages = [await sat(0), await sat(1)];
  await Promise.all(pages.map((page) => until(page, ({ phase }) => phase === "playing")));
  return pages;
};

// One plays until the other one gets the turn, whose page was made ready while it waited.
const turned = async (pages, ready) => {
  for (let tries = 0; tries < 20; tries += 1) {
    const turns = await Promise.all(pages.map(async (page) => (await shown(page)).turn === "own"));
    const [page, other] = [pages[turns.indexOf(false)], pages[turns.indexOf(true)]];
    if (!page || !other) continue;
    await ready(page);
    await stepped(other, tries);
    await Promise.any(pages.map((page) => until(page, ({ turn }) => turn === "own")));
    if ((await shown(page)).turn === "own") return page;
  }
  return assert.fail("one waits for the other");
};

test("who has asked for it is told of the own turn while the page is not in sight", async () => {
  const pages = await twoSeated();
  const noticed = async () => (await turned(pages, hidden)).evaluate(() => [globalThis.notices, globalThis.asked, document.title]);
  const [notices, asked, title] = await noticed();
  assert.deepEqual([notices, asked], [[], 0], "nobody has asked, and nobody was asked");
  assert.match(title, /^Your turn: /);
  for (const page of pages) {
    await page.waitForFunction(() => !document.getElementById("notify").hidden);
    await page.$eval("#notify", (button) => button.click());
    await page.waitForFunction(() => document.getElementById("notify").ariaPressed === "true");
  }
  const [told, asks] = await noticed();
  assert.deepEqual([told, asks], [[["Your turn", "Table of Fortunes"]], 1], "only the click asks the browser");
  for (const page of pages) await left(page);
});

test("any other page tells of the own turn while it is not in sight, once, and only who has asked for it", async () => {
  const pages = await twoSeated();
  let elsewhere;
  const page = await turned(pages, async (page) => {
    await elsewhere?.close();
    elsewhere = await page.browserContext().newPage();
    await noting(elsewhere, "granted");
    await elsewhere.goto(`${ADDRESS}/rules/fortunes`);
    await hidden(elsewhere);
  });
  const looked = () => elsewhere.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await looked();
  assert.deepEqual(await elsewhere.evaluate(() => [globalThis.notices, globalThis.asked]), [[], 0]);
  await elsewhere.evaluate(() => localStorage.setItem("table-notify", "1"));
  await looked();
  await elsewhere.waitForFunction(() => globalThis.notices.length > 0);
  await looked();
  await elsewhere.waitForNetworkIdle();
  assert.deepEqual(await elsewhere.evaluate(() => globalThis.notices), [["Your turn", "Your turn: Fortunes"]]);
  assert.equal(await elsewhere.$eval("#turns a", (link) => link.getAttribute("href")), new URL(page.url()).pathname);
  assert.match(await elsewhere.title(), /^Your turn · /);
  await elsewhere.close();
  for (const page of pages) await left(page);
});

test("a match or one deal is a clear choice", async () => {
  const page = await opened(await browser.createBrowserContext(), "/tables/new?ruleset=foolery");
  assert.deepEqual(await page.$$eval("[name=preset]", (all) => all.map(({ value, checked }) => [value, checked])), [["match", true], ["quick", false]]);
  await page.goto(`${ADDRESS}/tables/new?ruleset=fortunes`);
  assert.equal(await page.$$eval(".set-up details[open]", (all) => all.length), 0, "the rest is folded");
  await page.click('[name=preset][value="match"]');
  await Promise.all([page.waitForNavigation(), page.click(".set-up button")]);
  const { options } = await (await fetch(`${ADDRESS}/v1${new URL(page.url()).pathname}`)).json();
  assert.deepEqual(options.match, { type: "deals", deals: 4 });
  await left(page);
});
