// Makes addresses whole, so that they can be copied: the server does not know what it is called.
"use strict";
for (const field of document.querySelectorAll("[data-whole-address]")) {
  field.value = field.value.replace(/(^|")\//g, `$1${location.origin}/`);
  field.addEventListener("focus", () => field.select());
}
