// How a month stands at a place. No function changes what it is given.

// "closed", "asked" or "asked-by-me" for a closed month; else "not-over", "waiting", "running" or "ready".
// place: as the server lists it; me: who looks.
export function stateOf({ over, waiting, running, closing }, me) {
  if (closing) return closing.reopening ? (closing.reopening.askedBy.id === me ? "asked-by-me" : "asked") : "closed"
  if (!over) return "not-over"
  if (waiting > 0) return "waiting"
  return running > 0 ? "running" : "ready"
}
