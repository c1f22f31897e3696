// Two browsers at one table of Fortunes: neither is sent what its player may not know, and both go on when a connection is lost.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ADDRESS, closed, launched, opened, text } from "./pages.mjs";
import { clicked, invited, seen, setUp, shown, stepped, until } from "./seats.mjs";

let browser;

before(async () => {
  browser = await launched();
});
after(() => browser?.close());

// Everything of a table that a page is sent, by answers and by events.
const overheard = async (page) => {
  const texts = [];
  const client = await page.createCDPSession();
  const addresses = new Map();
  const bodies = [];
  client.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, response.url));
  client.on("Network.eventSourceMessageReceived", ({ data }) => texts.push(data));
  client.on("Network.loadingFinished", ({ requestId }) => {
    if (!addresses.get(requestId)?.includes("/tables/")) return;
    const body = client.send("Network.getResponseBody", { requestId });
    bodies.push(body.then(({ body }) => texts.push(body), () => {}));
  });
  await client.send("Network.enable");
  return async () => {
    await Promise.all(bodies);
    return texts;
  };
};

const sitDown = async (table, seat, name) => {
  const context = await browser.createBrowserContext();
  const page = await opened(context, "/", { motion: "reduce" });
  page.heard = await overheard(page);
  await page.goto(new URL(invited(table, seat), ADDRESS).href);
  await page.type("#name", name);
  await Promise.all([page.waitForNavigation(), page.click("section.card-like button")]);
  return page;
};

const twoAtATable = async () => {
  const table = await setUp("fortunes", { people: 2, bots: 2 });
  const pages = [await sitDown(table, 0, "Fay"), await sitDown(table, 1, "Gil")];
  for (const page of pages) await until(page, ({ phase }) => phase === "playing");
  return pages;
};

// The cards of the own hand, each with its id and its name.
const hand = (page) =>
  page.$$eval(".hand .card", (cards) => cards.map((card) => ({ id: card.classList[2], name: card.title.split(":")[0] })));

const CARD = /\b(?:wa|cu|sw|pe|ar)(?:\d\d|pa|kn|qu|ki)\b/g;

// How many steps a text tells of; nothing after the end, when all may be known.
const told = (text) => {
  const page = /data-phase="playing"/.test(text) ? /data-steps="(\d+)"/.exec(text) : null;
  if (page) return Number(page[1]);
  if (!text.startsWith("{")) return null;
  const { phase, step_count: steps, n } = JSON.parse(text);
  return phase === "playing" ? steps : (n ?? null);
};

// Cards in texts that a seat was sent before they were played, and that it did not hold.
const leaked = (texts, log, seat) => {
  const deal = log.steps.findIndex((step) => step.type === "deal");
  const own = new Set(log.steps[deal].hands[seat]);
  const played = new Map(log.steps.flatMap((step, n) => (step.type === "play" ? [[step.card, n + 1]] : [])));
  return texts.flatMap((text) => {
    const steps = told(text);
    if (steps === null) return [];
    return (text.match(CARD) ?? []).filter((card) => !own.has(card) && !(played.get(card) <= steps));
  });
};

test("two play at a table, and neither browser is ever sent a hidden card", async () => {
  const pages = await twoAtATable();
  for (let count = 0; ; count += 1) {
    assert.ok(count < 2000, "the game ends");
    const states = await Promise.all(pages.map(shown));
    if (states.every((state) => state?.phase === "over")) break;
    for (const [seat, page] of pages.entries()) {
      if ((await shown(page))?.turn !== "own") continue;
      const other = pages[1 - seat];
      const [content, secrets] = [await page.content(), await hand(other)];
      for (const { id, name } of secrets) {
        assert.ok(!content.includes(id), `${id} of the other hand is not in the page`);
        assert.ok(!name.includes(" of ") || !content.includes(name), `${name} of the other hand is not in the page`);
      }
      await stepped(page, count);
    }
  }
  const { game } = await seen(pages[0]);
  const log = await (await fetch(`${ADDRESS}/v1/games/${game}/log`)).json();
  for (const [seat, page] of pages.entries()) {
    const texts = await page.heard();
    assert.ok(texts.filter((text) => told(text) !== null).length > 19, "pages and events were overheard");
    assert.ok(texts.some((text) => text.startsWith("{")), "events were overheard");
    assert.deepEqual(leaked(texts, log, seat), []);
    assert.notDeepEqual(leaked(texts, log, 1 - seat), [], "what is hidden from the other seat would be found");
    await closed(page);
  }
});

test("a game goes on after a page is loaded again and after its connection is lost", async () => {
  const pages = await twoAtATable();
  const turn = async () => {
    for (const end = Date.now() + 20_000; Date.now() < end; ) {
      const states = await Promise.all(pages.map(shown));
      const at = states.findIndex((state) => state?.turn === "own");
      if (at >= 0) return [pages[at], pages[1 - at]];
    }
    return assert.fail("it is somebody's turn");
  };
  const [first] = await turn();
  await stepped(first);
  const held = await hand(first);
  await first.reload();
  assert.deepEqual((await hand(first)).map(({ id }) => id), held.map(({ id }) => id));

  // Somebody else acts while a page is offline: it learns of that by itself once it is back.
  const [actor, away] = await turn();
  await away.setOfflineMode(true);
  await stepped(actor, 1);
  const { step_count: steps } = await seen(actor);
  await away.setOfflineMode(false);
  await until(away, (table) => Number(table.steps) >= steps, 30);

  // A step that cannot be sent is not lost to the player: the page stays, says so, and the step can be made again.
  const [player] = await turn();
  const before = await shown(player);
  await player.setOfflineMode(true);
  const { legal } = await seen(player);
  await clicked(player, legal[0]);
  await player.waitForSelector(".faults");
  assert.match(await text(player, ".faults"), /connection/);
  await player.setOfflineMode(false);
  await player.waitForFunction(() => !document.querySelector(".faults"), { timeout: 15000 });
  assert.equal((await shown(player)).version, before.version);
  await stepped(player, 2);
  for (const page of pages) {
    page.broken = page.broken.filter((line) => !line.includes("ERR_INTERNET_DISCONNECTED"));
    await closed(page);
  }
});
