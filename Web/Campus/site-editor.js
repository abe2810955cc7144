// The ground and the days of a site in one form: names, place, area, how long an absence counts as one, and holidays.

import { h } from "../Shared/dom.js"
import { number } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { unzip, zip } from "../Shared/models/zip.js"
import { saveTextAsFile } from "../Shared/save-as-file.js"
import { DraftForm } from "./draft-form.js"
import { languageName } from "./manage-words.js"
import { withMember, withText } from "./models/draft-edit.js"
import { wholeNumber } from "./models/numbers.js"
import { polygonOf } from "./models/site-edit.js"
import { fromIMDF, toIMDF } from "./models/imdf.js"
import "./ground-map.js"

const USUAL_RADIUS = 150 // metres
const ARCHIVE_BYTES = 8 * 1024 * 1024 // the most bytes of an IMDF archive, packed and unpacked
const DECIMAL = /^-?\d{1,3}([.,٫]\d+)?$/u

class SiteEditor extends DraftForm {
  get mistakes() { return this.draft.mistakes.filter(({ pointer }) => !/^\/(spots|gateways|retiredMinors)\b/u.test(pointer)) }

  panels() {
    const { part } = this.draft
    return [
      this.panel(t("Name of the site"), h("div.manage-columns", {}, this.#names(part))),
      this.panel(t("Ground"), ...this.#ground(part)),
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

  #ground(part) {
    const words = t("Enter degrees with decimals, such as 52.4735.")
    const point = ["latitude", "longitude"].map(member => {
      const input = h("input", { inputmode: "decimal", autocomplete: "off", dir: "ltr", required: true, "data-key": member, value: part.coordinate?.[member] ?? "" })
      this.read.push(made => (isUntouched(input) ? made : { ...made, coordinate: { ...made.coordinate, [member]: typedDegrees(input.value) } }))
      return this.fields.add(`/coordinate/${member}`, input, member === "latitude" ? t("Latitude") : t("Longitude"), { words })
    })
    const isPolygon = part.area?.type === "Polygon"
    const radius = !isPolygon && h("input", { inputmode: "numeric", autocomplete: "off", dir: "ltr", "data-key": "radius", value: part.area?.radius ?? "" })
    if (radius) this.read.push(made => (isUntouched(radius) || made.area?.type === "Polygon" ? made : withMember(made, "area", radius.value.trim() === "" ? undefined : { radius: wholeNumber(radius.value, true) })))
    const file = h("input", { id: "area-file", type: "file", accept: ".geojson,.json,.zip,.imdf,application/geo+json,application/json,application/zip", "data-key": "area-file", onchange: () => this.#import(file) })
    const map = h("ground-map")
    map.show(this, USUAL_RADIUS)
    return [
      h("div.manage-columns", {}, point),
      map,
      isPolygon
        ? h("p", {}, t("The ground is drawn."))
        : this.fields.add("/area", radius, t("Radius of the ground in metres"), { hint: t("{usual} when empty.", { usual: number(USUAL_RADIUS) }), words: t("Enter whole metres, from 1 to 10000.") }),
      h("div.field", {}, h("label", { for: file.id }, t("Ground from a file: GeoJSON or IMDF")), file, h("p.hint", {}, t("Of a GeoJSON file the polygon is taken; it must contain the coordinate. An IMDF archive has floors, doors and cafés too. What differs is in the draft, and can be undone."))),
      h("div.row", {},
        h("button.button", { type: "button", "data-key": "save-imdf", onclick: () => this.#export() }, t("Save as IMDF")),
        isPolygon && h("button.button", { type: "button", "data-key": "save-area", onclick: () => saveTextAsFile("ground.geojson", JSON.stringify(part.area, null, 2), "application/geo+json") }, t("Save as GeoJSON")),
        isPolygon && h("button.button.quiet", { type: "button", "data-key": "no-area", onclick: () => this.#setArea(t("The ground is a circle again."), undefined) }, t("Take a circle instead"))),
    ]
  }

  async #import(input) {
    const [file] = input.files
    if (file.size > ARCHIVE_BYTES) return this.#refuse(input, t("This file is larger than 8 megabytes. Choose a smaller one."))
    const bytes = new Uint8Array(await file.arrayBuffer())
    // The signature of a ZIP archive.
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return this.#importArchive(input, bytes)
    let polygon = null
    try {
      polygon = polygonOf(JSON.parse(new TextDecoder().decode(bytes)))
    } catch {
      // Said below.
    }
    if (polygon === null) return this.#refuse(input, t("This file has no polygon of GeoJSON."))
    input.value = ""
    await this.#setArea(t("The ground is in the draft."), polygon)
  }

  async #importArchive(input, bytes) {
    let found = null
    try {
      found = fromIMDF(await unzip(bytes, ARCHIVE_BYTES), this.draft)
    } catch (error) {
      if (error instanceof RangeError) return this.#refuse(input, t("This archive unpacks to more than 8 megabytes. Choose a smaller one."))
    }
    if (found === null) return this.#refuse(input, t("This archive has no venue of IMDF with a ground."))
    input.value = ""
    const { ignored } = found
    const words = ignored === 0 ? t("The archive is in the draft.") : tn("The archive is in the draft, without {count} place that is no café here.", "The archive is in the draft, without {count} places that are no cafés here.", ignored)
    const { area, spots } = found.part
    if (await this.page.change(words, part => withMember(withMember(part, "area", area), "spots", spots)) !== undefined) this.draw()
  }

  #refuse(input, words) {
    input.value = ""
    this.page.notice.show(words)
  }

  #export() {
    const site = this.draft.address.split("/").at(-1)
    const files = toIMDF(this.draft, { site, now: new Date(), usualRadius: USUAL_RADIUS })
    saveTextAsFile(`${site}-imdf.zip`, zip(files), "application/zip")
  }

  async #setArea(words, area) {
    if (await this.page.change(words, part => withMember(part, "area", area)) !== undefined) this.draw()
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
      const typed = days.value.normalize("NFKC").split(/[\s,;]+/u).filter(Boolean)
      return withMember(made, "holidays", typed.length === 0 ? undefined : typed)
    })
    this.read.push(made => (isUntouched(region) ? made : withMember(made, "holidayRegion", region.value.trim() === "" ? undefined : region.value.trim().toUpperCase())))
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
const typedDegrees = text => {
  const plain = text.normalize("NFKC").trim().replace("−", "-")
  return DECIMAL.test(plain) ? Number(plain.replace(/[,٫]/u, ".")) : text
}

customElements.define("site-editor", SiteEditor)
