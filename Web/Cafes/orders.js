// The loaded orders and the account of the signed-in person.

import { get, Problem } from "../Shared/http.js"
import { subtract } from "../Shared/models/money.js"
import { newer } from "./models/order.js"

const PAGE_SIZE = 20
const ACCOUNT = "/api/v1/account?limit=0" // the balances alone

export class Orders {
  #byId = new Map()
  #next = null
  #load = Promise.withResolvers()

  isLoaded = false // as `loaded` says
  balances = []
  #reserved = []

  get all() { return [...this.#byId.values()].sort((left, right) => (left.placedAt < right.placedAt ? 1 : -1)) }
  // Resolves once the latest orders of the person have been loaded.
  get loaded() { return this.#load.promise }
  get hasMore() { return this.#next !== null }
  find(id) { return this.#byId.get(id) ?? null }

  // The amount that the person can spend: the balance less the reserved amounts of waiting orders; null without an
  // account.
  balance(currency) {
    const ofCurrency = amounts => amounts.find(amount => amount.currency === currency)
    const balance = ofCurrency(this.balances)
    const reserved = ofCurrency(this.#reserved)
    return balance ? (reserved ? subtract(balance, reserved) : balance) : null
  }

  clear() {
    this.#byId.clear()
    this.#next = null
    this.#load = Promise.withResolvers()
    this.isLoaded = false
    this.#takeAccount({ balances: [], reserved: [] })
  }

  // Returns the order as the page knew it before, or null.
  put(order) {
    const known = this.find(order.id)
    this.#byId.set(order.id, newer(known, order))
    return known
  }

  async load() {
    const [page, account] = await Promise.all([get(`/api/v1/orders?limit=${PAGE_SIZE}`), get(ACCOUNT)])
    this.#takeAccount(account)
    const taken = this.#take(page)
    this.isLoaded = true
    this.#load.resolve()
    return taken
  }

  async loadMore() {
    return this.#take(await get(`/api/v1/orders?limit=${PAGE_SIZE}&before=${encodeURIComponent(this.#next)}`))
  }

  async loadAccount() {
    this.#takeAccount(await get(ACCOUNT))
  }

  // Returns { order, before }, or null when there is no such order of this person.
  async loadOne(id) {
    try {
      const order = await get(`/api/v1/orders/${encodeURIComponent(id)}`)
      return { order, before: this.put(order) }
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return null
      throw error
    }
  }

  #takeAccount({ balances, reserved }) {
    this.balances = balances
    this.#reserved = reserved
  }

  #take({ orders, next }) {
    this.#next = next ?? null
    return orders.map(order => ({ order, before: this.put(order) }))
  }
}
