// The ground and the days of a site in one form: names, place, area, how long an absence counts as one, and holidays.

import { h } from "../Shared/dom.js"
import { number } from "../Shared/locale.js"
import { language, t, tn } from "../Shared/messages.js"
import { degreesOf, plainText } from "../Shared/models/typed.js"
import { unzip, zip } from "../Shared/models/zip.js"
import { saveTextAsFile } from "../Shared/save-as-file.js"
import { DraftForm } from "./draft-form.js"
import { languageName } from "./manage-words.js"
import { textOf, withMember, withText } from "./models/draft-edit.js"
import { wholeNumber } from "./models/numbers.js"
import { areaOwner, changeArea, isDrawn } from "./models/ground-points.js"
import { polygonOf } from "./models/site-edit.js"
import { fromIMDF, toIMDF } from "./models/imdf.js"
import "./ground-map.js"

const USUAL = { ground: 150, cafe: 30 } // metres: the radii of what has no area
const ARCHIVE_BYTES = 8 * 1024 * 1024 // the most bytes of an IMDF archive, packed and unpacked

class SiteEditor extends DraftForm {
  #place = [] // the fields of the coordinate: [member, input]
  #cafe = null // the café whose area is shown; null for the ground

  get mistakes() { return this.draft.mistakes.filter(({ pointer }) => !/^\/(spots|gateways|retiredMinors)\b/u.test(pointer)) }

  panels() {
    const { part } = this.draft
    return [
      this.panel(t("Name of the site"), h("div.manage-columns", {}, this.#names(part))),
      this.panel(this.draft.cafes.length > 0 ? t("Ground and areas of cafés") : t("Ground"), ...this.#areas(part)),
      this.panel(t("Doors"), this.#number(part, "exitDwell", t("Seconds of absence after which somebody counts as gone"), { most: 3600, hint: t("180 when empty.") }),
        this.#number(part, "reminderWindow", t("Minutes in which no second reminder comes"), { most: 720, hint: t("Empty: as everywhere in the organisation.") })),
      this.panel(t("Holidays"), ...this.#holidays(part)),
    ]
  }

  #names(part) {
    return this.draft.languages.map((tag, index) => {
      const input = h("input", { lang: tag, dir: "auto", autocomplete: "off", required: index === 0, "data-key": `site-name-${tag}`, value: part.name?.[tag] ?? "" })
      this.read.push(made => ({ ...made, name: withText(made.name, tag, input.value) }))
      return this.fields.add(`/name/${tag}`, input, languageName(tag))
    })
  }

  // Shows the area of a café, or the ground, in the form. Called by the map too.
  chooseArea(cafe) {
    this.#cafe = cafe
    this.draw()
    this.querySelector("#area-choice")?.focus({ preventScroll: true })
  }

  // The map moved the coordinate.
  showCoordinate(coordinate) {
    for (const [member, input] of this.#place) if (input !== document.activeElement) input.value = input.defaultValue = coordinate[member]
  }

  #cafeName({ id, name }) { return textOf(name, [language(), ...this.draft.languages]) || id }

  #areaChoice() {
    if (this.draft.cafes.length === 0) return null
    const choose = event => {
      // The surrounding form does not know this field.
      event.stopPropagation()
      this.chooseArea(event.target.value === "" ? null : event.target.value)
    }
    return h("div.field", {}, h("label", { for: "area-choice" }, t("What the map edits")),
      h("select", { id: "area-choice", "data-key": "area-choice", "aria-describedby": "area-choice-hint", onchange: choose },
        h("option", { value: "" }, t("The ground of the site")),
        this.draft.cafes.map(cafe => h("option", { value: cafe.id, selected: cafe.id === this.#cafe }, t("The area of {name}", { name: this.#cafeName(cafe) })))),
      h("p.hint", { id: "area-choice-hint" }, t("Somebody in the area of a café is at the café.")))
  }

  #areas(part) {
    // Somebody else may have removed the café.
    if (areaOwner(part, this.#cafe) === null) this.#cafe = null
    const cafe = this.#cafe
    const owner = areaOwner(part, cafe)
    const place = cafe === null ? "" : `/cafes/${part.cafes.indexOf(owner)}`
    const on = change => made => changeArea(made, cafe, change)
    const words = t("Enter degrees with decimals, such as 52.4735.")
    this.#place = []
    const point = ["latitude", "longitude"].map(member => {
      const input = h("input", { inputmode: "decimal", autocomplete: "off", dir: "ltr", required: true, "data-key": member, value: owner.coordinate?.[member] ?? "" })
      this.read.push(made => (isUntouched(input) ? made : on(thing => ({ ...thing, coordinate: { ...thing.coordinate, [member]: typedDegrees(input.value) } }))(made)))
      this.#place.push([member, input])
      return this.fields.add(`${place}/coordinate/${member}`, input, member === "latitude" ? t("Latitude") : t("Longitude"), { words })
    })
    const isPolygon = isDrawn(owner)
    const radius = !isPolygon && h("input", { inputmode: "numeric", autocomplete: "off", dir: "ltr", "data-key": "radius", value: owner.area?.radius ?? "" })
    if (radius) {
      this.read.push(made => (isUntouched(radius) ? made : on(thing =>
        (isDrawn(thing) ? thing : withMember(thing, "area", radius.value.trim() === "" ? undefined : { radius: wholeNumber(radius.value, true) })))(made)))
    }
    const map = h("ground-map")
    map.show(this, USUAL, cafe)
    const usual = number(cafe === null ? USUAL.ground : USUAL.cafe)
    return [
      this.#areaChoice(),
      h("div.manage-columns", {}, point),
      map,
      isPolygon
        ? h("p", {}, cafe === null ? t("The ground is drawn.") : t("The area is drawn."))
        : this.fields.add(`${place}/area`, radius, cafe === null ? t("Radius of the ground in metres") : t("Radius of the area in metres"), { hint: t("{usual} when empty.", { usual }), words: t("Enter whole metres, from 1 to 10000.") }),
      this.#fileField(),
      h("div.row", {},
        cafe === null && h("button.button", { type: "button", "data-key": "save-imdf", onclick: () => this.#export() }, t("Save as IMDF")),
        isPolygon && h("button.button", { type: "button", "data-key": "save-area", onclick: () => saveTextAsFile(`${cafe ?? "ground"}.geojson`, JSON.stringify(owner.area, null, 2), "application/geo+json") }, t("Save as GeoJSON")),
        isPolygon && h("button.button.quiet", { type: "button", "data-key": "no-area", onclick: () => this.#setArea(cafe === null ? t("The ground is a circle again.") : t("The area is a circle again."), undefined) }, t("Take a circle instead"))),
    ]
  }

  #fileField() {
    const isGround = this.#cafe === null
    const file = h("input", { id: "area-file", type: "file", accept: `.geojson,.json,application/geo+json,application/json${isGround ? ",.zip,.imdf,application/zip" : ""}`, "data-key": "area-file", onchange: () => this.#import(file) })
    return h("div.field", {},
      h("label", { for: file.id }, isGround ? t("Ground from a file: GeoJSON or IMDF") : t("Area from a file: GeoJSON")), file,
      h("p.hint", {}, isGround
        ? t("Of a GeoJSON file the polygon is taken; it must contain the coordinate. An IMDF archive has floors, doors and cafés too. What differs is in the draft, and can be undone.")
        : t("The polygon of the file is taken; it must contain the coordinate of the café.")))
  }

  async #import(input) {
    const [file] = input.files
    if (file.size > ARCHIVE_BYTES) return this.#refuse(input, t("This file is larger than 8 megabytes. Choose a smaller one."))
    const bytes = new Uint8Array(await file.arrayBuffer())
    // The signature of a ZIP archive.
    if (this.#cafe === null && bytes[0] === 0x50 && bytes[1] === 0x4b) return this.#importArchive(input, bytes)
    let polygon = null
    try {
      polygon = polygonOf(JSON.parse(new TextDecoder().decode(bytes)))
    } catch {
      // Said below.
    }
    if (polygon === null) return this.#refuse(input, t("This file has no polygon of GeoJSON."))
    input.value = ""
    await this.#setArea(this.#cafe === null ? t("The ground is in the draft.") : t("The area is in the draft."), polygon)
  }

  async #importArchive(input, bytes) {
    let found = null
    try {
      found = fromIMDF(await unzip(bytes, ARCHIVE_BYTES), this.draft, { site: this.#site, usual: USUAL })
    } catch (error) {
      if (error instanceof RangeError) return this.#refuse(input, t("This archive unpacks to more than 8 megabytes. Choose a smaller one."))
    }
    if (found === null) return this.#refuse(input, t("This archive has no venue of IMDF with a ground."))
    input.value = ""
    const { ignored } = found
    const words = ignored === 0 ? t("The archive is in the draft.") : tn("The archive is in the draft, without {count} place that is no café here.", "The archive is in the draft, without {count} places that are no cafés here.", ignored)
    const { area, spots, cafes } = found.part
    if (await this.page.change(words, part => withMember(withMember(withMember(part, "area", area), "spots", spots), "cafes", cafes)) !== undefined) this.draw()
  }

  #refuse(input, words) {
    input.value = ""
    this.page.notice.show(words)
  }

  get #site() { return this.draft.address.split("/").at(-1) }

  #export() {
    const files = toIMDF(this.draft, { site: this.#site, now: new Date(), usual: USUAL })
    saveTextAsFile(`${this.#site}-imdf.zip`, zip(files), "application/zip")
  }

  async #setArea(words, area) {
    if (await this.page.change(words, part => changeArea(part, this.#cafe, thing => withMember(thing, "area", area))) !== undefined) this.drawGround()
  }

  // A circle has a radius, a polygon has points: the form has other fields and buttons then.
  drawGround() {
    this.draw()
    this.querySelector(isDrawn(areaOwner(this.draft.part, this.#cafe)) ? "[data-key=point-0]" : "[data-key=draw-ground]")?.focus()
  }

  #number(part, member, label, { most, hint }) {
    const input = h("input", { inputmode: "numeric", autocomplete: "off", "data-key": member, value: part[member] ?? "" })
    this.read.push(made => withMember(made, member, wholeNumber(input.value, true)))
    return this.fields.add(`/${member}`, input, label, { hint, words: t("Enter a whole number from 0 to {most}.", { most }) })
  }

  #holidays(part) {
    const days = h("textarea", { rows: 4, dir: "ltr", autocomplete: "off", "data-key": "holidays" }, (part.holidays ?? []).join("\n"))
    const region = h("input", { autocomplete: "off", autocapitalize: "characters", dir: "ltr", "data-key": "holiday-region", value: part.holidayRegion ?? "" })
    this.read.push(made => {
      if (isUntouched(days)) return made
      const typed = plainText(days.value).split(/[\s,;]+/u).filter(Boolean)
      return withMember(made, "holidays", typed.length === 0 ? undefined : typed)
    })
    this.read.push(made => (isUntouched(region) ? made : withMember(made, "holidayRegion", plainText(region.value) === "" ? undefined : plainText(region.value).toUpperCase())))
    return [
      this.fields.add("/holidayRegion", region, t("Country or region with its public holidays"), { hint: t("Such as JP or DE-BE. Empty: none."), words: t("Enter a country such as JP, or a region such as DE-BE, whose holidays are known.") }),
      this.fields.add("/holidays", days, t("Further days off, one on each line"), { hint: t("Such as 2026-12-24."), words: t("Write each day as year, month and day, such as 2026-12-24, and only once.") }),
    ]
  }
}

// A field without input keeps the value of the file. Typing the same value again counts as input.
const touched = new WeakSet()
function isUntouched(field) {
  if (field.value !== field.defaultValue) touched.add(field)
  return !touched.has(field)
}

// What is no number stays as it was typed, so that the check can say so.
const typedDegrees = text => degreesOf(text) ?? text

customElements.define("site-editor", SiteEditor)
