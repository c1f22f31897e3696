// A card of a reading's picture is enlarged when it is chosen, with the text of its place beside it.
"use strict";
(() => {
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
    const pressed = dialog.open ? document.activeElement : null;
    if (!dialog.open) dialog.showModal();
    // What had the focus may be gone with the text, or cannot be pressed any more.
    if (!pressed?.isConnected || pressed.disabled || pressed === document.body) [next, previous, close].find((button) => !button.disabled).focus();
  };
  dialog.onclose = () => focused.focus({ preventScroll: true });
  // A handler that returns false would keep links in the dialog from being followed.
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close();
  };
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
