// What every walk through the pages needs: a browser, pages that notice what breaks, and checks of how a page looks.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { get } from "node:http";
import { createRequire } from "node:module";

export const { ADDRESS, PICTURES } = process.env;
const { BROWSER, MODULES } = process.env;
const require = createRequire(`${MODULES}/`);
const puppeteer = require("puppeteer-core");
const axe = require.resolve("axe-core/axe.min.js");

export const SIZES = { wide: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } };
export const SCHEMES = ["light", "dark"];
export const GAMES = ["fortunes", "fortuno", "foolery", "fortuna", "reversal"];

export const launched = () => {
  mkdirSync(PICTURES, { recursive: true });
  const args = process.getuid() === 0 ? ["--no-sandbox"] : [];
  return puppeteer.launch({ executablePath: BROWSER, args });
};

// A page that fails the test when anything on it is refused or breaks.
export const opened = async (context, path, { size = "wide", scheme = "light", motion = "no-preference", script = true, bypass = false } = {}) => {
  const page = await context.newPage();
  page.broken = [];
  page.on("pageerror", (error) => page.broken.push(String(error)));
  page.on("console", (line) => line.type() === "error" && page.broken.push(line.text()));
  await page.setBypassCSP(bypass); // for axe alone: the other tests run under the page's own policy
  await page.setViewport(SIZES[size]);
  await page.setJavaScriptEnabled(script);
  await page.emulateMediaFeatures(media(scheme, motion));
  await page.goto(new URL(path, ADDRESS).href);
  return page;
};

export const media = (scheme, motion = "no-preference") => [
  { name: "prefers-color-scheme", value: scheme },
  { name: "prefers-reduced-motion", value: motion },
];

export const closed = async (page) => {
  assert.deepEqual(page.broken, []);
  await page.close();
};

export const text = (page, selector) => page.$eval(selector, (element) => element.textContent);
export const sent = (page, form) => Promise.all([page.waitForNavigation(), page.click(`form[action="${form}"] button`)]);

// The bytes of a body as sent, which fetch would have decompressed.
const sentBytes = (path, encoding) =>
  new Promise((resolve, reject) => {
    // On a connection of its own: one that was idle may be closed by the service at this moment.
    const request = get(ADDRESS + path, { agent: false, headers: { "accept-encoding": encoding } }, (answer) => {
      let bytes = 0;
      answer.on("data", (part) => (bytes += part.length));
      answer.on("end", () => resolve(bytes));
      answer.on("error", reject);
    });
    request.on("error", reject);
  });

const timed = async (path, encoding) => {
  const start = performance.now();
  const weight = await sentBytes(path, encoding);
  return { weight, time: performance.now() - start };
};

// The page at this path weighs under 100 kB and takes no longer than a hundred of the smallest answers. The fastest of some
// requests counts, in turn with the smallest answer: the browser and other programs share the processor.
export const light = async (path, name, { encoding = "identity" } = {}) => {
  let [fastest, smallest] = [Infinity, Infinity];
  for (let times = 0; times < 25 && !(fastest < 100 * smallest); times += 1) {
    smallest = Math.min(smallest, (await timed("/healthz", encoding)).time);
    const { weight, time } = await timed(path, encoding);
    fastest = Math.min(fastest, time);
    assert.ok(0 < weight && weight < 100_000, `${name} is ${weight} bytes`);
  }
  assert.ok(fastest < 100 * smallest, `${name} comes in ${fastest} ms, the smallest answer in ${smallest} ms`);
};

// What is wider than the window with letters of this size: the page's width, and the elements that reach beyond.
export const widened = (page, letters = "200%") =>
  page.evaluate((letters) => {
    const root = document.documentElement;
    root.style.fontSize = letters;
    const width = root.scrollWidth;
    const wide = width > innerWidth ? [...document.body.querySelectorAll("*")] : [];
    const names = wide.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => `${one.localName}.${one.className}`);
    root.style.fontSize = "";
    return width > innerWidth ? [width, ...names] : [];
  }, letters);

// The page can be used by everybody and is no wider than its window; its picture is stored under this name.
export const usable = async (page, name) => {
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 150) + " " + (node.any[0]?.message ?? "")).join(" | ")}`);
  assert.deepEqual(told, [], name);
  const ids = await page.$$eval("[id]", (all) => all.map(({ id }) => id));
  assert.deepEqual(ids.filter((id, place) => ids.indexOf(id) < place), [], `${name}: ids that stand twice`);
  const [inner, whole] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.ok(whole <= inner, `${name} is not wider than the window: ${whole} > ${inner}`);
};
