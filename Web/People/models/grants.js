// Roles of people as the API writes them, such as "cook", "cook@cafe:main-cafe" and "manager@site:berlin", and as a form
// shows them: each role with its places, where EVERYWHERE stands for no place.

export const EVERYWHERE = ""

// Of these roles the server looks only at those that hold everywhere.
const UNPLACED = new Set(["employee", "auditor", "administrator"])

// Returns { role, scope: "organisation" | "site" | "cafe", place }; place is the identifier, or null.
export function parseGrant(text) {
  const [role, where] = splitOnce(text, "@")
  if (where === null) return { role, scope: "organisation", place: null }
  const [scope, place] = splitOnce(where, ":")
  return { role, scope, place }
}

// The places of each role: { cook: ["cafe:main-cafe"], administrator: [EVERYWHERE] }, in the order of the grants.
export function placesByRole(grants) {
  const places = {}
  for (const grant of grants) {
    const [role, where] = splitOnce(grant, "@")
    places[role] = [...(places[role] ?? []), where ?? EVERYWHERE]
  }
  return places
}

// The grants of a form. A role that holds everywhere needs no other place; a place counts once.
export function grantsOf(places) {
  return Object.entries(places).flatMap(([role, chosen]) => {
    if (chosen.includes(EVERYWHERE)) return [role]
    return [...new Set(chosen)].map(place => `${role}@${place}`)
  })
}

export const isSameGrants = (left, right) => left.length === right.length && left.every(grant => right.includes(grant))

// Whether a form offers places for a role. A place that is there already can always be changed.
export const takesPlace = (role, present) => !UNPLACED.has(role) || present.some(place => place !== EVERYWHERE)

// What a form offers as places, from the cafés of the campus: everywhere comes first, then each site with its cafés.
// Returns [{ value, scope, name }].
export function placeChoices(cafes) {
  const sites = new Map(cafes.map(({ site }) => [site.id, site.name]))
  return [{ value: EVERYWHERE, scope: "organisation", name: null }, ...[...sites].flatMap(([id, name]) => [
    { value: `site:${id}`, scope: "site", name },
    ...cafes.filter(({ site }) => site.id === id).map(cafe => ({ value: `cafe:${cafe.id}`, scope: "cafe", name: cafe.name })),
  ])]
}

// The names of sites and cafés: a map of "site:id" and "cafe:id".
export const placeNames = cafes => new Map(cafes.flatMap(({ id, name, site }) => [[`cafe:${id}`, name], [`site:${site.id}`, site.name]]))

function splitOnce(text, mark) {
  const index = text.indexOf(mark)
  return index < 0 ? [text, null] : [text.slice(0, index), text.slice(index + 1)]
}
