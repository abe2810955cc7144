// The time spans of sold-out marks.

const MINUTE = 60_000

// In minutes; null means until the service day ends, which only the server knows.
export const SPANS = [null, 30, 60, 120]

// The time to send, by the server's clock; null lets the server take the end of the service day.
export const endOf = (span, now) => span === null ? null : new Date(Date.parse(now) + span * MINUTE).toISOString()

// Each choice of the items once, in their order: a choice is sold out in whichever item it is.
export function choicesOf(items) {
  const found = new Map()
  for (const { groups } of items) for (const { choices } of groups) for (const choice of choices) if (!found.has(choice.id)) found.set(choice.id, choice)
  return [...found.values()]
}
