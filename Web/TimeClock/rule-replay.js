// What another rule would have done on the person's last day. It asks the server when it is opened and at each choice; nothing is stored.

import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get } from "../Shared/http.js"
import { t, tn } from "../Shared/messages.js"
import { decisionList } from "./decision-list.js"
import { reminderCount, replayPath } from "./models/rule-replay.js"
import { when } from "./reminder-words.js"
import { windowField } from "./reminder-window.js"

const MODES = ["ledger-aware", "last-shown", "article"]

class RuleReplay extends HTMLElement {
  #today = null
  #timeZone = null
  #choice = null // { mode, window }
  #result = null // the server's answer
  #failure = null
  #asked = 0
  #seen = "" // what was replayed
  #content = h("div.stack")
  // Made once, so that it stays open.
  #details = h("details", { ontoggle: () => this.#details.open && this.#result === null && this.#ask() },
    h("summary", {}, t("What would another rule have done?")), this.#content)

  // today: the attendance as the server has it.
  show(today, timeZone) {
    this.#today = today
    this.#timeZone = timeZone
    this.#choice ??= { mode: MODES.find(mode => mode !== today.reminders.mode), window: null }
    render(this, this.#details)
    this.#draw()
    if (this.#details.open && this.#state !== this.#seen) this.#ask()
  }

  get #state() { return JSON.stringify([this.#today.reminders.hours, this.#today.decisions, this.#today.punches]) }

  async #ask() {
    const number = ++this.#asked
    this.#seen = this.#state
    const [result, failure] = await get(replayPath(this.#choice)).then(answer => [answer, null], error => [null, explain(error)])
    // The answer to the last choice counts.
    if (number !== this.#asked) return
    this.#result = result
    this.#failure = failure
    this.#draw()
  }

  #choose(change) {
    this.#choice = { ...this.#choice, ...change }
    this.#draw()
    this.#ask()
  }

  #draw() {
    render(this.#content,
      h("p.muted", {}, t("This tries a rule on your last day. It changes nothing and stores nothing. Your punches count as you made them.")),
      // Not a list that opens: its words are too long for a phone.
      h("fieldset.rules", {}, h("legend", {}, t("Rule")), MODES.map(mode => h("label", {},
        h("input", {
          type: "radio", name: "replay-mode", value: mode, checked: mode === this.#choice.mode, "data-key": `replay-mode-${mode}`,
          onchange: () => this.#choose({ mode }),
        }),
        h("span", {}, mode === this.#today.reminders.mode ? t("{rule} (in use)", { rule: ruleName(mode) }) : ruleName(mode))))),
      windowField("replay-window", this.#choice.window, t("As now"), window => this.#choose({ window })),
      h("div.stack", { role: "status" }, this.#outcome()))
  }

  #outcome() {
    if (this.#failure) return h("p.notice.alarm", {}, icon("information"), h("span", {}, this.#failure))
    if (!this.#result) return null
    const { decisions, since } = this.#result
    const count = reminderCount(decisions)
    return [
      h("p", {}, h("strong", {}, tn("This rule would have asked you {count} time.", "This rule would have asked you {count} times.", count)), " ",
        tn("You were asked {count} time.", "You were asked {count} times.", reminderCount(this.#today.decisions))),
      decisions.length > 0 && decisionList(decisions, ({ reminded }) => (reminded ? t("Would have asked") : t("Would not have asked"))),
      h("p.muted.small", {}, t("Your arrivals and departures are known since {time}. Earlier ones are deleted, so no other day can be tried.", { time: when(since, this.#timeZone) })),
    ]
  }
}

function ruleName(mode) {
  switch (mode) {
    case "ledger-aware": return t("Asks only for a punch that is missing")
    case "last-shown": return t("Asks when your last reminder is long enough ago")
    default: return t("Asks when you last crossed long enough ago")
  }
}

customElements.define("rule-replay", RuleReplay)
