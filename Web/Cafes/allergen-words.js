// The names of the allergens of European and American law.

import { t } from "../Shared/messages.js"

export function allergenName(id) {
  switch (id) {
    case "gluten": return t("gluten")
    case "wheat": return t("wheat")
    case "crustaceans": return t("crustaceans")
    case "eggs": return t("eggs")
    case "fish": return t("fish")
    case "peanuts": return t("peanuts")
    case "soybeans": return t("soya")
    case "milk": return t("milk")
    case "nuts": return t("nuts")
    case "celery": return t("celery")
    case "mustard": return t("mustard")
    case "sesame": return t("sesame")
    case "sulphites": return t("sulphites")
    case "lupin": return t("lupin")
    case "molluscs": return t("molluscs")
    default: return id
  }
}
