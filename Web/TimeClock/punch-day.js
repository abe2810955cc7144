// Today's punches: a ribbon of the day, and a list with the same content.

import { h, icon, render, svg } from "../Shared/dom.js"
import { clockTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { punchName } from "./attendance-words.js"
import { dayStartOf, partOfDay, ribbon } from "./models/attendance.js"

const EVERY = 3 // hours between the marks of the ribbon's scale
const HOUR = 3_600_000 // milliseconds
const LENGTH = 960
const DAY_HOURS = 24

class PunchDay extends HTMLElement {
  // now: milliseconds at the server.
  show(today, now, timeZone) {
    render(this,
      h("h2", { id: "day-title" }, t("Today")),
      today.punches.length === 0 && today.state === "out"
        ? h("div.empty", {}, mark(), h("p", {}, t("Nothing is recorded today.")))
        : [this.#ribbon(today, now, timeZone), this.#list(today.punches)])
  }

  #ribbon(today, now, timeZone) {
    const stretches = ribbon(today, now, timeZone)
    const dayStart = dayStartOf(today)
    const at = partOfDay(now, timeZone, dayStart) * LENGTH
    const first = dayStart / 60
    const place = hour => (hour - first) / DAY_HOURS
    const hours = Array.from({ length: DAY_HOURS / EVERY }, (_, index) => (Math.floor(first / EVERY) + 1 + index) * EVERY).filter(hour => hour < first + DAY_HOURS)
    return h("div.ribbon", { "aria-hidden": "true" },
      svg("svg", { viewBox: `0 0 ${LENGTH} 40`, preserveAspectRatio: "none" },
        svg("rect", { class: "ribbon-day", x: 0, y: 8, width: LENGTH, height: 24 }),
        hours.map(hour => svg("path", { class: "ribbon-hour", d: `M${place(hour) * LENGTH} 8v24` })),
        stretches.map(({ start, end, isOpen }) => svg("rect", {
          class: isOpen ? "ribbon-work is-open" : "ribbon-work", x: start * LENGTH, y: 4, width: Math.max(3, (end - start) * LENGTH), height: 32,
        })),
        svg("path", { class: "ribbon-now", d: `M${at} 0v40` })),
      h("p.ribbon-scale.figures.small.muted", {}, hours.filter(hour => hour % 6 === 0).map(hour => placed(h(hour % 12 === 0 ? "span" : "span.hour-between", {}, clockTime(hour * HOUR, "UTC")), place(hour)))))
  }

  #list(punches) {
    if (punches.length === 0) return h("p.muted", {}, t("No punch today yet; you clocked in before."))
    return h("ol.punches", { "aria-labelledby": "day-title" }, punches.map(punch => h("li", {},
      h("strong.punch-time.figures", {}, clockTime(punch.at, punch.timeZone)),
      h("span.punch-kind", {}, punchName(punch.kind)),
      h("span.muted", {}, punch.site.name),
      h("span.punch-marks.small", {},
        punch.reminder && h("span.with-icon.muted", {}, icon("door"), t("after a reminder")),
        punch.source === "automatic" && h("span.with-icon.muted", {}, icon("clock"), t("recorded automatically: {entrance}", { entrance: punch.entrance.name })),
        punch.source === "offline" && h("span.with-icon.muted", {}, icon("offline"), t("sent later, without a connection")),
        punch.source === "badge" && h("span.with-icon.muted", {}, icon("door"), t("badge and PIN: {entrance}", { entrance: punch.entrance.name })),
        punch.source === "door-code" && h("span.with-icon.muted", {}, icon("door"), t("code scanned: {entrance}", { entrance: punch.entrance.name })),
        punch.skewed && h("span.with-icon.is-skewed", {}, icon("clock"),
          t("Your device’s clock showed {time}.", { time: clockTime(punch.deviceTime, punch.timeZone) }))))))
  }
}

// Puts a label at a part of the ribbon's length.
function placed(label, part) {
  label.style.setProperty("--at", `clamp(1.5rem, ${part * 100}%, calc(100% - 1.5rem))`)
  return label
}

customElements.define("punch-day", PunchDay)
