// The first page, a reading's page, the list that the browser keeps, and the card of a day; as scripts/browser-test calls it.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ADDRESS, PICTURES, SCHEMES, SIZES, closed, launched, light, opened as openedIn, sent, text, usable } from "./pages.mjs";

let browser;
let reading;

before(async () => {
  browser = await launched();
});
after(() => browser?.close());

const opened = (path, how) => openedIn(browser, path, how);
const asked = async (page, question) => {
  await page.type("#question", question);
  await sent(page, "/readings");
  return new URL(page.url()).pathname;
};
const entries = (page) => page.$$eval(".kept li > a", (links) => links.map((link) => link.pathname));

test("the first page shows cards and asks one question, and nothing moves while it loads", async () => {
  const page = await opened("/");
  const visible = await page.$$eval("form.ask :is(input, select, button)", (fields) => fields.filter((field) => field.checkVisibility() && field.type !== "hidden").map((field) => field.id || field.textContent));
  assert.deepEqual(visible, ["question", "Lay the cards"]);
  const [cards, button] = [await page.$(".fan"), await page.$("form.ask button")];
  const [fan, bottom] = [await cards.boundingBox(), await button.boundingBox()];
  assert.ok(fan.width > 500 && fan.y > 0, "the fan is large");
  assert.ok(bottom.y + bottom.height < SIZES.wide.height, "the button is seen without scrolling");
  await page.evaluate(() => document.fonts.ready);
  const fonts = await page.evaluate(() => [...document.fonts].map((font) => font.status));
  assert.ok(fonts.includes("loaded") && !fonts.includes("error"), `the page has its own letters: ${fonts}`);
  const shift = await page.evaluate(() => new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value))).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 200);
  }));
  assert.ok(shift < 0.02, `nothing shifts: ${shift}`);
  await closed(page);
});

test("on a phone the button is seen without scrolling", async () => {
  const page = await opened("/", { size: "phone" });
  const box = await (await page.$("form.ask button")).boundingBox();
  assert.ok(box.y + box.height < SIZES.phone.height, `${box.y}`);
  await closed(page);
});

test("a question is asked without script, with a name and a deck that were folded away", async () => {
  const page = await opened("/", { script: false });
  await page.click("form.ask summary");
  await page.type("#querent", "Ada");
  await page.select("#deck", "waite-smith");
  await page.type("#reading-seed", "walk");
  reading = await asked(page, "What comes of it?");
  assert.match(await text(page, "h1"), / for Ada$/);
  assert.match(await text(page, ".asked"), /What comes of it\?/);
  // The picture leads to the text, and the text to the picture.
  const place = await page.$eval(".arcana-reading figure a", (link) => link.getAttribute("href"));
  await page.$eval(".arcana-reading figure a", (link) => link.scrollIntoView({ block: "center" }));
  await page.click(".arcana-reading figure a .face");
  assert.equal(await page.evaluate(() => location.hash), place);
  assert.ok(await page.$(`${place}:target`));
  await page.click(`${place} .to-picture`);
  assert.equal(await page.evaluate(() => location.hash), place.replace("place", "picture"));
  assert.ok(await page.$eval("#tools", (tools) => !tools.checkVisibility()), "what needs a script is not shown");
  await closed(page);
});

test("on a wide screen the picture stands beside the text, and both are in the same order", async () => {
  const page = await opened(reading);
  const [picture, told] = [await (await page.$(".arcana-reading figure")).boundingBox(), await (await page.$(".arcana-reading header")).boundingBox()];
  assert.ok(picture.x + picture.width <= told.x && Math.abs(picture.y - told.y) < 60, "side by side");
  const cards = await page.$$eval(".arcana-reading figure a", (links) => links.map((link) => link.getAttribute("href").slice(1)));
  const texts = await page.$$eval(".arcana-reading .place[id]", (places) => places.map((place) => place.id));
  assert.deepEqual(cards, texts);
  assert.ok(cards.length > 3);
  await closed(page);
});

test("a card is enlarged by mouse and by keys, and the text is found from there", async () => {
  const page = await opened(reading);
  const first = await page.$eval(".arcana-reading figure a", (link) => link.getAttribute("aria-label"));
  await page.$eval(".arcana-reading figure a", (link) => link.focus());
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog[open]");
  assert.equal(await page.$eval("dialog", (dialog) => dialog.getAttribute("aria-label")), first);
  const box = await (await page.$("dialog .cards-large svg")).boundingBox();
  assert.ok(box.height > 300, `large: ${box.height}`);
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await page.$eval("dialog", (dialog) => dialog.getAttribute("aria-label")), first);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { hidden: true });
  const second = await page.$$eval(".arcana-reading figure a", ([, link]) => link.id);
  assert.equal(await page.evaluate(() => document.activeElement.id), second, "the focus is on the card that was seen last");
  await page.$eval(".arcana-reading figure a", (link) => link.scrollIntoView({ block: "center" }));
  await page.click(".arcana-reading figure a .face");
  await page.waitForSelector("dialog[open]");
  await page.evaluate(() => [...document.querySelectorAll("dialog button")].find((button) => button.textContent === "In the text").click());
  await page.waitForFunction(() => document.activeElement.classList.contains("place"));
  assert.equal(new URL(page.url()).hash, `#${await page.evaluate(() => document.activeElement.id)}`);
  await closed(page);
});

test("at the last card that is enlarged the focus goes to the button that is left", async () => {
  const page = await opened(reading);
  await page.$eval(".arcana-reading figure a", (link) => link.focus());
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog[open]");
  const pressed = (words) => page.evaluate((words) => [...document.querySelectorAll("dialog button")].find((button) => button.textContent === words).focus(), words);
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  await pressed("Next");
  for (let presses = 0; (await focused()) === "Next"; presses += 1) {
    assert.ok(presses < 100, "there is a last card");
    await page.keyboard.press("Enter");
  }
  assert.equal(await focused(), "Previous");
  await closed(page);
});

test("cards are enlarged in readings that are not stored too", async () => {
  const page = await opened("/readings/by-hand?own=wa02.ar17-&partner=cuqu&outcome=lost");
  await page.click("#picture-self .face");
  await page.waitForSelector("dialog[open]");
  assert.match(await text(page, "dialog .place"), /Two of Wands/);
  await Promise.all([page.waitForNavigation(), page.click("dialog .place a")]);
  assert.equal(new URL(page.url()).pathname, "/cards/wa02", "links in it can be followed");
  await closed(page);
});

test("a reading is copied and shared", async () => {
  const page = await opened(reading);
  await browser.defaultBrowserContext().overridePermissions(ADDRESS, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
  await page.click("#copy");
  await page.waitForFunction(() => /clipboard/.test(document.querySelector("#tools [role=status]").textContent));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /for Ada\n=+\n/);
  await page.evaluate(() => {
    navigator.share = undefined;
  });
  await page.click("#share-page");
  await page.waitForFunction(() => /address/.test(document.querySelector("#tools [role=status]").textContent));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await page.evaluate(() => {
    navigator.share = (what) => {
      globalThis.shared = what;
      return Promise.resolve();
    };
  });
  await page.click("#share-page");
  assert.equal((await page.evaluate(() => globalThis.shared)).url, page.url());
  await closed(page);
});

test("a printed reading is its picture and its text, without what is around them", async () => {
  const page = await opened(reading, { scheme: "dark" });
  await page.emulateMediaType("print");
  for (const hidden of [".top", ".end", "#tools", ".to-picture", "#origin", "#share"]) {
    assert.ok(await page.$eval(hidden, (element) => !element.checkVisibility()), hidden);
  }
  for (const shown of [".arcana-reading h1", ".arcana-reading figure svg", ".arcana-reading .told"]) {
    assert.ok(await page.$eval(shown, (element) => element.checkVisibility()), shown);
  }
  const ink = await page.$eval(".arcana .fill-text", (letters) => getComputedStyle(letters).fill);
  assert.equal(ink, "rgb(42, 36, 28)", "dark on white, whatever the screen");
  await page.pdf({ path: `${PICTURES}/reading.pdf`, format: "A4" });
  await closed(page);
});

test("the browser keeps a list of readings, gives it out as a file and takes it in again", async () => {
  const context = await browser.createBrowserContext();
  const page = await openedIn(context, "/");
  const mine = await asked(page, "Shall I go?");
  await page.goto(ADDRESS + reading);
  await page.goto(`${ADDRESS}/readings`);
  assert.deepEqual(await entries(page), [reading, mine]);
  assert.match(await text(page, ".kept li:nth-child(2)"), /Shall I go\?/);
  for (const [size, scheme] of [["wide", "light"], ["phone", "dark"]]) {
    const seen = await openedIn(context, "/readings", { bypass: true, size, scheme });
    await usable(seen, `kept-some-${scheme}-${size}`);
    await seen.close();
  }
  await page.bringToFront();

  const folder = mkdtempSync(join(tmpdir(), "arcana-readings-"));
  const client = await page.createCDPSession();
  await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, browserContextId: context.id });
  await page.click("#export");
  const file = join(folder, "my-readings.json");
  // The file is there before its text is.
  const written = () => existsSync(file) && readFileSync(file, "utf8") !== "";
  for (let waited = 0; !written() && waited < 300; waited++) await new Promise((resolve) => setTimeout(resolve, 100));
  const exported = JSON.parse(readFileSync(file, "utf8"));
  assert.equal(exported.format, "arcana-readings");
  assert.deepEqual(exported.readings.map(({ url }) => url), [reading, mine]);
  assert.match(exported.readings[1].delete_token, /^delete_[0-9a-f]{64}$/, "what was made here can be deleted elsewhere");
  assert.equal(exported.readings[0].delete_token, undefined);

  await page.click(".kept li:first-child button");
  assert.deepEqual(await entries(page), [mine]);
  const focused = () => page.evaluate(() => document.activeElement.pathname ?? document.activeElement.id);
  assert.equal(await focused(), mine, "the reading that follows has the focus");
  page.on("dialog", (dialog) => dialog.accept());
  await page.click("#clear");
  assert.deepEqual(await entries(page), []);
  assert.equal(await focused(), "none");
  assert.ok(await page.$eval("#none", (none) => none.checkVisibility()));

  const odd = { format: "arcana-readings", version: 1, readings: [{ url: "javascript:alert(1)", title: "x" }, { url: mine, title: 5, question: "<b>bold</b>" }, null] };
  writeFileSync(join(folder, "odd.json"), JSON.stringify(odd));
  writeFileSync(join(folder, "other.json"), "{}");
  const input = await page.$("#import");
  await input.uploadFile(join(folder, "other.json"));
  await page.waitForFunction(() => /not a list/.test(document.querySelector("#kept [role=status]").textContent));
  await input.uploadFile(join(folder, "odd.json"));
  await page.waitForFunction(() => /1 reading is new/.test(document.querySelector("#kept [role=status]").textContent));
  assert.match(await text(page, ".kept li"), /<b>bold<\/b>/, "what a file says is text");
  await input.uploadFile(file);
  await page.waitForFunction(() => document.querySelectorAll(".kept li").length === 2);

  // The token came with the file, so that the reading can be deleted, and it is gone for everybody, as is its game.
  const { game } = await (await fetch(`${ADDRESS}/v1${mine}`)).json();
  assert.equal((await fetch(`${ADDRESS}/v1/games/${game.id}`)).status, 200);
  await page.evaluate(() => [...document.querySelectorAll(".kept button")].find((button) => button.textContent.startsWith("Delete")).click());
  await page.waitForFunction(() => document.querySelectorAll(".kept li").length === 1);
  assert.equal((await fetch(`${ADDRESS}/v1${mine}`)).status, 404);
  assert.equal((await fetch(`${ADDRESS}/v1/games/${game.id}`)).status, 404);
  await context.close();
});

test("what is taken off the list stays off, and what is deleted on its page is off too", async () => {
  const context = await browser.createBrowserContext();
  const page = await openedIn(context, "/");
  const mine = await asked(page, "And then?");
  await page.click("#keep");
  await page.reload();
  assert.equal(await text(page, "#keep"), "Keep in my readings");
  await page.click("#keep");
  assert.equal(await text(page, "#keep"), "Remove from my readings");
  await page.click("#deletion ~ details summary");
  await sent(page, `${mine}/delete`);
  await page.goto(`${ADDRESS}/readings`);
  assert.deepEqual(await entries(page), []);
  await context.close();
});

test("without script the page of my readings says so plainly", async () => {
  const page = await opened("/readings", { script: false });
  assert.match(await text(page, "main"), /needs JavaScript/);
  assert.ok(await page.$eval("#kept", (section) => !section.checkVisibility()));
  await closed(page);
});

test("a day has one card for everybody and one for each name, without script", async () => {
  const page = await opened("/daily?date=2026-11-22", { script: false });
  const card = await text(page, ".daily h2");
  assert.match(await text(page, ".daily h1"), /card of/);
  await page.type("#for", "Ada");
  await Promise.all([page.waitForNavigation(), page.click('form[action="/daily"] button')]);
  assert.match(page.url(), /for=Ada&date=2026-11-22$/);
  assert.match(await text(page, ".daily h1"), /^Ada’s card/);
  const own = await text(page, ".daily h2");
  await Promise.all([page.waitForNavigation(), page.click('.daily a[rel="next"]')]);
  assert.match(page.url(), /for=Ada&date=2026-11-23$/);
  await Promise.all([page.waitForNavigation(), page.click('.daily a[rel="prev"]')]);
  assert.equal(await text(page, ".daily h2"), own);
  assert.match(card, /^[A-Z]/);
  await closed(page);
});

test("the pages can be used by everybody, are light and come at once", async () => {
  const pages = { first: "/", opened: reading, daily: "/daily?date=2026-11-22", kept: "/readings" };
  for (const [name, path] of Object.entries(pages)) {
    await light(path, name);
    for (const scheme of SCHEMES) {
      for (const size of Object.keys(SIZES)) {
        const page = await opened(path, { size, scheme, bypass: true });
        await usable(page, `${name}-${scheme}-${size}`);
        await page.close();
      }
    }
  }
});

test("everything that the first page loads is under 100 kB", async () => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const client = await page.createCDPSession();
  await client.send("Network.enable");
  let bytes = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(`${ADDRESS}/`, { waitUntil: "networkidle0" });
  assert.ok(bytes > 10_000 && bytes < 100_000, `${bytes} bytes`);
  await context.close();
});
