// Changes the person's own password, and ends their other sign-ins if they want. show(notice, changed); changed is called
// after a change.

import { h, icon, render } from "../Shared/dom.js"
import { put } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { explainAccount } from "./explain-account.js"
import { proved } from "./proof.js"
import "./password-field.js"

class YourPassword extends HTMLElement {
  show(notice, changed) {
    const password = h("password-field", { label: t("New password"), autocomplete: "new-password", "described-by": "password-rule" })
    const others = h("input", { type: "checkbox", role: "switch", checked: true, "data-key": "end-my-others" })
    const trouble = h("p.field-error", { id: "new-password-trouble", role: "alert" })
    const change = h("button.button", { type: "submit", "data-key": "change-password" }, t("Change the password"))
    const submit = async event => {
      event.preventDefault()
      if (change.ariaDisabled === "true") return
      change.ariaDisabled = "true"
      render(trouble)
      try {
        const body = { password: password.value, endOthers: others.checked }
        if (await proved(() => put("/api/v1/password", body)) === undefined) return
        password.clear()
        notice.show(body.endOthers ? t("Your password is changed, and you are signed out everywhere else.") : t("Your password is changed."))
        changed()
      } catch (error) {
        render(trouble, icon("information"), h("span", {}, explainAccount(error)))
        password.markWrong(trouble.id)
        password.focusInput()
      } finally {
        change.ariaDisabled = null
      }
    }
    render(this, h("section.panel.stack", { "aria-labelledby": "password-title" },
      h("h2", { id: "password-title" }, t("Password")),
      h("p", { id: "password-rule" }, t("At least 10 characters. A few words that nobody else would choose are good.")),
      h("form.stack", { onsubmit: submit },
        password, trouble,
        h("label.switch", {}, others, h("span", {}, t("End my other sign-ins"))),
        h("div.row", {}, change))))
  }

  forget() { render(this) }
}

customElements.define("your-password", YourPassword)
