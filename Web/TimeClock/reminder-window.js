// The time between two reminders: what can be chosen, and how it reads.

import { h } from "../Shared/dom.js"
import { t, tn } from "../Shared/messages.js"

const WINDOWS = [0, 30, 60, 120, 240, 480, 720] // minutes

export function windowLength(minutes) {
  if (minutes === 0) return t("none")
  return minutes % 60 === 0 ? tn("{count} hour", "{count} hours", minutes / 60) : tn("{count} minute", "{count} minutes", minutes)
}

// A choice of a window; `minutes` is null for the usual one.
export function windowField(id, minutes, usual, changed) {
  return h("div.field", {},
    h("label", { for: id }, t("Time between two reminders")),
    h("select", { id, "data-key": id, onchange: ({ target }) => changed(target.value === "" ? null : Number(target.value)) },
      h("option", { value: "", selected: minutes === null }, usual),
      [...new Set([...WINDOWS, ...(minutes === null ? [] : [minutes])])].toSorted((one, other) => one - other).map(each =>
        h("option", { value: String(each), selected: each === minutes }, windowLength(each)))))
}
