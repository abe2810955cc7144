// What is said of tips: why one ended, and what a platform and a language are called.

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

// The same of many people.
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

// As the numbers in sentences are written, which stand beside these.
export const figure = number => new Intl.NumberFormat(language()).format(number)
export const figures = ([least, most]) => (least === most ? figure(least) : new Intl.NumberFormat(language()).formatRange(least, most))
export const share = (part, digits = 0) => new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: digits }).format(part)
