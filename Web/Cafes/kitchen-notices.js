// The notices of the kitchen: the result of a press, a guest who needs help, a printer with a problem, a pause, a delay. One is
// shown with its action; a press lists all, so that the space never grows.

import { h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"

const SAID = 10_000 // milliseconds for which the answer to a press is shown

export class KitchenNotices {
  #timer = null
  #ask
  #sources = new Map() // [{ kind, icon, text, isAlarm, action: { label, perform } }] by source, in the order of the sources
  #drawn = null // so that a screen reader announces a change once
  #words = h("span", { role: "status" })
  #row = h("div.kitchen-notices")
  element = this.#row

  constructor(ask) {
    this.#ask = ask
    for (const source of ["said", "help", "printers", "pace"]) this.#sources.set(source, [])
  }

  show(source, notices) {
    this.#sources.set(source, notices)
    const all = this.#all
    const drawn = JSON.stringify(all)
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    if (all.length === 0) return render(this.#row)
    const [first] = all
    render(this.#words, first.text)
    render(this.#row, h(`div.kitchen-notice.${first.kind}`, { "data-alarm": first.isAlarm ? "" : null },
      h("button.kitchen-notice-words", { type: "button", "data-key": "notices", onclick: () => this.#showAll() },
        icon(first.icon), this.#words, all.length > 1 && h("span.view-count.figures", {}, h("span", { "aria-hidden": "true" }, `+${all.length - 1}`),
          h("span.hidden-visually", {}, t("{count} more", { count: all.length - 1 })))),
      first.action && button(first.action, first.action.perform)))
  }

  // Shows the result of a press for a while. action: { label, perform }, or nothing.
  say(text, action = null) {
    clearTimeout(this.#timer)
    const end = () => this.show("said", [])
    const ending = action && { label: action.label, perform: () => { end(); action.perform() } }
    this.show("said", [{ kind: "said", icon: "information", text, action: ending }])
    this.#timer = setTimeout(end, SAID)
  }

  clear() {
    clearTimeout(this.#timer)
    for (const source of this.#sources.keys()) this.show(source, [])
  }

  get #all() { return [...this.#sources.values()].flat() }

  #showAll() {
    const perform = (action, { currentTarget }) => {
      currentTarget.closest("dialog").close()
      action.perform()
    }
    this.#ask.ask({
      title: t("What to know now"),
      content: [h("ul.done-list", {}, this.#all.map(({ icon: sign, text, action }) => h("li", {}, icon(sign), h("span", {}, text), action && button(action, event => perform(action, event)))))],
      options: [{ value: "close", label: t("Back to the tickets"), isPrimary: true }],
    })
  }
}

const button = ({ label }, onclick) => h("button.button", { type: "button", onclick }, label)
