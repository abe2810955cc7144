// The signed-in person's orders and account, as far as the page has loaded them.

import { newer } from "../models/order.js"
import { get, Problem } from "./http.js"

const PAGE_SIZE = 20

export class Orders {
  #byId = new Map()
  #next = null

  balances = []

  get all() { return [...this.#byId.values()].sort((left, right) => (left.placedAt < right.placedAt ? 1 : -1)) }
  get hasMore() { return this.#next !== null }
  find(id) { return this.#byId.get(id) ?? null }
  balance(currency) { return this.balances.find(balance => balance.currency === currency) ?? null }

  clear() {
    this.#byId.clear()
    this.#next = null
    this.balances = []
  }

  // Answers the order's earlier state as the page knew it, or null.
  put(order) {
    const known = this.find(order.id)
    this.#byId.set(order.id, newer(known, order))
    return known
  }

  async load() {
    const [page, account] = await Promise.all([get(`/api/v1/orders?limit=${PAGE_SIZE}`), get("/api/v1/account")])
    this.balances = account.balances
    return this.#take(page)
  }

  async loadMore() {
    return this.#take(await get(`/api/v1/orders?limit=${PAGE_SIZE}&before=${encodeURIComponent(this.#next)}`))
  }

  async loadAccount() {
    this.balances = (await get("/api/v1/account")).balances
  }

  // Answers { order, before }, or null when there is no such order of this person.
  async loadOne(id) {
    try {
      const order = await get(`/api/v1/orders/${encodeURIComponent(id)}`)
      return { order, before: this.put(order) }
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return null
      throw error
    }
  }

  #take({ orders, next }) {
    this.#next = next ?? null
    return orders.map(order => ({ order, before: this.put(order) }))
  }
}
