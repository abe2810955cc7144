// The code of an entrance that a phone scanned. It is exchanged at once, because it is valid for a minute; what came of it stays in
// this tab while the person signs in, which may lead over the page of a provider.

import { post } from "../Shared/http.js"
import { isUsable, keptScan, scannedCode } from "./models/door-scan.js"

const KEY = "vicinity-door-scan"

export class DoorScan {
  failure = null // why the last code was refused

  // Takes the code in the address, if it has one.
  async take() {
    const code = scannedCode(location.hash)
    if (code === null) return
    history.replaceState(history.state, "", location.pathname + location.search)
    this.forget()
    try {
      sessionStorage.setItem(KEY, JSON.stringify(await post("/api/v1/door-scans", { code })))
    } catch (error) {
      this.failure = error
    }
  }

  // The scan that waits for a confirmation; null without one. now: the server's time, or null before it is known.
  current(now) {
    const scan = keptScan(sessionStorage.getItem(KEY))
    return scan !== null && isUsable(scan, now) ? scan : null
  }

  forget() {
    this.failure = null
    sessionStorage.removeItem(KEY)
  }
}
