// The keys of the kitchen's screen, its sounds, its languages, and the way to another screen.

import { h, icon } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { keyList } from "./kitchen-keys.js"
import { canFillScreen, fillScreen } from "./screen-awake.js"
import { screenLanguages } from "./screen-languages.js"

// expo: whether this screen may give priority. Returns "leave" when another screen is wanted.
export function askSettings(ask, expo, testSounds) {
  return ask.ask({
    title: t("Keys and settings"),
    content: [
      keyList(expo),
      h("div.row", {},
        h("button.button", { type: "button", onclick: testSounds }, icon("sound-on"), t("Test the sounds")),
        h("a.button", { href: "/replay", "data-key": "replay" }, icon("clock"), t("Look back at the last 24 hours")),
        canFillScreen() && h("button.button", { type: "button", onclick: () => fillScreen() }, t("Full screen"))),
      screenLanguages(),
    ],
    options: [
      { value: "close", label: t("Back to the tickets"), isPrimary: true },
      { value: "leave", label: t("Change screen") },
    ],
  })
}
