// What was published, the latest first, with what each brought and a way back to it.

import { currentPrincipal } from "../People/session.js"
import { h, render } from "../Shared/dom.js"
import { dayAndExactTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import "./campus-file.js"

class HistoryList extends HTMLElement {
  #draft = null
  #page = null

  show(draft, page) {
    this.#draft = draft
    this.#page = page
    render(this, loading(t("Loading the page.")))
    return this.refresh()
  }

  async refresh() {
    try {
      const revisions = await this.#draft.revisions()
      if (!this.isConnected) return
      render(this,
        h("h2", {}, t("What was published")),
        revisions.length === 0
          ? h("p.muted", {}, t("Nothing was published from this page yet. What is in force came with the campus file."))
          : h("ol.history", {}, revisions.map((revision, index) => this.#entry(revision, revisions[index + 1], index === 0))),
        currentPrincipal()?.grants?.includes("administrator") && this.#campusFile())
    } catch (error) {
      render(this, failure(this.#page.explain(error), () => this.refresh()))
    }
  }

  #campusFile() {
    const file = h("campus-file")
    file.show(this.#page, () => this.#page.begin())
    return file
  }

  #entry(revision, previous, isInForce) {
    const { number, at, by, origin } = revision
    const content = h("div.stack")
    const compare = async () => {
      if (content.childNodes.length > 0 || !details.open) return
      const [now, before] = await this.#page.attempt(() => Promise.all([this.#draft.partAt(number), previous ? this.#draft.partAt(previous.number) : null])) ?? []
      if (now) render(content, before ? this.#page.list(this.#page.differences(before, now)) : h("p.muted", {}, t("The first one that is kept.")))
    }
    const details = h("details", { ontoggle: compare }, h("summary", {}, t("What changed")), content)
    return h("li.history-entry", {},
      h("div.history-words", {},
        h("p", {}, h("strong", {}, dayAndExactTime(at)), isInForce && h("span.state.is-able", {}, t("in force"))),
        h("p.muted.small", {}, originWords(origin, by)),
        details),
      !isInForce && h("button.button", { type: "button", "data-key": `return-${number}`, onclick: () => this.#return(number) }, t("Return to it"),
        h("span.hidden-visually", {}, `: ${dayAndExactTime(at)}`)))
  }

  async #return(number) {
    const then = await this.#page.attempt(() => this.#draft.partAt(number))
    if (!then || !await this.#page.returnTo(number, this.#page.differences(this.#draft.inForce, then))) return
    await this.refresh()
    this.querySelector("h2")?.scrollIntoView({ block: "nearest" })
  }
}

function originWords(origin, by) {
  switch (origin) {
    case "published": return by ? t("Published by {name}", { name: by }) : t("Published")
    case "returned": return by ? t("Returned to an earlier one by {name}", { name: by }) : t("Returned to an earlier one")
    default: return by ? t("Campus file, imported by {name}", { name: by }) : t("Campus file")
  }
}

customElements.define("history-list", HistoryList)
