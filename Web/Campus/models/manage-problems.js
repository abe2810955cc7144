// Why the server refused a change of a café, in a sentence; null for problems that any page can get.

import { t } from "../../Shared/messages.js"

export function manageSentence({ code }) {
  switch (code) {
    case "stale-draft": return t("Somebody else keeps changing this draft. Wait a moment, then try again.")
    case "menu-changed": return t("The café was published meanwhile. Look at the list of changes again, then publish.")
    case "nothing-to-publish": return t("This is in force already.")
    case "draft-mistakes": return t("It has mistakes that have to be put right first. They stand beside their fields.")
    case "unknown-revision": return t("The café never had this. Reload the page.")
    case "unknown-cafe": return t("This café does not exist any more.")
    case "body-too-large": return t("The menu is too large to be saved. Take something away first.")
    case "campus-file-mistakes": return t("The file has mistakes. Nothing was changed.")
    default: return null
  }
}
