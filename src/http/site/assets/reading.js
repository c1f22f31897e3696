// A reading's page: keeps it in the browser's list, and passes the reading on.
"use strict";
(() => {
  const tools = document.querySelector("#tools");
  const status = tools.querySelector("[role=status]");
  const say = (words) => {
    status.textContent = words;
  };
  const url = location.pathname;
  const { title, question, date, deleteToken, asks } = tools.dataset;

  const keeper = tools.querySelector("#keep");
  const label = () => {
    keeper.textContent = kept.has(url) ? "Remove from my readings" : "Keep in my readings";
  };
  const entry = { url, title, question, date, asks: asks !== undefined, ...(deleteToken && { delete_token: deleteToken }) };
  keeper.onclick = () => {
    if (kept.has(url)) {
      kept.remove(url);
      say("It is no longer in the list.");
    } else {
      say(kept.add(entry) ? "It is in the list." : "This browser stores nothing for this site.");
    }
    label();
  };
  kept.offer(entry);
  label();

  // The clipboard is there on secure pages alone; elsewhere what is selected can be copied.
  const copied = async (text) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const field = document.createElement("textarea");
    field.value = text;
    tools.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (!done) throw new Error("not copied");
  };
  const copy = (text, done) => text.then(copied).then(() => say(done), () => say("This browser does not let pages copy."));
  tools.querySelector("#copy").onclick = () => {
    const plain = fetch(`/v1${url}.txt`).then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.status))));
    copy(plain, "The text is on the clipboard.");
  };
  const shares = tools.querySelector("#share-page");
  if (shares) {
    shares.onclick = () => {
      const shared = { title, url: location.origin + url };
      if (!navigator.share) return copy(Promise.resolve(shared.url), "The address is on the clipboard.");
      return navigator.share(shared).catch(() => {});
    };
  }
  // The reader's view: the cards alone. Beside each one's own words, which stand in the note below.
  const view = tools.querySelector("#cards-only");
  const ownWords = (article) => {
    const fields = [...article.querySelectorAll("section.place")].map((place) => {
      const field = Object.assign(document.createElement("textarea"), { className: "own-words", rows: 2 });
      field.setAttribute("aria-label", `Your words: ${place.querySelector("h3").textContent}`);
      place.append(field);
      return [place.querySelector("h3").textContent, field];
    });
    const note = document.querySelector("#note-text");
    const written = () => {
      const lines = fields.filter(([, { value }]) => value.trim()).map(([name, { value }]) => `${name}: ${value.trim()}`);
      note.value = lines.join("\n");
      note.closest("details").open = true;
    };
    for (const [, field] of note ? fields : []) field.oninput = written;
  };
  if (view) {
    view.onclick = () => {
      const article = document.querySelector(".arcana-reading");
      if (!article.querySelector(".own-words")) ownWords(article);
      view.setAttribute("aria-pressed", article.classList.toggle("cards-only"));
    };
  }
  tools.querySelector("#print").onclick = () => print();
  document.querySelector(".arcana-reading .overview").append(tools);
  tools.hidden = false;
})();
