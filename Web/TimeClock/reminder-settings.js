// Whether and when the person gets reminders at the door, and why they recently got one or not. Fires "reminders-set" with the wish.

import { emit, h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { decisionList } from "./decision-list.js"
import { question } from "./reminder-words.js"
import "../Tips/tip-view.js"
import "./rule-replay.js"
import "./work-hours.js"

class ReminderSettings extends HTMLElement {
  #tip = h("tip-view", { tip: "door-reminder" })
  #hours = h("work-hours")
  #replay = h("rule-replay")

  // failure: why the last change failed, or null.
  show(today, timeZone, failure) {
    const { reminders, decisions } = today
    const title = h("h2", { id: "reminders-title" }, t("Reminders at the door"))
    render(this, title, this.#tip,
      h("label.switch", {},
        h("input", {
          type: "checkbox", role: "switch", "data-key": "reminders", checked: reminders.on, "aria-describedby": "reminders-text",
          onchange: ({ target }) => emit(this, "reminders-set", target.checked),
        }),
        h("span", {}, t("Remind me to clock in and out"))),
      failure && h("p.notice.alarm", { role: "alert" }, icon("information"), h("span", {}, failure)),
      h("p.muted", { id: "reminders-text" },
        t("When you arrive or leave, an open page asks “Clock in?” or “Clock out?”. Nothing clocks you in or out by itself. Your arrivals and departures are kept for one day, for you alone; with reminders off they are not kept at all.")),
      (reminders.on || decisions.length > 0) && this.#decisions(decisions),
      reminders.on && decisions.length > 0 && this.#replay,
      reminders.on && this.#hours)
    this.#hours.show(reminders)
    this.#replay.show(today, timeZone)
  }

  #decisions(decisions) {
    if (decisions.length === 0) return h("p.muted.with-icon", {}, icon("door"), h("span", {}, t("No arrival or departure was noticed in the last day.")))
    return h("details", { open: true },
      h("summary", {}, t("Why was I reminded, or not?")),
      decisionList(decisions, headline))
  }
}

function headline({ kind, reminded, remindsAt }) {
  if (reminded) return t("Reminded: {question}", { question: question(kind) })
  return remindsAt === undefined ? t("Not reminded") : t("Not reminded yet")
}

customElements.define("reminder-settings", ReminderSettings)
