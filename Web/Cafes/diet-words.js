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

// The diets to name of a dish: what is vegan is not called vegetarian too.
export const namedDiets = diets => (diets ?? []).filter(diet => diet !== "vegetarian" || !diets.includes("vegan"))
