// For administrators: how many people have seen, closed and used each tip, and what experiments found. Nobody is named, and
// groups of a few people are hidden.

import { h, render, svg } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, put } from "../Shared/http.js"
import { mark } from "../Shared/mark.js"
import { t, tn } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { hasRole, currentPrincipal, loadSession } from "../People/session.js"
import { bar, breakdown, hidden } from "./tip-breakdown.js"
import { endingName, figure, figures, share } from "./tip-words.js"
import { bars, interval, reachOf, span, standsFor, verdict } from "./models/tip-statistics.js"
import "../Shared/notice-bar.js"
import "../People/account-bar.js"

const TIPS = "/api/v1/tips"
const SCALE = 120 // width of a picture in its own units

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

  #show({ hiddenBelow, people, unreadable, tips, experiments }) {
    this.#hiddenBelow = hiddenBelow
    render(this.#parts.main,
      h("h1", { tabindex: "-1" }, t("Tips in numbers")),
      h("p.lead", {}, people === null ? t("A few people have been shown tips.") : tn("{count} person has been shown tips.", "{count} people have been shown tips.", people), " ",
        t("Numbers with fewer than {count} people behind them are hidden, and so are others from which those could be worked out.", { count: figure(hiddenBelow) })),
      unreadable > 0 && h("p", {}, tn("The records of {count} person cannot be read and are not counted.", "The records of {count} people cannot be read and are not counted.", unreadable)),
      tips.length === 0
        ? h("div.empty", {}, mark(), h("p", {}, t("There are no tips in the catalogue.")))
        : h("ul.statistics", {}, tips.map(tip => h("li", {}, this.#tip(tip)))),
      h("section.stack", { "aria-labelledby": "experiments-title" },
        h("h2", { id: "experiments-title" }, t("Experiments")),
        experiments.length === 0
          ? h("p.muted", {}, t("No experiment is running."))
          : [
            h("p.muted.small", {}, t("Numbers of people are told in whole fives, as ranges. Shares are those in the middle of the ranges; an interval holds for every number in them.")),
            h("ul.stack", {}, experiments.map(experiment => h("li", {}, this.#experiment(experiment, titleOf(experiment.tip, tips))))),
          ]))
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

  // The words are the table behind the bars.
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

  // MARK: experiments

  #experiment({ name, goal, goalAbout, exposed, holdout, difference, variants }, tip) {
    const reach = reachOf([difference, ...variants.map(variant => variant.difference)])
    return h("article.panel.stack", { "aria-label": name },
      h("h3", {}, h("bdi", {}, name)),
      h("p.muted.small", {}, goal ? t("Tip “{tip}”, goal: {goal}", { tip, goal: goalAbout ?? goal }) : t("Tip “{tip}”", { tip })),
      h("dl.statistic-figures.arms", {}, this.#arm(t("With the tip"), exposed), this.#arm(t("Without it"), holdout)),
      comparison(difference, reach),
      variants.map(variant => [
        h("dl.statistic-figures.arms.variant", {}, this.#arm(t("With the words “{name}”", { name: variant.name }), variant)),
        comparison(variant.difference, reach),
      ]).flat())
  }

  #arm(name, arm) {
    const isHidden = arm.people === null || arm.reached === null
    const [people, reached] = [arm.people, arm.reached].map(told => figures(standsFor(told)))
    return h("div", {}, h("dt", {}, name), h("dd.figures", {}, isHidden
      ? hidden()
      : t("{reached} of {people} ({share})", { reached, people, share: share(arm.share ?? 0) })))
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

// What a tip says, or its identifier when it is in the catalogue no more.
const titleOf = (id, tips) => tips.find(tip => tip.id === id)?.title ?? id

function comparison(difference, reach) {
  if (difference === null) return h("p.muted", {}, t("There are too few people in one of the groups to compare them."))
  return h("div.difference", {}, intervalPicture(difference, reach), h("p", {}, differenceSentence(difference)))
}

// The line is the interval, the dot of the mark its estimate, the stroke in the middle no difference. All of an experiment
// have one scale.
function intervalPicture(difference, reach) {
  const { low, estimate, high } = interval(difference, reach)
  const at = place => 8 + place * (SCALE - 16)
  return svg("svg", { class: `interval ${verdict(difference)}`, viewBox: `0 0 ${SCALE} 24`, "aria-hidden": "true" },
    svg("path", { class: "interval-zero", d: `M${SCALE / 2} 2V22` }),
    svg("path", { class: "interval-line", d: `M${at(low)} 12H${at(high)}` }),
    svg("path", { class: "interval-end", d: `M${at(low)} 8V16M${at(high)} 8V16` }),
    svg("circle", { class: "interval-dot", cx: at(estimate), cy: 12, r: 4 }))
}

function differenceSentence(difference) {
  const points = value => figure(Math.round(value * 1000) / 10)
  const values = { estimate: points(Math.abs(difference.estimate)), low: points(difference.low), high: points(difference.high) }
  switch (verdict(difference)) {
    case "more": return t("With the tip, {estimate} percentage points more reach the goal (95% interval: {low} to {high}).", values)
    case "fewer": return t("With the tip, {estimate} percentage points fewer reach the goal (95% interval: {low} to {high}).", values)
    default: return t("No difference can be told yet (95% interval: {low} to {high} percentage points).", values)
  }
}

customElements.define("tip-statistics-page", TipStatisticsPage)
