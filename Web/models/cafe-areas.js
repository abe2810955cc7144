// Which cafés the person is at: the conditions of their areas, decided in the page. No fix is kept, no state is sent.

export class CafeAreas {
  #core
  #cafes = [] // the ids of those that have an area
  #conditions = null
  #definition = "[]"

  constructor(core) { this.#core = core }

  // Monitors the areas that the server gives with the cafés; as long as they are the same ones, what is known stays.
  monitor(cafes) {
    const areas = cafes.filter(({ area }) => area)
    const definition = JSON.stringify(areas.map(({ id, area }) => [id, area]))
    if (definition === this.#definition) return
    this.end()
    this.#conditions = this.#core.conditions(areas.map(({ area }) => area))
    this.#cafes = areas.map(({ id }) => id)
    this.#definition = definition
  }

  locate(time, position) { this.#conditions?.locate(time, position) }
  permit(permission) { this.#conditions?.permit(permission) }
  lose() { this.#conditions?.lose() }

  // The ids of the cafés whose condition is satisfied.
  get satisfied() {
    const states = this.#conditions?.states ?? []
    return new Set(this.#cafes.filter((_, index) => states[index] === "satisfied"))
  }

  // Among which cafés to look for the closest: the open ones that the person is at, or all. A position that is coarser
  // than an area says nothing about who is in it.
  candidates(cafes, { accuracy }) {
    const satisfied = this.satisfied
    const near = cafes.filter(cafe => cafe.isOpen && satisfied.has(cafe.id) && accuracy <= extent(cafe.area))
    return near.length > 0 ? near : cafes
  }

  end() {
    this.#conditions?.end()
    this.#conditions = null
    this.#cafes = []
    this.#definition = "[]"
  }
}

// How far the area goes, in metres.
const extent = ({ circle }) => circle.radius
