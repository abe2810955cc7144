// What a form is adding to a part. The fields stay on the page after their content is in the draft, so put() may be called again: it
// then changes what it added before. put() returns a new part.

import { newID, withMember, withText } from "./draft-edit.js"

export class NewStation {
  #id = null

  put(part, typed, language) {
    const name = typed.trim()
    const stations = part.stations ?? []
    const others = stations.filter(({ id }) => id !== this.#id)
    if (name === "") return this.#id === null ? part : withMember(part, "stations", others.length === 0 ? undefined : others)
    this.#id ??= newID(name, stations.map(({ id }) => id), "station")
    const known = stations.find(({ id }) => id === this.#id)
    if (!known) return { ...part, stations: [...stations, { id: this.#id, name: { [language]: name } }] }
    return { ...part, stations: stations.map(station => (station === known ? { ...known, name: withText(known.name, language, name) } : station)) }
  }
}

// A tax class is added once it has a name and a rate.
export class NewTaxClass {
  #name = ""
  #id = null

  put(part, typed, rate) {
    const name = typed.trim()
    const { [this.#id]: _, ...others } = part.tax?.rates ?? {}
    if (name === "" || rate === "") {
      if (this.#id === null) return part
      this.#id = null
      return { ...part, tax: { ...part.tax, rates: others } }
    }
    if (this.#id === null || name !== this.#name) this.#id = newID(name, Object.keys(others), "tax")
    this.#name = name
    return { ...part, tax: { ...part.tax, rates: { ...others, [this.#id]: rate } } }
  }
}

// A language is added with the first name of the part until it has one of its own.
export class NewLanguage {
  #tag = ""

  put(part, tag, typed, firstName) {
    const name = this.#tag !== "" && this.#tag !== tag ? withText(part.name, this.#tag, "") : part.name
    this.#tag = tag
    if (tag !== "") return { ...part, name: withText(name, tag, typed.trim() || firstName) }
    return name === part.name ? part : { ...part, name }
  }
}
