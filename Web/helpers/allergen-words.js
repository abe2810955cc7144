// What the allergens of European and American law are called.

import { t } from "./messages.js"

export function allergenName(id) {
  switch (id) {
    case "gluten": return t("Gluten")
    case "wheat": return t("Wheat")
    case "crustaceans": return t("Crustaceans")
    case "eggs": return t("Eggs")
    case "fish": return t("Fish")
    case "peanuts": return t("Peanuts")
    case "soybeans": return t("Soya")
    case "milk": return t("Milk")
    case "nuts": return t("Nuts")
    case "celery": return t("Celery")
    case "mustard": return t("Mustard")
    case "sesame": return t("Sesame")
    case "sulphites": return t("Sulphites")
    case "lupin": return t("Lupin")
    case "molluscs": return t("Molluscs")
    default: return id
  }
}
