// Small parts that show a dish: its picture, its energy and diets, and its serving hours.

import { h, icon } from "../Shared/dom.js"
import { clockTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { laterWords, servedWords } from "./cafe-words.js"
import { dietName, namedDiets } from "./diet-words.js"
import { isPhoto, pictureSource } from "./models/dish-picture.js"
import { isServedLater } from "./models/serving.js"
import { pausedWords } from "./pace-words.js"

const SIDE = 96 // pixels; the style sheet sets the shown size

// The picture of a dish, or null. It is decorative, because the name says the same. A missing file keeps its space, so that
// nothing moves. side: how long it is shown at most, in pixels.
export function dishPicture({ picture }, kind = "item-picture", side = SIDE) {
  return picture && h(`img.${kind}${isPhoto(picture) ? ".is-photo" : ""}`, {
    ...pictureSource(picture, side), alt: "", width: SIDE, height: SIDE, loading: "lazy", decoding: "async",
    onerror: ({ target }) => target.classList.add("is-missing"),
  })
}

// energy: as models/energy.js gives it.
function energyWords(energy) {
  const { amount, isLeast } = energy
  return isLeast ? tn("at least {count} kcal", "at least {count} kcal", amount) : tn("{count} kcal", "{count} kcal", amount)
}

// "540 kcal · Vegan", or nothing. diets: as models/diets.js gives them; energy: as models/energy.js does.
export function dishFacts(diets, energy) {
  const facts = [energy && energyWords(energy), ...namedDiets(diets).map(dietName)].filter(fact => fact)
  return facts.length > 0 && h("p.dish-facts.small.muted", {}, facts.flatMap((fact, index) => [index > 0 && " · ", h("span", {}, fact)]))
}

// When an item is served, if it has hours of its own.
export function servingLine(item, cafe) {
  const { isServed, pausedUntil, servedAt, servedUntil } = item
  const { timeZone } = cafe
  if (pausedUntil) return h("p.serving.is-over.small", {}, icon("clock"), h("span", {}, pausedWords(pausedUntil, timeZone)))
  if (isServedLater(item, cafe, Date.now())) return h("p.serving.is-later.small", {}, icon("clock"), h("span", {}, laterWords(item, timeZone)))
  if (isServed === false) return h("p.serving.is-over.small", {}, icon("clock"), h("span", {}, servedWords({ servedAt }, timeZone)))
  if (!servedUntil) return null
  return h("p.serving.small.muted", {}, icon("clock"), h("span", {}, t("Served until {time}", { time: clockTime(servedUntil, timeZone) })))
}

// Beside prices to which a café adds the tax.
export const taxNote = ({ pricesIncludeTax }) => !pricesIncludeTax && h("p.muted.small", {}, t("Tax is added to these prices when you pay."))
