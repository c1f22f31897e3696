// My readings: shows what this browser keeps, gives it out as a file and takes such a file in.
"use strict";
(() => {
  const section = document.querySelector("#kept");
  const list = section.querySelector("ul");
  const status = section.querySelector("[role=status]");
  const say = (words) => {
    status.textContent = words;
  };
  const made = (name, properties, ...inside) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...inside);
    return element;
  };
  const day = (date) => new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const button = (words, about, onclick) => made("button", { type: "button", className: "quiet", onclick }, words, made("span", { className: "unseen" }, `: ${about}`));

  // The reading that follows has the focus then, or the last one; without any, what is said of that.
  const removed = (read) => {
    const place = kept.list().findIndex(({ url }) => url === read.url);
    kept.remove(read.url);
    shown();
    const links = list.querySelectorAll("li > a");
    if (links.length === 0) return focusOnNone();
    links[Math.min(place, links.length - 1)].focus();
  };
  const focusOnNone = () => {
    const none = section.querySelector("#none");
    none.tabIndex = -1;
    none.focus();
  };

  const dropped = (read) => {
    removed(read);
    say(`${read.title} is no longer in the list.`);
  };

  // A reading of a game is deleted with the game, whose token it has.
  const deletion = async (read) => {
    const found = await fetch(`/v1${read.url}`);
    if (!found.ok) return found;
    const { type, game } = await found.json();
    const address = type === "fortunes" ? `/v1/games/${game.id}` : `/v1${read.url}`;
    return fetch(address, { method: "DELETE", headers: { authorization: `Bearer ${read.delete_token}` } });
  };

  const deleted = async (read) => {
    if (!confirm(`Delete “${read.title}” for everybody, with its game if it has one? This cannot be undone.`)) return;
    const answer = await deletion(read).catch(() => undefined);
    if (answer?.ok || answer?.status === 404) {
      removed(read);
      say(`${read.title} was deleted.`);
    } else {
      say("It could not be deleted. Please try again later.");
    }
  };

  const item = (read) => {
    const about = [read.title, read.question].filter(Boolean).join(", ");
    const line = made("li", {}, made("a", { href: read.url }, made("bdi", {}, read.title)));
    if (read.question) line.append(made("q", { className: "asked", dir: "auto" }, read.question));
    if (read.date) line.append(made("time", { dateTime: read.date, className: "hint" }, day(read.date)));
    const buttons = made("span", { className: "buttons" }, button("Remove", about, () => dropped(read)));
    if (read.delete_token) buttons.append(button("Delete for everybody", about, () => deleted(read)));
    line.append(buttons);
    return line;
  };

  const shown = () => {
    const readings = kept.list();
    list.replaceChildren(...readings.map(item));
    section.querySelector("#none").hidden = readings.length > 0;
    for (const needed of section.querySelectorAll("[data-some]")) needed.disabled = readings.length === 0;
  };

  section.querySelector("#export").onclick = () => {
    const address = URL.createObjectURL(new Blob([kept.exported()], { type: "application/json" }));
    made("a", { href: address, download: "my-readings.json" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    say("The list was saved as my-readings.json.");
  };
  section.querySelector("#clear").onclick = () => {
    if (!confirm("Empty the list? The readings themselves stay at their addresses.")) return;
    kept.clear();
    shown();
    focusOnNone();
    say("The list is empty.");
  };
  section.querySelector("#import").onchange = async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    const fresh = file.size > 2_000_000 ? undefined : kept.imported(await file.text());
    target.value = "";
    shown();
    say(fresh === undefined ? "This file is not a list of readings." : `${fresh} ${fresh === 1 ? "reading is" : "readings are"} new in the list.`);
  };
  addEventListener("storage", shown);
  section.hidden = false;
  shown();
})();
