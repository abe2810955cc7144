// The badges and phones of one person: shows them, adds one and takes one away. Fires "badges-changed" with { beacon, isGiven }.

import { FormDialog } from "../People/form-dialog.js"
import { proved } from "../People/proof.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { get, post, Problem, put, remove } from "../Shared/http.js"
import { day, dayAndTime, number } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { beaconName, unknownBeacons } from "./models/gateways.js"
import { newWearable, sameWearable } from "./models/wearable.js"
import { explainWearables, kindName, WEARABLE_KINDS, wearableName } from "./wearable-words.js"

const NUMBERS = ["major", "minor", "rotationExponent", "counter"]

class WearablesDialog extends FormDialog {
  #person = null
  #ask = null
  #list = h("ul.wearables")
  #kiosk = h("div") // the badge for kiosks, if the person has one
  #heard = []
  #kind = h("select", { id: "wearable-kind", onchange: () => this.#showFields() })
  #fields = h("div.stack")
  #inputs = {}
  #label = input("label", { maxlength: 200, dir: "auto" })
  #trouble = h("p.field-error", { id: "wearable-trouble", role: "alert" })
  #news = h("p.muted", { role: "status" })

  // person: { id, name, hasLeft }; ask: the page's dialog for questions. A person who has left the campus gets nothing more.
  async open(person, ask) {
    this.#person = person
    this.#ask = ask
    this.#heard = []
    for (const part of [this.#list, this.#kiosk, this.#trouble, this.#news]) render(part)
    this.#label.value = ""
    render(this.#kind, WEARABLE_KINDS.map(kind => h("option", { value: kind }, kindName(kind))))
    this.present({
      id: "wearables-title", title: t("Badges and phones of {name}", { name: person.name }), submit: () => this.#add(),
      content: [
        h("p", {}, person.hasLeft
          ? t("This person has left the campus. What you take away here can be handed out again.")
          : t("Gateways hear the person by these, for what the person agreed to and nothing else. The person sees them at “Your data”.")),
        this.#list, this.#kiosk,
        !person.hasLeft && h("section.stack", { "aria-labelledby": "new-wearable-title" },
          h("h3", { id: "new-wearable-title" }, t("Add one")),
          field(this.#kind, t("What it is")), this.#fields, field(this.#label, t("Name (optional)"), t("Such as the colour of the badge."))),
        this.#trouble, this.#news,
      ],
      foot: [
        h("button.button", { type: "button", onclick: () => this.close() }, t("Close")),
        !person.hasLeft && h("button.button.primary", { type: "submit" }, icon("plus"), t("Add")),
      ],
    })
    this.#showFields()
    await this.#reload()
    if (person.hasLeft) return
    await this.#showKiosk(() => get(this.#kioskAddress))
    if (!this.isOpen || person !== this.#person) return
    // What gateways hear helps to choose, and is not needed.
    const found = await get("/api/v1/gateways").catch(() => null)
    if (!found || !this.isOpen) return
    this.#heard = unknownBeacons(found.gateways)
    if (this.#heard.length > 0 && this.#isUntouched) this.#showFields()
  }

  get #address() { return `/api/v1/people/${encodeURIComponent(this.#person.id)}/wearables` }

  get #isUntouched() { return Object.values(this.#inputs).every(({ value }) => value === "") && !this.#fields.contains(document.activeElement) }

  async #reload() {
    const { id } = this.#person
    const answer = await this.#attempt(() => this.#read())
    if (!answer || id !== this.#person.id) return
    render(this.#list, answer.wearables.length === 0
      ? h("li.muted", {}, t("None yet."))
      : answer.wearables.map(wearable => this.#row(wearable)))
  }

  // After the last one is taken away, nothing is known of a person who has left.
  async #read() {
    try {
      return await get(this.#address)
    } catch (error) {
      if (this.#person.hasLeft && error instanceof Problem && error.code === "unknown-person") return { wearables: [] }
      throw error
    }
  }

  get #kioskAddress() { return `/api/v1/people/${encodeURIComponent(this.#person.id)}/kiosk-badge` }

  // A lost badge is blocked at all kiosks at once; its number and its PIN are the person's own.
  async #showKiosk(act) {
    const { id, name } = this.#person
    const badge = await this.#attempt(act)
    if (!badge || id !== this.#person.id) return
    const block = `${this.#kioskAddress}/block`
    render(this.#kiosk, badge.setAt && h("section.wearable", { "aria-labelledby": "kiosk-badge-of-title" },
      h("div.wearable-words", {},
        h("h3", { id: "kiosk-badge-of-title" }, t("Badge for paying at kiosks")),
        h("p.muted.small", { role: "status" }, badge.blockedAt
          ? t("Blocked since {time}", { time: dayAndTime(badge.blockedAt) })
          : t("{name} set it on {day}.", { name, day: day(badge.setAt) }))),
      badge.blockedAt
        ? h("button.button", { type: "button", "data-key": "unblock-kiosk-badge", onclick: () => this.#showKiosk(() => remove(block)) }, t("Unblock"))
        : h("button.button", { type: "button", "data-key": "block-kiosk-badge", onclick: () => this.#showKiosk(() => put(block)) }, t("Block"))))
  }

  #row(wearable) {
    const name = wearableName(wearable)
    return h("li.wearable", {},
      h("div.wearable-words", {},
        h("p", {}, h("strong", { dir: "auto" }, name)),
        h("p.muted.small", {}, wearable.label ? `${kindName(wearable.kind)} · ` : null, h("bdi", {}, wearable.shown)),
        h("p.muted.small", {}, t("Added {time}", { time: dayAndTime(wearable.assignedAt) }))),
      h("button.button", { type: "button", "data-key": `remove-${wearable.id}`, onclick: () => this.#remove(wearable, name) },
        t("Take away"), h("span.hidden-visually", {}, `: ${name}`)))
  }

  #showFields() {
    const own = {
      beacon: [["uuid", t("UUID"), null], ["major", t("Major"), null], ["minor", t("Minor"), null]],
      eddystone: [["eddystone", t("Namespace and instance"), t("32 hexadecimal digits, as the app of the maker shows them.")]],
      ephemeral: [
        ["key", t("Identity key"), t("32 hexadecimal digits, as the app of the maker shows them. It is stored, and never shown again.")],
        ["rotationExponent", t("Rotation exponent"), t("0 to 15. With 10 the badge changes its identity every 1,024 seconds.")],
        ["counter", t("Time counter now"), t("In seconds, as the app of the maker shows it at this moment.")],
      ],
      phone: [["key", t("Identity key (IRK)"), t("32 hexadecimal digits. It is stored, and never shown again. A phone gives it to a computer that it was paired with.")]],
    }[this.#kind.value]
    this.#inputs = Object.fromEntries(own.map(([key]) => [key, input(key, { required: true, dir: "ltr", inputmode: NUMBERS.includes(key) ? "numeric" : null })]))
    render(this.#trouble)
    render(this.#fields, this.#choice(), h("div.wearable-fields", {}, own.map(([key, label, hint]) => field(this.#inputs[key], label, hint))))
  }

  // Beacons that a gateway hears now and that are nobody's: the badge in the hand is the strongest beside the gateway.
  #choice() {
    const { value: kind } = this.#kind
    const beacons = this.#heard.filter(({ eddystone }) => kind === (eddystone ? "eddystone" : "beacon"))
    if (beacons.length === 0) return null
    const select = h("select", { id: "wearable-heard", onchange: () => this.#fill(beacons[select.value]) },
      h("option", { value: "" }, t("Enter the numbers")),
      beacons.map((beacon, place) => h("option", { value: place }, heardWords(beacon))))
    return field(select, t("Heard now, and nobody’s"), t("Hold the badge beside a gateway: it is the strongest."))
  }

  #fill(beacon) {
    for (const [key, element] of Object.entries(this.#inputs)) element.value = beacon?.[key] ?? ""
  }

  async #add() {
    render(this.#trouble)
    for (const element of Object.values(this.#inputs)) element.removeAttribute("aria-invalid")
    const values = Object.fromEntries(Object.entries({ ...this.#inputs, label: this.#label }).map(([key, element]) => [key, element.value]))
    const { wrong, body } = newWearable(this.#kind.value, values)
    if (wrong) return this.#showWrong(wrong)
    const added = await this.#attempt(() => proved(() => post(this.#address, body)))
    if (!added) return
    this.#label.value = ""
    this.#noteChange(body, true)
    this.#showFields()
    await this.#reload()
    this.#say(t("Added. Gateways hear it from their next report on."))
  }

  #showWrong(key) {
    const element = this.#inputs[key]
    element.setAttribute("aria-invalid", "true")
    element.setAttribute("aria-errormessage", this.#trouble.id)
    this.#showSentence(wrongSentence(key))
    element.focus()
  }

  // What can be assigned once more is taken away at once, and a press undoes it. A key would have to be typed again. A person
  // who has left gets nothing back.
  async #remove(wearable, name) {
    const again = sameWearable(wearable)
    const isUndoable = again && !this.#person.hasLeft
    if (!again && await this.#confirm(name) !== "remove") return
    const gone = await this.#attempt(() => proved(() => remove(`${this.#address}/${encodeURIComponent(wearable.id)}`).then(() => true)))
    if (gone) this.#noteChange(again, false)
    await this.#reload()
    this.querySelector("h2")?.focus()
    if (!gone) return
    this.#say(t("“{name}” is taken away.", { name }), isUndoable && h("button.button.quiet", { type: "button", "data-key": "undo", onclick: () => this.#assignAgain(again, name) }, icon("undo"), t("Undo")))
  }

  #confirm(name) {
    return this.#ask.ask({
      title: t("Take “{name}” away?", { name }),
      text: t("Gateways do not hear {person} by it any more, from the next report on.", { person: this.#person.name }),
      options: [{ value: "keep", label: t("Keep it"), isPrimary: true }, { value: "remove", label: t("Take away") }],
    })
  }

  async #assignAgain(body, name) {
    if (!await this.#attempt(() => proved(() => post(this.#address, body)))) return
    this.#noteChange(body, true)
    await this.#reload()
    this.#say(t("{person} has “{name}” again.", { person: this.#person.name, name }))
    this.querySelector("h2")?.focus()
  }

  // body: what was assigned or taken away; null for a key, which no list shows.
  #noteChange(body, isGiven) {
    const beacon = body?.uuid || body?.eddystone ? beaconName(body) : null
    if (isGiven) this.#heard = this.#heard.filter(({ name }) => name !== beacon)
    emit(this, "badges-changed", { beacon, isGiven })
  }

  async #attempt(act) {
    render(this.#trouble)
    render(this.#news)
    try {
      return await act()
    } catch (error) {
      this.#showSentence(explainWearables(error))
    }
  }

  #showSentence(text) {
    render(this.#trouble, icon("information"), h("span", {}, text))
    this.#trouble.scrollIntoView({ block: "nearest" })
  }

  #say(text, button = null) { render(this.#news, h("span", {}, text), button) }
}

const input = (key, more) => h("input", { id: `wearable-${key}`, name: key, autocomplete: "off", autocapitalize: "none", spellcheck: "false", ...more })

const field = (element, label, hint = null) => {
  const id = `${element.id}-hint`
  if (hint) element.setAttribute("aria-describedby", id)
  return h("div.field", {}, h("label", { for: element.id }, label), hint && h("span.hint", { id }, hint), element)
}

const heardWords = ({ name, place, rssi }) => (rssi === undefined
  ? t("{place}: {beacon}", { place, beacon: name })
  : t("{place}, {strength} dBm: {beacon}", { place, strength: number(rssi), beacon: name }))

function wrongSentence(key) {
  switch (key) {
    case "major":
    case "minor":
      return t("Major and minor are whole numbers from 0 to 65535.")
    case "rotationExponent": return t("The rotation exponent is a whole number from 0 to 15.")
    case "counter": return t("The time counter is a whole number of seconds.")
    default: return t("This has 32 hexadecimal digits: 0 to 9 and A to F.")
  }
}

customElements.define("wearables-dialog", WearablesDialog)
