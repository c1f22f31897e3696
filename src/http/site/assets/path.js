// The learning path: which days were answered, and the answers, in this browser alone.
"use strict";
(() => {
  const KEY = "arcana.path";
  const answers = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  };
  const today = () => new Date().toLocaleDateString("sv");

  const overview = document.querySelector("#today");
  if (overview) {
    const [known, links] = [answers(), document.querySelectorAll("ol.path a")];
    links.forEach((link, index) => {
      if (known[index + 1]) link.append(" ✓");
    });
    const next = [...links].findIndex((_, index) => !known[index + 1]);
    if (next > 0) {
      const waits = Object.values(known).some(({ date }) => date === today());
      const link = Object.assign(document.createElement("a"), { href: links[next].getAttribute("href"), textContent: `Go on with day ${next + 1}` });
      overview.replaceChildren(waits ? "You have answered a card today. The next one is for tomorrow, or: " : "", link);
    } else if (next < 0) {
      overview.textContent = "You have answered all of them.";
    }
  }

  const form = document.querySelector("#answer");
  if (form) {
    const [field, status] = [form.querySelector("textarea"), form.querySelector("[role=status]")];
    const { day } = form.dataset;
    field.value = answers()[day]?.text ?? "";
    form.onsubmit = (event) => {
      event.preventDefault();
      const { [day]: before, ...others } = answers();
      const text = field.value.trim();
      const all = text ? { ...others, [day]: { text, date: before?.date ?? today() } } : others;
      try {
        localStorage.setItem(KEY, JSON.stringify(all));
        status.textContent = text ? "It is kept." : "It was deleted.";
      } catch {
        status.textContent = "This browser stores nothing for this site.";
      }
    };
    form.hidden = false;
  }
})();
