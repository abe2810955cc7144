// Chooses roles and their places: a box for each role, and for each role of some places a list of them.

import { h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { EVERYWHERE, grantsOf, placeChoices, placesByRole, takesPlace } from "./models/grants.js"
import { roleMeaning, roleName } from "./role-words.js"

class RoleChoice extends HTMLElement {
  #roles = []
  #choices = []
  #places = {} // of each chosen role
  #count = 0 // numbers the lists, so that each has an identifier

  // roles: all that there are; grants: those that are chosen; cafes: as GET /api/v1/cafes lists them.
  show(roles, grants, cafes) {
    this.#roles = roles
    this.#choices = placeChoices(cafes)
    this.#places = placesByRole(grants)
    render(this, h("fieldset.role-choice", {}, h("legend", {}, t("Roles")), roles.map(role => this.#role(role))))
  }

  // The chosen grants, in the order of the roles.
  get grants() {
    return grantsOf(Object.fromEntries(this.#roles.filter(role => this.#places[role]).map(role => [role, this.#places[role]])))
  }

  #role(role) {
    const places = h("div.role-places")
    const hint = `role-${role}-hint`
    const box = h("input", {
      type: "checkbox", id: `role-${role}`, "aria-describedby": hint, checked: this.#places[role] !== undefined,
      onchange: () => {
        if (box.checked) this.#places[role] = [EVERYWHERE]
        else delete this.#places[role]
        this.#drawPlaces(role, places)
      },
    })
    this.#drawPlaces(role, places)
    return h("div.role", {},
      h("label.role-label", { for: box.id }, box, h("span", {}, h("strong", {}, roleName(role)), h("span.muted.small", { id: hint }, roleMeaning(role)))),
      places)
  }

  #drawPlaces(role, node) {
    const chosen = this.#places[role]
    if (!chosen || !takesPlace(role, chosen)) return render(node)
    render(node,
      chosen.map((place, index) => this.#place(role, place, index, node)),
      !chosen.includes(EVERYWHERE) && h("button.button.quiet", { type: "button", "data-key": `${role}-add`, onclick: () => this.#add(role, node) },
        icon("plus"), t("Add a place"), h("span.hidden-visually", {}, `(${roleName(role)})`)))
  }

  #place(role, place, index, node) {
    const id = `place-${++this.#count}`
    const isKnown = this.#choices.some(({ value }) => value === place)
    const select = h("select", {
      id, "data-key": `${role}-${index}`,
      onchange: () => {
        this.#places[role][index] = select.value
        // Everywhere contains the other places.
        if (select.value === EVERYWHERE) this.#places[role] = [EVERYWHERE]
        this.#drawPlaces(role, node)
      },
    },
      this.#choices.map(choice => h("option", { value: choice.value, selected: choice.value === place }, choiceName(choice))),
      !isKnown && h("option", { value: place, selected: true }, place))
    return h("div.role-place", {},
      h("label.hidden-visually", { for: id }, t("Where: {role}", { role: roleName(role) })),
      select,
      this.#places[role].length > 1 && h("button.button.quiet.round", {
        type: "button", "aria-label": t("Remove this place: {role}", { role: roleName(role) }),
        onclick: () => {
          this.#places[role].splice(index, 1)
          this.#drawPlaces(role, node)
          node.querySelector("select").focus()
        },
      }, icon("close")))
  }

  #add(role, node) {
    const present = this.#places[role]
    const next = this.#choices.find(({ value }) => value !== EVERYWHERE && !present.includes(value))
    if (!next) return
    present.push(next.value)
    this.#drawPlaces(role, node)
    node.querySelector(".role-place:last-of-type select")?.focus()
  }
}

function choiceName({ scope, name }) {
  switch (scope) {
    case "cafe": return t("at {cafe}", { cafe: name })
    case "site": return t("in {site}, at all cafés", { site: name })
    default: return t("everywhere")
  }
}

customElements.define("role-choice", RoleChoice)
