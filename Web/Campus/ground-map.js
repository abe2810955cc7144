// An editor for the ground of a site, or for the area of one of its cafés. People move points and spots in the picture, with the pointer
// or the arrow keys, or edit the list of coordinates below it. North is up; the large dot is the coordinate of the site.

import { h, icon, render, svg } from "../Shared/dom.js"
import { number } from "../Shared/locale.js"
import { language, t } from "../Shared/messages.js"
import { degreesOf } from "../Shared/models/typed.js"
import { textOf } from "./models/draft-edit.js"
import { addPoint, areaOwner, cafeFloors, canRemovePoint, changeArea, drawCircle, floorOf, floors, isDrawn, placeSpot, points, removePoint, setPoint, spotPosition, withCoordinate } from "./models/ground-points.js"
import { fromPlane, moved, toPlane } from "./models/map-plane.js"
import { areaOutline } from "./models/site-edit.js"

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }
const FAR = 10 // metres of a step with Shift
const KEEP_AFTER = 700 // milliseconds after the last step until the change is saved
const TAP = 22 // pixels: the touch radius of a handle

class GroundMap extends HTMLElement {
  #form = null
  #part = null // as shown, with moves that are not saved yet
  #usual = null
  #cafe = null // the café whose area is edited; null for the ground
  #origin = null // the coordinate of what is edited, as it was when the picture was drawn
  #floor = null // null shows all floors
  #timer = null
  #picture = null
  #list = h("div.stack")
  #reach = 1

  // form: the DraftForm around it. usual: the radii of what has no area, { ground, cafe }. cafe: the café whose area is edited, or null.
  show(form, usual, cafe) {
    this.#form = form
    this.#usual = usual
    this.#cafe = cafe
    this.#part = form.draft.part
    this.#draw()
  }

  // Saves a pending move when the element leaves the page.
  disconnectedCallback() { if (this.#timer !== null) this.#keep() }

  get #owner() { return areaOwner(this.#part, this.#cafe) }
  get #usualRadius() { return this.#cafe === null ? this.#usual.ground : this.#usual.cafe }

  #draw() {
    const owner = this.#owner
    const outline = owner && areaOutline(owner, this.#usualRadius)
    if (!outline) return render(this)
    this.#origin = owner.coordinate
    // A café is small, so its picture shows its own area and not every spot.
    const spots = this.#cafe === null ? this.#spots() : []
    const far = [...outline.rings.flat(2), ...spots.flatMap(spot => toPlane(this.#origin, spotPosition(spot)))].map(Math.abs)
    this.#reach = 1.15 * Math.max(1, outline.radius ?? 0, ...far)
    const metres = number(Math.round(this.#reach / 1.15))
    this.#picture = svg("svg", {
      class: "ground-drawing", viewBox: `${-this.#reach} ${-this.#reach} ${2 * this.#reach} ${2 * this.#reach}`, role: "group",
      "aria-label": this.#cafe === null
        ? t("Map of the ground, north is up. It reaches {metres} metres from the coordinate.", { metres })
        : t("Map of {name}, north is up. It reaches {metres} metres from the coordinate.", { name: this.#cafeName(this.#cafe), metres }),
    })
    this.#drawShapes()
    render(this, this.#floorChoice(), this.#picture,
      h("p.hint", {}, t("Drag a point, or move it with the arrow keys: a metre, with Shift ten.")),
      !isDrawn(owner) && h("div.row", {}, h("button.button", { type: "button", "data-key": "draw-ground", onclick: () => this.#change(t("The circle is drawn as points."), part => this.#on(part, thing => drawCircle(thing, this.#usualRadius))) },
        this.#cafe === null ? t("Draw the ground point by point") : t("Draw the area point by point"))),
      this.#list)
    this.#drawList()
  }

  // Changes what is edited within the part.
  #on(part, change) { return changeArea(part, this.#cafe, change) }

  #spots() { return (this.#part.spots ?? []).filter(spot => spotPosition(spot) !== null && (this.#floor === null || floorOf(spot) === this.#floor)) }
  #cafes() { return (this.#part.cafes ?? []).filter(({ id }) => id === this.#cafe || this.#floor === null || cafeFloors(this.#part, id).includes(this.#floor)) }
  #name(spot) { return textOf(spot.name, [language(), ...this.#form.draft.languages]) || spot.id }
  #cafeName(id) { return this.#name(this.#form.draft.cafes.find(cafe => cafe.id === id) ?? { id }) }

  #floorChoice() {
    const known = floors(this.#part)
    if (known.length < 2) return null
    const choose = ({ target }) => {
      this.#floor = target.value === "" ? null : Number(target.value)
      this.#draw()
      this.querySelector("#ground-floor").focus()
    }
    return h("div.field", {}, h("label", { for: "ground-floor" }, t("Floor")),
      h("select", { id: "ground-floor", onchange: choose }, h("option", { value: "" }, t("all floors")),
        known.map(floor => h("option", { value: floor, selected: floor === this.#floor }, number(floor)))))
  }

  // MARK: - The picture

  #drawShapes() {
    const focused = this.#picture.contains(document.activeElement) ? document.activeElement.dataset.key : null
    const owner = this.#owner
    render(this.#picture,
      this.#shape("ground-shape", this.#part, this.#usual.ground),
      this.#cafes().flatMap(cafe => this.#cafeShape(cafe)),
      svg("circle", { class: "ground-point", r: this.#reach / 40, transform: shifted(toPlane(this.#origin, [this.#part.coordinate.longitude, this.#part.coordinate.latitude])) }),
      this.#cafe !== null && this.#handle("centre", "ground-spot is-centre", spotPosition(owner), this.#cafeName(this.#cafe), (part, to) => this.#on(part, cafe => withCoordinate(cafe, to)), true),
      points(owner).map((position, index) => this.#handle(`point-${index}`, "ground-handle", position, t("Point {number}", { number: index + 1 }), (part, to) => this.#on(part, thing => setPoint(thing, index, to)))),
      this.#spots().map(spot => this.#handle(`place-${spot.id}`, `ground-spot is-${spot.kind}`, spotPosition(spot), this.#name(spot), (part, to) => placeSpot(part, spot.id, to), true)))
    if (focused) this.#picture.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true })
  }

  #shape(kind, thing, usual) {
    const outline = areaOutline(thing, usual, this.#origin)
    if (outline === null) return null
    const { center, radius, rings } = outline
    if (radius !== null) return svg("circle", { class: kind, r: radius, transform: shifted(center) })
    return svg("path", { class: kind, d: rings.map(ring => `M${ring.map(point => point.map(value => value.toFixed(2)).join(" ")).join("L")}z`).join(""), "fill-rule": "evenodd" })
  }

  // A press on the area of a café edits it. With the keyboard people choose it above the map.
  #cafeShape(cafe) {
    const isChosen = cafe.id === this.#cafe
    const shape = this.#shape(isChosen ? "cafe-shape is-chosen" : "cafe-shape", cafe, this.#usual.cafe)
    if (!shape) return null
    shape.append(svg("title", {}, this.#cafeName(cafe.id)))
    if (isChosen) return shape
    shape.addEventListener("click", () => this.#form.chooseArea(cafe.id))
    const { center: [x, y], radius, rings } = areaOutline(cafe, this.#usual.cafe, this.#origin)
    const top = radius === null ? Math.min(...rings[0].map(([, each]) => each)) : y - radius
    return [shape, svg("text", { class: "ground-name cafe-name", x: x.toFixed(2), y: (top - this.#reach / 60).toFixed(2), "font-size": this.#reach / 20 }, this.#cafeName(cafe.id))]
  }

  #handle(key, kind, position, name, put, isNamed = false) {
    const [x, y] = toPlane(this.#origin, position)
    const r = this.#reach / 32
    const node = svg("g", { class: kind, transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`, tabindex: 0, role: "button", "data-key": key, "aria-label": placeWords(name, x, y) },
      svg("circle", { class: "ground-tap", r: Math.max(r, TAP * this.#reach / 200) }), svg("circle", { class: "ground-dot", r }), svg("title", {}, name),
      isNamed && svg("text", { class: "ground-name", x: 1.6 * r, y: 0.5 * r, "font-size": this.#reach / 20 }, name))
    node.addEventListener("keydown", event => this.#step(event, put, position))
    node.addEventListener("pointerdown", event => this.#drag(event, put, position))
    return node
  }

  #step(event, put, position) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault()
      return this.#list.querySelector(`[data-key="latitude-${CSS.escape(event.currentTarget.dataset.key)}"]`)?.focus()
    }
    const step = STEPS[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const far = event.shiftKey ? FAR : 1
    this.#part = put(this.#part, moved(this.#origin, position, step.map(value => value * far)))
    this.#drawShapes()
    // Debounces the steps, so that one undo reverses them together.
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#keep(), KEEP_AFTER)
  }

  #drag(event, put, position) {
    if (event.button !== 0) return
    event.preventDefault()
    const { pointerId } = event
    const picture = this.#picture
    const begin = this.#at(event)
    event.currentTarget.focus({ preventScroll: true })
    picture.setPointerCapture(pointerId)
    let hasMoved = false
    const end = new AbortController()
    const follow = moving => {
      if (moving.pointerId !== pointerId) return
      const now = this.#at(moving)
      if (!hasMoved && Math.hypot(now[0] - begin[0], now[1] - begin[1]) < this.#reach / 100) return
      hasMoved = true
      this.#part = put(this.#part, moved(this.#origin, position, [now[0] - begin[0], now[1] - begin[1]]))
      this.#drawShapes()
    }
    const stop = () => {
      end.abort()
      if (hasMoved) this.#keep()
    }
    picture.addEventListener("pointermove", follow, { signal: end.signal })
    for (const name of ["pointerup", "pointercancel"]) picture.addEventListener(name, stop, { signal: end.signal })
  }

  // In metres from the coordinate.
  #at({ clientX, clientY }) {
    const { left, top, width } = this.#picture.getBoundingClientRect()
    return [clientX - left, clientY - top].map(value => value / width * 2 * this.#reach - this.#reach)
  }

  // MARK: - The list

  #drawList() {
    const unplaced = (this.#part.spots ?? []).filter(spot => spotPosition(spot) === null)
    const owner = this.#owner
    const drawn = points(owner)
    render(this.#list,
      h("details", { open: this.#isListOpen, ontoggle: ({ target }) => { this.#isListOpen = target.open } },
        h("summary", { "data-key": "coordinates" }, t("Coordinates")),
        h("ul.coordinate-list", {},
          this.#cafe !== null && this.#row("centre", this.#cafeName(this.#cafe), spotPosition(owner), (part, to) => this.#on(part, cafe => withCoordinate(cafe, to)), []),
          drawn.map((position, index) => this.#row(`point-${index}`, t("Point {number}", { number: index + 1 }), position, (part, to) => this.#on(part, thing => setPoint(thing, index, to)), [
            this.#act("plus", t("New point after point {number}", { number: index + 1 }), `after-${index}`, t("Added."), part => this.#on(part, thing => addPoint(thing, index))),
            canRemovePoint(owner) && this.#act("close", t("Remove point {number}", { number: index + 1 }), `remove-point-${index}`, t("The point is removed."), part => this.#on(part, thing => removePoint(thing, index))),
          ])),
          this.#spots().map(spot => this.#row(`place-${spot.id}`, this.#name(spot), spotPosition(spot), (part, to) => placeSpot(part, spot.id, to), [
            this.#act("close", t("Take {name} from the map", { name: this.#name(spot) }), `unplace-${spot.id}`, t("{name} is on the map no more.", { name: this.#name(spot) }), part => placeSpot(part, spot.id, null)),
          ])))),
      unplaced.length > 0 && h("div.row", {}, unplaced.map(spot => h("button.button.quiet", { type: "button", "data-key": `put-${spot.id}`, onclick: () => this.#place(spot) }, icon("pin"), t("Put {name} on the map", { name: this.#name(spot) })))))
  }

  #isListOpen = false

  #row(key, name, position, put, acts) {
    const fields = [["latitude", t("Latitude"), 1], ["longitude", t("Longitude"), 0]].map(([member, label, axis]) => {
      const input = h("input", { id: `${member}-${key}`, inputmode: "decimal", autocomplete: "off", dir: "ltr", value: position[axis], "data-key": `${member}-${key}`, "aria-label": t("{name}, {coordinate}", { name, coordinate: label }) })
      input.addEventListener("change", event => {
        // The surrounding form does not know these fields.
        event.stopPropagation()
        const degrees = degreesOf(input.value)
        input.ariaInvalid = degrees === null ? "true" : null
        if (degrees === null) return this.#form.page.notice.show(t("Enter degrees with decimals, such as 52.4735."))
        const to = [...position]
        to[axis] = degrees
        this.#change(t("Saved in the draft."), part => put(part, to))
      })
      return input
    })
    return h("li", {}, h("span.coordinate-name", {}, name), fields, h("span.row", {}, acts))
  }

  #act(symbol, label, key, words, change) {
    return h("button.button.quiet.round", { type: "button", "aria-label": label, title: label, "data-key": key, onclick: () => this.#change(words, change) }, icon(symbol))
  }

  // Places the spot north of the coordinate, where people see it and can drag it.
  async #place(spot) {
    const count = this.#spots().length
    await this.#change(t("Move {name} to its place.", { name: this.#name(spot) }), part => placeSpot(part, spot.id, fromPlane(this.#origin, [this.#reach / 8 * (count % 5 - 2), -this.#reach / 8])))
    this.#picture.querySelector(`[data-key="place-${CSS.escape(spot.id)}"]`)?.focus()
  }

  // MARK: - The draft

  #keep() {
    clearTimeout(this.#timer)
    this.#timer = null
    const { area, spots, cafes } = this.#part
    return this.#change(t("Moved."), part => ({
      ...part, ...(this.#cafe === null && area && { area }),
      spots: part.spots?.map(spot => {
        const shown = spots.find(({ id }) => id === spot.id)
        return shown && spotPosition(shown) !== null ? { ...spot, coordinate: shown.coordinate } : spot
      }),
      ...(part.cafes && { cafes: part.cafes.map(cafe => (cafe.id === this.#cafe ? cafes.find(({ id }) => id === cafe.id) ?? cafe : cafe)) }),
    }))
  }

  async #change(words, change) {
    const wasDrawn = isDrawn(this.#owner)
    await this.#form.page.change(words, change)
    this.#part = this.#form.draft.part
    if (!this.isConnected) return
    const owner = this.#owner
    if (!owner) return this.#form.chooseArea(null)
    this.#form.showCoordinate(owner.coordinate)
    if (isDrawn(owner) !== wasDrawn) return this.#form.drawGround()
    const key = document.activeElement?.dataset.key
    this.#draw()
    if (key) this.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
  }
}

const shifted = ([x, y]) => `translate(${x.toFixed(2)} ${y.toFixed(2)})`

// x, y: metres to the east and to the south.
function placeWords(name, x, y) {
  const [across, along] = [x, y].map(value => number(Math.abs(Math.round(value))))
  const [isWest, isSouth] = [Math.round(x) < 0, Math.round(y) > 0]
  if (isWest && isSouth) return t("{name}: {west} metres west, {south} metres south", { name, west: across, south: along })
  if (isWest) return t("{name}: {west} metres west, {north} metres north", { name, west: across, north: along })
  if (isSouth) return t("{name}: {east} metres east, {south} metres south", { name, east: across, south: along })
  return t("{name}: {east} metres east, {north} metres north", { name, east: across, north: along })
}

customElements.define("ground-map", GroundMap)
