// The pauses and the delay of a kitchen: a dialog that changes them, and a notice while there are any.

import { h } from "../Shared/dom.js"
import { clockTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { isNormal } from "./models/pace.js"
import { delayWords, scopeName } from "./pace-words.js"
import "./pace-dialog.js"

export class KitchenPace {
  #notices
  #cafe = null
  #stations = new Map() // names by identifier
  #pace = null
  #drawn = null // so that the dialog is redrawn only after a change
  dialog = h("pace-dialog")

  // notices: of the screen's head.
  constructor(notices) { this.#notices = notices }

  at(cafe, stations, pace) {
    this.#cafe = cafe
    this.#stations = stations
    this.#pace = pace
  }

  take(pace) {
    this.#pace = pace
    this.draw()
  }

  open() { this.dialog.open(this.#cafe, this.#stations) }

  draw() {
    const { pauses, delay } = this.#pace
    const drawn = JSON.stringify([pauses, delay, [...this.#stations]])
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    this.dialog.show(this.#pace)
    const words = pauses.map(({ scope, until }) =>
      t("{name} paused until {time}", { name: scopeName(scope, this.#stations), time: clockTime(until, this.#cafe.timeZone) }))
    if (delay) words.push(delayWords(delay))
    const change = { label: t("Change"), perform: () => this.open() }
    this.#notices.show("pace", isNormal(this.#pace) ? [] : [{ kind: "kitchen-pace", icon: "clock", text: words.join(" · "), action: change }])
  }
}
