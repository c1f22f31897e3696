// Steps through a game without loading the page again. Without this the same links and the same form do it.
"use strict";
{
  const player = document.getElementById("player");
  const table = document.getElementById("table");
  const slider = document.getElementById("step");
  const shown = document.getElementById("shown");
  const last = Number(player.dataset.steps);
  const address = location.pathname;
  let step = Number(player.dataset.step);
  let asked = null;

  const targets = () => ({
    first: step > 0 ? 0 : null,
    back: step > 0 ? step - 1 : null,
    forward: step < last ? step + 1 : null,
    last: step < last ? last : null,
  });

  const mark = () => {
    const all = targets();
    slider.value = step;
    shown.value = step;
    for (const link of player.querySelectorAll("[data-go]")) {
      const target = all[link.dataset.go];
      if (target === null) {
        link.removeAttribute("href");
        link.setAttribute("role", "link");
        link.setAttribute("aria-disabled", "true");
        link.tabIndex = -1;
      } else {
        link.href = `${address}?step=${target}#replay`;
        link.removeAttribute("role");
        link.removeAttribute("aria-disabled");
        link.removeAttribute("tabindex");
      }
    }
  };

  const go = async (target) => {
    if (target === null || target === step) return;
    step = target;
    mark();
    asked?.abort();
    asked = new AbortController();
    try {
      const answer = await fetch(`${address}/table/${target}`, { signal: asked.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      if (target !== step) return;
      table.innerHTML = text;
      player.dataset.step = target;
      history.replaceState(null, "", `?step=${target}`);
    } catch (error) {
      if (error.name !== "AbortError") location.assign(`${address}?step=${target}#replay`);
    }
  };

  player.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(targets()[link.dataset.go]);
  });
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
    const control = keys[event.key];
    const own = event.target.closest("input, select, textarea, [role=region]");
    if (!control || (own && own !== slider) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    go(targets()[control]);
  });
  player.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    go(Number(slider.value));
  });
  player.classList.add("live");
  player.querySelector(".keys").hidden = false;
  mark();
}
