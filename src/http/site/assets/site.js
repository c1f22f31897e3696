// Makes addresses whole, so that they can be copied: the server does not know what it is called.
"use strict";
for (const field of document.querySelectorAll("[data-whole-address]")) {
  field.value = field.value.replace(/(^|")\//g, `$1${location.origin}/`);
  field.addEventListener("focus", () => field.select());
}
// The card of the day is that of the reader's date, which is at most one day from that of UTC.
const utc = document.querySelector("[data-utc]")?.dataset.utc;
if (utc) {
  const now = new Date();
  const own = new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const query = new URLSearchParams(location.search);
  query.set("date", own);
  if (Math.abs(Date.parse(own) - Date.parse(utc)) === 86_400_000) location.replace(`?${query}`);
}
