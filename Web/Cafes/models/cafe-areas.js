// Decides in the page which cafés the person is at, by the areas of the cafés.

import { Areas, extent } from "../../Presence/models/areas.js"

export class CafeAreas {
  #areas

  constructor(core) { this.#areas = new Areas(core) }

  // Monitors the areas that the server gives with the cafés.
  monitor(cafes) { this.#areas.monitor(cafes.filter(({ area }) => area).map(({ id, area }) => [id, area])) }

  locate(time, position) { this.#areas.locate(time, position) }
  permit(permission) { this.#areas.permit(permission) }
  lose() { this.#areas.lose() }

  // The ids of the cafés whose condition is satisfied.
  get satisfied() { return this.#areas.satisfied }

  // The cafés among which the closest is chosen: the open cafés where the person is, or all. A position that is less
  // exact than an area's extent does not count for the area.
  candidates(cafes, { accuracy }) {
    const satisfied = this.satisfied
    const near = cafes.filter(cafe => cafe.isOpen && satisfied.has(cafe.id) && accuracy <= extent(cafe.area))
    return near.length > 0 ? near : cafes
  }

  end() { this.#areas.end() }
}
