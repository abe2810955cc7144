// The pager of the tickets, with the number of tickets on later pages.

import { h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"

// turn(page): called when another page is wanted.
export function showPager(element, { page, pages, behind }, turn) {
  if (pages < 2) return render(element)
  const button = (by, name, sign) => h("button.button.round", {
    type: "button", "aria-label": name, "data-key": `page-${by}`, "aria-disabled": page + by < 0 || page + by >= pages ? "true" : null,
    onclick: () => turn(page + by),
  }, icon(sign))
  render(element,
    button(-1, t("Previous page"), "page-before"),
    h("span.pager-words", { role: "status" },
      h("strong", {}, behind > 0 ? t("{count} more behind", { count: behind }) : t("Last page")), " ",
      h("span.muted", {}, t("Page {page} of {pages}", { page: page + 1, pages }))),
    button(1, t("Next page"), "page-after"))
}
