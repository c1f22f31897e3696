// Fills in the forms of many fields, makes mistakes in them, and looks at pages without colours and without eyes.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { ADDRESS, PICTURES, SCHEMES, SIZES, closed, launched, light, opened as openedIn, sent, text, usable } from "./pages.mjs";

const STATUSES = /status of (400|404|406|422)/;
let browser;
before(async () => {
  browser = await launched();
});
after(() => browser?.close());
const opened = (path, how) => openedIn(browser, path, how);

// An answer that says what is wrong is no break of the page.
const told = (page) => (page.broken = page.broken.filter((line) => !STATUSES.test(line)));
// Browsers give the focus once the page is drawn.
const focused = async (page) => {
  for (let round = 0; ; round++) {
    const name = await page.evaluate(() => document.activeElement.className || document.activeElement.id || document.activeElement.localName);
    if (name !== "body" || round === 400) return name;
    await new Promise((drawn) => setTimeout(drawn, 25));
  }
};
const called = async (body) => {
  const answer = await fetch(`${ADDRESS}/v1/${body.path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body.body) });
  assert.equal(answer.status, 201);
  return answer.json();
};
const game = () => called({ path: "games", body: { ruleset: "fortunes", players: [{ name: "Fay" }, {}, {}, {}], seed: "forms" } });
const logOf = async ({ id }) => (await fetch(`${ADDRESS}/v1/games/${id}/log`)).json();

// Enters tricks as a person would, and gives the page with the reading.
const entered = async (how) => {
  const page = await opened("/readings/by-hand", how);
  await page.type("#own-1", "Two of Wands");
  await page.type("#own-2", "the star");
  await page.click('[name="own.2.turned"]');
  await page.type("#partner-1", "Queen of Cups");
  await page.select("#outcome", "won");
  await page.type("#name", "Ada");
  await page.type("#question", "Shall I stay?");
  await Promise.all([page.waitForNavigation(), page.click(".set-up > p:last-child button")]);
  return page;
};

test("tricks entered by hand become a reading, with and without script", async () => {
  for (const script of [true, false]) {
    const page = await entered({ script });
    assert.match(await text(page, "h1"), /for Ada/);
    assert.match(await text(page, ".asked"), /Shall I stay/);
    const box = await (await page.$("figure svg")).boundingBox();
    assert.ok(box.width > 300, "the picture has a size");
    assert.match(page.url(), /own=wa02\.ar17-&partner=cuqu&outcome=won/);
    if (script) assert.equal(await page.$eval("#address", (field) => field.value), page.url());
    await Promise.all([page.waitForNavigation(), page.click('a[href*="change=true"]')]);
    assert.equal(await page.$eval("#own-2", (field) => field.value), "The Star");
    assert.equal(await page.$eval('[name="own.2.turned"]', (box) => box.checked), true);
    await closed(page);
  }
});

test("more rows come back with what was entered, and the first new one has the focus", async () => {
  const page = await opened("/readings/by-hand", { script: false });
  await page.type("#own-5", "The Fool");
  await Promise.all([page.waitForNavigation(), page.click('[name="more"][value="own"]')]);
  assert.equal(await page.$eval("#own-5", (field) => field.value), "The Fool");
  assert.equal(await page.$eval("#own-6", (field) => field.matches(":focus")), true);
  await page.focus("#own-5");
  await page.keyboard.press("Enter");
  await page.waitForNavigation();
  assert.match(await text(page, ".faults"), /How the deal went/, "Enter lays the cards");
  told(page);
  await closed(page);
});

test("what is wrong has the focus, and leads to its field, with and without script", async () => {
  for (const script of [true, false]) {
    const page = await opened("/readings/by-hand", { script });
    await page.type("#own-1", "Two of Moons");
    await page.select("#outcome", "won");
    await Promise.all([page.waitForNavigation(), page.click(".set-up > p:last-child button")]);
    told(page);
    assert.equal(await focused(page), "faults");
    assert.match(await page.title(), /^Please correct: /);
    assert.match(await text(page, ".faults"), /Trick 1: “Two of Moons” is not a card/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(new URL(page.url()).hash, "#own-1");
    const { value, invalid, described } = await page.$eval("#own-1", (field) => ({
      value: field.value,
      invalid: field.getAttribute("aria-invalid"),
      described: document.getElementById(field.getAttribute("aria-describedby")).textContent,
    }));
    assert.deepEqual([value, invalid], ["Two of Moons", "true"]);
    assert.match(described, /is not a card/);
    await closed(page);
  }
});

test("a game is watched with chosen bots, names, length and house rules", async () => {
  const page = await opened("/games/new?ruleset=foolery", { script: false });
  await page.type("#name-0", "Fay");
  await page.select("#seat-1", "random");
  await page.select("#seat-3", "");
  const folds = await page.$$("details > summary");
  for (const fold of folds) await fold.click();
  await page.type("#option-deals", "2");
  await page.select("#option-pass-out", "true");
  await sent(page, "/games");
  assert.match(new URL(page.url()).pathname, /^\/games\/[0-9a-f-]{36}$/);
  const played = await (await fetch(`${ADDRESS}/v1${new URL(page.url()).pathname}`)).json();
  assert.deepEqual([played.options.deals, played.options.pass_out], [2, true]);
  assert.deepEqual([played.players[0].name, played.players[1].bot], ["Fay", "random"]);
  await closed(page);
});

test("a reading is asked for with options, and a wrong one unfolds", async () => {
  const page = await opened("/readings/new");
  assert.equal(await page.$eval("#option-match", (field) => field.checkVisibility()), false);
  await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
  await page.select("#option-match", "race");
  await sent(page, "/readings");
  told(page);
  assert.equal(await focused(page), "faults");
  await page.type("#option-match-target", "20");
  await sent(page, "/readings");
  assert.match(page.url(), /\/readings\/[0-9a-f-]{36}$/);
  await closed(page);
});

test("a log is checked from a file and from a text, and judged in words", async () => {
  const log = await logOf(await game());
  const file = `${PICTURES}/log.json`;
  writeFileSync(file, JSON.stringify(log));
  const page = await opened("/games/import", { script: false });
  await (await page.$("#file")).uploadFile(file);
  await Promise.all([page.waitForNavigation(), page.click('[name="check"]')]);
  assert.match(await text(page, ".verdict"), /The log is legal.*Fortunes.*77 steps/s);
  await (await page.$("#file")).uploadFile(file);
  await sent(page, "/games/import");
  assert.match(new URL(page.url()).pathname, /^\/games\/[0-9a-f-]{36}$/);
  await page.goto(`${ADDRESS}/games/import`);
  const [first, second] = log.steps.filter((step) => step.type === "play");
  first.card = second.card;
  await page.$eval("#log", (field, log) => (field.value = log), JSON.stringify(log));
  await sent(page, "/games/import");
  told(page);
  const verdict = await text(page, ".verdict");
  for (const part of [/Step 2 of the log/, /card_not_held/, /What was expected/, /Fay: play/, /Nothing was stored/]) assert.match(verdict, part);
  assert.ok((await page.$$(".verdict li")).length > 5, "legal plays in sentences");
  assert.match(await focused(page), /verdict/);
  await page.screenshot({ path: `${PICTURES}/forms-verdict.png`, fullPage: true });
  await closed(page);
});

test("errors are pages in a browser, wherever they come about", async () => {
  for (const [path, title] of [["/made/up", "Not found"], ["/v1/made/up", "Not found"], ["/v1/games?limit=0&colour=red", "Unknown query parameter"]]) {
    const page = await opened(path, { script: false });
    told(page);
    assert.equal(await text(page, "h1"), title);
    assert.ok(await page.$("header.top"), "the site's header");
    await closed(page);
  }
});

// The styles under forced colours and in print, as the browser computes them.
const styled = (page, selector, pseudo, name) => page.$eval(selector, (element, pseudo, name) => getComputedStyle(element, pseudo)[name], pseudo, name);
const forced = async (page) => {
  const session = await page.createCDPSession();
  await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
};

test("suits and turns survive forced colours and print", async () => {
  const { id } = await game();
  const table = await opened(`/games/${id}?step=2`);
  const masked = "span.card.wa";
  await forced(table);
  assert.equal(await table.evaluate(() => matchMedia("(forced-colors: active)").matches), true);
  assert.equal(await styled(table, masked, "::after", "forcedColorAdjust"), "none");
  assert.notEqual(await styled(table, masked, "::after", "maskImage"), "none");
  await table.screenshot({ path: `${PICTURES}/forms-forced-table.png` });
  await table.emulateMediaType("print");
  assert.equal(await styled(table, masked, "::after", "printColorAdjust"), "exact");
  await table.emulateVisionDeficiency("achromatopsia");
  await table.screenshot({ path: `${PICTURES}/forms-print-table.png` });
  await closed(table);
  const reading = await entered();
  await forced(reading);
  assert.equal(await styled(reading, "figure svg", null, "forcedColorAdjust"), "none");
  await reading.screenshot({ path: `${PICTURES}/forms-forced-reading.png`, fullPage: true });
  await reading.emulateMediaType("print");
  await reading.emulateVisionDeficiency("achromatopsia");
  await reading.screenshot({ path: `${PICTURES}/forms-print-reading.png`, fullPage: true });
  // Colour is never all that tells a turned card.
  assert.match(await text(reading, "article"), /The Star, turned/);
  await closed(reading);
});

// Everything in the accessibility tree, as `role name`, in the order in which it is read.
const heard = async (page) => {
  const lines = [];
  const walk = (node) => {
    lines.push(`${node.role} ${node.name ?? ""}`.trim());
    node.children?.forEach(walk);
  };
  walk(await page.accessibility.snapshot());
  return lines;
};
// Each of these is heard, one after the other.
const inOrder = (lines, wanted) => {
  let from = 0;
  for (const part of wanted) {
    const at = lines.findIndex((line, index) => index >= from && part.test(line));
    assert.ok(at >= 0, `${part} is heard after line ${from}:\n${lines.join("\n")}`);
    from = at + 1;
  }
};
const levels = (page) => page.$$eval("h1, h2, h3, h4", (all) => all.map((one) => Number(one.localName[1])));
const stepwise = (levels) => levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1) && levels.filter((level) => level === 1).length === 1;

test("a table is told to those who do not see it", async () => {
  const page = await opened("/tables/new?ruleset=fortunes");
  await page.type("#name", "Eve");
  await sent(page, "/tables/new");
  const lines = await heard(page);
  inOrder(lines, [/^link Skip to content/, /^heading Fortunes/, /You (lead|follow)/, /^button .+ of .+, playable$/]);
  assert.ok(lines.filter((line) => /^button .+, playable$/.test(line)).length > 0);
  assert.ok(!lines.some((line) => /^(button|link|textbox|combobox|checkbox)$/.test(line)), "everything that can be used has a name");
  assert.ok(stepwise(await levels(page)), "headings follow in order");
  await page.keyboard.press("Tab");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, "none", "the focus can be seen");
  await closed(page);
});

test("a reading is told to those who do not see it", async () => {
  const page = await entered();
  const lines = await heard(page);
  inOrder(lines, [/^heading .*for Ada/, /^(image|img|group|link|StaticText) .*Two of Wands/, /^heading Man/i, /Two of Wands/, /^heading Clan/i]);
  assert.ok(lines.some((line) => /The Star, turned|turned/.test(line)), "a turned card is said to be turned");
  assert.ok(stepwise(await levels(page)), "headings follow in order");
  await closed(page);
});

test("every page can be used by everybody: light, dark, wide and on a phone", async () => {
  const pages = {
    ask: "/readings/new", byHand: "/readings/by-hand", byHandRead: "/readings/by-hand?own=wa02.ar17-&partner=cuqu&outcome=won",
    byHandWrong: "/readings/by-hand?own=wa02.wa02&outcome=won", watch: "/games/new", watchForm: "/games/new?ruleset=fortuna",
    import: "/games/import", error: "/v1/games?limit=0&colour=red", filter: "/games?since=yesterday", table: "/tables/new?ruleset=reversal",
  };
  for (const [name, path] of Object.entries(pages)) {
    for (const scheme of SCHEMES) {
      for (const size of Object.keys(SIZES)) {
        const page = await opened(path, { size, scheme, bypass: true });
        await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
        await usable(page, `forms-${name}-${scheme}-${size}`);
        told(page);
        await closed(page);
      }
    }
  }
});

test("every page is small and quick", async () => {
  for (const path of ["/readings/new", "/readings/by-hand?own=wa02.ar17-&partner=cuqu&outcome=won", "/games/new?ruleset=fortuna", "/games/import"]) {
    await light(path, path);
  }
});
