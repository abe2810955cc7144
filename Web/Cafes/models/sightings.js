// Which stations a screen of the kitchen is for, and which tickets their stations have not seen.

import { stationView } from "./kitchen-view.js"

const OPEN = new Set(["waiting", "preparing"])

// The stations whose people look at a view. The pass belongs to no station. stations: identifiers.
export const stationsOf = (view, stations) => (view === "all" ? stations : stations.filter(id => stationView(id) === view))

// The tickets that a station has still to make and has not seen: [{ station, numbers }]. unseen: [{ ticket, stations }] as the server
// found them; find(id): the ticket as the screen has it, or null.
export function openAt(unseen, find) {
  const numbers = new Map()
  for (const { ticket: id, stations } of unseen) {
    const ticket = find(id)
    if (ticket === null || !OPEN.has(ticket.stage)) continue
    for (const station of stations) {
      if (!ticket.lines.some(line => line.station === station && !line.done)) continue
      numbers.set(station, [...numbers.get(station) ?? [], ticket.number])
    }
  }
  return [...numbers].map(([station, numbers]) => ({ station, numbers }))
}
