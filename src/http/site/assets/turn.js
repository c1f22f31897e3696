// The cards of a draw lie face down and are turned one by one, each with what it says. All at once for who wants no motion.
"use strict";
(() => {
  const page = document.querySelector(".to-turn");
  const article = page.querySelector(".arcana-reading");
  const figure = article.querySelector("figure");
  const cards = [...figure.querySelectorAll("a[href^='#place-']")];
  const turned = new Set(history.state?.turned ?? []);
  const open = () => page.classList.add("open");
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || location.hash || turned.size >= cards.length) return open();

  const labels = cards.map((card) => card.getAttribute("aria-label"));
  const placeOf = (card) => article.querySelector(card.getAttribute("href"));
  const isDown = (card) => card.classList.contains("down");

  const made = (name, properties = {}, ...inside) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...inside);
    return element;
  };
  const told = made("div", { ariaLive: "polite", tabIndex: 0 }, made("p", { textContent:
    cards.length > 1
      ? "The cards lie face down. Turn them one by one, here or in the picture."
      : "The card lies face down." }));
  told.setAttribute("role", "region");
  told.setAttribute("aria-label", "What the card says");
  const next = made("button", { type: "button" });
  const all = made("button", { type: "button", className: "quiet", textContent: "Turn all" });
  const panel = made("section", { className: "turn" }, made("h2", { className: "unseen", textContent: "Turn the cards" }), told, made("p", { className: "buttons" }, next, all));

  const name = () => {
    const left = cards.filter(isDown).length;
    const all_down = left === cards.length;
    next.textContent = left === 0 ? "See the whole reading" : cards.length === 1 ? "Turn the card" : all_down ? "Turn the first card" : `Turn the next (${left} left)`;
    all.hidden = left < 2;
  };
  const cover = (card) => {
    card.classList.add("down");
    card.setAttribute("aria-label", `${placeOf(card).querySelector("h3 bdi").textContent}: face down`);
  };
  const uncover = (card, index) => {
    card.classList.remove("down");
    card.setAttribute("aria-label", labels[index]);
    turned.add(index);
    history.replaceState({ turned: [...turned] }, "");
  };

  const show = (card) => {
    const text = placeOf(card).cloneNode(true);
    text.removeAttribute("id");
    for (const link of text.querySelectorAll(".to-picture")) link.remove();
    told.replaceChildren(text);
    told.scrollTop = 0;
  };
  // On a small screen the panel lies over the picture: the card is to be seen above it.
  const bringUp = (card) => {
    if (!matchMedia("(max-width: 63.99rem)").matches) return;
    const [box, room] = [card.getBoundingClientRect(), panel.getBoundingClientRect().top];
    if (box.top < 0 || box.bottom > room) scrollBy({ top: box.top - (room - box.height) / 2, behavior: "smooth" });
  };
  const half = { duration: 160, fill: "none" };
  const turn = async (card) => {
    const index = cards.indexOf(card);
    if (!isDown(card)) return show(card);
    if (card.dataset.turning) return;
    card.dataset.turning = "true";
    const face = card.querySelector(".face");
    await face.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0.02)" }], { ...half, easing: "ease-in" }).finished;
    if (!page.classList.contains("turning")) return;
    uncover(card, index);
    name();
    show(card);
    bringUp(card);
    face.animate([{ transform: "scaleX(0.02)" }, { transform: "scaleX(1)" }], { ...half, easing: "ease-out" });
  };

  const finish = () => {
    cards.forEach((card, index) => uncover(card, index));
    page.classList.remove("turning");
    open();
    panel.remove();
    figure.removeEventListener("click", chosen, true);
    const heading = article.querySelector("h1");
    heading.tabIndex = -1;
    heading.focus();
  };
  const chosen = (event) => {
    const card = event.target.closest("a");
    if (!card || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    turn(card);
  };
  figure.addEventListener("click", chosen, true);
  next.onclick = () => {
    const first = cards.find((card) => isDown(card) && !card.dataset.turning);
    if (first) turn(first);
    else if (!cards.some(isDown)) finish();
  };
  all.onclick = finish;

  cards.forEach((card, index) => turned.has(index) || cover(card));
  name();
  figure.after(panel);
  page.classList.add("turning");
})();
