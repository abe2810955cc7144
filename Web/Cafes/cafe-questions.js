// Asks about cafés through an ask-dialog. Each question returns the person's answer, or null.

import { h, icon } from "../Shared/dom.js"
import { money } from "../Shared/locale.js"
import { between } from "../Shared/mark.js"
import { t, tn } from "../Shared/messages.js"
import { openingSentence, statusWords } from "./cafe-words.js"
import { changes } from "./models/basket.js"

// C4: asks when the position is not clear. Returns a café's id.
export function askBetween(dialog, { asked: cafes, isRough }) {
  return dialog.ask({
    title: isRough ? t("Your position is not exact enough. Which café?") : betweenTitle(cafes.length),
    content: [between()],
    options: cafes.map(cafe => ({ value: cafe.id, label: t("{cafe} – {opening}", { cafe: cafe.name, opening: openingSentence(cafe) }) })),
  })
}

// C7: the basket moves only if the person agrees, after every difference is named. Returns "move" or "stay".
export function askMove(dialog, { cafe, from, basket, quote, found }) {
  return dialog.ask({
    title: moveTitle(cafe.name, found),
    text: t("Your basket is for {cafe}.", { cafe: from.name }),
    content: [differences(basket, quote)],
    options: [
      { value: "move", label: t("Move the basket to {cafe}", { cafe: cafe.name }), isPrimary: true },
      { value: "stay", label: t("Stay with {cafe}", { cafe: from.name }) },
    ],
  })
}

// C6: the order goes to one café, and the person chooses which. Returns "ours" or "closest".
export function askWhichCafe(dialog, ours, closest, found) {
  const names = { closest: closest.name, cafe: ours.name }
  return dialog.ask({
    title: t("Which café?"),
    text: found === "beacons" ? t("You are at {closest}. This order goes to {cafe}.", names) : t("You are closest to {closest}. This order goes to {cafe}.", names),
    options: [
      { value: "ours", label: t("Order at {cafe}", { cafe: ours.name }) },
      { value: "closest", label: t("Move the basket to {cafe}", { cafe: closest.name }) },
    ],
  })
}

// The notice that the page has changed to another café automatically; `back` undoes it.
export function arrivalNotice(cafe, before, found) {
  if (found === "position") return { text: t("You are now closest to {cafe}. This is its menu.", { cafe: cafe.name }), back: null }
  return {
    text: t("You are at {cafe} now. This is its menu.", { cafe: cafe.name }),
    back: t("Back to {cafe}", { cafe: before.name }),
  }
}

function moveTitle(cafe, found) {
  switch (found) {
    case "beacons": return t("You are at {cafe} now.", { cafe })
    case "position": return t("You are now closest to {cafe}.", { cafe })
    default: return t("Move your basket to {cafe}?", { cafe })
  }
}

function betweenTitle(count) {
  if (count === 2) return t("You are between two cafés. Which one?")
  return tn("You are near {count} café. Which one?", "You are near {count} cafés. Which one?", count)
}

function differences(basket, quote) {
  const differing = changes(basket, quote)
  if (differing.length === 0) return h("p.muted", {}, t("That café has everything in it, at the same price."))
  return h("ul.differences", {}, differing.map(({ line, status, unitPrice, was }) => h("li", {},
    h("strong", {}, line.name), " ",
    status === "price-changed"
      ? h("span.figures", {}, h("s.muted", {}, money(was)), " → ", money(unitPrice))
      : h("span.field-error", {}, icon("information"), statusWords(status)))))
}
