// Marks items and choices as sold out, until a time or until the service day ends. Open menus follow.

import { h, icon, render } from "../Shared/dom.js"
import { get, post } from "../Shared/http.js"
import { clockTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { explain } from "./explain.js"
import { choicesOf, endOf, SPANS } from "./models/sold-out.js"

class SoldOutDialog extends HTMLElement {
  #dialog = null
  #cafe = null
  #items = []
  #marks = null
  #span = SPANS[0]
  #error = null
  #isSending = false
  #body = h("div.dialog-body")

  disconnectedCallback() { this.#dialog?.close() }

  // items: of the menu, those of the cook's own station first.
  async open(cafe, items) {
    this.#cafe = cafe
    this.#items = items
    this.#marks = null
    this.#error = null
    this.#dialog = h("dialog.sold-out-dialog", { "aria-labelledby": "sold-out-title", onclose: () => render(this) }, this.#body)
    render(this, this.#dialog)
    this.#draw()
    this.#dialog.showModal()
    await this.#send(() => get(this.#path))
  }

  get #path() { return `/api/v1/cafes/${this.#cafe.id}/sold-out` }

  async #send(request) {
    this.#isSending = true
    try {
      this.#marks = await request()
      this.#error = null
    } catch (error) {
      this.#error = explain(error)
    }
    this.#isSending = false
    if (this.#dialog.open) this.#draw()
  }

  #toggle(kind, id, isSoldOut) {
    if (this.#isSending) return
    const until = isSoldOut ? endOf(this.#span, this.#marks.now) : null
    this.#send(() => post(this.#path, { [kind]: [id], soldOut: isSoldOut, until }))
  }

  #draw() {
    render(this.#body,
      h("div.dialog-head", {},
        h("h2", { id: "sold-out-title" }, t("Sold out")),
        h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: () => this.#dialog.close() }, icon("close"))),
      this.#error && h("p.notice.alarm", { role: "alert" }, icon("information"), h("span", {}, this.#error)),
      this.#marks ? this.#content() : !this.#error && loading(t("Loading what is sold out.")))
  }

  #content() {
    return h("div.stack", {},
      h("p", {}, t("Touch what has run out. Open menus follow at once.")),
      h("div.row", { role: "group", "aria-label": t("For how long") }, SPANS.map(span => h("button.button", {
        type: "button", "data-key": `span-${span}`, "aria-pressed": String(span === this.#span),
        onclick: () => {
          this.#span = span
          this.#draw()
        },
      }, spanWords(span)))),
      h("h3", {}, t("Dishes and drinks")),
      this.#list("items", this.#items),
      h("h3", {}, t("Choices")),
      this.#list("choices", choicesOf(this.#items)))
  }

  #list(kind, things) {
    const marked = new Map(this.#marks[kind].map(mark => [mark.id, mark]))
    return h("ul.sold-out-list", {}, things.map(({ id, name }) => {
      const mark = marked.get(id)
      return h("li", {}, h("button.button.sold-out-thing", {
        type: "button", "data-key": `${kind}-${id}`, "aria-pressed": String(Boolean(mark)), onclick: () => this.#toggle(kind, id, !mark),
      },
      h("span", {}, name),
      mark && h("span.small", {}, icon("close"), t("Sold out until {time}", { time: clockTime(mark.until, this.#cafe.timeZone) }))))
    }))
  }
}

function spanWords(span) {
  if (span === null) return t("Until the day ends")
  return span < 60 ? tn("For {count} minute", "For {count} minutes", span) : tn("For {count} hour", "For {count} hours", span / 60)
}

customElements.define("sold-out-dialog", SoldOutDialog)
