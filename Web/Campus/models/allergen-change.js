// The allergens of the campus file, and how one is added to an item or taken from it.

export const ALLERGENS = ["gluten", "wheat", "crustaceans", "eggs", "fish", "peanuts", "soybeans", "milk", "nuts", "celery", "mustard", "sesame", "sulphites", "lupin", "molluscs"]

// kind: "contains", "mayContain", or "" for not in it. Unknown stays unknown: one allergen does not make the others known.
export function withAllergen(item, allergen, kind) {
  if (typeof item.allergens !== "object" || item.allergens === null) return item
  if (kind !== "" && (item.allergens[kind] ?? []).includes(allergen)) return item
  const left = name => (item.allergens[name] ?? []).filter(id => id !== allergen)
  const lists = { contains: left("contains"), mayContain: left("mayContain") }
  if (kind !== "") lists[kind].push(allergen)
  const allergens = {}
  for (const [name, list] of Object.entries(lists)) if (list.length > 0) allergens[name] = list
  return { ...item, allergens }
}

// Whether two statements say the same; the order of a list means nothing.
export function isSameStatement(left, right) {
  const words = value => (typeof value === "string" || !value ? String(value) : [value.contains ?? [], value.mayContain ?? []].map(list => [...list].sort().join()).join(";"))
  return words(left) === words(right)
}
