// The readings that this browser keeps: a list in its own storage, the latest first. None of it is sent anywhere.
"use strict";
const kept = (() => {
  const KEY = "arcana.readings";
  const CAPACITY = 1000;
  const PAGE = /^\/readings\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  const TOKEN = /^delete_[0-9a-f]{64}$/;
  const DATE = /^\d{4}-\d\d-\d\d$/;
  const matching = (pattern, value) => (typeof value === "string" && pattern.test(value) ? value : undefined);
  const words = (value, most) => (typeof value === "string" ? value.slice(0, most) : "");

  // A note with its texts, and what it needs to be shown.
  const note = (value) => {
    const texts = ["text", "mood", "people", "tags", "came_of_it"].map((name) => [name, words(value?.[name], 4000)]);
    return { ...Object.fromEntries(texts.filter(([, text]) => text)), date: matching(DATE, value?.date) ?? "" };
  };

  // What may be stored and shown of a value from a page or a file; nothing when it names no reading.
  const entry = (value) => {
    const url = matching(PAGE, value?.url)?.toLowerCase();
    if (!url) return null;
    const told = { url, title: words(value.title, 200) || "Reading", question: words(value.question, 500) };
    const [date, token] = [matching(DATE, value.date), matching(TOKEN, value.delete_token)];
    const notes = Array.isArray(value.notes) ? value.notes.slice(0, 100).map(note) : [];
    const own = { ...(notes.length > 0 && { notes }), ...(value.asks === true && { asks: true }) };
    return { ...told, ...(date && { date }), ...(token && { delete_token: token }), ...own };
  };

  const entries = (value) => {
    const found = new Map();
    for (const item of Array.isArray(value) ? value : []) {
      const known = entry(item);
      if (known && !found.has(known.url)) found.set(known.url, known);
    }
    return [...found.values()].slice(0, CAPACITY);
  };

  const list = () => {
    try {
      return entries(JSON.parse(localStorage.getItem(KEY)));
    } catch {
      return [];
    }
  };

  // False where the browser stores nothing, as it may be set.
  const store = (list) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(entries(list)));
      return true;
    } catch {
      return false;
    }
  };

  // Whoever took a reading off the list does not find it there again for looking at its page once more.
  const DECLINED = "arcana.unlisted";
  const declined = () => {
    try {
      return (sessionStorage.getItem(DECLINED) ?? "").split(" ");
    } catch {
      return [];
    }
  };
  const decline = (url, refuses) => {
    const others = declined().filter((other) => other !== url);
    try {
      sessionStorage.setItem(DECLINED, (refuses ? [...others, url] : others).join(" "));
    } catch {}
  };

  const has = (url) => list().some((known) => known.url === url);
  const remove = (url) => {
    decline(url, true);
    store(list().filter((known) => known.url !== url));
  };
  // The first place is for what was added last; a token is not forgotten for one who opens the page without it.
  const add = (value) => {
    decline(value.url, false);
    const others = list();
    const known = others.find((other) => other.url === value.url);
    return store([{ ...known, ...value }, ...others.filter((other) => other !== known)]);
  };

  const offer = (value) => declined().includes(value.url) || add(value);

  const FORMAT = "arcana-readings";
  const exported = () => JSON.stringify({ format: FORMAT, version: 1, readings: list() }, null, 2);
  // How many readings of a file are new here; nothing when it is no file of ours.
  const imported = (text) => {
    let file;
    try {
      file = JSON.parse(text);
    } catch {
      return undefined;
    }
    if (file?.format !== FORMAT || !Array.isArray(file.readings)) return undefined;
    const known = list();
    const fresh = entries(file.readings).filter((read) => !known.some((other) => other.url === read.url));
    const tokens = new Map(entries(file.readings).map((read) => [read.url, read.delete_token]));
    const whole = known.map((read) => entry({ delete_token: tokens.get(read.url), ...read }));
    return store([...whole, ...fresh]) ? fresh.length : 0;
  };

  return { list, has, add, offer, remove, clear: () => store([]), exported, imported };
})();

// A table's page shows the reading that was won there, once the game is over.
const offered = () => {
  for (const { dataset } of document.querySelectorAll("[data-won-reading]")) {
    const { wonReading: url, title, question, date } = dataset;
    if (!kept.has(url)) kept.offer({ url, title, question, date });
  }
};
if (document.querySelector("#play")) {
  new MutationObserver(offered).observe(document.querySelector("#main"), { childList: true, subtree: true });
}
offered();
for (const gone of document.querySelectorAll("[data-forget]")) kept.remove(gone.dataset.forget);
