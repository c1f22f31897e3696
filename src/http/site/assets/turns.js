// Tells on every page where it is the reader's turn: by links, in the tab's title and icon, and as a notification for who has
// asked for it at a table. Asks only in a browser that has sat down somewhere.
"use strict";
{
  const [SEATS, NOTIFY, EVERY] = ["table-seats", "table-notify", 20_000];
  const [place, icon] = [document.getElementById("turns"), document.querySelector("link[rel=icon]")];
  const prefix = "Your turn · ";
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const store = (key, value) => {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {}
  };

  const notifies = () => globalThis.Notification?.permission === "granted" && stored(NOTIFY) !== null;
  const notify = (body, address) => {
    if (!document.hidden || !notifies()) return;
    // Some browsers let no page do it, only a worker.
    try {
      const notice = new Notification("Your turn", { body, tag: address });
      notice.onclick = () => {
        globalThis.focus();
        if (address !== location.pathname) location.assign(address);
        notice.close();
      };
    } catch {}
  };

  // On a phone the navigation is one line that scrolls: where the reader is stands in its middle.
  const nav = document.querySelector(".top nav");
  const current = nav.querySelector("[aria-current]");
  if (current) nav.scrollLeft = current.offsetLeft - nav.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;

  const links = () => [...place.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  // The page's own table is told of by its own script.
  const mark = () => {
    const own = document.querySelector("#play[data-turn]");
    const title = document.title.replace(prefix, "");
    document.title = (links().length > 0 && !own ? prefix : "") + title;
    icon.href = links().length > 0 || own ? icon.dataset.due : icon.dataset.idle;
  };
  const show = (text) => {
    const known = links();
    const next = new DOMParser().parseFromString(text, "text/html");
    const here = (link) => [link.dataset.table, link.getAttribute("href")].includes(location.pathname);
    const all = [...next.querySelectorAll("a")].filter((link) => !here(link));
    if (all.map((link) => link.getAttribute("href")).join() === known.join()) return;
    place.replaceChildren(...all);
    mark();
    for (const link of all) if (!known.includes(link.getAttribute("href"))) notify(link.textContent, link.getAttribute("href"));
  };
  const ask = async () => {
    if (document.hidden && !notifies()) return;
    const answer = await fetch("/turns").catch(() => null);
    if (answer?.status === 204) store(SEATS, null);
    if (answer?.ok) show(await answer.text().catch(() => ""));
  };
  const seated = () => stored(SEATS) !== null && ask();
  globalThis.turns = { mark, notifies, notify, stored, store, sit: () => store(SEATS, "1") };
  if (links().length > 0) store(SEATS, "1");
  setInterval(seated, EVERY);
  document.addEventListener("visibilitychange", seated);
  // Pages that are the same for everybody do not know it, and those that come back from the browser's memory may be old.
  addEventListener("pageshow", ({ persisted }) => (persisted || links().length === 0) && seated());
}
