// What differs between two parts of a campus file, as a list that can be read: one entry for each thing and field.
//
// An entry is { kind, thing, names, field, before, after }: kind is "added", "removed", "changed" or "moved"; thing is "item",
// "section", "group", "choice", "station", "printer" or "cafe"; names are the texts of the thing, the outermost first. A changed tax rate
// has its taxClass. What was removed or added has its id.

import { isEqual } from "./merge.js"

export function differences(before, after) {
  const found = []
  for (const field of membersOf(before, after, ["menu", "stations", "printers", "tax"])) {
    compareField(found, "cafe", [], field, before[field], after[field])
  }
  compareTaxes(found, before.tax, after.tax)
  compareThings(found, "station", [], before.stations ?? [], after.stations ?? [])
  compareThings(found, "printer", [], before.printers ?? [], after.printers ?? [])
  compareMenus(found, before.menu ?? {}, after.menu ?? {})
  return found
}

// One entry for each tax class, and for each other rule.
function compareTaxes(found, before, after) {
  if (!isThing(before) || !isThing(after)) return compareField(found, "cafe", [], "tax", before, after)
  const [old, now] = [before, after].map(({ rates }) => (isThing(rates) ? rates : {}))
  for (const taxClass of membersOf(old, now, [])) {
    if (!isEqual(old[taxClass], now[taxClass])) found.push({ kind: "changed", thing: "cafe", names: [], field: "taxRate", taxClass, before: old[taxClass], after: now[taxClass] })
  }
  compareField(found, "cafe", [], "taxIncluded", before.included, after.included)
  compareField(found, "cafe", [], "taxRounding", before.rounding, after.rounding)
  compareField(found, "cafe", [], "taxRoundingLevel", before.roundingLevel ?? "line", after.roundingLevel ?? "line")
}

function compareMenus(found, before, after) {
  compareGroups(found, [], before.groups ?? [], after.groups ?? [])
  const [old, now] = [before.sections ?? [], after.sections ?? []]
  compareThings(found, "section", [], old, now, ["items"])
  const [oldItems, newItems] = [old, now].map(itemsByID)
  for (const [id, { item }] of oldItems) if (!newItems.has(id)) found.push({ kind: "removed", thing: "item", id, names: [item.name] })
  for (const [id, { item, section }] of newItems) {
    const known = oldItems.get(id)
    if (!known) {
      found.push({ kind: "added", thing: "item", id, names: [item.name] })
      continue
    }
    if (known.section.id !== section.id) {
      found.push({ kind: "changed", thing: "item", names: [item.name], field: "section", before: known.section.name, after: section.name })
    }
    compareMembers(found, "item", [item.name], known.item, item, ["id", "groups"])
    compareGroups(found, [item.name], known.item.groups ?? [], item.groups ?? [])
  }
  for (const section of now) {
    const known = old.find(({ id }) => id === section.id)
    if (known && hasMoved(known.items ?? [], section.items ?? [])) found.push({ kind: "moved", thing: "item", names: [section.name] })
  }
}

const itemsByID = sections => new Map(sections.flatMap(section => (section.items ?? []).map(item => [item.id, { item, section }])))

function compareGroups(found, names, before, after) {
  const [own, shared] = [list => list.filter(isThing), list => list.filter(group => typeof group === "string")]
  if (!isEqual(shared(before), shared(after))) found.push({ kind: "changed", thing: "item", names, field: "groups", before: shared(before), after: shared(after) })
  compareThings(found, "group", names, own(before), own(after), ["choices"])
  for (const group of own(after)) {
    const known = own(before).find(({ id }) => id === group.id)
    if (known) compareThings(found, "choice", [...names, group.name], known.choices ?? [], group.choices ?? [])
  }
}

export function compareThings(found, thing, names, before, after, apart = []) {
  for (const old of before) if (!after.some(({ id }) => id === old.id)) found.push({ kind: "removed", thing, id: old.id, names: [...names, old.name] })
  for (const now of after) {
    const known = before.find(({ id }) => id === now.id)
    if (known) compareMembers(found, thing, [...names, now.name], known, now, ["id", ...apart])
    else found.push({ kind: "added", thing, id: now.id, names: [...names, now.name] })
  }
  if (hasMoved(before, after)) found.push({ kind: "moved", thing, names })
}

function compareMembers(found, thing, names, before, after, apart) {
  for (const field of membersOf(before, after, apart)) compareField(found, thing, names, field, before[field], after[field])
}

// Texts differ by language, so that a new translation is not a changed name.
export function compareField(found, thing, names, field, before, after) {
  if (isEqual(before, after)) return
  if (["name", "summary"].includes(field) && isThing(before) && isThing(after)) {
    for (const language of membersOf(before, after, [])) {
      if (before[language] !== after[language]) {
        found.push({ kind: "changed", thing, names, field, language, before: before[language], after: after[language] })
      }
    }
    return
  }
  found.push({ kind: "changed", thing, names, field, before, after })
}

const isThing = value => typeof value === "object" && value !== null && !Array.isArray(value)
export const membersOf = (before, after, apart) => [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(name => !apart.includes(name))

function hasMoved(before, after) {
  const order = (list, others) => list.map(({ id }) => id).filter(id => others.some(other => other.id === id))
  return !isEqual(order(before, after), order(after, before))
}
