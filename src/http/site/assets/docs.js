// Starts Swagger UI in the page, light or dark as the page is, and names what it leaves without a name.
"use strict";

const dark = matchMedia("(prefers-color-scheme: dark)");
const shade = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", shade);
shade();

const root = document.getElementById("swagger-ui");

// Swagger UI draws as it goes: each piece is named when it has come.
const named = () => {
  for (const field of root.querySelectorAll("select:not([aria-label]), textarea:not([aria-label]), input:not([aria-label])")) {
    const row = field.closest("[data-param-name]");
    field.setAttribute("aria-label", row?.dataset.paramName ?? field.title ?? "");
    if (!field.getAttribute("aria-label")) field.setAttribute("aria-label", field.tagName === "SELECT" ? "Choice" : "Value");
  }
  // A link within a button cannot be reached: the button does the same.
  for (const link of root.querySelectorAll(".opblock-summary-control a[href]")) link.removeAttribute("href");
  // A table is a table; as regions they could not be told apart.
  for (const table of root.querySelectorAll("table[role=region]")) table.removeAttribute("role");
  for (const wide of root.querySelectorAll(".highlight-code > pre, .microlight, .table-container, .model-box, .responses-inner")) wide.tabIndex = 0;
};
new MutationObserver(named).observe(root, { childList: true, subtree: true, attributeFilter: ["href"] });

SwaggerUIBundle({
  domNode: root,
  url: "/openapi.json",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: "none",
  // Its colours are too faint for many, and long examples take it seconds.
  syntaxHighlight: { activated: false },
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
});
