// The entries of a meal account as a table: when, what for, how much, and the balance afterwards.

import { h } from "../Shared/dom.js"
import { dayAndTime, money } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { signed } from "./signed-amount.js"

// What an entry is for, in words.
export function movementName({ kind, order, reason }) {
  switch (kind) {
    case "payment": return order ? orderWords(order) : t("Order")
    case "refund": return order ? t("Money back: {what}", { what: orderWords(order) }) : t("Money back")
    case "top-up": return t("Paid in by card")
    case "correction": return reason ? t("Entered by finance: {reason}", { reason }) : t("Entered by finance")
    case "opening": return t("Opening balance")
    default: return kind
  }
}

const orderWords = ({ number, cafe }) => (cafe ? t("Order {number}, {cafe}", { number, cafe }) : t("Order {number}", { number }))

// entries: as the server lists them, latest first; isOwn: whether the reader ordered what was paid for.
export function statementList(entries, isOwn = true) {
  if (entries.length === 0) return h("div.empty", {}, mark(), h("p", {}, t("Nothing was paid in or out yet.")))
  return h("table.statement", {},
    h("caption.hidden-visually", {}, t("Statement")),
    h("thead", {}, h("tr", {},
      [t("Date"), t("What for"), t("Amount"), t("Balance")].map(name => h("th", { scope: "col" }, name)))),
    h("tbody", {}, entries.map(entry => row(entry, isOwn))))
}

function row(entry, isOwn) {
  const what = entry.order && isOwn
    ? h("a", { href: `/order#order/${encodeURIComponent(entry.order.id)}` }, movementName(entry))
    : movementName(entry)
  return h("tr", {},
    h("td.statement-time", {}, dayAndTime(entry.at)),
    h("td.statement-what", {}, what),
    h(entry.amount.amount > 0 ? "td.figures.incoming" : "td.figures", { "data-label": t("Amount") }, h("span", {}, signed(entry.amount))),
    h("td.figures.statement-balance", { "data-label": t("Balance") }, h("span", {}, money(entry.balance))))
}

