// What differs between two parts of a café, in words.

import { allergenName } from "../Cafes/allergen-words.js"
import { dietName } from "../Cafes/diet-words.js"
import { exactDegrees, money, taxPercent } from "../Shared/locale.js"
import { language, t, tn } from "../Shared/messages.js"
import { textOf } from "./models/draft-edit.js"
import { rangesText, weekTexts, DAYS } from "./models/hours-text.js"
import { dayName, languageName } from "./manage-words.js"
import { roundingLevelName, roundingName } from "./tax-words.js"

// One sentence for an entry of models/differences.js. facts: { languages, currency }.
export function differenceWords(entry, facts) {
  const name = entry.names.map(texts => textOf(texts, [language(), ...facts.languages])).join(" · ")
  switch (entry.kind) {
    case "added": return t("{name}: new", { name })
    case "removed": return t("{name}: removed", { name })
    case "moved": return name === "" ? t("Groups are in another order") : t("{name}: in another order", { name })
    default: return changed(entry, name, facts)
  }
}

function changed(entry, name, facts) {
  const field = fieldName(entry)
  const own = { ...facts, currency: entry.currency ?? facts.currency }
  const [before, after] = [entry.before, entry.after].map(value => valueWords(entry.field, value, own))
  const label = name === "" ? field : t("{name}, {field}", { name, field })
  // Two drawn areas can have the same number of points.
  if (before === null || after === null || before === after) return t("{label}: changed", { label })
  return t("{label}: {before} → {after}", { label, before, after })
}

function fieldName({ field, language: tag, taxClass }) {
  if (field === "taxRate") return t("Tax rate of {name}", { name: taxClass })
  const name = plainFieldName(field)
  return tag ? t("{field} ({language})", { field: name, language: languageName(tag) }) : name
}

function plainFieldName(field) {
  switch (field) {
    case "name": return t("name")
    case "summary": return t("description")
    case "price": return t("price")
    case "taxClass": return t("tax class")
    case "station": return t("station")
    case "prepMinutes": return t("minutes of preparation")
    case "allergens": return t("allergens")
    case "diets": return t("diets")
    case "kilocalories": return t("kilocalories")
    case "picture": return t("picture")
    case "served": return t("serving hours")
    case "stock": return t("number available")
    case "groups": return t("choices")
    case "section": return t("group of the menu")
    case "minimum": return t("at least")
    case "maximum": return t("at most")
    case "maximumQuantity": return t("how often")
    case "defaults": return t("proposed choices")
    case "hours": return t("Opening hours")
    case "organisation": return t("Organisation")
    case "people": return t("People")
    case "devices": return t("Screens")
    case "sites": return t("Sites")
    case "stations": return t("Stations")
    case "printers": return t("Printers")
    case "coordinate": return t("Place")
    case "floor": return t("Floor")
    case "area": return t("Area")
    case "currency": return t("Currency")
    case "minor": return t("minor of the beacon")
    case "kind": return t("what it stands for")
    case "spot": return t("spot")
    case "exitDwell": return t("Seconds of absence")
    case "reminderWindow": return t("Minutes without a second reminder")
    case "holidays": return t("Days off")
    case "holidayRegion": return t("Region of public holidays")
    case "retiredMinors": return t("Retired numbers")
    case "exceptions": return t("Days that differ")
    case "closedOnHolidays": return t("Closed on public holidays")
    case "pickup": return t("Pickup windows")
    case "handover": return t("Handing over")
    case "ticketAges": return t("When tickets are late")
    case "tax": return t("Taxes")
    case "taxIncluded": return t("Prices and tax")
    case "taxRounding": return t("Rounding of taxes")
    case "taxRoundingLevel": return t("Tax is rounded")
    case "dayBoundaryHour": return t("Start of the service day")
    default: return field
  }
}

// null: the value is too large for a line.
function valueWords(field, value, { currency, languages }) {
  const none = t("none")
  if (field === "closedOnHolidays") return value ? t("yes") : t("no")
  if (field === "taxIncluded" && typeof value === "boolean") return value ? t("Prices contain the tax") : t("Tax is added to prices")
  if (value === undefined || value === null) return none
  switch (field) {
    case "price": return Number.isSafeInteger(value) ? money({ amount: value, currency }) : String(value)
    case "section": return textOf(value, [language(), ...languages])
    case "allergens": return allergenWords(value)
    case "retiredMinors":
    case "holidays": return value.join(", ")
    case "taxRate": return taxWords(value)
    case "taxRounding": return roundingName(value)
    case "taxRoundingLevel": return roundingLevelName(value)
    case "area": return areaWords(value)
    case "coordinate": return placeWords(value)
    case "diets": return value.length === 0 ? none : value.map(dietName).join(", ")
    case "served":
    case "hours": return hoursWords(value)
    default: return typeof value === "object" ? null : String(value)
  }
}

// The file has percentages as decimals. What is no number stays as it was typed.
const taxWords = text => (/^\d+([.]\d+)?$/u.test(text) ? taxPercent(Number(text) / 100) : String(text))

function areaWords({ type, radius, coordinates }) {
  if (Number.isFinite(radius)) return tn("a circle of {count} metre", "a circle of {count} metres", radius)
  const count = coordinates?.[0]?.length - 1
  return type === "Polygon" && count > 0 ? tn("a shape with {count} point", "a shape with {count} points", count) : null
}

const placeWords = ({ latitude, longitude }) => [latitude, longitude].every(Number.isFinite) ? [latitude, longitude].map(exactDegrees).join(" / ") : null

function allergenWords(value) {
  if (value === "unknown") return t("unknown")
  const { contains = [], mayContain = [] } = value
  if (contains.length + mayContain.length === 0) return t("none")
  const traces = mayContain.length > 0 && t("may contain {allergens}", { allergens: mayContain.map(allergenName).join(", ") })
  return [...contains.map(allergenName), traces].filter(Boolean).join(", ")
}

function hoursWords(hours) {
  if (hours.everyday) return rangesText(hours.everyday)
  const texts = weekTexts(hours)
  return DAYS.filter(day => texts[day] !== "").map(day => `${dayName(day)} ${texts[day]}`).join("; ")
}
