// The webhooks of the organisation, for administrators: where they go, which events they send, their state, and their last deliveries.

import { AdministrationPage } from "../People/administration-page.js"
import { proved } from "../People/proof.js"
import { h, icon, render } from "../Shared/dom.js"
import { get, patch, post, remove } from "../Shared/http.js"
import { dayAndTime, number } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { failureWords } from "./notice-words.js"
import { pathOf, WEBHOOKS } from "./webhook-dialog.js"
import { deliveryStateName, eventName, explainWebhook, formName, isSigned, webhookStateName } from "./webhook-words.js"

class WebhooksPage extends AdministrationPage {
  key = "webhooks"
  #list = h("div.stack")
  #deliveries = new Map() // the last deliveries of each webhook that was opened
  #dialog = h("webhook-dialog")

  title() { return t("Webhooks") }
  reason() { return t("This page is for administrators.") }

  connectedCallback() {
    super.connectedCallback()
    this.append(this.#dialog)
    this.addEventListener("webhooks-changed", () => this.#reload(), { signal: this.signal })
  }

  async load(turn) {
    const { webhooks } = await get(WEBHOOKS)
    if (!this.isPresent(turn)) return
    render(this.main,
      h("h1", { tabindex: "-1" }, t("Webhooks")),
      h("p", {}, t("Other systems of your organisation that get messages about what happens here. Messages hold ids and no names. The place of a person never leaves this server.")),
      this.#list,
      h("div.row", {}, h("button.button.primary", { type: "button", "data-key": "add-webhook", onclick: () => this.#dialog.add() }, icon("plus"), t("Add a webhook"))))
    this.#draw(webhooks)
  }

  async #reload() {
    const { turn } = this
    const found = await this.#try(() => get(WEBHOOKS))
    if (found && this.isPresent(turn)) this.#draw(found.webhooks)
  }

  #draw(webhooks) {
    render(this.#list, webhooks.length === 0
      ? h("div.empty", {}, mark(), h("p", {}, t("No webhook yet.")))
      : webhooks.map(webhook => this.#webhook(webhook)))
  }

  #webhook(webhook) {
    const { id, label, url, form, events, state, failure } = webhook
    const act = (name, words, perform) => h("button.button", { type: "button", "data-key": `${name}-${id}`, onclick: perform }, words, h("span.hidden-visually", { translate: "no" }, `: ${label}`))
    const isOff = state === "disabled"
    return h("section.panel.stack", { "aria-labelledby": `webhook-${id}` },
      h("div.channel-name", {},
        h("h2", { id: `webhook-${id}`, dir: "auto", translate: "no" }, label),
        h(`span.channel-state.is-${state}`, {}, icon(SIGNS[state] ?? "unknown"), webhookStateName(state))),
      h("p.webhook-address", {}, h("bdi", { dir: "ltr", translate: "no" }, url), " · ", h("bdi", {}, formName(form))),
      failure && h("p.notice.waiting", {}, icon("information"), h("span", {}, failureWords(failure))),
      h("ul.row.small.muted", {}, events.map(event => h("li.channel-state", {}, eventName(event)))),
      h("div.row", {},
        !isOff && act("test", t("Send a test"), () => this.#act(() => post(`${pathOf(webhook)}/test`, {}), t("A test is on its way. Look at the deliveries."))),
        act("change", t("Change"), () => this.#dialog.change(webhook)),
        isSigned(form) && act("rotate", t("New secret"), () => this.#try(() => this.#dialog.rotate(webhook))),
        !isOff && act("replay", t("Send again"), () => this.#dialog.replay(webhook)),
        act("switch", isOff ? t("Switch on") : t("Switch off"), () => this.#switch(webhook, isOff)),
        act("remove", t("Remove"), () => this.#remove(webhook))),
      h("details", { ontoggle: ({ target }) => target.open && this.#loadDeliveries(webhook) },
        h("summary", { "data-key": `deliveries-${id}` }, t("Last deliveries")), this.#table(id)))
  }

  #table(id) {
    const body = this.#deliveries.get(id) ?? h("tbody")
    this.#deliveries.set(id, body)
    const heads = [t("When"), t("What"), t("State"), t("Attempts"), t("Answer")]
    return h("table.records.log-table", {}, h("thead", {}, h("tr", {}, heads.map(name => h("th", { scope: "col" }, name)))), body)
  }

  async #loadDeliveries(webhook) {
    const found = await this.#try(() => get(`${pathOf(webhook)}/deliveries`))
    if (!found) return
    render(this.#deliveries.get(webhook.id), found.deliveries.length === 0
      ? h("tr", {}, h("td", { colspan: 5 }, t("Nothing was sent yet.")))
      : found.deliveries.map(({ event, at, state, attempts, failure }) => h("tr", {},
        h("th.log-time", { scope: "row" }, dayAndTime(at)),
        h("td", { "data-label": t("What") }, eventName(event)),
        h("td", { "data-label": t("State") }, h(`span.channel-state.is-${state}`, {}, icon(SIGNS[state] ?? "unknown"), deliveryStateName(state))),
        h("td", { "data-label": t("Attempts") }, number(attempts)),
        h("td", { "data-label": t("Answer") }, failure ? failureWords(failure) : "–"))))
  }

  #switch(webhook, isOff) {
    return this.#act(() => proved(() => patch(pathOf(webhook), { state: isOff ? "working" : "disabled" })))
  }

  async #remove(webhook) {
    const answer = await this.ask.ask({
      title: t("Remove {name}?", { name: webhook.label }),
      text: t("The receiver gets nothing more, and its secrets are deleted. This cannot be undone. To pause it, switch it off."),
      options: [{ value: "keep", label: t("Keep it"), isPrimary: true }, { value: "remove", label: t("Remove") }],
    })
    if (answer !== "remove") return
    await this.#act(() => proved(() => remove(pathOf(webhook))), t("{name} is removed.", { name: webhook.label }))
    this.querySelector("h1")?.focus({ preventScroll: true })
  }

  async #act(act, words = null) {
    const isDone = await this.#try(() => act().then(() => true))
    if (isDone && words !== null) this.notice.show(words)
    await this.#reload()
  }

  async #try(act) {
    try {
      return await act()
    } catch (error) {
      this.notice.show(explainWebhook(error))
    }
  }
}

const SIGNS = { working: "check", failing: "allergen", disabled: "minus", delivered: "check", waiting: "clock", failed: "allergen" }

customElements.define("webhooks-page", WebhooksPage)
