// Conditions of areas, each under a name, decided in the page. No fix is kept, no state is sent.

export class Areas {
  #core
  #names = []
  #conditions = null
  #definition = "[]"
  #permission = null // what the browser said last

  constructor(core) { this.#core = core }

  // areas: [[name, area]], as the server gives areas. As long as they are the same ones, what is known stays.
  monitor(areas) {
    const definition = JSON.stringify(areas)
    if (definition === this.#definition) return
    this.end()
    if (areas.length === 0) return
    this.#conditions = this.#core.conditions(areas.map(([, area]) => area))
    this.#names = areas.map(([name]) => name)
    this.#definition = definition
    if (this.#permission !== null) this.#conditions.permit(this.#permission)
  }

  locate(time, position) { this.#conditions?.locate(time, position) }
  lose() { this.#conditions?.lose() }

  permit(permission) {
    this.#permission = permission
    this.#conditions?.permit(permission)
  }

  // The names of those in which the person is.
  get satisfied() {
    const states = this.#conditions?.states ?? []
    return new Set(this.#names.filter((_, index) => states[index] === "satisfied"))
  }

  end() {
    this.#conditions?.end()
    this.#conditions = null
    this.#names = []
    this.#definition = "[]"
  }
}
