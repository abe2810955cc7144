// Which pages of administration a person may see, and what an invitation says.

const PAGES = [
  { key: "people", address: "/people", isOpenTo: grants => grants.includes("administrator") },
  { key: "manage", address: "/manage", isOpenTo: grants => grants.some(isOfCafes) },
  { key: "report", address: "/report", isOpenTo: grants => grants.some(isOfCafes) },
  { key: "campus", address: "/campus", isOpenTo: grants => grants.some(isOfGateways) },
  { key: "organisation", address: "/organisation", isOpenTo: grants => grants.includes("administrator") },
  { key: "screens", address: "/screens", isOpenTo: grants => grants.some(isOfScreens) },
  { key: "badges", address: "/badges", isOpenTo: grants => grants.includes("administrator") || grants.includes("facilities") },
  { key: "gateways", address: "/gateways", isOpenTo: grants => grants.some(isOfGateways) },
  { key: "delivery", address: "/delivery", isOpenTo: grants => grants.includes("administrator") },
  { key: "webhooks", address: "/webhooks", isOpenTo: grants => grants.includes("administrator") },
  { key: "attendance-rules", address: "/attendance-rules", isOpenTo: grants => grants.includes("administrator") },
  { key: "team", address: "/team", isOpenTo: grants => grants.some(isOfAttendance) },
  { key: "accounts", address: "/accounts", isOpenTo: grants => grants.includes("finance") },
  { key: "refunds", address: "/refunds", isOpenTo: grants => grants.some(isOfRefunds) },
  { key: "security-log", address: "/security-log", isOpenTo: grants => grants.includes("administrator") || grants.includes("auditor") },
]

// A role that holds at one site or café opens that site's or café's screens.
const isOfScreens = grant => ["manager", "facilities", "administrator"].includes(grant.split("@")[0])

// A role that holds at one site or café opens that site's or café's menu, hours and rules.
const isOfCafes = grant => ["manager", "administrator"].includes(grant.split("@")[0])

// A role that holds at one site or café returns money of that site's or café's orders.
const isOfRefunds = grant => ["manager", "finance"].includes(grant.split("@")[0])

// A role that holds at one site opens the attendance of that site's people.
const isOfAttendance = grant => ["approver", "hr"].includes(grant.split("@")[0])

// A role that holds at one site or café opens that site's or café's gateways, and the page of sites, which says so when there is none.
const isOfGateways = grant => ["facilities", "administrator"].includes(grant.split("@")[0])

// principal: as the session has it, or null. Returns [{ key, address }].
export function openPages(principal) {
  if (principal?.kind !== "person") return []
  return PAGES.filter(({ isOpenTo }) => isOpenTo(principal.grants ?? principal.roles)).map(({ key, address }) => ({ key, address }))
}

// A mailto address for a sign-in name; null when that is no e-mail address.
export function mailAddress(signInName, subject, body) {
  if (!/^[^@\s]+@[^@\s]+$/.test(signInName ?? "")) return null
  const to = encodeURIComponent(signInName).replace("%40", "@")
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
