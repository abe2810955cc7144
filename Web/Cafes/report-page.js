// The report about a café for its managers, as charts and tables. It names no people and hides small groups.

import { AdministrationPage } from "../People/administration-page.js"
import { h, icon, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { longDate, minutes, number, percent, wholeHour } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t, tn } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { capacityRows, countRows, hourRows, isEmpty, isRange, lastDays, lengthRows } from "./models/report.js"
import { stageName } from "./order-words.js"
import { barWithLimit, barWithWhisker, bars, reportPart } from "./report-chart.js"

const SPANS = [1, 7, 28] // days

class ReportPage extends AdministrationPage {
  key = "report"
  #cafes = []
  #range = { cafe: null, from: null, to: null }
  #today = null
  #asked = 0 // counts requests, to drop stale responses
  #controls = h("form.report-controls")
  #body = h("div.stack.report-body")

  title() { return t("Reports") }
  reason() { return t("This page is for managers of a café.") }

  async load(turn) {
    const { cafes } = await get("/api/v1/managed-cafes")
    if (!this.isPresent(turn)) return
    this.#cafes = cafes
    const title = h("h1", { tabindex: "-1" }, this.title())
    if (cafes.length === 0) return render(this.main, title, h("p", {}, t("You manage no café yet.")))
    const query = new URLSearchParams(location.search)
    const cafe = cafes.find(({ id }) => id === query.get("cafe")) ?? cafes[0]
    this.#range = { cafe: cafe.id, from: query.get("from"), to: query.get("to") }
    if (!isRange(this.#range)) this.#range = { cafe: cafe.id, from: null, to: null }
    render(this.main, title, this.#controls, this.#body)
    await this.#show()
  }

  #choose(change) {
    this.#range = { ...this.#range, ...change }
    this.#drawControls()
    const { from, to } = this.#range
    if (!isRange(this.#range)) return render(this.#body, h("p.notice", { role: "status" }, icon("information"), h("span", {}, t("Choose a first and a last day within one year."))))
    history.replaceState(null, "", `?${new URLSearchParams({ cafe: this.#range.cafe, from, to })}`)
    this.#show()
  }

  async #show() {
    const asked = ++this.#asked
    const { cafe, from, to } = this.#range
    render(this.#body, loading(t("Loading the numbers.")))
    try {
      const report = await get(`/api/v1/cafes/${encodeURIComponent(cafe)}/report${from ? `?${new URLSearchParams({ from, to })}` : ""}`)
      if (asked !== this.#asked) return
      this.#today = report.today
      this.#range = { cafe, from: report.from, to: report.to }
      this.#drawControls()
      this.#draw(report)
    } catch (error) {
      if (asked === this.#asked) render(this.#body, failure(this.explain(error), () => this.#show()))
    }
  }

  #drawControls() {
    const { cafe, from, to } = this.#range
    const date = (id, name, value, change) => h("div.field", {}, h("label", { for: id }, name),
      h("input", { id, "data-key": id, type: "date", required: true, value, max: this.#today, onchange: ({ target }) => change(target.value) }))
    render(this.#controls,
      this.#cafes.length > 1 && h("div.field", {}, h("label", { for: "report-cafe" }, t("Café")),
        h("select", { id: "report-cafe", "data-key": "report-cafe", onchange: ({ target }) => this.#choose({ cafe: target.value }) },
          this.#cafes.map(({ id, name }) => h("option", { value: id, selected: id === cafe }, name)))),
      date("report-from", t("First day"), from, value => this.#choose({ from: value })),
      date("report-to", t("Last day"), to, value => this.#choose({ to: value })),
      h("div.row.report-spans", {}, SPANS.map(days => {
        const span = lastDays(this.#today, days)
        return h("button.button", {
          type: "button", "data-key": `days-${days}`, "aria-pressed": String(span.from === from && span.to === to), onclick: () => this.#choose(span),
        }, days === 1 ? t("Today") : tn("{count} day", "{count} days", days))
      })))
  }

  #draw(report) {
    const { from, to, timeZone, hiddenBelow } = report
    const cafe = this.#cafes.find(({ id }) => id === this.#range.cafe)
    const file = `${cafe.id}-${from}-${to}`
    render(this.#body,
      h("p.lead.report-range", {}, from === to ? t("{cafe}, {day}", { cafe: cafe.name, day: longDate(from) }) : t("{cafe}, {first} to {last}", { cafe: cafe.name, first: longDate(from), last: longDate(to) })),
      h("p.muted.small", {}, t("Days and hours are those of the café's clock ({zone}).", { zone: timeZone }), " ",
        t("Numbers of fewer than {count} orders are hidden, and so are numbers that would reveal them.", { count: number(hiddenBelow) })),
      isEmpty(report)
        ? h("div.empty", {}, mark(), h("p", {}, t("No orders reached the kitchen on these days.")))
        : [this.#headlines(report), ...this.#parts(report).map(part => reportPart(part, file))],
      h("p", {}, h("a", { href: `/replay?cafe=${encodeURIComponent(cafe.id)}`, "data-key": "replay" }, t("Look back at the last 24 hours"))))
  }

  #headlines({ orders, keptThousandths, noShowThousandths }) {
    const rows = [[t("Orders"), shown(orders, number)], [t("Ready as promised"), share(keptThousandths)], [t("Not collected"), share(noShowThousandths)]]
    return h("dl.report-headlines", {}, rows.map(([name, words]) => h("div", {}, h("dt", {}, name), h("dd.figures", {}, words))))
  }

  #parts(report) {
    const nothing = t("Nothing yet.")
    const lengths = (id, title, groups, name, head) => ({
      id, title, head: [head, t("Count"), t("Median (minutes)"), t("Nine of ten (minutes)"), t("Longest (minutes)")], empty: nothing,
      rows: lengthRows(groups.map(group => ({ name: name(group), lengths: group.lengths }))).map(({ name, lengths, bar, whisker }) => ({
        name, drawing: barWithWhisker(bar, whisker),
        figure: lengths ? `${minutes(lengths.medianSeconds)} · ${minutes(lengths.p90Seconds)}` : t("hidden"),
        cells: [name, ...(lengths ? [lengths.count, ...["medianSeconds", "p90Seconds", "longestSeconds"].map(key => inMinutes(lengths[key]))] : Array(4).fill(t("hidden")))],
      })),
    })
    const preparation = t("From the ticket's place in the line until the dish is done. For half it took no longer than the bar, for nine of ten no longer than the thin line.")
    return [
      {
        id: "hours", title: t("Orders by hour"), hint: t("When orders were placed."), head: [t("Hour"), t("Ordered ahead"), t("At the kiosk or counter")], empty: nothing,
        legend: [t("Ordered ahead"), t("At the kiosk or counter")],
        rows: hourRows(report.hours).map(({ hour, ahead, walkUp, bars: shares }) => ({
          name: wholeHour(hour), drawing: bars(...shares), figure: ahead === null || walkUp === null ? t("hidden") : number(ahead + walkUp),
          cells: [wholeHour(hour), ahead ?? t("hidden"), walkUp ?? t("hidden")],
        })),
      },
      { ...lengths("items", t("Preparation by dish"), report.items, ({ name }) => name, t("Item")), hint: preparation },
      { ...lengths("stations", t("Preparation by station"), report.stations, ({ name }) => name, t("Station")), hint: preparation },
      { ...lengths("preparation-hours", t("Preparation by hour"), report.preparationHours, ({ id }) => wholeHour(Number(id)), t("Hour")), hint: preparation },
      {
        ...lengths("waits", t("How long people waited"), report.waits.filter(({ lengths }) => lengths !== null || report.orders !== 0), ({ name }) => (name === "ahead" ? t("Ordered ahead") : t("At the kiosk or counter")), t("Orders")),
        hint: [
          t("From the order, or from arrival or payment, until it was ready. Orders for a chosen time are left out."),
          report.walkUpMinutes && tn("Those who stand in the café should wait {count} minute at most.", "Those who stand in the café should wait {count} minutes at most.", report.walkUpMinutes),
        ].filter(Boolean).join(" "),
      },
      {
        id: "quotes", title: t("Promised times"), hint: t("By how much orders were ready before or after the time that they were promised."), head: [t("Time"), t("Orders")], empty: nothing,
        rows: countRows(report.quoteErrors, ({ orders }) => orders).map(({ minutes: missed, orders, bar }) => ({
          name: quoteName(missed), drawing: bars(missed === 0 ? bar : 0, missed === 0 ? 0 : bar), figure: shown(orders, number), cells: [quoteName(missed), orders ?? t("hidden")],
        })),
      },
      {
        id: "stages", title: t("How orders ended"), hint: null, head: [t("Stage"), t("Orders")], empty: nothing,
        rows: countRows(report.stages, ({ orders }) => orders).map(({ stage, orders, bar }) => ({
          name: stageName(stage), drawing: bars(bar), figure: shown(orders, number), cells: [stageName(stage), orders ?? t("hidden")],
        })),
      },
      {
        id: "sold-out", title: t("Sold out"), hint: t("Minutes of the opening hours in which it could not be ordered."), head: [t("Item"), t("Minutes")], empty: t("Nothing was sold out."),
        rows: countRows(report.soldOut, ({ minutes: count }) => count).map(({ name, minutes: count, bar }) => ({
          name, drawing: bars(bar), figure: minutes(count * 60), cells: [name, count],
        })),
      },
      {
        id: "capacity", title: t("Used capacity"), hint: t("How much of the pickup windows was given out: of orders, items or work, whichever is fullest."), head: [t("Hour"), t("Used capacity")], empty: t("This café has no pickup windows."),
        rows: capacityRows(report.capacity).map(({ hour, share, bar, limit }) => ({
          name: wholeHour(hour), drawing: barWithLimit(bar, limit), figure: shown(share, percent), cells: [wholeHour(hour), shown(share, percent)],
        })),
      },
    ]
  }
}

const inMinutes = seconds => Math.round(seconds / 6) / 10

// A hidden number is null.
const shown = (value, words) => (value === null ? t("hidden") : words(value))
const share = thousandths => shown(thousandths, value => percent(value / 1000))

function quoteName(missed) {
  if (missed === 0) return t("As promised")
  return missed < 0 ? tn("{count} min before", "{count} min before", -missed) : tn("{count} min late", "{count} min late", missed)
}

customElements.define("report-page", ReportPage)
