// Shows recovery codes, this once, to copy or print them.

import { h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { FormDialog } from "./form-dialog.js"

class RecoveryCodesDialog extends FormDialog {
  open(codes) {
    const status = h("p.small", { role: "status" })
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(codes.join("\n"))
        render(status, t("The codes are copied."))
      } catch {
        render(status, t("The browser did not copy the codes. Select and copy them yourself, or print them."))
      }
    }
    this.present({
      id: "codes-title", title: t("Your recovery codes"), submit: null,
      content: [
        h("p.notice.waiting", {}, icon("information"), h("span", {}, t("You see these codes only now. Print them, or copy them to where you keep your passwords."))),
        h("p.print-only", {}, location.host),
        h("ol.recovery-codes", { dir: "ltr" }, codes.map(code => h("li", {}, h("code", {}, code)))),
        h("p.muted.small", {}, t("On the sign-in page, choose “Sign in with a recovery code”. Each code works once.")),
        status,
      ],
      foot: [
        h("div.row", {},
          h("button.button", { type: "button", "data-key": "copy-codes", onclick: copy }, t("Copy")),
          h("button.button", { type: "button", "data-key": "print-codes", onclick: () => print() }, t("Print"))),
        h("button.button.primary", { type: "button", "data-key": "codes-kept", onclick: () => this.close() }, t("I have kept them")),
      ],
    })
  }
}

customElements.define("recovery-codes-dialog", RecoveryCodesDialog)
