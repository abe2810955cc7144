// What differs between two parts of a site: entries as in differences.js, about the site, its spots and its gateways.

import { compareField, compareThings, membersOf } from "./differences.js"

export function siteDifferences(before, after) {
  const found = []
  for (const field of membersOf(before, after, ["spots", "gateways"])) compareField(found, "site", [], field, before[field], after[field])
  compareThings(found, "spot", [], before.spots ?? [], after.spots ?? [])
  compareThings(found, "gateway", [], named(before.gateways), named(after.gateways))
  return found
}

// A gateway has no name but its identifier.
const named = gateways => (gateways ?? []).map(({ id, spot }) => ({ id, spot, name: { en: id } }))
