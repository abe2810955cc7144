// What a spot stands for, in words.

import { language, t } from "../Shared/messages.js"
import { textOf } from "./models/draft-edit.js"

// draft: of the site.
export function spotKindWords({ kind, cafe, station }, draft) {
  const names = [language(), ...draft.languages]
  const found = draft.cafes.find(({ id }) => id === cafe)
  const name = textOf(found?.name, names) || cafe || ""
  switch (kind) {
    case "cafe": return t("Café {name}", { name })
    case "station": return t("{station} in {cafe}", { station: textOf(found?.stations.find(({ id }) => id === station)?.name, names) || station || "", cafe: name })
    case "entrance": return t("Door")
    default: return kind ?? ""
  }
}
