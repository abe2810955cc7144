// Allergens of an item together with what was chosen. Unknown is never read as none (C18, C19).

export function union(statements) {
  if (statements.some(statement => !statement?.known)) {
    return { known: false, contains: gather(statements, "contains"), mayContain: [] }
  }
  const contains = gather(statements, "contains")
  const mayContain = gather(statements, "mayContain").filter(allergen => !contains.includes(allergen))
  return { known: true, contains, mayContain }
}

// What is known of an item while its dialog is open, or of its card on the menu with nothing chosen yet: the union of the
// item and what is chosen, and whether a choice that has still to be made can add something to it (C18).
export function soFar(item, selection) {
  const chosen = item.groups.flatMap(group => group.choices).filter(({ id }) => selection.quantity(id) > 0)
  const isUndecided = selection.missing.some(({ choices }) => choices.some(({ allergens }) => needsWarning(allergens)))
  return { ...union([item, ...chosen].map(({ allergens }) => allergens)), isUndecided }
}

// Whether a cook or an eater must be told something: unknown is as good a reason as contained (C79).
export function needsWarning(statement) {
  return !statement?.known || statement.contains.length + statement.mayContain.length > 0
}

function gather(statements, part) {
  return [...new Set(statements.flatMap(statement => statement?.[part] ?? []))].sort()
}
