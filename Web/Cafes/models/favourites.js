// What a person has marked on menus: as the server says, and as the person has just pressed. And a menu with it first.

export class FavouriteList {
  #kept = null // "café item", as the server said last; null: nobody's, or not known
  #wishes = new Map() // "café item" to whether it is to be marked, until the server has answered
  #shown = new Map() // by café: the ids of its items

  // The ids of a café's items that are marked, or null when that is not known. The same object while nothing changes.
  of(cafe) {
    if (this.#kept === null) return null
    const ids = this.#marked(cafe)
    const before = this.#shown.get(cafe)
    if (before && before.size === ids.size && [...ids].every(id => before.has(id))) return before
    this.#shown.set(cafe, ids)
    return ids
  }

  // favourites: as the server gives them.
  take(favourites) { this.#kept = new Set(favourites.map(({ cafe, item }) => key(cafe.id, item.id))) }

  forget() {
    this.#kept = null
    this.#wishes.clear()
  }

  // The person has pressed: it is shown so from now on.
  wish(cafe, item, isMarked) { this.#wishes.set(key(cafe, item), isMarked) }

  // What was pressed and no answer has settled: { cafe, item, isMarked } with the ids.
  get wishes() {
    return [...this.#wishes].map(([name, isMarked]) => {
      const [cafe, item] = name.split(" ")
      return { cafe, item, isMarked }
    })
  }

  // What is to be sent for an item now: true, false, or null when an earlier answer has settled it.
  wanted(cafe, item) { return this.#wishes.get(key(cafe, item)) ?? null }

  // The server has done what was wished, or has not; one who has pressed again meanwhile wishes something else.
  settle(cafe, item, isMarked) {
    if (this.wanted(cafe, item) === isMarked) this.#wishes.delete(key(cafe, item))
  }

  #marked(cafe) {
    const all = new Set(this.#kept)
    for (const [name, isMarked] of this.#wishes) {
      if (isMarked) all.add(name)
      else all.delete(name)
    }
    return new Set([...all].map(name => name.split(" ")).filter(([place]) => place === cafe).map(([, item]) => item))
  }
}

const key = (cafe, item) => `${cafe} ${item}` // identifiers have no spaces

// The sections of a menu with what is marked in one of its own before the others, in the menu's order. Each item stands once.
// marked: a set of ids, or null. name: what the section is called.
export function favouritesFirst({ sections }, marked, name) {
  if (!marked) return sections
  const isMarked = ({ id }) => marked.has(id)
  const first = new Map(sections.flatMap(({ items }) => items.filter(isMarked)).map(item => [item.id, item]))
  if (first.size === 0) return sections
  const others = sections.map(section => ({ ...section, items: section.items.filter(item => !isMarked(item)) }))
  return [{ name, items: [...first.values()] }, ...others]
}
