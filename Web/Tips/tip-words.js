// Words about tips: why one ended, and the names of platforms and languages.

import { language, t } from "../Shared/messages.js"

export function endedWords(reason) {
  switch (reason) {
    case "actionPerformed": return t("You followed or used it")
    case "tipClosed": return t("You closed it")
    case "displayCountExceeded": return t("Shown often enough")
    case "displayDurationExceeded": return t("Shown long enough")
    default: return null
  }
}

// The same reasons as labels for counts of people.
export function endingName(reason) {
  switch (reason) {
    case "actionPerformed": return t("Followed or used")
    case "tipClosed": return t("Tip closed")
    case "displayCountExceeded": return t("Shown often enough")
    case "displayDurationExceeded": return t("Shown long enough")
    default: return reason
  }
}

export function platformName(platform) {
  switch (platform) {
    case "web": return t("Pages")
    case "terminal": return t("Terminal")
    case "screen": return t("Screens on the wall")
    default: return platform
  }
}

export function languageName(tag) {
  try {
    return new Intl.DisplayNames([language()], { type: "language" }).of(tag) ?? tag
  } catch {
    return tag
  }
}

// Writes a number in the language of the page.
export const figure = number => new Intl.NumberFormat(language()).format(number)
