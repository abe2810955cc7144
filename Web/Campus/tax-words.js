// How a café rounds its taxes, in words.

import { t } from "../Shared/messages.js"

export const ROUNDINGS = ["half-up", "half-even", "down"]
export const ROUNDING_LEVELS = ["line", "rate", "order"]

export function roundingName(rounding) {
  switch (rounding) {
    case "half-up": return t("to the nearest, half up")
    case "half-even": return t("to the nearest, half to even")
    case "down": return t("always down")
    default: return String(rounding)
  }
}

export function roundingLevelName(level) {
  switch (level) {
    case "line": return t("for each line of an order")
    case "rate": return t("once for each tax rate of an order")
    case "order": return t("once for the whole order")
    default: return String(level)
  }
}
