// A person's favourites: the server's list, with the person's latest presses. Also puts them first on a menu.

export class FavouriteList {
  #kept = null // "café item", as the server said last; null while nobody is signed in, or it is not known
  #wishes = new Map() // "café item" to whether the person wants it marked, until the server answers
  #shown = new Map() // by café: the ids of its items

  // The ids of a café's favourites, or null when they are unknown; the same object until they change.
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

  // The person has pressed: shows it at once.
  wish(cafe, item, isMarked) { this.#wishes.set(key(cafe, item), isMarked) }

  // The presses without an answer of the server: { cafe, item, isMarked } with the ids.
  get wishes() {
    return [...this.#wishes].map(([name, isMarked]) => {
      const [cafe, item] = name.split(" ")
      return { cafe, item, isMarked }
    })
  }

  // The mark to send for an item: true or false; null when nothing is pending.
  wanted(cafe, item) { return this.#wishes.get(key(cafe, item)) ?? null }

  // Ends a wish that the server has carried out or refused; a later press is another wish.
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

// The sections of a menu, with the favourites in a section of their own before the others, in the menu's order. Each item
// appears once. marked: a set of ids, or null. name: of that section.
export function favouritesFirst({ sections }, marked, name) {
  if (!marked) return sections
  const isMarked = ({ id }) => marked.has(id)
  const first = new Map(sections.flatMap(({ items }) => items.filter(isMarked)).map(item => [item.id, item]))
  if (first.size === 0) return sections
  const others = sections.map(section => ({ ...section, items: section.items.filter(item => !isMarked(item)) }))
  return [{ name, items: [...first.values()] }, ...others]
}
