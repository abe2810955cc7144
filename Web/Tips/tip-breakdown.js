// The people who were shown a tip, by platform and by language, as one table. On a narrow screen each row becomes a list; the
// roles keep it a table for screen readers.

import { h, svg } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { figure, languageName, platformName } from "./tip-words.js"
import { bySize } from "./models/tip-statistics.js"

const SCALE = 120 // width of a bar in its own units
const COLUMNS = 3 // with the column of names

export function breakdown(tip) {
  const header = (scope, role, name, rest = {}) => h("th", { scope, role, ...rest }, name)
  const cell = (name, text) => h("td.figures", { role: "cell", "data-label": name }, text)
  const line = (name, { people, displays }) => h("tr", { role: "row" },
    header("row", "rowheader", [h("span", {}, name), bar(people / tip.people)]),
    cell(t("People"), figure(people)),
    cell(t("Times shown"), t("{count}×", { count: figure(displays) })))
  const part = (title, groups, nameOf) => h("tbody", { role: "rowgroup" },
    h("tr.breakdown-title", { role: "row" }, header("rowgroup", "rowheader", title, { colspan: COLUMNS })),
    groups.length === 0
      ? h("tr", { role: "row" }, h("td.breakdown-none.muted", { role: "cell", colspan: COLUMNS }, t("The groups are too small to be told apart.")))
      : bySize(groups).map(group => line(groupName(group.name, nameOf), group)))
  return h("details.breakdown", {},
    h("summary", {}, t("By device and language")),
    h("table", { role: "table" },
      h("caption.muted.small", {}, t("Each person counts once, on the device that showed them the tip most often.")),
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" },
        h("td", { role: "cell" }), [t("People"), t("Times shown")].map(name => header("col", "columnheader", name)))),
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

function groupName(name, nameOf) {
  switch (name) {
    case null: return t("Small groups together")
    case "other": return t("Devices that are gone")
    default: return nameOf(name)
  }
}
