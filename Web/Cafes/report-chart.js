// A section of a report: a bar chart, with the same numbers as a table and as CSV.

import { csv } from "../People/models/csv.js"
import { h, svg } from "../Shared/dom.js"
import { number } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { saveTextAsFile } from "../Shared/save-as-file.js"

const LENGTH = 300 // the width of a drawing in its own units

// part: { id, title, hint, legend, rows, head, empty }. rows: [{ name, figure, drawing, cells }]; head: the column titles,
// first that of the names. cells: texts and numbers for the table. empty: the text that replaces a chart without rows.
export function reportPart({ id, title, hint, legend = null, rows, head, empty }, fileName) {
  return h("section.panel.stack.report-part", { "aria-labelledby": id },
    h("h2", { id }, title),
    hint && h("p.muted.small", {}, hint),
    rows.length === 0 ? h("p.muted", {}, empty) : [
      legend && h("ul.report-legend", { "aria-hidden": "true" }, legend.map((name, index) => h("li", {}, swatch(index), name))),
      // Hidden from screen readers, which read the same numbers in the table.
      h("ul.report-bars", { "aria-hidden": "true" }, rows.map(({ name, figure, drawing }) =>
        h("li", {}, h("span.report-name", { dir: "auto" }, name), drawing, h("span.report-number.figures", {}, figure)))),
      table(title, head, rows),
      h("div.row", {}, h("button.button.quiet", {
        type: "button", "data-key": `csv-${id}`, "aria-label": t("{title}: save as CSV", { title }),
        onclick: () => saveTextAsFile(`${fileName}-${id}.csv`, csv([head, ...rows.map(({ cells }) => cells.map(String))]), "text/csv;charset=utf-8"),
      }, t("Save as CSV"))),
    ])
}

function table(title, head, rows) {
  return h("details.report-table", {},
    h("summary", {}, t("Table"), h("span.hidden-visually", {}, ": ", title)),
    h("table", {},
      h("thead", {}, h("tr", {}, head.map(name => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows.map(({ cells: [name, ...numbers] }) => h("tr", {},
        h("th", { scope: "row", dir: "auto" }, name), numbers.map(cell => h("td.figures", {}, typeof cell === "number" ? number(cell) : cell)))))))
}

// Stacked bars. shares: relative to the whole length.
export function bars(...shares) {
  let start = 0
  return drawing(shares.map((share, index) => {
    const x = start
    start += share * LENGTH
    return share > 0 && svg("rect", { class: `report-bar is-${index}`, x, y: 2, width: Math.max(share * LENGTH, 1), height: 12 })
  }))
}

// A bar with a whisker.
export const barWithWhisker = (share, whisker) => drawing([
  svg("line", { class: "report-whisker", x1: share * LENGTH, x2: whisker * LENGTH, y1: 8, y2: 8 }),
  whisker > 0 && svg("line", { class: "report-whisker", x1: whisker * LENGTH - 1, x2: whisker * LENGTH - 1, y1: 3, y2: 13 }),
  share > 0 && svg("rect", { class: "report-bar is-0", x: 0, y: 2, width: Math.max(share * LENGTH, 1), height: 12 }),
])

// A bar with a mark at a limit.
export const barWithLimit = (share, limit) => drawing([
  share > 0 && svg("rect", { class: "report-bar is-0", x: 0, y: 2, width: Math.max(share * LENGTH, 1), height: 12 }),
  svg("line", { class: "report-limit", x1: limit * LENGTH - 1, x2: limit * LENGTH - 1, y1: 0, y2: 16 }),
])

const drawing = shapes => svg("svg", { class: "report-drawing", viewBox: `0 0 ${LENGTH} 16`, preserveAspectRatio: "none" },
  svg("rect", { class: "report-ground", x: 0, y: 2, width: LENGTH, height: 12 }), ...shapes)

const swatch = index => svg("svg", { class: "report-swatch", viewBox: "0 0 12 12" }, svg("rect", { class: `report-bar is-${index}`, width: 12, height: 12 }))
