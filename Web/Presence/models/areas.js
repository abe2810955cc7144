// Named conditions of areas, decided in the page. No position is stored, no state is sent.

// The extent of an area, in metres.
export const extent = ({ circle, polygon }) => circle?.radius ?? polygon.extent

export class Areas {
  #core
  #watched = new Map() // name to { definition, conditions }
  #permission = null // the browser's last report

  constructor(core) { this.#core = core }

  // areas: [[name, area]], as the server gives areas. Known areas keep their state. Returns whether an area is new; its
  // state is unknown until the next position.
  monitor(areas) {
    const definitions = new Map(areas.map(([name, area]) => [name, JSON.stringify(area)]))
    for (const [name, { definition }] of this.#watched) {
      if (definitions.get(name) !== definition) this.#forget(name)
    }
    const added = areas.filter(([name]) => !this.#watched.has(name))
    for (const [name, area] of added) this.#begin(name, area, definitions.get(name))
    return added.length > 0
  }

  // counts(name): whether the position is exact enough for that area.
  locate(time, position, counts = () => true) {
    for (const [name, { conditions }] of this.#watched) if (counts(name)) conditions.locate(time, position)
  }

  lose() { this.#each(conditions => conditions.lose()) }

  permit(permission) {
    this.#permission = permission
    this.#each(conditions => conditions.permit(permission))
  }

  // The names of the areas that the person is in.
  get satisfied() {
    const inside = [...this.#watched].filter(([, { conditions }]) => conditions.states[0] === "satisfied")
    return new Set(inside.map(([name]) => name))
  }

  end() { for (const name of this.#watched.keys()) this.#forget(name) }

  #begin(name, area, definition) {
    const conditions = this.#core.conditions([area])
    this.#watched.set(name, { definition, conditions })
    if (this.#permission !== null) conditions.permit(this.#permission)
  }

  #forget(name) {
    this.#watched.get(name).conditions.end()
    this.#watched.delete(name)
  }

  #each(tell) { for (const { conditions } of this.#watched.values()) tell(conditions) }
}
