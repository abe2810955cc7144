// What differs between two parts of a site: entries as in differences.js, about the site, its spots, its gateways and the places of
// its cafés.

import { compareField, compareThings, membersOf } from "./differences.js"

// cafes: the cafés of the site with their names.
export function siteDifferences(before, after, cafes) {
  const found = []
  for (const field of membersOf(before, after, ["spots", "gateways", "cafes"])) compareField(found, "site", [], field, before[field], after[field])
  compareThings(found, "spot", [], before.spots ?? [], after.spots ?? [])
  compareThings(found, "gateway", [], named(before.gateways), named(after.gateways))
  const places = part => (part.cafes ?? []).map(place => ({ ...place, name: cafes.find(({ id }) => id === place.id)?.name ?? { en: place.id } }))
  compareThings(found, "cafe", [], places(before), places(after))
  return found
}

// A gateway has no name but its identifier.
const named = gateways => (gateways ?? []).map(({ id, spot }) => ({ id, spot, name: { en: id } }))
