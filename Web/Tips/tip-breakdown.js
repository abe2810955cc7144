// What came of a tip with everybody, by platform and by language, as one table. On a narrow screen each row becomes a list of
// its own; the roles keep it a table for those who hear it.

import { h, svg } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { endingName, figure, languageName, platformName } from "./tip-words.js"
import { bySize, columns, outcome } from "./models/tip-statistics.js"

const SCALE = 120 // width of a bar in its own units
const TIMES = new Set(["displays", "dismissed", "acted"]) // how often, instead of how many people

export function breakdown(tip) {
  const names = columns(tip)
  const header = (scope, role, name, rest = {}) => h("th", { scope, role, ...rest }, name)
  const line = (name, numbers) => h("tr", { role: "row" },
    header("row", "rowheader", [h("span", {}, name), bar(tip.people ? numbers.people / tip.people : 0)]),
    names.map(column => h("td.figures", { role: "cell", "data-label": columnName(column) }, number(column, outcome(numbers)[column]))))
  const part = (title, groups, nameOf) => h("tbody", { role: "rowgroup" },
    h("tr.breakdown-title", { role: "row" }, header("rowgroup", "rowheader", title, { colspan: names.length + 1 })),
    groups.length === 0
      ? h("tr", { role: "row" }, h("td.breakdown-none.muted", { role: "cell", colspan: names.length + 1 }, t("The groups are too small to be told apart.")))
      : bySize(groups).map(group => line(groupName(group.name, nameOf), group)))
  return h("details.breakdown", {},
    h("summary", {}, t("By device and language")),
    h("table", { role: "table" },
      h("caption.muted.small", {}, t("Everybody counts once, with all their numbers, on the device that showed them the tip most often.")),
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" },
        h("td", { role: "cell" }), names.map(column => header("col", "columnheader", columnName(column))))),
      h("tbody", { role: "rowgroup" }, line(t("Everybody"), tip)),
      part(t("Where"), tip.platforms, platformName),
      part(t("Language"), tip.languages, languageName)))
}

// A number that is hidden is null.
export const hidden = () => h("span.hidden-number.muted", {}, t("hidden"))

export function bar(length) {
  return svg("svg", { class: "chart-bar", viewBox: `0 0 ${SCALE} 6`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "bar-ground", x: 0, y: 0, width: SCALE, height: 6 }),
    svg("rect", { class: "bar-length", x: 0, y: 0, width: Math.max(length * SCALE, 2), height: 6 }))
}

function number(column, value) {
  if (value === null) return hidden()
  return TIMES.has(column) ? t("{count}×", { count: figure(value) }) : figure(value)
}

function columnName(column) {
  switch (column) {
    case "people": return t("People")
    case "displays": return t("Times shown")
    case "dismissed": return t("Sent away")
    case "acted": return t("Pressed a button")
    default: return endingName(column)
  }
}

function groupName(name, nameOf) {
  switch (name) {
    case null: return t("Small groups together")
    case "other": return t("Devices that are gone")
    default: return nameOf(name)
  }
}
