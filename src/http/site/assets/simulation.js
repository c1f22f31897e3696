// Shows how a simulation gets on, as often as something has happened. Without this the page loads itself again.
"use strict";
{
  const PARTS = ["progress", "stop", "result", "delete"];
  const part = (id, page = document) => page.getElementById(id);
  const announced = document.createElement("p");
  announced.className = "unseen";
  announced.setAttribute("role", "status");
  document.body.append(announced);

  // What somebody is in the midst of stays as it is, until the end.
  const renew = (id, next, ended) => {
    const [old, renewed] = [part(id), part(id, next)];
    const focused = old.contains(document.activeElement);
    if (focused && !ended) return;
    const open = [...old.querySelectorAll("details")].map((details) => details.open);
    old.replaceWith(renewed);
    [...renewed.querySelectorAll("details")].forEach((details, place) => (details.open = open[place] ?? false));
    if (!focused) return;
    // The part that ended keeps the focus, without its forms; one that is empty leaves it to the result.
    const still = renewed.textContent.trim() ? renewed : document.getElementById("main");
    still.tabIndex = -1;
    still.focus({ preventScroll: true });
  };

  let loading = false;
  let again = false;
  const load = async () => {
    if (loading) return void (again = true);
    loading = true;
    const answer = await fetch(location.pathname).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => null) : null;
    loading = false;
    if (text) {
      const next = new DOMParser().parseFromString(text, "text/html");
      const ended = !part("progress", next).dataset.events;
      for (const id of PARTS) renew(id, next, ended);
      if (ended) {
        announced.textContent = part("progress").querySelector("p").textContent;
        events.close();
        return;
      }
    }
    if (again) {
      again = false;
      load();
    }
  };

  let events;
  const watch = () => {
    events = new EventSource(part("progress").dataset.events);
    for (const name of ["progress", "done", "cancelled"]) events.addEventListener(name, load);
    // The stream has ended, or it does not come through: the page is looked at. Browsers do not open a refused one again.
    events.addEventListener("error", async () => {
      const refused = events.readyState === EventSource.CLOSED;
      await new Promise((resolve) => setTimeout(resolve, refused ? 5000 : 2000));
      await load();
      if (refused && part("progress").dataset.events) watch();
    });
  };
  watch();
}
