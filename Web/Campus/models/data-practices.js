// What the configuration collects or passes on, as the server names it: "follows/berlin/gateways", "keeps-names/90".

// Returns { kind, site, value }; site is null for one of the whole organisation.
export function parsePractice(practice) {
  const parts = practice.split("/")
  return parts.length === 2
    ? { kind: parts[0], site: null, value: parts[1] }
    : { kind: parts[0], site: parts[1], value: parts.slice(2).join("/") }
}

// Practices by the site that announces them: a list of [site, practices]. One of the whole organisation is announced by the server.
export function bySite(practices) {
  const sites = new Map()
  for (const practice of practices) {
    const { site } = parsePractice(practice)
    if (site !== null) sites.set(site, [...(sites.get(site) ?? []), practice])
  }
  return [...sites]
}
