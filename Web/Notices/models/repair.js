// Compares the subscription of this browser with what the server knows of it, at each load of a page (W79). Subscriptions vanish
// without a word: after days, after an update of the system, or when the push service has forgotten them.

export const Repair = Object.freeze({
  nothing: "nothing",
  confirm: "confirm", // tell the server that it lives
  register: "register", // the browser has another one than the server knows
  renew: "renew", // end it and make a new one
  subscribe: "subscribe", // it is gone
  end: "end", // it belongs to somebody else, or was removed
})

// permission: of notifications. subscription: { digest, key } of what the browser has, or null. kept: { person, digest } of the
// last registration from this browser, or null. person: who is signed in. server: { pushKey, channels, removedDigests }; it
// names no key while it cannot push.
export function neededRepair({ permission, subscription, kept, person, server }) {
  if (permission !== "granted") return Repair.nothing
  const { digest = null, key = null } = subscription ?? {}
  // Somebody else's notices must not come to the person who uses this browser now.
  if (kept !== null && kept.person !== person) return subscription ? Repair.end : Repair.nothing
  const wasRemoved = (server.removedDigests ?? []).includes(digest ?? kept?.digest)
  if (wasRemoved) return Repair.end
  // Nothing can be subscribed to then, and what the browser has works again when the key is back.
  if (!server.pushKey) return Repair.nothing
  if (!subscription) return kept ? Repair.subscribe : Repair.nothing
  if (key !== null && key !== server.pushKey) return Repair.renew
  if (server.channels.some(channel => channel.digest === digest)) return Repair.confirm
  // The server drops a subscription that the push service has forgotten; the browser may not know that yet.
  return kept?.digest === digest ? Repair.renew : Repair.register
}

// The name of this browser among the person's devices: the one that it has there already, also under the subscription that was
// registered last, because the person may have chosen it; else the proposal.
export function registeredName({ digest, kept, channels, proposal }) {
  const named = wanted => channels.find(channel => channel.digest === wanted && channel.label)?.label
  return named(digest) ?? (kept && named(kept.digest)) ?? proposal
}
