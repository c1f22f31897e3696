// An evening of two: a friend is invited from the first page, and they play four games, each a rematch of the one before.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ADDRESS, closed, launched, opened, text } from "./pages.mjs";
import { playedOut, shown, until } from "./seats.mjs";

let browser;

before(async () => {
  browser = await launched();
});
after(() => browser?.close());

const left = async (page) => {
  const context = page.browserContext();
  await closed(page);
  await context.close();
};

// The page of somebody who has clicked the button with this text, and how often something was clicked before.
const pressed = async (page, selector) => {
  await page.waitForSelector(selector);
  await Promise.all([page.waitForNavigation(), page.click(selector)]);
};

// A host who has invited a friend, and the friend, who follows the link.
const together = async (how = {}, ruleset = "fortunes") => {
  const host = await opened(await browser.createBrowserContext(), "/", { motion: "reduce", ...how });
  await host.select("#game-with-others", ruleset);
  await host.type("#name-with-others", "Ada");
  await pressed(host, 'button[value="friend"]');
  const link = await host.$eval("input.whole", (field) => field.value);
  const friend = await opened(await browser.createBrowserContext(), link, { motion: "reduce", ...how });
  return [host, friend];
};

test("an evening of four games with a friend who was invited from the first page", async () => {
  const [ada, bel] = await together();
  assert.match(await text(bel, ".lead"), /^Ada invites you to a game of Fortunes\. Everybody has 2 minutes for a step/);
  await bel.type("#name", "Bel");
  await pressed(bel, "section.card-like button");
  // What the other does is told where it is seen.
  await ada.waitForFunction(() => document.querySelector(".news")?.textContent.includes("The game begins"));
  await ada.waitForFunction(() => /Bel is (here|thinking)/.test(document.getElementById("others")?.textContent));
  assert.ok(await ada.$eval("#others", (others) => others.compareDocumentPosition(document.querySelector(".happened")) & Node.DOCUMENT_POSITION_FOLLOWING), "who is here stands before the log");
  const tables = [];
  for (let game = 1; game <= 4; game += 1) {
    const steps = await Promise.all([playedOut(ada), playedOut(bel)]);
    assert.deepEqual(steps.map((made) => made.length), [19, 19]);
    tables.push(new URL(ada.url()).pathname);
    if (game === 4) break;
    const [first, second] = game % 2 === 1 ? [ada, bel] : [bel, ada];
    await pressed(first, ".rematch button");
    assert.match(await text(first, ".made"), /You have asked for a rematch\. The others see it/);
    // Whoever still looks at the table is told, and follows with one click.
    await second.waitForFunction(() => document.querySelector(".rematch .made")?.textContent.includes("asked for a rematch."), { timeout: 60_000 });
    await pressed(second, ".rematch button");
    for (const page of [ada, bel]) await until(page, ({ phase }) => phase === "playing");
    assert.equal(new URL(ada.url()).pathname, new URL(bel.url()).pathname);
    assert.ok(!tables.includes(new URL(ada.url()).pathname));
  }
  await left(bel);
  await left(ada);
});

test("whose turn it is is told on every page, in its title and in the tab's icon", async () => {
  const [ada, bel] = await together({}, "reversal");
  await bel.type("#name", "Bel");
  await pressed(bel, "section.card-like button");
  const table = new URL(ada.url()).pathname;
  await ada.browserContext().overridePermissions(ADDRESS, ["notifications"]);
  // A page that is the same for everybody, and one that is made for the reader; both without script at load too.
  for (const path of ["/rules/reversal", "/cards"]) {
    await ada.goto(ADDRESS + path);
    await ada.waitForFunction((table) => document.querySelector(`#turns a[href="${table}"]`), {}, table);
    assert.match(await ada.title(), /^Your turn · /);
    assert.match(await ada.$eval("link[rel=icon]", (icon) => icon.getAttribute("href")), /icon-turn/);
  }
  const noScript = await opened(ada.browserContext(), "/cards", { script: false });
  assert.equal(await text(noScript, "#turns a"), "Your turn: Reversal of Fortune");
  await noScript.close();
  await pressed(ada, "#turns a");
  assert.equal(new URL(ada.url()).pathname, table);
  assert.equal((await shown(ada)).turn, "own");
  assert.equal(await ada.$("#turns a"), null, "the page of the table says so itself");
  // Somebody who has no table is asked nothing.
  const stranger = await opened(await browser.createBrowserContext(), "/cards");
  const asked = [];
  stranger.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await stranger.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await stranger.reload();
  assert.ok(!asked.includes("/turns") && (await stranger.$("#turns a")) === null);
  await left(stranger);
  await left(bel);
  await left(ada);
});

test("who plays now waits for others, and then plays with bots", async () => {
  const ada = await opened(await browser.createBrowserContext(), "/", { motion: "reduce", size: "phone" });
  await pressed(ada, 'button[formaction="/tables/play"]');
  assert.equal((await shown(ada)).phase, "waiting");
  const bel = await opened(await browser.createBrowserContext(), "/tables/new", { motion: "reduce" });
  await pressed(bel, 'button[formaction="/tables/play"]');
  assert.equal(bel.url(), ada.url());
  for (const page of [ada, bel]) await until(page, ({ phase }) => phase === "playing", 90);
  await left(bel);
  await left(ada);
});
