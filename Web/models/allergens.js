// Allergens of an item together with what was chosen. Unknown is never read as none (C18, C19).

export function union(statements) {
  if (statements.some(statement => !statement?.known)) {
    return { known: false, contains: gather(statements, "contains"), mayContain: [] }
  }
  const contains = gather(statements, "contains")
  const mayContain = gather(statements, "mayContain").filter(allergen => !contains.includes(allergen))
  return { known: true, contains, mayContain }
}

// Whether a cook or an eater must be told something: unknown is as good a reason as contained (C79).
export function needsWarning(statement) {
  return !statement?.known || statement.contains.length + statement.mayContain.length > 0
}

function gather(statements, part) {
  return [...new Set(statements.flatMap(statement => statement?.[part] ?? []))].sort()
}
