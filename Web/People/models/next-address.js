// Finds where to go after signing in: only to a path of this server, so that a link cannot lead elsewhere.

const HOMES = { kitchen: "/kitchen", board: "/board", kiosk: "/kiosk", entrance: "/entrance" }

// page: the origin of the present page, and its hash, which the next page gets unless it has one of its own.
export function nextAddress(wanted, principal, { origin, hash = "" }) {
  const home = principal.kind === "device" ? HOMES[principal.roles[0]] ?? "/" : "/order"
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, origin)) return home
  const address = new URL(wanted, origin)
  return address.origin === origin ? address.pathname + address.search + (address.hash || hash) : home
}
