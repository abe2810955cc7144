// The picture of an item in its form: a photo that is chosen or dropped here, or one of the drawings that come with the pages. A photo
// is stored at once; people see it when the draft is published.

import { dishPicture } from "../Cafes/dish-parts.js"
import { DRAWINGS } from "../Cafes/models/dish-drawings.js"
import { isPhoto } from "../Cafes/models/dish-picture.js"
import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { postFile, Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { manageSentence } from "./models/manage-problems.js"
import { isLarge, smallerSize } from "./models/photo.js"

const SHOWN = 160 // pixels

export class PictureField {
  #address = null
  #photo = null // the name of a photo, or null
  #fields = null
  #file = h("input.hidden-visually", { type: "file", accept: "image/jpeg,image/png,image/webp", tabindex: "-1", "aria-hidden": "true", "data-key": "photo-file", onchange: () => this.#choose() })
  #drawing = h("select", { "data-key": "picture", onchange: () => this.#draw() })
  #shown = h("div.picture-shown")
  #state = h("p.hint", { role: "status" })
  #trouble = h("p.field-error", { role: "alert" })
  #element = null

  // fields: of the form; address: of the café; name: of the picture, or undefined.
  constructor(fields, address, name) {
    this.#address = address
    this.#fields = fields
    this.#photo = isPhoto(name) ? name : null
    const chosen = isPhoto(name) ? "" : name ?? ""
    // A campus file may name a drawing that only another server's pages have.
    const others = chosen === "" || DRAWINGS.includes(chosen) ? [] : [chosen]
    this.#drawing.replaceChildren(h("option", { value: "" }, t("none: words only")),
      ...[...DRAWINGS, ...others].map(value => h("option", { value, selected: value === chosen, lang: "en" }, value.replaceAll("-", " "))))
  }

  get element() {
    this.#element ??= this.#build()
    return this.#element
  }

  // The name of the picture, or undefined.
  get value() { return this.#photo ?? (this.#drawing.value || undefined) }

  #build() {
    this.#drawingField = this.#fields.add("/picture", this.#drawing, t("Or a drawing"), { words: t("Use a to z, digits and hyphens.") })
    const element = h("fieldset.field-set.picture-field", { ondragover: event => event.preventDefault(), ondrop: event => this.#drop(event) },
      h("legend", {}, t("Picture")), this.#shown, this.#file, h("div", {}, this.#state, this.#trouble), this.#drawingField)
    this.#draw()
    return element
  }

  #drawingField = null

  #draw() {
    const name = this.value
    render(this.#shown,
      name ? dishPicture({ picture: name }, "edited-picture", SHOWN) : h("p.muted", {}, t("No picture yet.")),
      h("div.row", {},
        h("button.button", { type: "button", "data-key": "photo", onclick: () => this.#file.click() }, icon("plus"), this.#photo ? t("Choose another photo …") : t("Choose a photo …")),
        this.#photo && h("button.button.quiet", { type: "button", "data-key": "no-photo", onclick: () => this.#remove() }, t("Remove the photo"))))
    this.#drawingField.hidden = this.#photo !== null
  }

  #remove() {
    this.#photo = null
    this.#draw()
    this.#shown.querySelector("[data-key=photo]").focus()
  }

  #drop(event) {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) this.#send(file)
  }

  #choose() {
    const [file] = this.#file.files
    this.#file.value = ""
    if (file) this.#send(file)
  }

  async #send(file) {
    render(this.#trouble)
    render(this.#state, t("The photo is on its way …"))
    try {
      const { picture } = await postFile(`${this.#address}/pictures`, isLarge(file) ? await smaller(file) : file)
      this.#photo = picture
      this.#draw()
      render(this.#state, t("The photo is stored. Save the item, and publish it."))
    } catch (error) {
      render(this.#state)
      render(this.#trouble, icon("information"), h("span", {}, (error instanceof Problem ? manageSentence(error, { isPhoto: true }) : null) ?? explain(error)))
    }
  }
}

// A photo with fewer pixels, upright as the browser shows it; the file itself where the browser cannot read it: the server says why.
async function smaller(file) {
  let image
  try {
    image = await createImageBitmap(file)
  } catch {
    return file
  }
  const { width, height } = smallerSize(image)
  const canvas = h("canvas", { width, height })
  canvas.getContext("2d").drawImage(image, 0, 0, width, height)
  image.close()
  const made = await new Promise(done => { canvas.toBlob(done, "image/jpeg", 0.9) })
  return made ?? file
}
