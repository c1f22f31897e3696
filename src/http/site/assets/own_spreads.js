// The spreads of a reader's own that this browser keeps, by their names. None of it is sent anywhere: each is an address of
// the form, which shows names and places to whoever is given it.
"use strict";
(() => {
  const KEY = "arcana.spreads";
  const CAPACITY = 100;
  const [section, form] = [document.querySelector("#kept-spreads"), document.querySelector("#own-spread")];
  const status = section.querySelector("[role=status]");
  const made = (name, properties, ...inside) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...inside);
    return element;
  };
  const isSpread = (value) => typeof value?.title === "string" && typeof value.places === "string";

  const list = () => {
    try {
      const stored = JSON.parse(localStorage.getItem(KEY));
      return Array.isArray(stored) ? stored.filter(isSpread) : [];
    } catch {
      return [];
    }
  };

  const keep = (spreads, done) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(spreads.slice(0, CAPACITY)));
      status.textContent = done;
    } catch {
      status.textContent = "This browser stores nothing for this site.";
    }
    show();
  };
  const without = (title) => list().filter((spread) => spread.title !== title);

  const line = ({ title, places }) => {
    const address = `${location.pathname}?${new URLSearchParams({ title, places })}`;
    const drop = () => keep(without(title), `“${title}” was removed.`);
    const label = `Remove the spread ${title}`;
    const button = made("button", { type: "button", className: "quiet", ariaLabel: label, onclick: drop }, "Remove");
    return made("li", {}, made("a", { href: address }, made("bdi", {}, title)), " ", button);
  };
  const show = () => section.querySelector("ul").replaceChildren(...list().map(line));

  section.querySelector("button").onclick = () => {
    const { title, places } = Object.fromEntries(new FormData(form));
    if (!places.trim()) {
      status.textContent = "The spread has no places yet.";
      return;
    }
    const spread = { title: title.trim() || "My own spread", places };
    keep([spread, ...without(spread.title)], `“${spread.title}” is kept in this browser.`);
  };
  section.hidden = false;
  show();
})();
