// A placed order: its number, its progress, and the person's actions. Fires "cancel-wanted"; for an order that waits
// also "start-wanted" and "arrival-shared".

import { emit, h, icon, render, svg } from "../Shared/dom.js"
import { clockTime, money, windowTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { isToPay, payAddress } from "./payment-choice.js"
import { headline, stageName } from "./order-words.js"
import { isCancellable, isWaiting, progress, reachedAt, STAGES } from "./models/order.js"
import "./order-receipt.js"

const MINUTE = 60_000

class OrderStatus extends HTMLElement {
  #headline = h("p.headline", { role: "status" })
  #body = h("div.stack")
  #foot = h("div.stack")
  #receipt = h("order-receipt", { role: "region", "aria-labelledby": "receipt-title" })
  #shown = null

  // watch: the state of arrival-watch.js for an order that waits.
  show(order, { isCancelling = false, isStarting = false, message = null, watch = "off" } = {}) {
    if (!this.contains(this.#body)) render(this, this.#body, this.#headline, this.#foot)
    this.className = `stage-${order.stage}`
    render(this.#body,
      h("h1", { tabindex: "-1", "data-key": "number" },
        h("span.small.muted", {}, t("Your order")), " ", h("span.order-number", {}, order.number)),
      pickupWords(order) && h("p.with-icon.order-pickup", {}, icon("clock"), h("span", {}, pickupWords(order))),
      order.delayMinutes && pickupWords(order) && h("p.muted", {}, tn("The café needs about {count} min longer than planned.", "The café needs about {count} min longer than planned.", order.delayMinutes)),
      this.#track(order))
    const words = headline(order, watch)
    if (words !== this.#shown) this.#headline.textContent = words
    this.#shown = words
    render(this.#foot,
      message && h("p.notice.alarm", { role: "alert" }, icon("information"), h("span", {}, message)),
      isToPay(order) && h("p", {}, h("a.button.primary", { href: payAddress(order.id), "data-key": "pay" }, t("Pay {total}", { total: money(order.total) }))),
      order.handoverCode && handoverPanel(order),
      isWaiting(order) && this.#waiting(order, watch, isStarting),
      this.#cancelling(order, isCancelling),
      this.#receipt)
    this.#receipt.show(order)
  }

  // Draws the progress as a row of marks; at the current stage the dot crosses into the circle.
  #track(order) {
    const reached = progress(order)
    if (reached === null) return null
    return h("ol.track", { "aria-label": t("Progress") }, STAGES.map((stage, index) => {
      const state = index < reached ? "passed" : index === reached ? "current" : "ahead"
      const at = index <= reached ? reachedAt(order, stage) : null
      return h(`li.${state}`, { "aria-current": state === "current" ? "step" : null },
        stop(), h("span.stage-name", {}, stageName(stage)),
        h("span.small.muted.figures", {}, at ? clockTime(at, order.cafe.timeZone) : ""))
    }))
  }

  #waiting({ total, waiting, cafe }, watch, isStarting) {
    return h("section.panel.stack.waiting-panel", { "aria-label": t("Waiting for you") },
      h("p.with-icon", {}, icon("pin"), h("span", {}, watchWords(watch))),
      h("div.row", {},
        h("button.button.primary", {
          type: "button", "data-key": "start", "aria-disabled": isStarting ? "true" : null,
          onclick: () => { if (!isStarting) emit(this, "start-wanted") },
        }, t("Start now")),
        (watch === "off" || watch === "timed-out") && h("button.button", {
          type: "button", "data-key": "share", onclick: () => emit(this, "arrival-shared"),
        }, t("Use the position of this device"))),
      h("p.muted.small", {}, t("{total} is set aside on your meal account and paid when the kitchen starts. If that has not happened by {time}, the order ends and nothing is paid.", {
        total: money(total), time: clockTime(waiting.until, cafe.timeZone),
      })))
  }

  #cancelling(order, isCancelling) {
    if (!isCancellable(order)) return null
    return h("div.row.apart", {},
      h("p.muted", {}, cutoffWords(order)),
      h("button.button", {
        type: "button", "data-key": "cancel", "aria-disabled": isCancelling ? "true" : null,
        onclick: () => { if (!isCancelling) emit(this, "cancel-wanted") },
      }, t("Cancel order")))
  }
}

// The handover code, as digits and as a QR code.
function handoverPanel({ id, handoverCode }) {
  return h("section.panel.stack", { "aria-label": t("Code for pickup") },
    h("p", {}, t("Show this code to get your order.")),
    h("p.order-number.figures", { dir: "ltr" }, handoverCode),
    h("img", { src: `/api/v1/orders/${encodeURIComponent(id)}/handover-code`, alt: t("The code as a QR code"), width: 160, height: 160 }))
}

// "Pickup 12:15 – 12:30", later by the café's delay; null without a window, and once the order is ready.
function pickupWords({ pickup, stage, cafe, delayMinutes = 0 }) {
  if (!pickup || (stage !== "accepted" && stage !== "preparing")) return null
  const later = instant => Date.parse(instant) + delayMinutes * MINUTE
  return t("Pickup {start} – {end}", { start: windowTime(later(pickup.startsAt), cafe.timeZone), end: clockTime(later(pickup.endsAt), cafe.timeZone) })
}

function cutoffWords({ pickup, cafe }) {
  return pickup?.cancelBefore
    ? t("You can cancel free of charge until {time}, if the kitchen has not started.", { time: windowTime(pickup.cancelBefore, cafe.timeZone) })
    : t("You can cancel free of charge until the kitchen starts.")
}

function watchWords(watch) {
  switch (watch) {
    case "looking": return t("This page watches your position and only tells the café to start. Keep it open and in front: browsers give no position to a page in the background.")
    case "denied": return t("Your browser does not share your position with this page. Start the order yourself when you set out.")
    case "unavailable": return t("This device does not know its position now. Start the order yourself when you set out.")
    case "imprecise": return t("Your position is too rough to tell when you are near. Start the order yourself when you set out, or give this page your precise position.")
    case "timed-out": return t("Your position is taking long. Start the order yourself if it does not come.")
    default: return t("This device does not watch your position. Start the order yourself when you set out, or let this device do it when you come near.")
  }
}

function stop() {
  return svg("svg", { class: "stop", viewBox: "0 0 48 48", "aria-hidden": "true" },
    svg("circle", { class: "stop-ring", cx: 24, cy: 24, r: 18 }),
    svg("circle", { class: "stop-dot", cx: 24, cy: 24, r: 8 }))
}

customElements.define("order-status", OrderStatus)
