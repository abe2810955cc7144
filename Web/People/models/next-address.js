// Finds where to go after signing in: only to a path of this server, so that a link cannot lead elsewhere.

const HOMES = { kitchen: "/kitchen", board: "/board" }

export function nextAddress(wanted, principal, origin) {
  const home = principal.kind === "device" ? HOMES[principal.roles[0]] ?? "/" : "/order"
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, origin)) return home
  const address = new URL(wanted, origin)
  return address.origin === origin ? address.pathname + address.search + address.hash : home
}
