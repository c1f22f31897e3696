// Keeps a table up to date and sends its forms without loading the page again. Without this the page refreshes itself.
"use strict";
{
  const main = document.getElementById("main");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const announced = document.createElement("p");
  announced.className = "unseen";
  announced.setAttribute("aria-live", "polite");
  document.body.append(announced);
  const play = () => document.getElementById("play");
  // Not that of the window, which is another after a form with errors.
  const address = () => play().dataset.address;
  const ended = () => ["over", "closed"].includes(play()?.dataset.phase);
  const number = (name) => Number(play()?.dataset[name] ?? 0);
  let sending = false;
  let loading = false;
  let poll = null;
  // The newest version that is shown, or about to be; and the newest that the events have told of.
  let shown = number("version");
  let heard = shown;

  // A card keeps its name from one table to the next, so that the browser can move it.
  const nameCards = () => {
    const named = new Set();
    for (const card of main.querySelectorAll(":is(.hand, .trick, .piles) .card")) {
      const id = card.classList[2];
      if (!named.has(id) && card.checkVisibility()) card.style.viewTransitionName = `card-${id}`;
      named.add(id);
    }
  };

  // The cards of the hand that can be chosen.
  const hand = () => [...main.querySelectorAll(".hand .pick")].map((pick) => pick.querySelector("input") ?? pick);

  // What has the focus keeps it if it is there again: by its id, or by all that tells it from others. Else the card at its
  // place has it, or the sentence that says what is due.
  const key = (one) =>
    one.id || [one.localName, one.name, one.value, one.getAttribute("href"), one.getAttribute("aria-label"), one.closest("details")?.className].join(" ");
  const focused = () => {
    const at = document.activeElement;
    return main.contains(at) && at !== main ? { key: key(at), place: hand().indexOf(at) } : null;
  };
  const focus = (was) => {
    if (!was) return;
    const to = refocused(was);
    to.focus({ preventScroll: true });
    to.scrollIntoView({ block: "nearest" });
  };
  const refocused = (was) => {
    const same = [...main.querySelectorAll("button, input, select, textarea, summary, a, [tabindex]")].find((other) => key(other) === was.key);
    const card = was.place < 0 ? null : hand()[Math.min(was.place, hand().length - 1)];
    return same ?? card ?? document.getElementById("rule") ?? main;
  };

  // What is entered and not yet sent, by form, name and place: it is entered again when others have acted.
  const ticks = (field) => ["checkbox", "radio"].includes(field.type);
  const name = (field) => [field.form?.action, field.name, ticks(field) ? field.value : ""].join(" ");
  const named = (wanted) => [...main.querySelectorAll("input, select, textarea")].filter((field) => name(field) === wanted);
  main.addEventListener("input", ({ target }) => (target.dataset.entered = ""));
  const entered = () =>
    [...main.querySelectorAll("[data-entered]")].map((field) =>
      ({ name: name(field), place: named(name(field)).indexOf(field), value: field.value, checked: field.checked }));
  const enter = (values) => {
    for (const { name, place, value, checked } of values) {
      const field = named(name)[place];
      if (!field || (field.options && ![...field.options].some((option) => option.value === value))) continue;
      if (ticks(field)) field.checked = checked;
      else field.value = value;
      field.dataset.entered = "";
    }
  };

  // Who sits at a table that waits; and at one in play how each seat is played.
  const seats = () => [...main.querySelectorAll(".seat-list li")].map((seat) => seat.textContent.trim());
  const played = () => [...main.querySelectorAll(".seat[data-played]")].map(({ ariaLabel, dataset }) => ({ name: ariaLabel, how: dataset.played }));
  const CHANGED = { bot: "has left, and a bot plays on.", away: "did not act in time, and a bot acted.", person: "is back." };
  const comings = (sat, was) => {
    const arrived = seats().map((seat, place) => (seat === sat[place] ? "" : `Seat ${place + 1}: ${seat}.`));
    if (sat.length > 0 && seats().length === 0 && !ended()) arrived.push("All seats are taken. The game begins.");
    const changed = played().map(({ name, how }) => {
      const before = was.find((other) => other.name === name)?.how;
      return before && before !== how ? `${name} ${CHANGED[how]}` : "";
    });
    return [...arrived, ...changed].join(" ");
  };

  // Whether keys choose cards is remembered by the browser; where it keeps nothing, they do.
  const KEYS_OFF = "table-keys-off";
  let keysOff = false;
  try {
    keysOff = localStorage.getItem(KEYS_OFF) !== null;
  } catch {}
  const showKeys = () => {
    const box = document.getElementById("keys");
    if (!box) return;
    box.checked = !keysOff;
    main.querySelector(".keys").hidden = false;
  };
  main.addEventListener("change", ({ target }) => {
    if (target.id !== "keys") return;
    keysOff = !target.checked;
    try {
      if (keysOff) localStorage.setItem(KEYS_OFF, "1");
      else localStorage.removeItem(KEYS_OFF);
    } catch {}
  });

  const put = (next, accepted) => {
    const before = number("steps");
    const [sat, wasPlayed] = [seats(), played()];
    const was = focused();
    const folds = [...main.querySelectorAll("details")].map((details) => [details.className, details.open]);
    const values = accepted ? [] : entered();
    main.replaceChildren(...next.childNodes);
    enter(values);
    for (const [name, open] of folds) {
      const details = [...main.querySelectorAll("details")].find((other) => other.className === name);
      if (details) details.open = open;
    }
    focus(was);
    const news = [...main.querySelectorAll("[data-n]")].filter((item) => Number(item.dataset.n) > before).reverse();
    const rule = document.getElementById("rule");
    rule?.removeAttribute("aria-live");
    // A fault is an alert of its own, and what is due has not changed then. What has the focus is read anyway.
    const due = accepted === false || document.activeElement === rule ? [] : [rule];
    announced.textContent = [comings(sat, wasPlayed), ...[...news, ...due].map((item) => item?.textContent ?? "")].join(" ");
    document.title = next.ownerDocument.title;
    showKeys();
    showInvitations();
    tick();
    if (accepted === false) main.querySelector(".faults")?.scrollIntoView({ block: "nearest" });
  };

  // What lies open of the cards that won tricks, each by its name and place; last the middle of the table, for the others.
  const wonCards = () =>
    [...main.querySelectorAll(".won-tricks .card, .trick .card, .middle")]
      .filter((card) => card.checkVisibility())
      .map((card) => ({ name: card.title.split(":")[0], box: card.getBoundingClientRect() }))
      .sort((one, other) => (one.name === "") - (other.name === ""));

  // The cards that won tricks go to their places in the reading, which is then in sight.
  const lay = (from) => {
    const picture = main.querySelector(".arcana-reading figure svg");
    if (!picture || from.length === 0) return;
    play().scrollIntoView();
    if (picture.getBoundingClientRect().top > innerHeight * 0.7) picture.scrollIntoView();
    if (still.matches) return;
    const unit = picture.viewBox.baseVal.width / picture.getBoundingClientRect().width;
    const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
    for (const [index, card] of [...picture.querySelectorAll("a > .face")].entries()) {
      const place = card.parentElement.getAttribute("aria-label");
      const { box } = from.find(({ name }) => name && place.includes(name)) ?? from.at(-1);
      const [[x, y], [toX, toY]] = [middle(box), middle(card.getBoundingClientRect())];
      const start = { translate: `${(x - toX) * unit}px ${(y - toY) * unit}px`, opacity: 0 };
      card.animate([start, { translate: "0px 0px", opacity: 1 }], { duration: 600, delay: index * 80, easing: "ease-out", fill: "backwards" });
    }
  };

  // What is above the table leaves it room for the own hand, unless the reader has gone on from there. On a large screen
  // this is done once: whoever scrolls up there wants to see something else.
  const reveal = () => {
    const own = main.querySelector(".hand") ?? main.querySelector("[data-turn] .p0");
    const isAbove = play()?.getBoundingClientRect().top > 0;
    if (!own || !isAbove || own.getBoundingClientRect().bottom <= innerHeight) return;
    play().scrollIntoView();
    own.scrollIntoView({ block: "nearest" });
  };

  const replace = (next, accepted) => {
    const from = ended() ? null : wonCards();
    put(next, accepted);
    // What is wrong stands above the table, and stays in sight.
    if (accepted === false) return;
    if (!from || !ended()) return innerWidth < 768 && reveal();
    lay(from);
    const heading = main.querySelector(".arcana-reading h1");
    if (!heading) return;
    announced.append(" Your reading is on this page, above.");
    if (!main.contains(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };

  const parsed = (text) => new DOMParser().parseFromString(text, "text/html").getElementById("main");
  // `accepted`: whether the service accepted the own step; undefined where others have changed the table.
  const show = (next, accepted) => {
    shown = Number(next.querySelector("#play").dataset.version);
    if (still.matches || !document.startViewTransition) return replace(next, accepted);
    nameCards();
    document.startViewTransition(() => {
      replace(next, accepted);
      nameCards();
    });
  };

  const notify = (kind, text) => {
    main.querySelector(`.${kind}`)?.remove();
    const notice = document.createElement("p");
    notice.className = `faults ${kind}`;
    notice.setAttribute("role", "alert");
    notice.textContent = text;
    main.prepend(notice);
    notice.scrollIntoView({ block: "nearest" });
  };

  // The page stays as it is while there is no connection, and looks again until there is one: less and less often, and as late as
  // a service that has too much to do asks for.
  let retry;
  let failures = 0;
  const lost = (answer) => {
    if (!main.querySelector(".lost")) notify("lost", "The connection is lost. This page tries to get it back; then you can go on.");
    const asked = Number(answer?.headers.get("retry-after")) || 0;
    clearTimeout(retry);
    retry = setTimeout(load, Math.max(1000 * asked, Math.min(2000 * 1.5 ** failures, 30_000)));
    failures += 1;
  };

  const load = async () => {
    if (loading || sending) return;
    loading = true;
    const answer = await fetch(address()).catch(() => null);
    const text = await answer?.text().catch(() => null);
    const next = typeof text === "string" && answer.ok ? parsed(text) : null;
    loading = false;
    // A step that was sent meanwhile is answered with a newer table.
    if (sending) return;
    // The table is gone, or is not to be seen any more: the page says so.
    if ([401, 403, 404].includes(answer?.status)) return location.assign(address());
    if (!next?.querySelector("#play")) return lost(answer);
    clearTimeout(retry);
    failures = 0;
    const version = Number(next.querySelector("#play").dataset.version);
    if (version > shown || version === shown && main.querySelector(".lost")) show(next);
    // An older table, as of a replica: the connection is there, but not what was seen before.
    if (main.querySelector(".lost")) return lost(answer);
    // A table from before what the events have told of is looked at again in a moment.
    if (version < heard) setTimeout(catchUp, 1000);
  };
  const catchUp = () => heard > shown && load();

  // Why the service refused a step without showing the table: a problem as JSON, or a page of its own.
  const reason = (text) => {
    try {
      return JSON.parse(text).detail;
    } catch {
      return parsed(text)?.querySelector(".lead")?.textContent;
    }
  };

  main.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.method !== "post" || !new URL(form.action).pathname.endsWith("/steps")) return;
    event.preventDefault();
    if (sending) return;
    sending = true;
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    sending = false;
    if (typeof text !== "string") return lost();
    const next = parsed(text);
    if (next?.querySelector("#play")) {
      show(next, answer.ok);
      catchUp();
    } else {
      notify("refused", `Your step was not accepted. ${reason(text) ?? "Please try again."}`);
      // The reason can be read before the table is shown anew.
      setTimeout(() => (main.querySelector(".lost") ? load() : catchUp()), 5000);
    }
  });

  // The answer to a step may move another card to where the pointer is: the second click of a double click plays none.
  let last = { at: -Infinity };
  main.addEventListener("click", (event) => {
    const { timeStamp: at, clientX: x, clientY: y } = event;
    // Mice count their clicks; not every browser counts taps.
    const near = () => at - last.at < 500 && Math.hypot(x - last.x, y - last.y) < 24;
    const again = event.detail > 1 || event.pointerType === "touch" && near();
    const button = event.target.closest("#play form button");
    const other = again && button !== last.button;
    last = { at, x, y, button: again ? last.button : button };
    if (!other || !button) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // Why a card cannot be played is told when it is touched.
  main.addEventListener("click", ({ target }) => {
    const rule = document.getElementById("rule");
    const card = target.closest(".hand .barred");
    if (!card || !rule) return;
    rule.textContent = card.title;
    rule.scrollIntoView({ block: "nearest" });
  });

  // An invitation is selected whole, and copied or shared.
  const shares = () => navigator.share && matchMedia("(pointer: coarse)").matches;
  const showInvitations = () => {
    for (const button of main.querySelectorAll("[data-copies]")) {
      button.hidden = false;
      if (shares()) button.firstChild.data = "Share";
    }
  };
  main.addEventListener("focusin", ({ target }) => target.matches("input.whole") && target.select());
  main.addEventListener("click", async ({ target }) => {
    const field = document.getElementById(target.dataset?.copies);
    if (!field) return;
    const url = field.value;
    if (shares()) return navigator.share({ title: "A seat at a table", url }).catch(() => {});
    const copied = await navigator.clipboard?.writeText(url).then(() => true, () => false);
    if (!copied) field.focus();
    announced.textContent = target.nextElementSibling.textContent = copied ? "The address was copied." : "The address is selected: copy it.";
  });

  // Arrows go through the cards that can be played, numbers go to one; Enter plays it, or what is ticked.
  document.addEventListener("keydown", (event) => {
    // A key that is held down does not play the next card as well.
    if (event.repeat && event.key === "Enter" && event.target.closest("#play form")) return event.preventDefault();
    if (keysOff || event.ctrlKey || event.metaKey || event.altKey) return;
    const own = event.target.closest("input:not([type=checkbox]), select, textarea, a, summary, [tabindex='0']") || !main.contains(event.target) && event.target !== document.body;
    const cards = hand();
    if (own || cards.length === 0) return;
    const at = cards.indexOf(document.activeElement);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      event.preventDefault();
      cards[at < 0 ? (step > 0 ? 0 : cards.length - 1) : (at + step + cards.length) % cards.length].focus();
    } else if (/^[0-9]$/.test(event.key)) {
      cards[(Number(event.key) + 9) % 10]?.focus();
    }
  });

  // How long there is, in seconds.
  const tick = () => {
    const time = main.querySelector("[data-left]");
    if (!time) return;
    time.end ??= performance.now() + Number(time.dataset.left);
    const left = Math.max(0, Math.round((time.end - performance.now()) / 1000));
    time.textContent = left < 600 ? `${left} s` : time.textContent;
    if (left <= 10 && Number(time.dataset.left) > 15_000 && play().dataset.turn && !time.warned) {
      time.warned = true;
      announced.textContent = `${left} seconds left.`;
    }
  };
  setInterval(tick, 1000);
  tick();
  showKeys();
  showInvitations();

  const watch = () => {
    if (ended()) return;
    const events = new EventSource(`${new URL(address(), location).pathname}/events?last_event_id=${shown}`);
    const hear = (event) => {
      heard = Math.max(heard, Number(event.lastEventId));
      catchUp();
      if (event.type === "over" || event.type === "closed") events.close();
    };
    for (const name of ["table", "step", "seat", "over", "closed"]) events.addEventListener(name, hear);
    events.addEventListener("open", () => clearInterval(poll));
    events.addEventListener("error", () => {
      // Where events do not come through, the page is looked at again now and then. Browsers do not open a refused stream again.
      clearInterval(poll);
      poll = setInterval(() => (ended() ? clearInterval(poll) : main.querySelector(".lost") || load()), 2000);
      if (events.readyState === EventSource.CLOSED) setTimeout(watch, 10_000);
    });
  };
  addEventListener("load", reveal);
  if (play()) watch();
}
