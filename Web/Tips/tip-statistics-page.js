// Shows administrators how many people saw, closed and used each tip. It names no people, and hides small groups.

import { h, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, put } from "../Shared/http.js"
import { mark } from "../Shared/mark.js"
import { t, tn } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { hasRole, currentPrincipal, loadSession } from "../People/session.js"
import { bar, breakdown, hidden } from "./tip-breakdown.js"
import { endingName, figure } from "./tip-words.js"
import { bars, span } from "./models/tip-statistics.js"
import "../Shared/notice-bar.js"
import "../People/account-bar.js"

const TIPS = "/api/v1/tips"

class TipStatisticsPage extends HTMLElement {
  #abort = null
  #hiddenBelow = 5
  #parts = { account: h("account-bar"), main: h("div.statistics-main.stack"), notice: h("notice-bar") }

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    for (const name of ["signed-in", "signed-out"]) this.addEventListener(name, () => this.#begin(), { signal })
    this.addEventListener("sign-out-failed", ({ detail }) => this.#parts.notice.show(detail), { signal })
    const { account, main, notice } = this.#parts
    render(this, account, main, notice)
    this.#begin()
  }

  disconnectedCallback() { this.#abort.abort() }

  async #begin() {
    const { signal } = this.#abort
    render(this.#parts.main, loading(t("Loading the numbers.")))
    try {
      await loadSession()
      if (signal.aborted) return
      this.#parts.account.show(currentPrincipal())
      if (!hasRole("administrator")) return this.#refuse()
      const statistics = await get(`${TIPS}/statistics`)
      if (!signal.aborted) this.#show(statistics)
    } catch (error) {
      if (!signal.aborted) render(this.#parts.main, failure(explain(error), () => this.#begin()))
    }
  }

  #refuse() {
    const { account, main } = this.#parts
    render(main, account.invitation(t("Tips in numbers"), t("This page is for administrators.")))
  }

  #show({ hiddenBelow, people, unreadable, tips }) {
    this.#hiddenBelow = hiddenBelow
    render(this.#parts.main,
      h("h1", { tabindex: "-1" }, t("Tips in numbers")),
      h("p.lead", {}, people === null ? t("A few people have been shown tips.") : tn("{count} person has been shown tips.", "{count} people have been shown tips.", people), " ",
        t("Counts of fewer than {count} people are hidden, and so are counts that would reveal them.", { count: figure(hiddenBelow) })),
      unreadable > 0 && h("p", {}, tn("The records of {count} person cannot be read and are not counted.", "The records of {count} people cannot be read and are not counted.", unreadable)),
      tips.length === 0
        ? h("div.empty", {}, mark(), h("p", {}, t("There are no tips in the catalogue.")))
        : h("ul.statistics", {}, tips.map(tip => h("li", {}, this.#tip(tip)))))
  }

  // MARK: one tip

  #tip(tip) {
    const name = `tip-${tip.id}`
    return h("article.panel.stack.statistic", { "aria-labelledby": name },
      h("div.row.apart", {},
        h("div", {}, h("h2", { id: name, dir: "auto" }, tip.title), h("p.muted.small.figures", { dir: "ltr" }, tip.id)),
        this.#switch(tip)),
      this.#numbers(tip))
  }

  #numbers(tip) {
    if (tip.people === 0) return h("p.muted", {}, t("Nobody has been shown this tip yet."))
    if (tip.people === null) return h("p.muted", {}, t("Fewer than {count} people have been shown this tip, so its numbers are hidden.", { count: figure(this.#hiddenBelow) }))
    return [
      this.#figures(tip),
      this.#chart(t("How it ended"), Object.entries(tip.ended).map(([reason, people]) => ({ name: endingName(reason), people }))),
      breakdown(tip),
    ]
  }

  #switch(tip) {
    return h("label.switch", {},
      h("input", { type: "checkbox", role: "switch", "data-key": `switch-${tip.id}`, checked: tip.isOn, onchange: ({ target }) => this.#turn(tip, target) }),
      h("span", {}, h("span.hidden-visually", {}, tip.title, ": "), t("Shown to people")))
  }

  async #turn(tip, box) {
    try {
      await put(`${TIPS}/${encodeURIComponent(tip.id)}/switch`, { isOn: box.checked })
      this.#parts.notice.show(box.checked ? t("The tip is on again.") : t("The tip is off. Pages that are open follow within minutes."))
    } catch (error) {
      box.checked = !box.checked
      this.#parts.notice.show(explain(error))
    }
  }

  #figures({ people, displays, seconds, dismissed, acted }) {
    const rows = [
      [t("People"), people, figure], [t("Times shown"), displays, figure], [t("On screen"), seconds, duration],
      [t("Sent away"), dismissed, figure], [t("Pressed a button"), acted, figure],
    ]
    return h("dl.statistic-figures", {}, rows.map(([name, number, words]) =>
      h("div", {}, h("dt", {}, name), h("dd.figures", {}, number === null ? hidden() : words(number)))))
  }

  // The numbers beside the bars give the same information to readers who cannot see the bars.
  #chart(title, parts) {
    const shown = bars(parts.filter(({ people }) => people !== 0))
    return h("div.chart", {},
      h("h3", {}, title),
      shown.length === 0
        ? h("p.muted.small", {}, t("Nothing yet."))
        : h("ul", {}, shown.map(({ name, people, length }) => h("li", {},
          h("span.chart-name", {}, name),
          h("span.chart-number.figures", {}, people === null ? hidden() : figure(people)),
          length !== null && bar(length)))))
  }
}

function duration(seconds) {
  const { unit, count } = span(seconds)
  switch (unit) {
    case "second": return tn("{count} second", "{count} seconds", count)
    case "minute": return tn("{count} minute", "{count} minutes", count)
    case "hour": return tn("{count} hour", "{count} hours", count)
    default: return tn("{count} day", "{count} days", count)
  }
}

customElements.define("tip-statistics-page", TipStatisticsPage)
