// The names of diets, alone and as the person's wish.

import { t } from "../Shared/messages.js"

export function dietName(id) {
  switch (id) {
    case "vegan": return t("Vegan")
    case "vegetarian": return t("Vegetarian")
    case "halal": return t("Halal")
    case "kosher": return t("Kosher")
    default: return id
  }
}

// The diets to name for a dish; a vegan dish is not also called vegetarian.
export const namedDiets = diets => (diets ?? []).filter(diet => diet !== "vegetarian" || !diets.includes("vegan"))
