// What differs between two campus files: entries as in differences.js, those of a café with its name first and its currency.

import { differences } from "./differences.js"
import { isEqual } from "./merge.js"

export function campusDifferences(before, after) {
  const found = []
  for (const field of ["organisation", "people", "devices"]) {
    if (!isEqual(before[field], after[field])) found.push({ kind: "changed", thing: "campus", names: [], field, before: before[field], after: after[field] })
  }
  const [oldSites, newSites] = [before, after].map(({ sites }) => sites.map(({ cafes: _, ...site }) => site))
  if (!isEqual(oldSites, newSites)) found.push({ kind: "changed", thing: "campus", names: [], field: "sites", before: oldSites, after: newSites })
  const [old, now] = [before, after].map(({ sites }) => new Map(sites.flatMap(({ cafes }) => cafes ?? []).map(cafe => [cafe.id, cafe])))
  for (const [id, { name }] of old) if (!now.has(id)) found.push({ kind: "removed", thing: "cafe", names: [name] })
  for (const [id, cafe] of now) {
    const known = old.get(id)
    if (!known) found.push({ kind: "added", thing: "cafe", names: [cafe.name] })
    else found.push(...differences(known, cafe).map(entry => ({ ...entry, names: [cafe.name, ...entry.names], currency: cafe.currency })))
  }
  return found
}
