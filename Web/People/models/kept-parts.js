// Puts the parts of what is kept about a person onto the cards of the page. A part is { name, count, since, until, rule, stays },
// as the server sends it.

// The parts of each card, in the order of the page.
const CARDS = {
  account: ["sign-in", "preferences", "passkeys", "recovery-codes", "identities", "pairings"],
  orders: ["orders", "bookings", "meal-accounts", "order-requests", "pickup-hold", "kiosk-badge"],
  favourites: ["favourites"],
  punches: ["punches", "day-corrections", "closed-months", "approval-delegations"],
  reminders: ["reminder-settings", "crossings"],
  following: ["following", "presence"],
  wearables: ["wearables"],
  notices: ["inbox", "notice-settings", "notice-channels", "notice-deliveries", "notices"],
  tips: ["tips", "devices"],
  sessions: ["sessions"],
  log: ["security-log"],
  looks: ["looks"],
  office: ["screens", "tip-changes", "cafe-changes"],
}

// The cards by name, each with its parts; what a later server keeps besides is on the card "others".
export function cardsOf(parts) {
  const known = new Set(Object.values(CARDS).flat())
  const cards = Object.fromEntries(Object.entries(CARDS).map(([card, names]) =>
    [card, names.map(name => parts.find(part => part.name === name)).filter(part => part !== undefined)]))
  return { ...cards, others: parts.filter(({ name }) => !known.has(name)) }
}

// What an erasure leaves.
export const staying = parts => parts.filter(({ stays }) => stays)

// Looks of one person at the same data on one day are one line. looks: as the server sends them, the last first; dayOf: the day
// of an instant where the reader is.
export function looksByDay(looks, dayOf) {
  const lines = new Map()
  for (const look of looks) {
    const key = [look.viewer, look.what, look.detail ?? "", dayOf(look.to)].join("\n")
    const line = lines.get(key)
    lines.set(key, line ? { ...line, times: line.times + look.times, from: look.from } : look)
  }
  return [...lines.values()]
}
