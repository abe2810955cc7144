// The cafés and menus that the page has loaded, and since when they may be out of date.

import { get } from "../Shared/http.js"
import { explain } from "./explain.js"

export class MenuCache {
  #menus = new Map()

  cafes = null
  staleSince = null // milliseconds
  failure = null // a sentence, when there is nothing to show

  find(id) { return this.cafes?.find(cafe => cafe.id === id) ?? null }
  menu(cafe) { return this.#menus.get(cafe?.id) ?? null }

  item(cafe, id) {
    return this.menu(cafe)?.sections.flatMap(section => section.items).find(item => item.id === id) ?? null
  }

  // Throws when the list cannot be loaded and no list was loaded before.
  async loadCafes() {
    try {
      this.cafes = (await get("/api/v1/cafes")).cafes
      this.failure = null
    } catch (error) {
      if (!this.cafes) throw error
      this.staleSince ??= Date.now()
    }
  }

  // A menu stays when a newer one cannot be loaded. Returns whether it has changed.
  async loadMenu(cafe) {
    try {
      const menu = await get(`/api/v1/cafes/${encodeURIComponent(cafe.id)}/menu`)
      this.staleSince = null
      this.failure = null
      if (JSON.stringify(menu) === JSON.stringify(this.menu(cafe))) return false
      this.#menus.set(cafe.id, menu)
      return true
    } catch (error) {
      if (this.menu(cafe)) this.staleSince ??= Date.now()
      else this.failure = explain(error, cafe.timeZone)
      return false
    }
  }
}
