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
// last registration from this browser, or null. person: who is signed in. server: { pushKey, channels, removedDigests }.
export function neededRepair({ permission, subscription, kept, person, server }) {
  if (permission !== "granted") return Repair.nothing
  const { digest = null, key = null } = subscription ?? {}
  // Somebody else's notices must not come to the person who uses this browser now.
  if (kept !== null && kept.person !== person) return subscription ? Repair.end : Repair.nothing
  const wasRemoved = (server.removedDigests ?? []).includes(digest ?? kept?.digest)
  if (wasRemoved) return Repair.end
  if (!subscription) return kept ? Repair.subscribe : Repair.nothing
  if (key !== null && key !== server.pushKey) return Repair.renew
  if (server.channels.some(channel => channel.digest === digest)) return Repair.confirm
  // The server drops a subscription that the push service has forgotten; the browser may not know that yet.
  return kept?.digest === digest ? Repair.renew : Repair.register
}
