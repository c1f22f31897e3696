// Notes that this browser keeps by itself: on a reading's page, and the question of what came of a reading.
"use strict";
(() => {
  const made = (name, properties, ...inside) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...inside);
    return element;
  };
  const MONTH = 30 * 24 * 60 * 60 * 1000;

  const beside = (section) => {
    const [url, form, status] = [location.pathname.toLowerCase(), section.querySelector("form"), section.querySelector("[role=status]")];
    const notes = () => kept.list().find((read) => read.url === url)?.notes ?? [];
    const keep = (list, done) => {
      status.textContent = kept.add({ url, notes: list }) ? done : "This browser stores nothing for this site.";
      shown();
    };
    const told = (note) => {
      const article = made("article", { className: "note" }, made("p", { className: "hint" }, [note.date, note.mood].filter(Boolean).join(", ")));
      const labels = { text: "", came_of_it: "What came of it: ", people: "With ", tags: "Tags: " };
      for (const [name, label] of Object.entries(labels)) {
        if (note[name]) article.append(made("p", { className: "lines", dir: "auto" }, label, note[name]));
      }
      const drop = () => keep(notes().filter((other) => JSON.stringify(other) !== JSON.stringify(note)), "The note was deleted.");
      article.append(made("button", { type: "button", className: "quiet", onclick: drop }, "Delete the note"));
      return article;
    };
    const shown = () => section.querySelector(".kept-notes").replaceChildren(...notes().map(told));
    form.onsubmit = (event) => {
      event.preventDefault();
      const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
      if (!Object.values(fields).some(Boolean)) {
        status.textContent = "The note says nothing yet.";
        return;
      }
      keep([{ ...fields, date: new Date().toISOString().slice(0, 10) }, ...notes()], "The note is kept.");
      form.reset();
    };
    section.hidden = false;
    shown();
  };

  // Of readings that may be asked about, are old enough, and of which no note tells it.
  const ask = (section) => {
    const due = ({ asks, date, notes }) => asks && date && Date.now() - Date.parse(date) > MONTH && !notes?.some((note) => note.came_of_it);
    const readings = kept.list().filter(due).slice(0, 3);
    const line = ({ url, title, question }) => made("li", {}, made("a", { href: `${url}#notes` }, made("bdi", {}, title)), question ? made("q", { className: "asked", dir: "auto" }, question) : "");
    section.querySelector("ul").replaceChildren(...readings.map(line));
    section.hidden = readings.length === 0;
  };

  const [notes, asked] = [document.querySelector("#notes[data-browser]"), document.querySelector("#asked-here")];
  if (notes) beside(notes);
  if (asked) ask(asked);
})();
