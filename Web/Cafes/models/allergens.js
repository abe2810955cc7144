// The allergens of an item with its choices. Unknown never counts as none (C18, C19).

export function union(statements) {
  if (statements.some(statement => !statement?.known)) {
    return { known: false, contains: gather(statements, "contains"), mayContain: [] }
  }
  const contains = gather(statements, "contains")
  const mayContain = gather(statements, "mayContain").filter(allergen => !contains.includes(allergen))
  return { known: true, contains, mayContain }
}

// The allergens of an item in its dialog, or on its card on the menu: the allergens of the item and of its selected
// choices, and whether an open choice can add one (C18).
export function soFar(item, selection) {
  const chosen = item.groups.flatMap(group => group.choices).filter(({ id }) => selection.quantity(id) > 0)
  const isUndecided = selection.missing.some(({ choices }) => choices.some(({ allergens }) => needsWarning(allergens)))
  return { ...union([item, ...chosen].map(({ allergens }) => allergens)), isUndecided }
}

// Whether to warn the cook and the diner: unknown counts like contained (C79).
export function needsWarning(statement) {
  return !statement?.known || statement.contains.length + statement.mayContain.length > 0
}

function gather(statements, part) {
  return [...new Set(statements.flatMap(statement => statement?.[part] ?? []))].sort()
}
