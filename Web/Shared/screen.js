// What the screens on the wall have in common.

import { clockTime } from "./locale.js"

// Acts every so many milliseconds, until the signal is aborted.
export function every(milliseconds, act, signal) {
  const ticker = setInterval(act, milliseconds)
  signal.addEventListener("abort", () => clearInterval(ticker), { once: true })
}

// When the link was lost, in the café's time; by the server's clock if it was ever heard.
export function lostAt(feed, clock, cafe) {
  const now = clock.isSet ? clock.now : Date.now()
  return clockTime(now - feed.lostFor, cafe.timeZone)
}
