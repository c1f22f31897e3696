// Spreads: cards that are chosen, drawn, turned one by one and read; and cards that are looked for. As scripts/browser-test calls it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ADDRESS, SCHEMES, SIZES, closed, launched, light, opened as openedIn, text, usable } from "./pages.mjs";

const CROSS = "/spreads/celtic-cross/reading?name=Ada&question=What+comes+of+it%3F&seed=arcana";
const ENDINGS = ["json", "svg", "png", "html", "txt", "md"];

let browser;
before(async () => {
  browser = await launched();
});
after(() => browser?.close());
const opened = (path, how) => openedIn(browser, path, how);
const drawn = (page) => Promise.all([page.waitForNavigation(), page.click("form[action$='/reading'] button")]);
const down = (page) => page.$$eval(".arcana-reading figure a.down", (cards) => cards.length);
// Chromium takes parts of pictures for visible that are not displayed.
const shown = (page, selector) => page.$eval(selector, (element) => element.checkVisibility() && getComputedStyle(element).display !== "none");
const turns = (page, left) => page.waitForFunction((left) => document.querySelectorAll("figure a.down").length === left, {}, left);

test("a spread is chosen on the first page and by its map, and drawn by one button", async () => {
  const page = await opened("/");
  await Promise.all([page.waitForNavigation(), page.click('main a[href="/spreads"]')]);
  assert.ok((await page.$$(".spreads a svg.map")).length > 10);
  await Promise.all([page.waitForNavigation(), page.click('.spreads a[href="/spreads/three-card"]')]);
  await page.type("#question", "Shall I go?");
  await page.select("#frame", "mind-body-spirit");
  await drawn(page);
  assert.match(page.url(), /frame=mind-body-spirit&question=Shall\+I\+go%3F&seed=[0-9a-f]{64}$/);
  assert.equal(await down(page), 3);
  assert.match(await text(page, ".asked"), /Shall I go\?/);
  await closed(page);
});

test("cards lie face down and are turned by click, key and touch, each with what it says", async () => {
  const page = await opened(CROSS);
  assert.equal(await down(page), 10);
  for (const hidden of [".summary", ".figures", ".place", "figure .face > g"]) assert.ok(!(await shown(page, hidden)), hidden);
  assert.ok(await shown(page, "figure .back"));
  const labels = await page.$$eval("figure a", (cards) => cards.map((card) => card.getAttribute("aria-label")));
  assert.ok(labels.every((label) => label.endsWith(": face down")), `${labels}`);
  const told = async () => JSON.stringify(await page.accessibility.snapshot({ interestingOnly: false, root: await page.$("figure") }));
  assert.doesNotMatch(await told(), /Wands|Cups|Swords|Pentacles/, "what lies face down is not read out");

  await page.click(".turn button");
  await turns(page, 9);
  assert.match(await text(page, ".turn .place"), /1\. Present.*What is the matter\?Two of Cups, reversed/);
  assert.equal(await page.$eval(".turn [aria-live=polite] .place", (place) => place.id), "", "what is said is announced, and stands there once");
  assert.equal(await page.$eval("figure a", (card) => card.getAttribute("aria-label")), "Present: Two of Cups, reversed");

  await page.$eval("#picture-root", (card) => card.focus());
  await page.keyboard.press("Enter");
  await turns(page, 8);
  assert.match(await text(page, ".turn .place"), /4\. Root.*The Magician, reversed/);

  const touch = await (await page.$("#picture-outcome .face")).boundingBox();
  await page.touchscreen.tap(touch.x + touch.width / 2, touch.y + touch.height / 2);
  await turns(page, 7);
  await page.click("#picture-present .face", { offset: { x: 30, y: 3 } });
  assert.match(await text(page, ".turn .place"), /1\. Present/, "a card that lies open is read again");

  await page.reload();
  assert.equal(await down(page), 7, "what was turned stays turned");
  for (let left = 6; left >= 0; left--) {
    await page.click(".turn button");
    await turns(page, left);
  }
  assert.equal(await text(page, ".turn button"), "See the whole reading");
  await page.click(".turn button");
  assert.equal(await page.$(".turn"), null);
  for (const open of [".summary", ".figures", ".place", "figure .face > g"]) assert.ok(await shown(page, open), open);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "H1", "reading goes on at the top");
  assert.match(await told(), /Two of Cups/);
  await closed(page);
});

test("all are turned at once by a button, without script, and where no motion is wanted", async () => {
  const page = await opened(CROSS);
  await page.click(".turn button.quiet");
  assert.equal(await down(page), 0);
  assert.ok(await shown(page, ".summary"));
  // The cards are links to their texts, and are enlarged, as those of other readings.
  await page.$eval("#picture-crown", (card) => card.scrollIntoView({ block: "center" }));
  await page.click("#picture-crown .face");
  await page.waitForSelector("dialog[open]");
  assert.match(await text(page, "dialog .place"), /3\. Crown.*Ace of Pentacles/);
  await closed(page);
  for (const how of [{ script: false }, { motion: "reduce" }]) {
    const still = await opened(CROSS, how);
    assert.ok(await shown(still, ".summary"));
    assert.ok(await shown(still, ".place .told"));
    assert.ok(!(await shown(still, "figure .back")));
    assert.match(await text(still, ".place"), /1\. Present.*Two of Cups, reversed/);
    await closed(still);
  }
});

test("the same address has the same reading, and every form of it is there to download", async () => {
  const read = async () => {
    const page = await opened(CROSS, { script: false });
    const told = await page.$$eval(".place .told", (places) => places.map((place) => place.textContent));
    await closed(page);
    return told;
  };
  const first = await read();
  assert.equal(first.length, 10);
  assert.deepEqual(await read(), first);
  const page = await opened(CROSS, { script: false });
  const files = await page.$$eval("a[download]", (links) => links.map((link) => link.href));
  assert.deepEqual(files.map((file) => new URL(file).pathname.split(".").at(-1)), ENDINGS);
  const types = ["application/json", "image/svg+xml", "image/png", "text/html; charset=utf-8", "text/plain; charset=utf-8", "text/markdown; charset=utf-8"];
  for (const [place, file] of files.entries()) {
    const answer = await fetch(file);
    assert.equal(answer.status, 200, file);
    assert.equal(answer.headers.get("content-type"), types[place]);
    if (file.includes(".json")) {
      const { reading, draw, querent } = await answer.json();
      assert.deepEqual([draw.seed, querent], ["arcana", "Ada"]);
      assert.deepEqual(reading.places.map((it) => it.text), first);
    }
  }
  const again = await page.$eval("main .paging a", (link) => link.href);
  assert.doesNotMatch(again, /seed/);
  await page.goto(again);
  assert.match(page.url(), /seed=[0-9a-f]{64}$/, "drawing again takes another seed");
  await closed(page);
});

test("a draw is kept by a button, without script, and stands in the list of readings with one", async () => {
  const plain = await opened(CROSS, { script: false });
  await Promise.all([plain.waitForNavigation(), plain.click("#keeping ~ form button")]);
  assert.match(new URL(plain.url()).pathname, /^\/readings\/[0-9a-f-]{36}$/);
  assert.equal(await text(plain, "h1"), "Celtic Cross for Ada");
  await closed(plain);
  const page = await opened(CROSS);
  await Promise.all([page.waitForNavigation(), page.click("#keeping ~ form button")]);
  const mine = new URL(page.url()).pathname;
  await page.goto(`${ADDRESS}/readings`);
  assert.ok((await page.$$eval(".kept li > a", (links) => links.map((link) => link.pathname))).includes(mine));
  await closed(page);
});

test("a spread of one's own is written line by line and laid in rows, without script", async () => {
  const page = await opened("/spreads/own", { script: false });
  await page.type("#title", "Two wishes");
  await page.type("#places", "Mine: What do I hope for?\nYours\n\nOurs");
  await drawn(page);
  assert.equal(await text(page, "h1"), "Two wishes");
  const places = await page.$$eval(".place h3 bdi", (names) => names.map((name) => name.textContent));
  assert.deepEqual(places, ["Mine", "Yours", "Ours"]);
  const boxes = await page.$$eval("figure a", (cards) => cards.map((card) => card.getBoundingClientRect()).map(({ x, y }) => [x, y]));
  // A drawing does not fill its card to the same line everywhere.
  assert.ok(Math.abs(boxes[0][1] - boxes[1][1]) < 10 && boxes[2][1] > boxes[0][1] + 40, "two rows");
  assert.ok(boxes[0][0] < boxes[2][0] && boxes[2][0] < boxes[1][0], "the shorter row is in the middle");
  // The form is filled in when the question is changed.
  await Promise.all([page.waitForNavigation(), page.click('main .paging a[href^="/spreads/own?"]')]);
  assert.equal(await page.$eval("#places", (field) => field.value.replaceAll("\r", "")), "Mine: What do I hope for?\nYours\n\nOurs");
  await page.$eval("#places", (field) => (field.value = ""));
  await drawn(page);
  assert.match(await text(page, ".faults"), /Places: Name at least one place/);
  assert.deepEqual(page.broken.splice(0).length, 1, "the browser notes that the form was refused, and nothing else");
  await closed(page);
});

test("spreads of one's own are kept by name in the browser, and given to others by an address", async () => {
  const context = await browser.createBrowserContext();
  const page = await openedIn(context, "/spreads/own");
  await page.click("#kept-spreads button");
  assert.match(await text(page, "#kept-spreads [role=status]"), /no places yet/);
  await page.type("#title", "Two doors");
  await page.type("#places", "This door: what is behind it?\nThat door");
  await page.click("#kept-spreads button");
  assert.match(await text(page, "#kept-spreads [role=status]"), /“Two doors” is kept/);
  await page.goto(`${ADDRESS}/spreads/own`);
  const address = await page.$eval("#kept-spreads li a", (link) => link.href);
  const other = await opened(new URL(address).pathname + new URL(address).search);
  assert.deepEqual(await other.$$eval("#title, #places", (fields) => fields.map((field) => field.value.trim())), ["Two doors", "This door: what is behind it?\nThat door"]);
  assert.equal(await other.$$eval("#kept-spreads li", (items) => items.length), 0, "another browser keeps its own");
  await closed(other);
  await page.click("#kept-spreads li button");
  assert.equal(await page.$$eval("#kept-spreads li", (items) => items.length), 0);
  await context.close();
});

test("cards are found by words, suit, arcana and rank, without script", async () => {
  const page = await opened("/cards", { script: false });
  assert.equal(await text(page, ".count"), "78 cards");
  await page.select("#rank", "qu");
  const search = () => Promise.all([page.waitForNavigation(), page.click('form[action="/cards"] button')]);
  await search();
  assert.equal(await text(page, ".count"), "4 cards");
  await page.select("#suit", "cups");
  await page.type("#q", "drea");
  await search();
  const found = await page.$$eval(".found strong", (names) => names.map((name) => name.textContent));
  assert.ok(found.length <= 1 && found.every((name) => name === "Riga of Cups"), `${found}`);
  await page.goto(`${ADDRESS}/cards?arcana=major&q=tower`);
  assert.match(await text(page, ".found"), /The Tower/);
  assert.match(await text(page, ".found"), /Upright: .*Reversed: /);
  await page.goto(`${ADDRESS}/cards?q=zzz`);
  assert.match(await text(page, ".count"), /^No card matches/);
  await closed(page);
});

test("the pages can be used by everybody, are light and come at once", async () => {
  const many = `/spreads/own/reading?seed=x&places=${Array.from({ length: 24 }, (_, n) => `Place+${n}%3A+What+does+it+ask%3F`).join("%0A")}`;
  const pages = { spreads: "/spreads", spread: "/spreads/three-card", own: "/spreads/own", cross: CROSS, many, one: "/spreads/one-card/reading?seed=a", cards: "/cards", found: "/cards?q=peace" };
  for (const [name, path] of Object.entries(pages)) {
    // Two dozen drawn cards are light as they are sent.
    await light(path, name, { encoding: name === "many" ? "gzip" : "identity" });
    for (const scheme of SCHEMES) {
      for (const size of Object.keys(SIZES)) {
        const page = await opened(path, { size, scheme, bypass: true });
        await usable(page, `spreads-${name}-${scheme}-${size}`);
        if (await page.$(".turn")) {
          await page.click(".turn button");
          await page.waitForSelector(".turn .place");
          await usable(page, `spreads-${name}-turned-${scheme}-${size}`);
          await page.$eval(".turn button.quiet", (button) => button.click());
          await usable(page, `spreads-${name}-open-${scheme}-${size}`);
        }
        await page.close();
      }
    }
  }
});

test("on a phone a card is seen above the text that it comes with", async () => {
  const page = await opened(CROSS, { size: "phone" });
  for (let left = 9; left >= 0; left--) {
    await page.click(".turn button");
    await turns(page, left);
    // It scrolls there smoothly.
    await page.waitForFunction((index) => {
      const [card, panel] = [document.querySelectorAll("figure a")[index], document.querySelector(".turn")].map((it) => it.getBoundingClientRect());
      return card.top > -2 && card.bottom < panel.top + 2;
    }, {}, 9 - left);
  }
  await closed(page);
});
