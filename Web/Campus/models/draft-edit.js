// Changes of a café's part of the campus file. Each function returns a new part; what has not changed is shared.

// The items with their places: { item, section, index, sectionIndex, pointer }.
export const allItems = part => (part.menu?.sections ?? []).flatMap((section, sectionIndex) =>
  (section.items ?? []).map((item, index) => ({ item, section, index, sectionIndex, pointer: itemPointer(sectionIndex, index) })))

export const itemPointer = (section, index) => `/menu/sections/${section}/items/${index}`

export const sections = part => part.menu?.sections ?? []

// An identifier made of a name that nothing else has yet: "Pea soup" becomes "pea-soup", or "pea-soup-2".
export function newID(name, taken, fallback) {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss")
    .replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 56).replace(/-+$/, "")
  const stem = plain === "" ? fallback : plain
  const used = new Set(taken)
  if (!used.has(stem)) return stem
  let count = 2
  while (used.has(`${stem}-${count}`)) count += 1
  return `${stem}-${count}`
}

export const itemIDs = part => allItems(part).map(({ item }) => item.id)

const withMenu = (part, sections) => ({ ...part, menu: { ...part.menu, sections } })
const replaced = (list, index, value) => list.map((thing, at) => (at === index ? value : thing))
const inserted = (list, index, value) => [...list.slice(0, index), value, ...list.slice(index)]
const without = (list, index) => list.filter((_, at) => at !== index)

export function withSection(part, index, section) {
  return withMenu(part, replaced(sections(part), index, section))
}

export const addSection = (part, section) => withMenu(part, [...sections(part), section])
export const removeSection = (part, index) => withMenu(part, without(sections(part), index))
export const moveSection = (part, index, by) => withMenu(part, moved(sections(part), index, by))

const withItems = (part, section, items) => withSection(part, section, { ...sections(part)[section], items })

// Where an item is now: { section, index }, or null when it is not there any more.
export function findItem(part, id) {
  const found = allItems(part).find(({ item }) => item.id === id)
  return found ? { section: found.sectionIndex, index: found.index } : null
}

// Puts an item in the place of the one with the id; with another section it moves to that section's end.
export function setItem(part, id, item, section) {
  const place = findItem(part, id)
  if (place === null) return addItem(part, section, item)
  const items = sections(part)[place.section].items
  if (place.section === section) return withItems(part, section, replaced(items, place.index, item))
  return addItem(withItems(part, place.section, without(items, place.index)), section, item)
}

export const addItem = (part, section, item) => withItems(part, section, [...(sections(part)[section].items ?? []), item])

export function removeItem(part, id) {
  const { section, index } = findItem(part, id)
  return withItems(part, section, without(sections(part)[section].items, index))
}

// A copy stands below its original.
export function copyItem(part, id, copy) {
  const { section, index } = findItem(part, id)
  return withItems(part, section, inserted(sections(part)[section].items, index + 1, copy))
}

export function moveItem(part, id, by) {
  const { section, index } = findItem(part, id)
  return withItems(part, section, moved(sections(part)[section].items, index, by))
}

export function moved(list, index, by) {
  const to = index + by
  return to < 0 || to >= list.length ? list : inserted(without(list, index), to, list[index])
}

// Changes items by id: change(item) returns the new one.
export function changeItems(part, ids, change) {
  const chosen = new Set(ids)
  return withMenu(part, sections(part).map(section =>
    ({ ...section, items: (section.items ?? []).map(item => (chosen.has(item.id) ? change(item) : item)) })))
}

// A member that is empty is left out of the file.
export function withMember(object, name, value) {
  const { [name]: _, ...rest } = object
  if (value === undefined) return rest
  return { ...object, [name]: value }
}

// A text in one language more, less, or changed.
export function withText(texts, language, text) {
  return withMember(texts ?? {}, language, text.trim() === "" ? undefined : text)
}

// The first text there is, in the order of the languages.
export function textOf(texts, languages) {
  if (typeof texts !== "object" || texts === null) return ""
  return languages.map(language => texts[language]).find(text => text) ?? Object.values(texts)[0] ?? ""
}

// The languages in which a text of an item is missing.
export function missingLanguages(item, languages) {
  const texts = [item.name, item.summary, ...groupsOf(item).flatMap(group => [group.name, ...(group.choices ?? []).map(({ name }) => name)])]
  return languages.filter(language => texts.some(text => !text?.[language]))
}

// The groups that only this item has.
export const groupsOf = item => (item.groups ?? []).filter(group => typeof group === "object" && group !== null)

// The groups of choices: first those that items share, then those of single items: { group, item, index, pointer, users }; item is
// null for a shared one, and users are the items that offer it.
export function allGroups(part) {
  const items = allItems(part)
  const shared = (part.menu?.groups ?? []).map((group, index) => ({
    group, item: null, index, pointer: `/menu/groups/${index}`, users: items.map(({ item }) => item).filter(item => (item.groups ?? []).includes(group.id)),
  }))
  const own = items.flatMap(({ item, pointer }) => (item.groups ?? []).map((group, index) =>
    ({ group, item, index, pointer: `${pointer}/groups/${index}`, users: [item] })).filter(({ group }) => typeof group === "object" && group !== null))
  return [...shared, ...own]
}

const withGroups = (part, groups) => ({ ...part, menu: { sections: [], ...part.menu, groups } })

export const addGroup = (part, group) => withGroups(part, [...(part.menu?.groups ?? []), group])

// Puts a group in the place of the one with the id; item: the id of the item that has it alone, or null.
export function setGroup(part, item, id, group) {
  const set = list => list.map(present => (present?.id === id ? group : present))
  if (item === null) return withGroups(part, set(part.menu?.groups ?? []))
  return changeItems(part, [item], found => ({ ...found, groups: set(found.groups ?? []) }))
}

// Takes a group away, and from the items that offer it.
export function removeGroup(part, item, id) {
  const left = list => (list ?? []).filter(group => group !== id && group?.id !== id)
  if (item !== null) return changeItems(part, [item], found => ({ ...found, groups: left(found.groups) }))
  const users = allItems(part).filter(({ item }) => (item.groups ?? []).includes(id)).map(({ item }) => item.id)
  return changeItems(withGroups(part, left(part.menu?.groups)), users, found => ({ ...found, groups: found.groups.filter(group => group !== id) }))
}
