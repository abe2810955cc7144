// The entries of a correction as a table.

import { h } from "../Shared/dom.js"
import { money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { signed } from "./signed-amount.js"

// entries: [{ line, person, name, amount, reason, balance }]; line and balance where they are known.
export function correctionTable(entries) {
  const [hasLines, hasBalances] = [entries.some(({ line }) => line), entries.some(({ balance }) => balance)]
  const heads = [hasLines && t("Line"), t("Person"), t("Amount"), hasBalances && t("Balance afterwards"), t("Reason")]
  return h("table.records.corrections-table", {},
    h("thead", {}, h("tr", {}, heads.filter(Boolean).map(name => h("th", { scope: "col" }, name)))),
    h("tbody", {}, entries.map(({ line, person, name, amount, reason, balance }) => h("tr", {},
      hasLines && h("td.figures", { "data-label": t("Line") }, String(line)),
      h("th", { scope: "row" }, name ?? person, " ", h("span.muted.small.own-direction", { translate: "no" }, person)),
      h("td.figures", { "data-label": t("Amount") }, signed(amount)),
      hasBalances && h(balance?.amount < 0 ? "td.figures.short" : "td.figures", { "data-label": t("Balance afterwards") }, balance ? money(balance) : ""),
      h("td", { "data-label": t("Reason") }, reason)))))
}
