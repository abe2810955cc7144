// One spot: its names, what it stands for, and the number of its beacon. What the check finds wrong stands beside its field.

import { FormDialog } from "../People/form-dialog.js"
import { h } from "../Shared/dom.js"
import { language, t } from "../Shared/messages.js"
import { plainText } from "../Shared/models/typed.js"
import { FormFields } from "./form-fields.js"
import { languageName } from "./manage-words.js"
import { textOf, withMember, withText } from "./models/draft-edit.js"
import { below } from "./models/mistakes.js"
import { wholeNumber } from "./models/numbers.js"

class SpotDialog extends FormDialog {
  #draft = null
  #fields = null
  #index = 0

  // index: where the spot stands, or will stand; save(spot): undefined when that failed, after saying so.
  open(draft, { spot, index, isNew = false, save }) {
    this.#draft = draft
    this.#index = index
    this.#fields = new FormFields()
    const names = [language(), ...draft.languages]
    const texts = draft.languages.map((tag, at) => {
      const input = h("input", { lang: tag, dir: "auto", autocomplete: "off", required: at === 0, "data-key": `spot-name-${tag}`, value: spot.name?.[tag] ?? "" })
      return { tag, input, field: this.#fields.add(`/name/${tag}`, input, languageName(tag), { words: t("Write one line, without control characters.") }) }
    })
    const kind = select("spot-kind", [["entrance", t("Door")], ["cafe", t("Café")], ["station", t("Station of a café")]], spot.kind)
    const cafe = select("spot-cafe", draft.cafes.map(({ id, name }) => [id, textOf(name, names)]), spot.cafe)
    const station = select("spot-station", [], null)
    const minor = h("input", { inputmode: "numeric", autocomplete: "off", required: true, dir: "ltr", "data-key": "spot-minor", value: spot.minor ?? "" })
    const floor = h("input", { inputmode: "numeric", autocomplete: "off", dir: "ltr", "data-key": "spot-floor", value: spot.floor ?? "" })
    const fields = {
      cafe: this.#fields.add("/cafe", cafe, t("Café")),
      station: this.#fields.add("/station", station, t("Station")),
    }
    const showStations = () => {
      const stations = draft.cafes.find(({ id }) => id === cafe.value)?.stations ?? []
      station.replaceChildren(...options(stations.map(({ id, name }) => [id, textOf(name, names)]), spot.station))
    }
    const showKind = () => {
      fields.cafe.hidden = kind.value === "entrance"
      fields.station.hidden = kind.value !== "station"
    }
    cafe.addEventListener("change", showStations)
    kind.addEventListener("change", showKind)
    showStations()
    showKind()
    const read = () => withMember({
      ...(spot.coordinate && { coordinate: spot.coordinate }),
      name: texts.reduce((name, { tag, input }) => withText(name, tag, input.value), spot.name),
      minor: wholeNumber(minor.value, false), kind: kind.value,
      ...(kind.value !== "entrance" && { cafe: cafe.value }), ...(kind.value === "station" && { station: station.value }),
    }, "floor", typedFloor(floor.value))
    this.present({
      id: "spot-form-title", title: isNew ? t("New spot") : textOf(spot.name, names) || spot.id,
      content: [
        this.#fields.rest, ...texts.map(({ field }) => field),
        this.#fields.add("/kind", kind, t("Stands for")), fields.cafe, fields.station,
        this.#fields.add("/floor", floor, t("Floor"), { hint: t("0 is the ground floor, -1 the one below. Empty: the ground floor."), words: t("Enter a whole number from -20 to 200.") }),
        this.#fields.add("/minor", minor, t("Minor of its beacon"), {
          hint: t("Given out by this page: no spot of the site has it, and no retired beacon. Set the beacon to this number."),
          words: t("Enter a whole number from 0 to 65535 that nothing else has."),
        }),
      ],
      foot: [
        h("button.button", { type: "button", onclick: () => this.close() }, t("Cancel")),
        h("button.button.primary", { type: "submit", "data-key": "save-spot" }, t("Save in the draft")),
      ],
      submit: async () => {
        if (await save(read()) === undefined) return
        if (this.#showMistakes()) return this.#fields.focusFirstMistake()
        this.close()
      },
    })
    if (!isNew) this.#showMistakes()
    this.querySelector("input").focus()
  }

  #showMistakes() { return this.#fields.show(below(this.#draft.mistakes, `/spots/${this.#index}`)) }
}

const WHOLE = /^-?\d{1,4}$/u
// Text that is not a number stays unchanged, so that the check can refuse it.
const typedFloor = text => {
  const plain = plainText(text).replace("−", "-")
  return plain === "" ? undefined : WHOLE.test(plain) ? Number(plain) : text
}
const options = (list, chosen) => list.map(([value, label]) => h("option", { value, selected: value === chosen }, label))
const select = (key, list, chosen) => h("select", { "data-key": key }, options(list, chosen))

customElements.define("spot-dialog", SpotDialog)
