// A café as its managers change it: the menu, the hours and rules, what was published, and today.

import { currentPrincipal } from "../People/session.js"
import { h } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { differenceWords } from "./difference-words.js"
import { DraftPage } from "./draft-page.js"
import { differences } from "./models/differences.js"
import "./menu-editor.js"
import "./menu-preview.js"
import "./rules-editor.js"
import "./today-panel.js"

const PARTS = ["menu", "hours", "today", "history"]
const TAGS = { menu: "menu-editor", hours: "rules-editor", today: "today-panel", history: "history-list" }

class ManagePage extends DraftPage {
  key = "manage"
  #preview = h("menu-preview")

  title() { return t("Your café") }
  reason() { return t("This page is for managers of a café.") }
  none() { return t("You manage no café yet.") }
  heading({ name }) { return t("Menu and hours, {cafe}", { cafe: name }) }
  choiceName() { return t("Café") }
  effect() { return t("Open menus show them within seconds. Orders that were placed stay as they are.") }
  extra() { return this.#preview }

  async things() { return { things: (await get("/api/v1/managed-cafes")).cafes, key: "cafe" } }

  // Who only administers does not work in the kitchen.
  parts() {
    const isManager = (currentPrincipal()?.grants ?? []).some(grant => grant.split("@")[0] === "manager")
    return PARTS.filter(part => part !== "today" || isManager)
  }

  partTag(part) { return TAGS[part] }

  partName(part) {
    switch (part) {
      case "menu": return t("Menu")
      case "hours": return t("Hours and rules")
      case "today": return t("Today")
      default: return t("What was published")
    }
  }

  differences(before, after) { return differences(before, after) }
  words(entry) { return differenceWords(entry, this.draft) }

  acts(isWrong) {
    return h("button.button", { type: "button", "data-key": "preview", disabled: isWrong, onclick: () => this.#showPreview() }, t("Preview"))
  }

  async #showPreview() {
    const menu = await this.attempt(() => this.draft.preview())
    if (menu) this.#preview.open(menu, { timeZone: this.draft.timeZone })
  }
}

customElements.define("manage-page", ManagePage)
