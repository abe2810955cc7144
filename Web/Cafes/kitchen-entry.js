// What kitchen-ticket.js shows of a ticket on one screen.

import { t } from "../Shared/messages.js"
import { alsoAt, handsOver, linesIn, stageIn } from "./models/kitchen-view.js"

// screen: { view, stations, menu, ages, timeZone, today, lingering, undoTime }; stations: names by identifier; lingering: until when this
// screen shows what it has just finished, by ticket.
export function entryOf(ticket, { view, stations, menu, ages, timeZone, today, lingering, undoTime }) {
  const ids = [...stations.keys()]
  const isWhole = handsOver(view)
  return {
    ticket,
    timeZone,
    today,
    stage: stageIn(view, ticket, ids),
    lines: linesIn(view, ticket, ids),
    others: alsoAt(view, ticket, ids).map(({ station, isDone }) => ({ name: stations.get(station) ?? t("No station"), isDone })),
    stations: isWhole ? stations : null,
    menu,
    canRaise: view === "expo",
    ages,
    undoUntil: isWhole ? ticket.noticeDueAt && Date.parse(ticket.noticeDueAt) : lingering.get(ticket.id),
    undoTime,
  }
}
