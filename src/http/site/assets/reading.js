// A reading's page: keeps it in the browser's list, enlarges cards, and passes the reading on.
"use strict";
(() => {
  const tools = document.querySelector("#tools");
  const status = tools.querySelector("[role=status]");
  const say = (words) => {
    status.textContent = words;
  };
  const url = location.pathname;
  const { title, question, date, deleteToken } = tools.dataset;

  // Whoever took it off the list does not find it there again for looking at the page once more.
  const KEEP = "arcana.not-kept";
  const keeper = tools.querySelector("#keep");
  const label = () => {
    keeper.textContent = kept.has(url) ? "Remove from my readings" : "Keep in my readings";
  };
  const keep = () => kept.add({ url, title, question, date, ...(deleteToken && { delete_token: deleteToken }) });
  const declined = () => (sessionStorage.getItem(KEEP) ?? "").split(" ");
  keeper.onclick = () => {
    const others = declined().filter((other) => other !== url);
    if (kept.has(url)) {
      kept.remove(url);
      sessionStorage.setItem(KEEP, [...others, url].join(" "));
      say("It is no longer in the list.");
    } else {
      sessionStorage.setItem(KEEP, others.join(" "));
      say(keep() ? "It is in the list." : "This browser stores nothing for this site.");
    }
    label();
  };
  if (!declined().includes(url)) keep();
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
  tools.querySelector("#share").onclick = () => {
    const shared = { title, url: location.origin + url };
    if (!navigator.share) return copy(Promise.resolve(shared.url), "The address is on the clipboard.");
    return navigator.share(shared).catch(() => {});
  };
  tools.querySelector("#print").onclick = () => print();
  document.querySelector(".arcana-reading header").append(tools);
  tools.hidden = false;

  // A card of the picture is enlarged, with the text of its place beside it.
  const made = (name, properties = {}, ...inside) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...inside);
    return element;
  };
  const places = [...document.querySelectorAll(".arcana-reading figure a[href^='#place-']")];
  const textOf = (place) => document.querySelector(place.getAttribute("href"));
  const large = (face) => {
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const attributes = { class: "arcana", viewBox: "-53 -73 106 146", "font-family": "Gelasio, Georgia, serif", "aria-hidden": "true" };
    for (const [name, value] of Object.entries(attributes)) picture.setAttribute(name, value);
    picture.append(face.firstElementChild.cloneNode(true));
    return picture;
  };

  let at = 0;
  let focused;
  const button = (words, onclick) => made("button", { type: "button", className: "quiet", textContent: words, onclick });
  const [previous, next] = [button("Previous", () => show(at - 1)), button("Next", () => show(at + 1))];
  const read = button("In the text", () => {
    focused = textOf(places[at]);
    focused.tabIndex = -1;
    dialog.close();
    location.hash = focused.id;
  });
  const close = button("Close", () => dialog.close());
  const cards = made("div", { className: "cards-large" });
  const told = made("div", { ariaLive: "polite" });
  const dialog = made("dialog", { className: "enlarged" }, cards, told, made("p", { className: "buttons" }, previous, next, read, close));

  const show = (index) => {
    at = index;
    focused = places[at];
    const text = textOf(focused).cloneNode(true);
    text.removeAttribute("id");
    for (const link of text.querySelectorAll(".to-picture")) link.remove();
    told.replaceChildren(text);
    // In the picture the first card lies on top: it was drawn last.
    cards.replaceChildren(...[...focused.querySelectorAll(".face")].reverse().map(large));
    previous.disabled = at === 0;
    next.disabled = at === places.length - 1;
    dialog.setAttribute("aria-label", focused.getAttribute("aria-label"));
    if (!dialog.open) dialog.showModal();
  };
  dialog.onclose = () => focused.focus({ preventScroll: true });
  dialog.onclick = ({ target }) => target === dialog && dialog.close();
  dialog.onkeydown = ({ key }) => {
    if (key === "ArrowLeft" && !previous.disabled) show(at - 1);
    if (key === "ArrowRight" && !next.disabled) show(at + 1);
  };
  document.querySelector(".arcana-reading").append(dialog);
  for (const [index, place] of places.entries()) {
    place.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(index);
    });
  }
})();
