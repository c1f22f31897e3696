// Steps through a game without loading the page again, and plays it. Without this the same links and form do it.
"use strict";
{
  const player = document.getElementById("player");
  const table = document.getElementById("table");
  const said = document.getElementById("said");
  const slider = document.getElementById("step");
  const shown = document.getElementById("shown");
  const play = document.getElementById("play");
  const keys = document.getElementById("keys");
  const last = Number(player.dataset.steps);
  const view = player.dataset.view;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const PAUSE = 1400;
  let step = Number(player.dataset.step);
  let parts = {};
  let asked = null;
  let playing = null;

  const address = (target) => `?step=${target}${view}`;
  const targets = () => ({
    first: step > 0 ? 0 : null,
    "part-back": parts.back,
    back: step > 0 ? step - 1 : null,
    forward: step < last ? step + 1 : null,
    "part-forward": parts.forward,
    last: step < last ? last : null,
  });

  const mark = () => {
    const all = targets();
    slider.value = step;
    shown.textContent = step;
    for (const link of player.querySelectorAll("[data-go]")) {
      const target = all[link.dataset.go];
      if (target === null) {
        link.removeAttribute("href");
        link.setAttribute("role", "link");
        link.setAttribute("aria-disabled", "true");
        link.tabIndex = -1;
      } else {
        link.href = `${address(target)}#replay`;
        link.removeAttribute("role");
        link.removeAttribute("aria-disabled");
        link.removeAttribute("tabindex");
      }
    }
    for (const link of player.querySelectorAll(".viewers:not(.deals) a")) {
      link.search = link.search.replace(/step=\d+/, `step=${step}`);
    }
    const deals = [...player.querySelectorAll(".deals a")];
    const dealt = deals.findLast((link) => Number(link.dataset.step) <= step) ?? deals[0];
    for (const link of deals) link.removeAttribute("aria-current");
    dealt?.setAttribute("aria-current", "true");
  };

  // A card keeps its name from one table to the next, so that the browser can move it.
  const nameCards = () => {
    const named = new Set();
    for (const card of table.querySelectorAll(":is(.hand, .trick, .piles) .card, .seat .card")) {
      const id = card.classList[2];
      if (!named.has(id) && card.checkVisibility()) card.style.viewTransitionName = `card-${id}`;
      named.add(id);
    }
  };

  // Only the deals about the current one are listed.
  const putDeals = (piece) => {
    const [old, renewed] = [player.querySelector(".deals"), piece.querySelector(".deals")];
    if (!old || !renewed) return;
    const focused = old.contains(document.activeElement);
    old.replaceWith(renewed);
    if (focused) renewed.querySelector("[aria-current]")?.focus({ preventScroll: true });
  };

  const put = (piece) => {
    putDeals(piece);
    const folded = [...table.querySelectorAll("details")].map((details) => [details.className, details.open]);
    const scrolled = table.querySelector(".moves ol")?.scrollTop ?? 0;
    const focused = table.contains(document.activeElement) ? document.activeElement : null;
    said.textContent = piece.querySelector(".made").textContent;
    piece.querySelector(".made").remove();
    table.replaceChildren(...piece.childNodes);
    for (const [name, open] of folded) {
      const details = [...table.querySelectorAll("details")].find((other) => other.className === name);
      if (details) details.open = open;
    }
    showMove(scrolled);
    refocus(focused);
  };

  // What has the focus keeps it if it is there again: the same link, list or summary. Else the current move has it.
  const refocus = (was) => {
    if (!was) return;
    const key = (one) => [one.localName, one.dataset.step, one.getAttribute("href"), one.parentElement?.className].join(" ");
    const same = [...table.querySelectorAll("a, summary, [tabindex]")].find((one) => key(one) === key(was));
    (same ?? table.querySelector(".moves [aria-current]") ?? slider).focus({ preventScroll: true });
  };

  const showMove = (scrolled) => {
    const list = table.querySelector(".moves ol");
    const current = list?.querySelector("[aria-current]");
    if (!current) return;
    list.scrollTop = scrolled;
    const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 2;
  };

  const number = (text) => (text === undefined ? null : Number(text));

  const go = async (target) => {
    if (target === null || target === undefined || target === step) return;
    const near = Math.abs(target - step) === 1;
    step = target;
    asked?.abort();
    asked = new AbortController();
    mark();
    try {
      const path = `${location.pathname}/table/${target}${view.replace("&", "?")}`;
      const answer = await fetch(path, { signal: asked.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      if (target !== step) return;
      const template = document.createElement("template");
      template.innerHTML = text;
      const piece = template.content.firstElementChild;
      parts = { back: number(piece.dataset.partBack), forward: number(piece.dataset.partForward) };
      if (near && !still.matches && document.startViewTransition) {
        nameCards();
        document.startViewTransition(() => {
          put(piece);
          nameCards();
        });
      } else {
        put(piece);
      }
      mark();
      player.dataset.step = target;
      // Browsers limit how often; the next step sets it again.
      try {
        history.replaceState(null, "", address(target));
      } catch {}
    } catch (error) {
      if (error.name !== "AbortError") location.assign(`${address(target)}#replay`);
    }
  };

  const pause = () => {
    playing = null;
    play.setAttribute("aria-pressed", "false");
  };
  // Each step is shown before the pause after it begins, however long it takes to arrive.
  const run = async (target) => {
    const own = playing;
    await go(target);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (own === playing) step < last ? run(step + 1) : pause();
  };
  const toggle = () => {
    if (playing) return pause();
    playing = {};
    play.setAttribute("aria-pressed", "true");
    run(step < last ? step + 1 : 0);
  };

  player.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go], .moves a, .deals a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pause();
    go(link.dataset.go ? targets()[link.dataset.go] : Number(link.dataset.step));
  });
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => {
    pause();
    go(Number(slider.value));
  });
  document.addEventListener("keydown", (event) => {
    if (!keys.checked) return;
    const moves = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
    const own = event.target.closest("input, select, textarea, summary, button, a, [tabindex='0']");
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === " " && !own) {
      event.preventDefault();
      return toggle();
    }
    const control = moves[event.key];
    if (!control || (own && own !== slider && !own.dataset.go)) return;
    event.preventDefault();
    pause();
    go(targets()[control]);
  });
  player.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    go(Number(slider.value));
  });
  for (const [name, control] of [["back", "part-back"], ["forward", "part-forward"]]) {
    const found = player.querySelector(`[data-go=${control}]`).search.match(/step=(\d+)/);
    parts[name] = found ? Number(found[1]) : null;
  }
  // Whether keys are used is remembered by the browser; where it keeps nothing, they are.
  const KEYS_OFF = "replay-keys-off";
  try {
    keys.checked = localStorage.getItem(KEYS_OFF) === null;
  } catch {}
  keys.addEventListener("change", () => {
    try {
      if (keys.checked) localStorage.removeItem(KEYS_OFF);
      else localStorage.setItem(KEYS_OFF, "1");
    } catch {}
  });
  player.classList.add("live");
  play.hidden = false;
  document.querySelector(".keys").hidden = false;
  mark();
  showMove(0);
}
