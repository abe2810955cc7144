// The mistakes of the check in the words of the pages; the codes are those of an import.

import { t } from "../Shared/messages.js"

// words: what the field asks for.
export function mistakeWords({ code, detail }, words = null) {
  switch (code) {
    case "required": return t("This is missing.")
    case "duplicate": return t("Something else has this already.")
    case "unknown-reference": return t("This does not exist here any more. Choose another.")
    case "limit": return t("There are too many of these.")
    case "further-mistakes": return t("There are more mistakes than are shown.")
    default: return words ?? t("This is not possible here: {detail}", { detail })
  }
}
