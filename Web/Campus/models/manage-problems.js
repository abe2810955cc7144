// Why the server refused a change of a café, in a sentence; null for problems that any page can get.

import { t } from "../../Shared/messages.js"

// isPhoto: whether a photo was sent.
export function manageSentence({ code }, { isPhoto = false } = {}) {
  switch (code) {
    case "unsupported-picture": return t("This is no photo that pages can show. Choose a JPEG, PNG or WebP picture that does not move.")
    case "damaged-picture": return t("This photo cannot be read to its end. Choose another one.")
    case "too-many-pixels": return t("This photo has more than 25 million pixels. Choose a smaller one.")
    case "too-few-pixels": return t("This photo is too small to be shown. Each side needs 64 pixels or more.")
    case "pictures-busy": return t("Other photos come first. Try again in a few seconds.")
    case "stale-draft": return t("Somebody else keeps changing this draft. Wait a moment, then try again.")
    case "menu-changed": return t("Something was published meanwhile. Look at the list of changes again, then publish.")
    case "nothing-to-publish": return t("This is in force already.")
    case "draft-mistakes": return t("It has mistakes that have to be put right first. They stand beside their fields.")
    case "unknown-revision": return t("This was never published here. Reload the page.")
    case "unknown-printer": return t("This printer is not in force yet. Publish it first.")
    case "unknown-site": return t("This site does not exist any more.")
    case "unknown-cafe": return t("This café does not exist any more.")
    case "body-too-large": return isPhoto ? t("This photo is larger than 10 megabytes. Choose a smaller one.") : t("The menu is too large to be saved. Take something away first.")
    case "campus-file-mistakes": return t("The file has mistakes. Nothing was changed.")
    default: return null
  }
}
