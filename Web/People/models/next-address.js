// Finds where to go after signing in: only to a path of this server, so that a link cannot lead elsewhere.

import { openPages } from "./administration.js"

const HOMES = { kitchen: "/kitchen", board: "/board", kiosk: "/kiosk", entrance: "/entrance" }
const AT_KITCHEN = ["cook", "expo", "manager"]

// The page of a person or a screen. People who do not order begin with what they work at.
export function homeOf(principal) {
  if (principal.kind === "device") return HOMES[principal.roles[0]] ?? "/"
  if (principal.roles.includes("employee")) return "/order"
  return principal.roles.some(role => AT_KITCHEN.includes(role)) ? "/kitchen" : openPages(principal)[0]?.address ?? "/order"
}

// page: the origin of the present page, and its hash, which the next page gets unless it has one of its own.
export function nextAddress(wanted, principal, { origin, hash = "" }) {
  const home = homeOf(principal)
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, origin)) return home
  const address = new URL(wanted, origin)
  return address.origin === origin ? address.pathname + address.search + (address.hash || hash) : home
}
