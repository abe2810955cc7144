// Adds or changes a webhook, shows its new secret once, and asks for what to replay. Fires "webhooks-changed".

import { FormDialog } from "../People/form-dialog.js"
import { ownZone } from "../People/models/preferences.js"
import { proved } from "../People/proof.js"
import { currentChoices } from "../People/session.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { patch, post } from "../Shared/http.js"
import { t, tn } from "../Shared/messages.js"
import { instantOf, localText } from "./models/local-instant.js"
import { eventName, EVENTS, explainWebhook, formName, FORMS, isSigned } from "./webhook-words.js"

export const WEBHOOKS = "/api/v1/webhooks"
const MINUTE = 60_000 // milliseconds
const HOUR = 60 * MINUTE

class WebhookDialog extends FormDialog {
  add() {
    const label = labelField("")
    const url = h("input", { id: "webhook-url", name: "url", type: "url", required: true, dir: "ltr", autocomplete: "off", spellcheck: "false", translate: "no", placeholder: "https://" })
    const form = h("select", { id: "webhook-form", name: "form" }, FORMS.map(each => h("option", { value: each }, formName(each))))
    const events = eventChoice(["order.ready"])
    this.#ask({
      title: t("Add a webhook"), button: t("Add"),
      content: [
        field(label, t("Name")),
        field(url, t("Address"), t("Treat it like a password if it has a secret in it: it is shown only in part.")),
        field(form, t("Form")), events,
      ],
      send: async () => {
        const made = await proved(() => post(WEBHOOKS, { label: label.value.trim(), url: url.value.trim(), form: form.value, events: chosen(events) }))
        if (made && isSigned(made.form)) this.#showSecret(made.label, made.secret)
        else if (made) this.close()
        return made
      },
    })
    label.focus()
  }

  change(webhook) {
    const label = labelField(webhook.label)
    const events = eventChoice(webhook.events)
    this.#ask({
      title: t("Change {name}", { name: webhook.label }), button: t("Save"), content: [field(label, t("Name")), events],
      send: async () => {
        const made = await proved(() => patch(pathOf(webhook), { label: label.value.trim(), events: chosen(events) }))
        if (made) this.close()
        return made
      },
    })
  }

  // Makes another secret; the one before stays valid until the next change.
  async rotate(webhook) {
    const made = await proved(() => post(`${pathOf(webhook)}/secret`, {}))
    if (made) this.#showSecret(webhook.label, made.secret)
  }

  replay(webhook) {
    const now = Date.now()
    // The fields have whole minutes; what happened in this minute belongs to the time too.
    const from = instantField("from", now - HOUR), to = instantField("to", now + MINUTE)
    const done = h("p", { role: "status" })
    this.#ask({
      title: t("Send again to {name}", { name: webhook.label }), button: t("Send again"),
      content: [
        h("p", {}, t("Everything from this time is sent once more, with the same ids, so that the receiver can tell what it has already.")),
        h("div.replay-times", {}, field(from, t("From")), field(to, t("To"))), done,
      ],
      send: async () => {
        const { count } = await post(`${pathOf(webhook)}/replay`, { from: instant(from), to: instant(to) })
        render(done, tn("{count} delivery is sent again.", "{count} deliveries are sent again.", count))
        return { count }
      },
    })
  }

  #ask({ title, button, content, send }) {
    const trouble = h("p.field-error", { role: "alert" })
    this.present({
      id: "webhook-title", title, content: h("div.stack", {}, content, trouble),
      submit: async () => {
        render(trouble)
        try {
          if (await send()) emit(this, "webhooks-changed")
        } catch (error) {
          render(trouble, icon("information"), h("span", {}, explainWebhook(error)))
        }
      },
      foot: [
        h("button.button", { type: "button", onclick: () => this.close() }, t("Cancel")),
        h("button.button.primary", { type: "submit" }, button),
      ],
    })
  }

  #showSecret(name, secret) {
    this.present({
      id: "webhook-title", title: t("The secret of {name}", { name }), submit: null,
      content: [
        h("p", {}, t("Enter it at the receiver, which then knows that a message is from this server. It is not shown again.")),
        h("p.secret", { dir: "ltr", translate: "no" }, secret),
        h("p.muted", {}, t("Messages carry signatures by this secret and by the one before, so that nothing is lost while you change it.")),
      ],
      foot: h("button.button", { type: "button", onclick: () => this.close() }, t("Done")),
    })
  }
}

export const pathOf = ({ id }) => `${WEBHOOKS}/${encodeURIComponent(id)}`

const labelField = value => h("input", { id: "webhook-label", name: "label", required: true, maxlength: 100, dir: "auto", autocomplete: "off", value })

const field = (input, label, hint = null) => h("div.field", {}, h("label", { for: input.id }, label), hint && h("span.hint", {}, hint), input)

const eventChoice = events => h("fieldset.event-types", {}, h("legend", {}, t("Events")),
  EVENTS.map(event => h("label.role-label", {}, h("input", { type: "checkbox", name: event, checked: events.includes(event) }), h("span", {}, eventName(event)))))

const chosen = fieldset => [...fieldset.querySelectorAll("input:checked")].map(({ name }) => name)

// In the person's time zone, like the times of the deliveries.
const zone = () => ownZone(currentChoices().preferences)

const instantField = (name, instant) => h("input", { id: `replay-${name}`, name, type: "datetime-local", required: true, value: localText(instant, zone()) })

const instant = field => new Date(instantOf(field.value, zone())).toISOString()

customElements.define("webhook-dialog", WebhookDialog)
