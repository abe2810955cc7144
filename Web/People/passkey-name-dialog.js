// Gives a passkey another name. Fires "passkey-renamed".

import { emit, h, icon, render } from "../Shared/dom.js"
import { patch } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { FormDialog } from "./form-dialog.js"
import { explainPasskey } from "./passkey-acts.js"

class PasskeyNameDialog extends FormDialog {
  // passkey: { id, name }.
  open({ id, name }) {
    const input = h("input", { id: "passkey-name", type: "text", required: true, maxlength: 100, value: name, dir: "auto", autocomplete: "off", "aria-describedby": "passkey-name-hint" })
    const trouble = h("p.field-error", { role: "alert" })
    this.present({
      id: "passkey-name-title", title: t("Rename the passkey"),
      submit: async () => {
        const chosen = input.value.trim()
        if (chosen === "") return input.focus()
        try {
          await patch(`/api/v1/passkeys/${encodeURIComponent(id)}`, { name: chosen })
        } catch (error) {
          return render(trouble, icon("information"), h("span", {}, explainPasskey(error)))
        }
        this.close()
        emit(this, "passkey-renamed")
      },
      content: [
        h("div.field", {}, h("label", { for: input.id }, t("Name")), input,
          h("p.hint", { id: "passkey-name-hint" }, t("Such as the device or the app that keeps it."))),
        trouble,
      ],
      foot: [
        h("button.button", { type: "button", onclick: () => this.close() }, t("Cancel")),
        h("button.button.primary", { type: "submit" }, t("Save")),
      ],
    })
    input.select()
  }
}

customElements.define("passkey-name-dialog", PasskeyNameDialog)
