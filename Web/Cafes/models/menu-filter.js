// Searches a menu and leaves out what a person does not eat. Unknown is never safe: an item shows under a filter only when the
// café states that it fits (C20).
//
// A filter: { query, diets: [id], avoid: [allergen] }.

export const DIETS = Object.freeze(["vegan", "vegetarian", "halal", "kosher"])

export const noFilter = Object.freeze({ query: "", diets: Object.freeze([]), avoid: Object.freeze([]) })

// Whether a filter leaves anything out.
export const isFiltering = filter => hasWishes(filter) || fold(filter.query).trim() !== ""

// Whether a filter is about what is in a dish, and not only about words.
export const hasWishes = ({ diets, avoid }) => diets.length + avoid.length > 0

// Letters that Unicode does not take apart into a letter and a mark.
const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ة: "ه", ى: "ي", ـ: "" }
// Hiragana and katakana differ by a constant, and so do full and half width after NFKD.
const KATAKANA = /[\u30a1-\u30f6]/gu
const KANA_DISTANCE = 0x60

// Folds a text for comparison: without case, accents and width, with hiragana for katakana. Voicing marks of kana stay.
export function fold(text) {
  return text.normalize("NFKD").toLowerCase()
    .replace(/[^\P{Mn}\u3099\u309a]/gu, "")
    .replace(/[ßæœøłđðþıةىـ]/gu, letter => LETTERS[letter])
    .replace(KATAKANA, kana => String.fromCodePoint(kana.codePointAt(0) - KANA_DISTANCE))
    .normalize("NFC")
}

// What a statement says about one allergen: "contained", "possible", "absent" or "unknown". Wheat is a cereal with gluten;
// gluten may be of wheat. The server decides the same way.
export function presence(statement, allergen) {
  const { known = false, contains = [], mayContain = [] } = statement ?? {}
  if (contains.includes(allergen) || (allergen === "gluten" && contains.includes("wheat"))) return "contained"
  const isKin = { gluten: mayContain.includes("wheat"), wheat: contains.includes("gluten") || mayContain.includes("gluten") }[allergen]
  if (mayContain.includes(allergen) || isKin) return "possible"
  return known ? "absent" : "unknown"
}

// Why a part (an item without choices, or a choice) does not fit a filter: { avoid: [allergen], diets: [id] }, including
// allergens and diets that are not stated.
export function clashes({ allergens, diets }, filter) {
  return {
    avoid: filter.avoid.filter(allergen => presence(allergens, allergen) !== "absent"),
    diets: filter.diets.filter(diet => !diets?.includes(diet)),
  }
}

export const doesClash = (part, filter) => {
  const { avoid, diets } = clashes(part, filter)
  return avoid.length + diets.length > 0
}

// Whether a part fits: "yes", "no", or "unknown" when the café does not state enough.
function verdict({ allergens, diets }, filter) {
  const said = filter.avoid.map(allergen => presence(allergens, allergen))
  if (said.some(word => word === "contained" || word === "possible")) return "no"
  if (diets && filter.diets.some(diet => !diets.includes(diet))) return "no"
  return said.includes("unknown") || (!diets && filter.diets.length > 0) ? "unknown" : "yes"
}

// Whether an item fits a filter: "yes", "choice" when only with the right choices, "no", or "unknown".
export function fits(item, filter) {
  if (!hasWishes(filter)) return "yes"
  const verdicts = [verdict(item, filter)]
  let isLimited = false
  for (const { minimum, choices } of item.groups) {
    if (minimum === 0) continue
    const judged = choices.map(choice => ({ most: choice.maximumQuantity, verdict: verdict(choice, filter) }))
    const most = (...wanted) => judged.filter(one => wanted.includes(one.verdict)).reduce((sum, one) => sum + one.most, 0)
    isLimited ||= judged.some(one => one.verdict !== "yes")
    verdicts.push(most("yes") >= minimum ? "yes" : most("yes", "unknown") >= minimum ? "unknown" : "no")
  }
  if (verdicts.includes("no")) return "no"
  if (verdicts.includes("unknown")) return "unknown"
  return isLimited ? "choice" : "yes"
}

// The sections of a menu with the items that the filter leaves, without empty sections. unknown: how many items would match
// the words, but are left out because the café does not state enough about them.
export function filtered(sections, filter) {
  const words = fold(filter.query).split(/\s+/u).filter(word => word !== "")
  let unknown = 0
  const left = sections.map(section => ({
    ...section,
    items: section.items.filter(item => {
      if (!isNamed(item, section.name, words)) return false
      const fit = fits(item, filter)
      if (fit === "unknown") unknown += 1
      return fit === "yes" || fit === "choice"
    }),
  })).filter(({ items }) => items.length > 0)
  return { sections: left, count: left.reduce((count, { items }) => count + items.length, 0), unknown }
}

// Whether each word occurs in a text of the item on the menu.
function isNamed(item, section, words) {
  if (words.length === 0) return true
  const text = fold([item.name, item.summary ?? "", section, ...item.groups.flatMap(({ choices }) => choices.map(({ name }) => name))].join("\n"))
  return words.every(word => text.includes(word))
}

// What a menu can be filtered by: the diets and allergens that it states anywhere, and those of the filter.
export function offered(menu, filter) {
  const items = menu.sections.flatMap(section => section.items)
  const parts = [...items, ...items.flatMap(({ groups }) => groups.flatMap(({ choices }) => choices))]
  const diets = new Set([...filter.diets, ...parts.flatMap(({ diets }) => diets ?? [])])
  const avoid = new Set([...filter.avoid, ...parts.flatMap(({ allergens }) => [...allergens?.contains ?? [], ...allergens?.mayContain ?? []])])
  return { diets: DIETS.filter(diet => diets.has(diet)), avoid: [...avoid] }
}

// A filter as it was stored: only what has the right form.
export function restored(stored) {
  const words = list => (Array.isArray(list) ? list.filter(word => typeof word === "string") : [])
  return { query: "", diets: words(stored?.diets).filter(diet => DIETS.includes(diet)), avoid: words(stored?.avoid) }
}

// What to store of a filter, or null. The search text is not stored.
export const kept = filter => (hasWishes(filter) ? { diets: filter.diets, avoid: filter.avoid } : null)

// With or without one diet or allergen. part: "diets" or "avoid".
export function toggled(filter, part, id, isOn) {
  const others = filter[part].filter(other => other !== id)
  return { ...filter, [part]: isOn ? [...others, id] : others }
}
