// What a screen of the kitchen shows: one station, the lines without a station, the pass, or everything.
//
// A view is "all", "expo", "unrouted", or "station/" and the station's identifier. The views of all stations and "unrouted"
// together show each line exactly once, so nothing is lost between two screens (C67).

const STATION = "station/"

export const stationView = id => STATION + id

// The views of a café in the order of their tabs. stations: identifiers.
export const viewsOf = stations => ["all", "expo", ...stations.map(stationView), "unrouted"]

// The view to show: the stored one while the café has it.
export const chosenView = (stored, stations) => viewsOf(stations).includes(stored) ? stored : "all"

// Whether the screen hands tickets over.
export const handsOver = view => view === "all" || view === "expo"

// The lines of a ticket that belong to this screen.
export function linesIn(view, ticket, stations) {
  if (handsOver(view)) return ticket.lines
  if (view === "unrouted") return ticket.lines.filter(({ station }) => !stations.includes(station))
  return ticket.lines.filter(({ station }) => stationView(station) === view)
}

// The other stations of a ticket: [{ station, isDone }], in the order of the ticket; station is null for lines without a
// station.
export function alsoAt(view, ticket, stations) {
  if (handsOver(view)) return []
  const here = linesIn(view, ticket, stations)
  const others = new Map()
  for (const line of ticket.lines) {
    if (here.includes(line)) continue
    const station = stations.includes(line.station) ? line.station : null
    others.set(station, (others.get(station) ?? true) && line.done)
  }
  return [...others].map(([station, isDone]) => ({ station, isDone }))
}

// Whether this screen shows the ticket. Screens that hand over show it until it is ready. A station shows it until its own
// lines are done. lingering: tickets that were finished here a moment ago and can be undone.
export function isShown(view, ticket, stations, lingering = new Set()) {
  const lines = linesIn(view, ticket, stations)
  if (lines.length === 0) return false
  if (ticket.stage === "cancelled") return lines.some(({ done }) => !done)
  if (handsOver(view)) return ["waiting", "preparing", "done"].includes(ticket.stage)
  if (lines.some(({ done }) => !done)) return ticket.stage === "waiting" || ticket.stage === "preparing"
  return lingering.has(ticket.id)
}

// How the ticket looks here: its stage, but "done" as soon as the own lines are.
export function stageIn(view, ticket, stations) {
  if (handsOver(view) || ticket.stage === "cancelled") return ticket.stage
  const lines = linesIn(view, ticket, stations)
  return lines.every(({ done }) => done) ? "done" : lines.some(({ done }) => done) ? "preparing" : ticket.stage
}

// Whether everything is made and the pass has yet to confirm it (C71). stage: how the ticket looks here.
export const isComplete = (ticket, stage) => stage === "preparing" && ticket.lines.every(({ done }) => done)

// The request for a press on the whole ticket. A station changes only its own lines.
export function wholeAction(view, ticket, stations, action) {
  const isOfLines = ["bump", "undo", "acknowledge"].includes(action) && !handsOver(view)
  return isOfLines ? { action, lines: linesIn(view, ticket, stations).map(({ index }) => index) } : { action }
}
