// Finds items of a menu by what is typed, and by what they lack.

import { allItems, missingLanguages } from "./draft-edit.js"
import { below } from "./mistakes.js"

const plain = text => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase()

// Each section with the items that are found: [{ section, index, items: [{ item, index, missing, mistakes }] }]. show is "all",
// "mistakes" or "missing". Sections without a found item are left out while something is looked for.
export function foundSections(part, { typed = "", show = "all", languages = [], mistakes = [] } = {}) {
  const words = plain(typed).split(/\s+/).filter(word => word !== "")
  const isLooking = words.length > 0 || show !== "all"
  const found = (part.menu?.sections ?? []).map((section, index) => ({ section, index, items: [] }))
  for (const { item, index, sectionIndex, pointer } of allItems(part)) {
    const own = below(mistakes, pointer)
    const missing = missingLanguages(item, languages)
    if (words.length > 0) {
      const text = plain([item.id, ...Object.values(item.name ?? {}), ...Object.values(item.summary ?? {})].join(" "))
      if (!words.every(word => text.includes(word))) continue
    }
    if (show === "mistakes" && own.length === 0 || show === "missing" && missing.length === 0) continue
    found[sectionIndex].items.push({ item, index, missing, mistakes: own })
  }
  return isLooking ? found.filter(({ items }) => items.length > 0) : found
}
