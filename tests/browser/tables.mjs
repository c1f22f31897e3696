// Plays at tables in a real browser: with the mouse, with keys, without script, for everybody.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { GAMES, SCHEMES, SIZES, closed, launched, media, opened, text, usable, widened } from "./pages.mjs";
import { clicked, invited, moved, playedOut, seen, setUp, shown, stepped, until } from "./seats.mjs";

// Two deals of Foolery, so that cards are wished for and given.
const OPTIONS = { foolery: { deals: 2 } };
let browser;

before(async () => {
  browser = await launched();
});
after(() => browser?.close());

// Takes the first seat of a new table, in a browser that knows nothing yet.
const seated = async (ruleset, how = {}) => {
  const context = await browser.createBrowserContext();
  const table = await setUp(ruleset, { options: OPTIONS[ruleset] });
  const page = await opened(context, invited(table, 0), how);
  await page.type("#name", "Fay");
  await Promise.all([page.waitForNavigation(), page.click("section.card-like button")]);
  return page;
};

const left = async (page) => {
  const context = page.browserContext();
  await closed(page);
  await context.close();
};

// From now on the page counts the cards of a reading that begin to move to their places.
const counted = (page) =>
  page.evaluate(() => {
    globalThis.laid = 0;
    const { animate } = SVGElement.prototype;
    SVGElement.prototype.animate = function (...how) {
      globalThis.laid += this.closest("figure svg") ? 1 : 0;
      return animate.apply(this, how);
    };
  });

// How many did; the reading is in sight.
const laid = async (page) => {
  const box = await (await page.$(".arcana-reading figure")).boundingBox();
  assert.ok(box.y < SIZES.wide.height && box.y + box.height > 0, "the reading is in sight");
  return page.evaluate(() => globalThis.laid);
};

for (const ruleset of GAMES) {
  test(`a whole game of ${ruleset} is played with clicks`, async () => {
    // A seed of a table is drawn by the service, and some deals are over before a seat has had three steps.
    for (let made = [], tables = 0; made.length < 3; tables += 1) {
      assert.ok(tables < 10, `${ruleset} is over within ${made.length} steps, ten times`);
      const page = await seated(ruleset, { motion: "reduce" });
      await counted(page);
      made = await playedOut(page);
      assert.match(await text(page, ".made"), /won/);
      if (ruleset === "fortunes") assert.deepEqual([made.length, await laid(page)], [19, 0]);
      await left(page);
    }
  });
}

test("a whole game is played with keys alone", async () => {
  const context = await browser.createBrowserContext();
  const table = await setUp("fortunes");
  const page = await opened(context, "/");
  await page.evaluateOnNewDocument(() => {
    globalThis.pointed = 0;
    for (const name of ["pointerdown", "pointermove", "mousedown", "touchstart"]) addEventListener(name, () => (globalThis.pointed += 1), true);
  });
  await page.goto(new URL(invited(table, 0), page.url()).href);
  const on = (selector) => page.evaluate((selector) => document.activeElement.matches(selector), selector);
  for (let tabs = 0; !(await on("#name")); tabs += 1) {
    assert.ok(tabs < 30, "Tab comes to the name");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("Fay");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await counted(page);
  const keyed = async (page, step) => {
    const wanted = () => page.evaluate((card) => document.activeElement.querySelector(".card")?.classList.contains(card), step.card);
    await page.keyboard.press("1");
    for (let presses = 0; !(await wanted()); presses += 1) {
      assert.ok(presses < 20, `the arrows come to ${step.card}`);
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Enter");
  };
  assert.equal((await playedOut(page, keyed)).length, 19);
  assert.ok((await laid(page)) > 0, "the won cards move to their places in the reading");
  assert.equal(await page.evaluate(() => globalThis.pointed), 0);
  assert.match(await text(page, ".made"), /won/);
  await closed(page);
  await context.close();
});

test("a whole game is played without script", async () => {
  const page = await seated("fortunes", { script: false, size: "phone" });
  assert.equal((await playedOut(page)).length, 19);
  assert.match(await text(page, ".made"), /won/);
  await left(page);
});

test("without script a page that waits for others refreshes itself", async () => {
  const table = await setUp("reversal", { people: 2, bots: 0 });
  const context = await browser.createBrowserContext();
  const page = await opened(context, invited(table, 0), { script: false });
  await Promise.all([page.waitForNavigation(), page.click("section.card-like button")]);
  assert.equal((await shown(page)).phase, "waiting");
  const other = await opened(await browser.createBrowserContext(), invited(table, 1), { script: false });
  await Promise.all([other.waitForNavigation(), other.click("section.card-like button")]);
  await until(page, ({ phase }) => phase === "playing", 30);
  await left(other);
  await left(page);
});

test("what a guest has entered stays when somebody else sits down", async () => {
  const table = await setUp("reversal", { people: 3, bots: 0 });
  for (const script of [true, false]) {
    const context = await browser.createBrowserContext();
    const page = await opened(context, invited(table, script ? 0 : 2), { script });
    const name = script ? "Fay" : "Gil";
    await page.type("#name", name);
    const before = await shown(page);
    if (script) {
      const other = await opened(await browser.createBrowserContext(), invited(table, 1));
      await Promise.all([other.waitForNavigation(), other.click("section.card-like button")]);
      await moved(page, before);
      await left(other);
    } else {
      await new Promise((resolve) => setTimeout(resolve, 5000));
    }
    assert.equal(await page.$eval("#name", (field) => field.value), name);
    await Promise.all([page.waitForNavigation(), page.click("section.card-like button")]);
    assert.match(await text(page, "main"), new RegExp(name));
    await left(page);
  }
});

test("a form with errors is followed by the table's own address", async () => {
  const table = await setUp("reversal", { people: 3, bots: 0 });
  const context = await browser.createBrowserContext();
  const page = await opened(context, invited(table, 0));
  await page.$eval("#name", (field) => (field.value = "x".repeat(65)));
  await page.$eval("section.card-like form", (form) => (form.noValidate = true));
  await Promise.all([page.waitForNavigation(), page.click("section.card-like button")]);
  assert.match(page.url(), /\/seats\/0$/);
  await page.waitForSelector(".faults");
  const before = await shown(page);
  const other = await opened(await browser.createBrowserContext(), invited(table, 1));
  await Promise.all([other.waitForNavigation(), other.click("section.card-like button")]);
  await moved(page, before);
  await page.$eval("#name", (field) => (field.value = ""));
  await page.type("#name", "Fay");
  await Promise.all([page.waitForNavigation(), page.click("section.card-like button")]);
  assert.match(await text(page, "main"), /Fay/);
  await left(other);
  page.broken = page.broken.filter((line) => !line.includes("422"));
  await left(page);
});

test("a step that the service cannot accept now leaves the table as it is, and says why", async () => {
  const page = await seated("fortunes", { motion: "reduce" });
  const before = await until(page, ({ turn }) => turn === "own");
  await page.setRequestInterception(true);
  const problem = { status: 429, contentType: "application/problem+json", body: JSON.stringify({ detail: "Retry in 3 s." }) };
  const busy = (request) => (request.method() === "POST" ? request.respond(problem) : request.continue());
  page.on("request", busy);
  const { legal } = await seen(page);
  await clicked(page, legal[0]);
  await page.waitForSelector(".refused");
  assert.equal(await text(page, ".refused"), "Your step was not accepted. Retry in 3 s.");
  assert.equal((await shown(page)).version, before.version);
  page.off("request", busy);
  await page.setRequestInterception(false);
  await stepped(page);
  assert.equal(await page.$(".refused"), null);
  page.broken = page.broken.filter((line) => !line.includes("429"));
  await left(page);
});

test("cards move, and do not for those who want no motion", async () => {
  for (const motion of ["no-preference", "reduce"]) {
    const page = await seated("fortunes", { motion });
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      globalThis.moves = 0;
      document.startViewTransition = (put) => {
        globalThis.moves += 1;
        return start(put);
      };
    });
    for (const count of [0, 1]) await stepped(page, count);
    const moves = await page.evaluate(() => globalThis.moves);
    assert.equal(moves > 0, motion === "no-preference", `${motion}: ${moves}`);
    await left(page);
  }
});

test("with forced colors the cards that can be played are told apart, and their pictures are seen", async () => {
  const page = await seated("fortunes");
  const client = await page.createCDPSession();
  await client.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
  for (let count = 0; !(await page.$(".hand .barred")); count += 1) assert.ok(await stepped(page, count), "a card is barred once");
  const look = (selector) =>
    page.$eval(selector, (card) => {
      const { borderTopColor, borderTopStyle, backgroundColor } = getComputedStyle(card);
      return { border: `${borderTopColor} ${borderTopStyle}`, picture: getComputedStyle(card, "::after").backgroundColor, ground: backgroundColor };
    });
  const [playable, barred] = [await look(".hand .playable"), await look(".hand .barred")];
  assert.notEqual(playable.border, barred.border);
  for (const { picture, ground } of [playable, barred]) assert.notEqual(picture, ground);
  await left(page);
});

// A seat whose turn it is after two steps of its own; some games are over before.
const onTurn = async (ruleset, how) => {
  for (let tables = 0; tables < 10; tables += 1) {
    const page = await seated(ruleset, how);
    for (let count = 0; count < 2; count += 1) await stepped(page, count);
    const { phase } = await until(page, ({ turn, phase }) => turn === "own" || phase === "over");
    if (phase === "playing") return page;
    await left(page);
  }
  return assert.fail(`${ruleset} is over too soon, ten times`);
};

for (const ruleset of GAMES) {
  test(`the own turn of ${ruleset} can be used by everybody: light, dark, wide and on a phone`, async () => {
    const page = await onTurn(ruleset, { bypass: true, motion: "reduce" });
    for (const size of Object.keys(SIZES)) {
      await page.setViewport(SIZES[size]);
      for (const scheme of SCHEMES) {
        await page.emulateMediaFeatures(media(scheme, "reduce"));
        await usable(page, `turn-${ruleset}-${scheme}-${size}`);
      }
    }
    const targets = await page.$$eval(".pick, .buttons button, .step-form select, .step-form .flag", (all) =>
      all.map((one) => ({ what: one.textContent.trim().slice(0, 40), width: one.getBoundingClientRect().width, height: one.getBoundingClientRect().height })));
    assert.ok(targets.length > 0);
    assert.deepEqual(targets.filter(({ width, height }) => width < 44 || height < 44), [], "what is touched on a phone is large enough");
    await left(page);
  });
}

test("who set a table up closes it", async () => {
  const context = await browser.createBrowserContext();
  const page = await opened(context, "/tables/new?ruleset=reversal", { size: "phone" });
  await Promise.all([page.waitForNavigation(), page.click(".set-up button")]);
  assert.equal((await shown(page)).phase, "playing");
  await page.click(".close-table summary");
  await page.click(".close-table button");
  await until(page, ({ phase }) => phase === "closed");
  assert.match(await text(page, ".made"), /closed/);
  await left(page);
});

test("what has the focus keeps it when the table changes, or the sentence that says what is due gets it", async () => {
  const context = await browser.createBrowserContext();
  const page = await opened(context, "/tables/new?ruleset=reversal");
  await Promise.all([page.waitForNavigation(), page.click(".set-up button")]);
  const played = async (focus) => {
    const before = Number((await shown(page)).steps);
    await page.evaluate(focus);
    await until(page, ({ steps }) => Number(steps) > before);
  };
  await page.focus(".about-table summary");
  await played(() => {
    const button = document.querySelector("#play form button");
    button.form.requestSubmit(button);
  });
  assert.ok(await page.evaluate(() => document.activeElement.matches(".about-table summary")));
  await played(() => {
    const button = [...document.querySelectorAll("#play form button")].at(-1);
    button.focus();
    button.click();
  });
  assert.ok(await page.evaluate(() => document.activeElement.matches("#rule, #play button")));
  await left(page);
});

test("keys choose cards unless they are switched off, and the browser remembers it", async () => {
  const page = await seated("fortunes", { motion: "reduce" });
  await until(page, ({ turn }) => turn === "own");
  const onCard = () => page.evaluate(() => document.activeElement.matches(".hand .pick"));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("1");
  assert.ok(await onCard());
  await page.click("#keys");
  await page.evaluate(() => document.activeElement.blur());
  for (const key of ["1", "ArrowRight"]) await page.keyboard.press(key);
  assert.ok(!(await onCard()));
  await page.reload();
  assert.equal(await page.$eval("#keys", (box) => box.checked), false);
  await stepped(page);
  assert.equal(await page.$eval("#keys", (box) => box.checked), false, "a step does not switch them on again");
  await left(page);
});

test("who waits is told who sits down", async () => {
  const table = await setUp("reversal", { people: 3, bots: 0 });
  const context = await browser.createBrowserContext();
  const page = await opened(context, invited(table, 0), { motion: "reduce" });
  await Promise.all([page.waitForNavigation(), page.click("section.card-like button")]);
  const other = await opened(await browser.createBrowserContext(), invited(table, 1));
  await other.type("#name", "Bel");
  await Promise.all([other.waitForNavigation(), other.click("section.card-like button")]);
  await page.waitForFunction(() => document.querySelector(".unseen[aria-live]")?.textContent.includes("Seat 2: Bel."));
  await left(other);
  await left(page);
});

test("on a phone the own hand is in sight, and large letters make no page wider", async () => {
  for (const ruleset of GAMES) {
    const page = await onTurn(ruleset, { size: "phone", motion: "reduce" });
    // As it comes: what has grown since is not scrolled to again.
    await page.reload();
    const own = (await page.$(".hand")) ?? (await page.$(".p0 form button"));
    const bottom = await own.evaluate((own) => own.getBoundingClientRect().bottom);
    assert.ok(Math.floor(bottom) <= SIZES.phone.height, `${ruleset}: ${bottom}`);
    // Each question that the game asks has its own fields, the longest of them names of cards.
    for (let made = 0, step = {}; made < 15 && step !== null; made += 1) {
      assert.deepEqual(await widened(page), [], `${ruleset}: ${await text(page, "#rule")}`);
      step = await stepped(page, made);
    }
    await left(page);
  }
});

test("a double click plays one card, whatever lies under the pointer after the first", async () => {
  const page = await seated("fortunes", { size: "phone", motion: "reduce" });
  const held = async () => (await page.$$(".hand li")).length;
  for (let tries = 0; tries < 8; tries += 1) {
    const before = await until(page, ({ turn }) => turn === "own");
    const cards = await held();
    const { x, y } = await (await page.$(".hand .pick")).clickablePoint();
    for (const clickCount of [1, 2]) {
      if (tries % 2 === 1) {
        await page.touchscreen.tap(x, y);
      } else {
        await page.mouse.move(x, y);
        await page.mouse.down({ clickCount });
        await page.mouse.up({ clickCount });
      }
      // The cards have closed up by then, and another one that may be played may lie there. A second tap comes within half a
      // second, or is one of its own.
      await pause(tries % 2 === 1 ? 200 : 350);
    }
    await moved(page, before);
    await pause(350);
    await until(page, ({ turn }) => turn === "own");
    assert.equal(await held(), cards - 1);
  }
  await left(page);
});

test("what is wrong with a step is told with names, and what was ticked stays ticked", async () => {
  for (const script of [true, false]) {
    const page = await seated("foolery", { script, motion: "reduce" });
    await until(page, ({ turn }) => turn === "own");
    const ranks = await page.$$eval(".hand .pick input", (boxes) => boxes.map((box) => box.value));
    const wrong = [ranks[0], ranks.find((card) => card.slice(2) !== ranks[0].slice(2))];
    for (const card of wrong) await page.click(`.hand .pick input[value="${card}"]`);
    const [send] = await page.$$(".hand-form .buttons button");
    await (script ? send.click() : Promise.all([page.waitForNavigation(), send.click()]));
    await page.waitForSelector(".faults");
    assert.doesNotMatch(await text(page, ".faults"), new RegExp(wrong.join("|")));
    assert.deepEqual((await page.$$eval(".hand .pick :checked", (boxes) => boxes.map((box) => box.value))).sort(), wrong.sort());
    assert.match(await page.title(), /^Please correct: /);
    page.broken = page.broken.filter((line) => !line.includes("422"));
    await left(page);
  }
});
