// Allergens of an item together with what was chosen. Unknown is never read as none (C18, C19).

export function union(statements) {
  if (statements.some(statement => !statement?.known)) {
    return { known: false, contains: gather(statements, "contains"), mayContain: [] }
  }
  const contains = gather(statements, "contains")
  const mayContain = gather(statements, "mayContain").filter(allergen => !contains.includes(allergen))
  return { known: true, contains, mayContain }
}

function gather(statements, part) {
  return [...new Set(statements.flatMap(statement => statement?.[part] ?? []))].sort()
}
