// States of gateways in words.

import { t, tn } from "../Shared/messages.js"
import { clockState } from "./models/gateways.js"

// An unknown state of a later server is shown as it is.
export function stateName(state) {
  switch (state) {
    case "unpaired": return t("not set up")
    case "unheard": return t("paired, never heard")
    case "live": return t("live")
    case "deaf": return t("no radio")
    case "silent": return t("silent")
    case "revoked": return t("revoked")
    default: return state
  }
}

// What is wrong and what helps; null when nothing is.
export function stateAdvice({ state }) {
  switch (state) {
    case "deaf": return t("It reports, but its radio is off or gone.")
    case "silent": return t("Look whether it has power and network.")
    default: return null
  }
}

export function clockWords(seconds) {
  const whole = Math.round(Math.abs(seconds ?? 0))
  switch (clockState(seconds)) {
    case "right": return t("right")
    case "ahead": return tn("{count} second ahead", "{count} seconds ahead", whole)
    case "behind": return tn("{count} second behind", "{count} seconds behind", whole)
    default: return "–"
  }
}
