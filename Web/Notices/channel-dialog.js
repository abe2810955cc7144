// Adds an address that notices go to, or gives one another name. Fires "channels-changed" with the new channel.

import { FormDialog } from "../People/form-dialog.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { patch, post } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { channelKindName, channelName, explainNotice } from "./notice-words.js"
import { CHANNELS } from "./push-device.js"

class ChannelDialog extends FormDialog {
  // kind: "mail", "ntfy" or "gotify".
  add(kind) {
    const fields = FIELDS[kind]()
    this.#ask({
      title: t("Add {name}", { name: channelKindName(kind) }), words: words(kind), fields, button: t("Add"),
      send: values => post(CHANNELS, { kind, ...values }),
    })
  }

  rename(channel) {
    const { id, label } = channel
    const fields = [{ name: "label", label: t("Name"), input: input("label", { value: label, maxlength: 100, dir: "auto", required: true }) }]
    this.#ask({
      title: t("Rename {name}", { name: channelName(channel) }), words: null, fields, button: t("Save"),
      send: values => patch(`${CHANNELS}/${encodeURIComponent(id)}`, values),
    })
    fields[0].input.select()
  }

  #ask({ title, words, fields, button, send }) {
    const trouble = h("p.field-error", { id: "channel-trouble", role: "alert" })
    this.present({
      id: "channel-title", title,
      submit: async () => {
        render(trouble)
        try {
          const values = fields.map(({ name, input }) => [name, input.value.trim()]).filter(([, value]) => value !== "")
          const channel = await send(Object.fromEntries(values))
          this.close()
          emit(this, "channels-changed", channel)
        } catch (error) {
          render(trouble, icon("information"), h("span", {}, explainNotice(error)))
          fields[0].input.focus()
        }
      },
      content: [
        words && h("p", {}, words),
        ...fields.map(({ label, input, hint = null }) => h("div.field", {},
          h("label", { for: input.id }, label), hint && h("span.hint", { id: `${input.id}-hint` }, hint), input)),
        trouble,
      ],
      foot: [
        h("button.button", { type: "button", onclick: () => this.close() }, t("Cancel")),
        h("button.button.primary", { type: "submit" }, button),
      ],
    })
    fields[0].input.focus()
  }
}

const input = (name, properties) => h("input", { id: `channel-${name}`, name, autocomplete: "off", spellcheck: "false", "aria-errormessage": "channel-trouble", ...properties })
const address = (name, properties) => input(name, { type: "url", required: true, dir: "ltr", inputmode: "url", translate: "no", ...properties })
const secret = (name, properties) => input(name, { type: "password", dir: "ltr", ...properties })

const FIELDS = {
  mail: () => [{ name: "address", label: t("E-mail address"), input: input("address", { type: "email", required: true, dir: "ltr", autocomplete: "email" }) }],
  ntfy: () => [
    { name: "url", label: t("Address of the topic"), hint: t("Choose a name that nobody can guess: everybody who knows it can read the notices."), input: address("url", { placeholder: "https://ntfy.sh/…", "aria-describedby": "channel-url-hint" }) },
    { name: "token", label: t("Access token (if the topic needs one)"), input: secret("token", {}) },
  ],
  gotify: () => [
    { name: "url", label: t("Address of the server"), input: address("url", { placeholder: "https://gotify.example.com" }) },
    { name: "token", label: t("Token of the application"), input: secret("token", { required: true }) },
  ],
}

function words(kind) {
  switch (kind) {
    case "mail": return t("You get a mail with a code of six digits, which you enter on this page.")
    case "ntfy": return t("ntfy is a free app that shows notices on phones. Create a topic in it, then enter its address.")
    default: return t("Gotify is a server that people run themselves, with an app for Android. Create an application there, then enter its token.")
  }
}

customElements.define("channel-dialog", ChannelDialog)
