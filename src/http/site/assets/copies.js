// What is to be given on is selected whole, and copied, or offered to other apps.
"use strict";
{
  const shares = ({ dataset }) => dataset.shares && navigator.share && matchMedia("(pointer: coarse)").matches;
  const show = () => {
    for (const button of document.querySelectorAll("[data-copies]")) {
      button.hidden = false;
      if (shares(button)) button.firstChild.data = "Share";
    }
  };
  document.addEventListener("focusin", ({ target }) => target.matches("input.whole, textarea.whole") && target.select());
  document.addEventListener("click", async ({ target }) => {
    const field = document.getElementById(target.dataset?.copies);
    if (!field) return;
    const [title, text] = [target.dataset.shares, field.value];
    if (shares(target)) return navigator.share(text.startsWith("http") ? { title, url: text } : { title, text }).catch(() => {});
    const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    if (!copied) field.focus();
    target.nextElementSibling.textContent = copied ? "It was copied." : "It is selected: copy it.";
  });
  show();
  globalThis.copies = { show };
}
