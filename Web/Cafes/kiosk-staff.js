// What staff type to leave a kiosk.

import { h, icon, render } from "../Shared/dom.js"
import { Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { explain } from "./explain.js"
import { leaveKiosk } from "./kiosk-server.js"

// left: called when the code was right.
export function staffForm(left) {
  const input = h("input", { id: "staff-code", inputmode: "numeric", autocomplete: "off", maxlength: 8, dir: "ltr", autofocus: true })
  const error = h("p.field-error", { role: "alert" })
  const leave = async event => {
    event.preventDefault()
    try {
      await leaveKiosk(input.value.trim())
    } catch (problem) {
      render(error, icon("information"), h("span", {}, exitTrouble(problem)))
      return input.select()
    }
    await left()
  }
  return h("form.stack", { onsubmit: leave },
    h("div.field", {}, h("label", { for: input.id }, t("Code to leave the kiosk")), input, error,
      h("p.muted.small", {}, t("The page “Screens” shows the code to managers of this café."))),
    h("button.button.primary.kiosk-on", { type: "submit" }, t("Leave the kiosk")))
}

function exitTrouble(error) {
  switch (error instanceof Problem ? error.code : null) {
    case "wrong-exit-code": return t("This code is not right.")
    case "too-many-codes": return t("Too many wrong codes. Wait a minute, then try again.")
    default: return explain(error)
  }
}
