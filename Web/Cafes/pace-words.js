// Words for pauses and delays, at the kitchen and on the menu.

import { h, icon } from "../Shared/dom.js"
import { windowTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"

// The name of a paused part. scope: "cafe", "station/…" or "channel/…"; stations: names by identifier.
export function scopeName(scope, stations) {
  switch (scope) {
    case "cafe": return t("The whole café")
    case "channel/web": return t("Orders from the pages")
    case "channel/terminal": return t("Orders from the command line")
    case "channel/kiosk": return t("Orders from the kiosk")
    case "channel/counter": return t("Orders at the counter")
    default: {
      const [kind, id] = [scope.slice(0, scope.indexOf("/")), scope.slice(scope.indexOf("/") + 1)]
      return kind === "station" ? stations.get(id) ?? id : id
    }
  }
}

export const delayWords = ({ minutes }) => tn("about {count} min longer", "about {count} min longer", minutes)

// Names the day of an end that is not today: the service day ends after midnight.
export const pausedWords = (until, timeZone) => t("Paused until {time}", { time: windowTime(until, timeZone) })

// The notice of an open menu about pauses and delays (C63), or null.
export function paceNotice({ pausedUntil, delay }, { name, timeZone }) {
  if (pausedUntil) {
    return h("p.notice.waiting", { role: "status" }, icon("clock"),
      h("span", {}, t("{cafe} is paused until {time} at the latest and takes no orders.", { cafe: name, time: windowTime(pausedUntil, timeZone) })))
  }
  return delay && h("p.notice.waiting", { role: "status" }, icon("clock"),
    h("span", {}, tn("Orders take about {count} min longer now.", "Orders take about {count} min longer now.", delay.minutes)))
}
