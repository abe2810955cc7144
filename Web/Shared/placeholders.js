// What a page shows while it has no content to show.

import { h } from "./dom.js"
import { mark } from "./mark.js"
import { t } from "./messages.js"

// The style sheet shows it after 300 ms, so that a quick answer does not flicker.
export function loading(text) {
  return h("div.loading", { role: "status" }, mark(), h("p", {}, text))
}

// Loading failed: why, and a button that tries again.
export function failure(text, tryAgain) {
  return h("div.empty", { role: "alert" }, mark(), h("p", {}, text),
    h("button.button", { type: "button", "data-key": "again", onclick: tryAgain }, t("Try again")))
}

// The outline of a list that is on its way.
export const skeleton = () => h("div.skeleton", { "aria-hidden": "true" }, Array.from({ length: 6 }, () => h("span")))
