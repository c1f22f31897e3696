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
  // Steps are being shown one by one; the latest that was told of, and the latest after which a trick was taken.
  let playing = false;
  let told = 0;
  let taken = -1;
  let lastShown = -Infinity;
  let poll = null;
  // The newest version that is shown, or about to be; and the newest that the events have told of.
  let shown = number("version");
  let heard = shown;

  // What this browser remembers, and how it tells of turns: as on every page.
  const { stored: remembered, store: remember, notify: tell, notifies, mark, sit } = globalThis.turns;

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

  // How fast steps are shown, and whether keys choose cards.
  const PACES = { slow: { step: 1000, result: 2400 }, normal: { step: 500, result: 1200 }, instant: null };
  const [PACE, KEYS_OFF] = ["table-pace", "table-keys-off"];
  let pace = remembered(PACE) in PACES ? remembered(PACE) : "normal";
  let keysOff = remembered(KEYS_OFF) !== null;
  const showSwitches = () => {
    for (const switches of main.querySelectorAll(".keys, .switches")) switches.hidden = false;
    const [keys, speed] = [document.getElementById("keys"), document.getElementById("pace")];
    if (keys) keys.checked = !keysOff;
    if (speed) speed.value = pace;
    showNotify();
  };
  main.addEventListener("change", ({ target }) => {
    if (target.id === "keys") remember(KEYS_OFF, (keysOff = !target.checked) ? "1" : null);
    if (target.id === "pace") remember(PACE, (pace = target.value));
  });

  // Who has asked for it by the button is told of the own turn while the page is open and not in sight.
  const NOTIFY = "table-notify";
  const showNotify = () => {
    const button = document.getElementById("notify");
    if (!button) return;
    button.hidden = (globalThis.Notification?.permission ?? "denied") === "denied";
    button.setAttribute("aria-pressed", notifies());
  };
  main.addEventListener("click", async ({ target }) => {
    if (target.id !== "notify") return;
    const granted = !notifies() && (await Notification.requestPermission()) === "granted";
    remember(NOTIFY, granted ? "1" : null);
    showNotify();
  });
  const tellTurn = (next) => {
    if (!document.hidden || next.querySelector("#play").dataset.turn !== "own" || play().dataset.turn === "own") return;
    document.title = next.ownerDocument.title;
    tell(document.title.replace(/^Your turn: | · Arcana$/g, ""), location.pathname);
  };

  // What the reader has before the table changes, and has again afterwards.
  const folds = () => [...main.querySelectorAll("details")].map((details) => [details.className, details.open]);
  const fold = (folds) => {
    for (const [name, open] of folds) {
      const details = [...main.querySelectorAll("details")].find((other) => other.className === name);
      if (details) details.open = open;
    }
  };
  const present = () =>
    ({ steps: number("steps"), sat: seats(), played: played(), focus: focused(), folds: folds(), values: entered() });

  const put = (next, accepted, was) => {
    main.replaceChildren(...next.childNodes);
    if (!accepted) enter(was.values);
    fold(was.folds);
    if (taken === number("steps") && !ended()) takeOff();
    focus(was.focus);
    const before = Math.max(was.steps, told);
    const news = [...main.querySelectorAll("[data-n]")].filter((item) => Number(item.dataset.n) > before).reverse();
    const rule = document.getElementById("rule");
    rule?.removeAttribute("aria-live");
    // A fault is an alert of its own, and what is due has not changed then. What has the focus is read anyway.
    const due = accepted === false || document.activeElement === rule ? [] : [rule];
    const arrived = comings(was.sat, was.played);
    // What others do is seen where it is read, until something else happens.
    if (arrived.trim()) play().append(Object.assign(document.createElement("p"), { className: "news", textContent: arrived }));
    announced.textContent = [arrived, ...[...news, ...due].map((item) => item?.textContent ?? "")].join(" ");
    document.title = next.ownerDocument.title;
    mark();
    showSwitches();
    copies.show();
    tick();
    if (accepted === false) main.querySelector(".faults")?.scrollIntoView({ block: "nearest" });
  };

  const center = (box) => [box.x + box.width / 2, box.y + box.height / 2];

  // What lies open of the cards that won tricks, each by its name and place; last the middle of the table, for the others.
  const wonCards = () =>
    [...main.querySelectorAll(".won-tricks .card, .trick .card, .middle")]
      .filter((card) => card.checkVisibility())
      .map((card) => ({ name: card.title.split(":")[0], box: card.getBoundingClientRect() }))
      .sort((one, other) => (one.name === "") - (other.name === ""));

  // The score card is in sight, and the cards that won tricks go to their places in the reading below it.
  const lay = (from) => {
    const picture = main.querySelector(".arcana-reading figure svg");
    play().scrollIntoView();
    if (!picture || from.length === 0 || still.matches) return;
    const unit = picture.viewBox.baseVal.width / picture.getBoundingClientRect().width;
    for (const [index, card] of [...picture.querySelectorAll("a > .face")].entries()) {
      const place = card.parentElement.getAttribute("aria-label");
      const { box } = from.find(({ name }) => name && place.includes(name)) ?? from.at(-1);
      const [[x, y], [toX, toY]] = [center(box), center(card.getBoundingClientRect())];
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

  const replace = (next, accepted, was) => {
    const from = ended() ? null : wonCards();
    put(next, accepted, was);
    // What is wrong stands above the table, and stays in sight.
    if (accepted === false) return;
    if (!from || !ended()) return innerWidth < 768 && reveal();
    lay(from);
    const card = main.querySelector(".score-card");
    if (!card) return;
    announced.append(` ${card.querySelector(".made").textContent}`);
    if (main.querySelector(".arcana-reading")) announced.append(" Your reading is on this page, below the score.");
    if (main.contains(document.activeElement)) card.focus({ preventScroll: true });
  };

  // A pause ends early for who presses a key or touches the page, but not by the press that played a card.
  let hurry = () => {};
  const pause = (time) =>
    new Promise((resolve) => {
      const [timer, start] = [setTimeout(resolve, time), performance.now()];
      hurry = () => {
        if (performance.now() - start < 250) return;
        clearTimeout(timer);
        resolve();
      };
    });
  addEventListener("pointerdown", () => hurry());
  addEventListener("keydown", ({ key, repeat }) => repeat || ["Tab", "Shift", "Control", "Alt", "Meta"].includes(key) || hurry());

  const changed = async (change) => {
    if (still.matches || !document.startViewTransition) return change();
    nameCards();
    await document.startViewTransition(() => {
      change();
      nameCards();
    }).updateCallbackDone;
  };

  // The table after one step.
  const turnTo = (step) => {
    const open = folds();
    play().querySelector(".table").replaceWith(step.firstElementChild);
    fold(open);
    const rule = document.getElementById("rule");
    rule.removeAttribute("aria-live");
    rule.classList.add("told");
    announced.textContent = rule.textContent = step.dataset.told;
    told = Number(step.dataset.n);
  };

  // The cards of a full trick go to its winner, and its room is empty until the next one; the last trick can be called back.
  const fullTrick = () => main.querySelector(".middle > .trick:has(.winner)");
  const goToWinner = async () => {
    const trick = fullTrick();
    const place = /\bat(\d)/.exec(trick?.querySelector(".winner").className)?.[1];
    const seat = place && main.querySelector(`.seat.p${place}`);
    if (!seat) return;
    taken = told;
    const [toX, toY] = center(seat.getBoundingClientRect());
    for (const card of trick.querySelectorAll(".card")) {
      const [x, y] = center(card.getBoundingClientRect());
      card.animate([{}, { translate: `${toX - x}px ${toY - y}px`, opacity: 0 }], { duration: 300, easing: "ease-in", fill: "forwards" });
    }
    await pause(300);
  };
  const takeOff = () => {
    const trick = fullTrick();
    if (!trick || main.querySelector(".middle > .last")) return;
    const last = document.createElement("details");
    const sheet = document.createElement("div");
    last.className = "last";
    sheet.className = "sheet";
    sheet.append(trick.cloneNode(true));
    last.append(Object.assign(document.createElement("summary"), { textContent: "Last trick" }), sheet);
    trick.replaceChildren();
    (main.querySelector(".middle > .teams") ?? trick).after(last);
  };

  // Shows steps one by one, those of others not before the last one has had its time. The last one is what the page itself
  // shows, unless it comes to a result.
  const playOut = async (steps, isOwn) => {
    const paces = () => (still.matches ? null : PACES[pace]);
    if (paces() && !isOwn) await pause(lastShown + paces().step - performance.now());
    for (const [place, step] of steps.entries()) {
      const hasResult = "lies" in step.dataset;
      const times = paces();
      if (!times || (place === steps.length - 1 && !hasResult)) return;
      await changed(() => turnTo(step));
      await pause(hasResult ? times.result : times.step);
      if (hasResult) await goToWinner();
    }
  };

  const parsed = (text) => new DOMParser().parseFromString(text, "text/html").getElementById("main");
  // `accepted`: whether the service accepted the own step; undefined where others have changed the table. What is being
  // entered is not taken away for the steps of others.
  const show = async (next, accepted) => {
    shown = Number(next.querySelector("#play").dataset.version);
    const unseen = next.querySelector("#unseen");
    unseen?.remove();
    const was = present();
    tellTurn(next);
    if (unseen && (accepted ?? was.values.length === 0) && play().querySelector(".table")) {
      playing = true;
      await playOut([...unseen.content.children], accepted).finally(() => (playing = false));
    }
    await changed(() => replace(next, accepted, { ...was, focus: focused() ?? was.focus }));
    lastShown = performance.now();
  };

  const warn = (kind, text) => {
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
    if (!main.querySelector(".lost")) warn("lost", "The connection is lost. This page tries to get it back; then you can go on.");
    const asked = Number(answer?.headers.get("retry-after")) || 0;
    clearTimeout(retry);
    retry = setTimeout(load, Math.max(1000 * asked, Math.min(2000 * 1.5 ** failures, 30_000)));
    failures += 1;
  };

  // The same address, asked for each step since those that were shown.
  const unseenOf = (address) => {
    const url = new URL(address, location);
    url.searchParams.set("seen", number("steps"));
    return url;
  };

  const load = async () => {
    if (loading || sending || playing) return;
    loading = true;
    const asked = heard;
    const answer = await fetch(unseenOf(address())).catch(() => null);
    const text = await answer?.text().catch(() => null);
    const next = typeof text === "string" && answer.ok ? parsed(text) : null;
    loading = false;
    // A step that was sent meanwhile is answered with a newer table.
    if (sending || playing) return;
    // The table is gone, or is not to be seen any more: the page says so.
    if ([401, 403, 404].includes(answer?.status)) return location.assign(address());
    if (!next?.querySelector("#play")) return lost(answer);
    clearTimeout(retry);
    failures = 0;
    const version = Number(next.querySelector("#play").dataset.version);
    if (version > shown || version === shown && main.querySelector(".lost")) await show(next);
    // An older table, as of a replica: the connection is there, but not what was seen before.
    if (main.querySelector(".lost")) return lost(answer);
    // A table from before what the events have told of is looked at again in a moment.
    setTimeout(catchUp, version < asked ? 1000 : 0);
  };
  const catchUp = () => heard > shown && load();

  // Who is here, and who wants to play again, changes without a step, and is looked at now and then.
  const WITHOUT_STEP = ["#others", ".rematch[data-others]"];
  setInterval(async () => {
    if (!main.querySelector(WITHOUT_STEP.join()) || document.hidden || loading || sending || playing) return;
    const answer = await fetch(address()).catch(() => null);
    const next = answer?.ok ? parsed(await answer.text().catch(() => "")) : null;
    for (const selector of WITHOUT_STEP) {
      const [now, then] = [main.querySelector(selector), next?.querySelector(selector)];
      if (!now || !then || now.innerHTML === then.innerHTML) continue;
      const focused = now.contains(document.activeElement);
      now.replaceWith(then);
      if (focused) then.querySelector("button")?.focus();
      const news = then.querySelector(".made");
      if (news) announced.textContent = news.textContent;
    }
  }, 10_000);

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
    if (sending || playing) return;
    sending = true;
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(unseenOf(form.action), { method: "POST", body }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    sending = false;
    if (typeof text !== "string") return lost();
    const next = parsed(text);
    if (next?.querySelector("#play")) {
      await show(next, answer.ok);
      catchUp();
    } else {
      warn("refused", `Your step was not accepted. ${reason(text) ?? "Please try again."}`);
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
  showSwitches();
  copies.show();

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
  if (document.getElementById("notify")) sit();
  if (play()) watch();
}
