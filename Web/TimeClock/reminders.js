// The pending reminder of the signed-in person, on any page. Only the last one shows (W29).

import { get } from "../Shared/http.js"
import { read, write } from "../Shared/storage.js"

const DISMISSED = "vicinity-dismissed-reminder"

// Whether a change of a person's topic is about attendance.
export const isAboutAttendance = ({ kind }) => kind.startsWith("attendance.")

export class Reminders {
  #bar
  #asked = 0

  // bar: the reminder-bar that shows it.
  constructor(bar) { this.#bar = bar }

  // Loads the pending reminder. The later of two loads counts.
  async look() {
    const number = ++this.#asked
    const today = await get("/api/v1/attendance").catch(() => null)
    if (today !== null && number === this.#asked) this.show(today.pending ?? null)
  }

  // reminder: the pending reminder, or null.
  show(reminder) {
    if (reminder === null || read(localStorage, DISMISSED) === reminder.id) return this.clear()
    this.#bar.show(reminder, () => this.#dismiss(reminder))
  }

  clear() {
    this.#asked += 1
    this.#bar.hide()
  }

  #dismiss(reminder) {
    write(localStorage, DISMISSED, reminder.id)
    this.clear()
  }
}
