// Data practices, which the server names by texts such as "follows/berlin/gateways" and "keeps-names/90".

// Returns { kind, site, value }. site is null for a practice of the whole organisation.
export function parsePractice(practice) {
  const parts = practice.split("/")
  return parts.length === 2
    ? { kind: parts[0], site: null, value: parts[1] }
    : { kind: parts[0], site: parts[1], value: parts.slice(2).join("/") }
}

// Groups practices by site: a list of [site, practices]. Leaves out those of the whole organisation, which the server announces.
export function bySite(practices) {
  const sites = new Map()
  for (const practice of practices) {
    const { site } = parsePractice(practice)
    if (site !== null) sites.set(site, [...(sites.get(site) ?? []), practice])
  }
  return [...sites]
}
