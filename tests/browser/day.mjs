// The deal of the day in a browser: from the first page to the picture to share, by clicks, on a phone and without script.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ADDRESS, closed, launched, opened, sent, text, usable } from "./pages.mjs";
import { playedOut, stepped } from "./seats.mjs";

let browser;
let today;

before(async () => {
  browser = await launched();
  // A day that ends meanwhile would be another one.
  const left = 86_400_000 - (Date.now() % 86_400_000);
  if (left < 600_000) await new Promise((resolve) => setTimeout(resolve, left + 1000));
  today = `/days/${new Date().toISOString().slice(0, 10)}`;
});
after(() => browser?.close());

const followed = (page, link) => Promise.all([page.waitForNavigation(), page.click(link)]);

// A page of a browser that has made a profile, and is back on the first page.
const named = async (name, how = {}) => {
  const page = await opened(await browser.createBrowserContext(), "/", how);
  await followed(page, ".day a.button");
  assert.match(page.url(), new RegExp(`${today}$`));
  await followed(page, 'a.button[href="/me"]');
  await page.type("#name", name);
  await sent(page, "/me");
  assert.match(await page.$eval("#recovery", (field) => field.value), /^arcana_/);
  await page.goto(`${ADDRESS}/`);
  return page;
};

const left = async (page) => {
  const context = page.browserContext();
  await closed(page);
  await context.close();
};

for (const [size, name] of [["wide", "Wide Ada"], ["phone", "Phone Ada"]]) {
  test(`a day is played from the first page to the picture (${size})`, async () => {
    const page = await named(name, { size, motion: "reduce" });
    await sent(page, today);
    assert.match(page.url(), /\/tables\/[0-9a-f-]{36}$/);
    // It is left, and found again from the first page.
    await stepped(page);
    const table = page.url();
    await page.goto(`${ADDRESS}/`);
    assert.match(await text(page, ".day"), /Go on playing/);
    await sent(page, today);
    assert.equal(page.url(), table);
    assert.equal((await playedOut(page)).length, 18);
    await followed(page, `a.button[href="${today}"]`);
    assert.match(await text(page, ".points"), /^Your team against the other: \d+ : \d+$/);
    const line = await page.$eval("#line", (field) => field.value);
    assert.match(line, /^Arcana \d+ · \d+ : \d+/);
    const picture = await page.evaluate(async () => {
      const { status, headers } = await fetch(document.querySelector("a[download]").href);
      return [status, headers.get("content-type")];
    });
    assert.deepEqual(picture, [200, "image/png"]);
    await page.type("#note", "A quiet day");
    await sent(page, `${today}/note`);
    assert.equal(await page.$eval("#note", (field) => field.value), "A quiet day");
    // There is no second try.
    assert.equal(await page.$(`form[action="${today}"]`), null);
    await page.goto(`${ADDRESS}/`);
    assert.match(await text(page, ".day"), /Your reading of the day/);
    await followed(page, 'a[href="/days"]');
    assert.match(await text(page, ".calendar"), /·/);
    await left(page);
  });
}

test("a day is played with keys alone, from the first page to the picture", async () => {
  const page = await opened(await browser.createBrowserContext(), "/", { motion: "reduce" });
  await page.evaluateOnNewDocument(() => {
    for (const name of ["pointerdown", "pointermove", "mousedown", "touchstart"]) addEventListener(name, () => sessionStorage.setItem("pointed", name), true);
  });
  // Tab until something has the focus, and then a key.
  const keyed = async (selector, key = "Enter", leads = true) => {
    const is = () => page.evaluate((selector) => document.activeElement.matches(selector), selector);
    for (let tabs = 0; !(await is()); tabs += 1) {
      assert.ok(tabs < 60, `Tab comes to ${selector}`);
      await page.keyboard.press("Tab");
    }
    if (leads) await Promise.all([page.waitForNavigation(), page.keyboard.press(key)]);
  };
  await keyed(".day a.button");
  await keyed('a.button[href="/me"]');
  await keyed("#name", "", false);
  await page.keyboard.type("Key Ada");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await page.goto(`${ADDRESS}/`);
  await keyed(`form[action="${today}"] button`);
  const card = async (page, step) => {
    const wanted = () => page.evaluate((card) => document.activeElement.querySelector(".card")?.classList.contains(card), step.card);
    await page.keyboard.press("1");
    for (let presses = 0; !(await wanted()); presses += 1) {
      assert.ok(presses < 20, `the arrows come to ${step.card}`);
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Enter");
  };
  assert.equal((await playedOut(page, card)).length, 19);
  await keyed(`a.button[href="${today}"]`);
  assert.match(await text(page, ".points"), /^Your team against the other: \d+ : \d+$/);
  await keyed("a[download]", "", false);
  assert.equal(await page.evaluate(() => sessionStorage.getItem("pointed")), null);
  await left(page);
});

test("without a name yesterday is played, as often as one likes, and without script", async () => {
  const page = await opened(await browser.createBrowserContext(), today, { script: false });
  const form = await page.$eval("main form", (form) => form.getAttribute("action"));
  assert.notEqual(form, today);
  for (let times = 0; times < 2; times += 1) {
    await page.goto(ADDRESS + today);
    await sent(page, form);
    assert.match(page.url(), /\/tables\/[0-9a-f-]{36}$/);
  }
  await left(page);
});

test("the table of a day is there for its player alone", async () => {
  const page = await named("Sealed Ada");
  await sent(page, today);
  const stranger = await opened(await browser.createBrowserContext(), new URL(page.url()).pathname);
  assert.equal(await text(stranger, "h1"), "Not found");
  stranger.broken = stranger.broken.filter((line) => !line.includes("404"));
  await left(stranger);
  await left(page);
});

test("the pages of days can be used by everybody", async () => {
  for (const size of ["wide", "phone"]) {
    for (const scheme of ["light", "dark"]) {
      for (const [path, name] of [["/", "home-day"], [today, "day"], ["/days", "days"], ["/me", "me"]]) {
        const page = await opened(await browser.createBrowserContext(), path, { size, scheme, bypass: true });
        await usable(page, `${name}-${size}-${scheme}`);
        await left(page);
      }
    }
  }
});
