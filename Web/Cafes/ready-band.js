// When an order is ready, as a band on a line of time with the words below it.

import { h, svg } from "../Shared/dom.js"
import { clockTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { onLine } from "./models/ready.js"

const LENGTH = 300 // units of the drawing

// band: { from, until, keptOfTen? }. told: the band that the order was promised, or null.
export function readyBand(band, timeZone, told = null) {
  const { start, end } = onLine(band, Date.now())
  const hasMoved = told !== null && (told.from !== band.from || told.until !== band.until)
  return h("figure.ready-band", {},
    svg("svg", { class: "ready-line", viewBox: `0 0 ${LENGTH} 16`, preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("line", { class: "ready-axis", x1: 0, x2: LENGTH, y1: 8, y2: 8 }),
      svg("rect", { class: "ready-span", x: start * LENGTH, y: 2, width: Math.max(8, (end - start) * LENGTH), height: 12, rx: 6 })),
    h("figcaption", {},
      h("strong", {}, t("Ready {from} to {until}", times(band, timeZone))),
      band.keptOfTen !== undefined && h("span.small.muted", {}, keptWords(band.keptOfTen)),
      hasMoved && h("span.small.muted", {}, t("At first it was {from} to {until}.", times(told, timeZone)))))
}

const times = ({ from, until }, timeZone) => ({ from: clockTime(from, timeZone), until: clockTime(until, timeZone) })

const keptWords = kept => tn("Such times were kept {count} of 10 times lately.", "Such times were kept {count} of 10 times lately.", kept)
