// The fields that outline an organisation: its name and language, one site, one café.

import { h, icon, render } from "../Shared/dom.js"
import { language, t } from "../Shared/messages.js"
import { COMMON } from "./models/currencies.js"

const LOCATION_LIMIT = 15_000 // milliseconds
const DECIMALS = 6 // of a degree: about 10 cm

// field: makes a field for a line of text; changed: called after a change that no input event reports.
export function placeFields(draft, { field, trouble, changed }) {
  const latitude = field("latitude", t("Latitude"), degrees(90), trouble)
  const longitude = field("longitude", t("Longitude"), degrees(180), trouble)
  const status = h("p.small", { role: "status" })
  const locate = () => findPosition(status, position => {
    for (const [key, node] of [["latitude", latitude], ["longitude", longitude]]) {
      draft[key] = position[key].toFixed(DECIMALS)
      node.querySelector("input").value = draft[key]
    }
    changed()
  })
  return [
    field("organisation", t("Name of the organisation"), { maxlength: 100, autocomplete: "organization" }, trouble),
    choice(draft, "language", t("Language of its texts"), languages(), trouble, t("Names and menus are in this language first. You can add others later.")),
    field("site", t("First site"), { maxlength: 100 }, trouble, t("A building or an address, such as “Head office”.")),
    choice(draft, "timeZone", t("Time zone"), zones(draft.timeZone), trouble),
    h("fieldset.position", {},
      h("legend", {}, t("Position of the site")),
      h("div.two", {}, latitude, longitude),
      h("div.row", {}, h("button.button", { type: "button", "data-key": "locate", onclick: locate }, icon("pin"), t("Use this device’s position"))),
      status),
    field("cafe", t("First café"), { maxlength: 100 }, trouble),
    choice(draft, "currency", t("Currency"), currencies(), trouble),
  ]
}

const degrees = limit => ({ type: "number", step: "any", min: -limit, max: limit, inputmode: "text", dir: "ltr" })

function choice(draft, key, label, options, trouble, hint = null) {
  const id = `set-up-${key}`
  const isWrong = trouble?.fields?.includes(key) ?? false
  const select = h("select", {
    id, required: true, "aria-describedby": hint && `${id}-hint`, "aria-invalid": isWrong && "true",
    onchange: () => {
      draft[key] = select.value
      select.removeAttribute("aria-invalid")
    },
  }, h("option", { value: "" }, t("Choose")), options)
  select.value = draft[key]
  // What is not offered is not chosen either.
  if (select.selectedIndex < 0) select.value = ""
  draft[key] = select.value
  return h("div.field", {}, h("label", { for: id }, label), select, hint && h("p.hint", { id: `${id}-hint` }, hint))
}

const languages = () => Array.from(document.querySelectorAll("language-menu a[hreflang]"), link =>
  h("option", { value: link.hreflang, lang: link.hreflang }, link.textContent))

function zones(present) {
  const known = new Set(Intl.supportedValuesOf("timeZone"))
  if (present !== "") known.add(present)
  known.add("UTC")
  return [...known].sort().map(zone => h("option", { value: zone }, zone.replaceAll("_", " ")))
}

function currencies() {
  const names = new Intl.DisplayNames([language()], { type: "currency" })
  const option = code => h("option", { value: code }, `${code} – ${names.of(code)}`)
  const others = Intl.supportedValuesOf("currency").filter(code => !COMMON.includes(code))
  return [h("optgroup", { label: t("Common") }, COMMON.map(option)), h("optgroup", { label: t("All") }, others.map(option))]
}

function findPosition(status, use) {
  if (!navigator.geolocation) return render(status, t("This browser does not know its position. Type it in."))
  render(status, t("Looking for the position."))
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      use(coords)
      render(status, t("This device’s position is filled in. Check it if the device is not at the site."))
    },
    ({ code }) => render(status, code === 1 ? t("The browser may not use the position. Allow it for this site, or type it in.") : t("The position was not found. Type it in.")),
    { timeout: LOCATION_LIMIT, enableHighAccuracy: true })
}
