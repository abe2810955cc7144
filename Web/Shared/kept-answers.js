// Knows which of the answers that a page has were kept by the service worker, because the server did not answer, and since when
// they are stale.

const STORED_AT = "Vicinity-Stored-At" // as in models/kept-requests.js

const stored = new Map() // milliseconds, by path
const followers = new Set()

// The oldest time of what the page shows, in milliseconds; null when all of it came from the server.
export const staleSince = () => (stored.size === 0 ? null : Math.min(...stored.values()))

// follower: called with no arguments when staleSince has changed.
export function followStaleness(follower) { followers.add(follower) }

// Called when the server answers again, before the page loads again what it shows: whatever is still kept is noted then.
export function forgetKept() {
  if (stored.size === 0) return
  stored.clear()
  for (const follower of followers) follower()
}

// Whether the page's last answer for this path was kept.
export const isKept = path => stored.has(path)

// http.js calls it for each answer. headers: as fetch gives them.
export function noteAnswer(path, headers) {
  const before = staleSince()
  const time = Number(headers.get(STORED_AT) ?? NaN)
  if (Number.isFinite(time)) stored.set(path, time)
  else if (stored.size > 0) serverIsBack(path)
  if (staleSince() !== before) for (const follower of followers) follower()
}

// One fresh answer makes its own part fresh, whatever the query was.
function serverIsBack(path) {
  const [address] = path.split("?")
  for (const other of stored.keys()) if (other.split("?")[0] === address) stored.delete(other)
}
