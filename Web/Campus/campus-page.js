// A site as facilities change it: its spots with the numbers of their beacons and labels to print, its gateways, its ground and its
// days, and what was published.

import { get } from "../Shared/http.js"
import { language, t } from "../Shared/messages.js"
import { differenceWords } from "./difference-words.js"
import { DraftPage } from "./draft-page.js"
import { textOf } from "./models/draft-edit.js"
import { siteDifferences } from "./models/site-differences.js"
import "./site-editor.js"
import "./site-gateways.js"
import "./spot-list.js"

const TAGS = { spots: "spot-list", gateways: "site-gateways", site: "site-editor", history: "history-list" }

class CampusPage extends DraftPage {
  key = "campus"

  title() { return t("Sites and beacons") }
  reason() { return t("This page is for people who run a site.") }
  none() { return t("You run no site yet.") }
  heading({ name }) { return t("Spots and ground, {site}", { site: name }) }
  choiceName() { return t("Site") }
  effect() { return t("From then on new beacons are known, and retired ones are not. Orders stay as they are.") }

  async things() { return { things: (await get("/api/v1/managed-sites")).sites, key: "site" } }

  // A label leads to its spot.
  parts() { return Object.keys(TAGS) }
  partTag(part) { return TAGS[part] }

  partName(part) {
    switch (part) {
      case "spots": return t("Spots and beacons")
      case "gateways": return t("Gateways")
      case "site": return t("Ground and days")
      default: return t("What was published")
    }
  }

  differences(before, after) { return siteDifferences(before, after, this.draft.cafes) }
  siteName() { return textOf(this.draft.inForce.name, [language(), ...this.draft.languages]) }
  words(entry) { return differenceWords(entry, this.draft) }
}

customElements.define("campus-page", CampusPage)
