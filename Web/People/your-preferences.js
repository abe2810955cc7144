// Language and formats, which the person chooses once for all of their devices. show(notice). A new language loads the page
// again.

import { h, icon, render } from "../Shared/dom.js"
import { baseLocale, compareNames, sample } from "../Shared/locale.js"
import { language, t } from "../Shared/messages.js"
import { explainOwnData } from "./explain-own-data.js"
import { CALENDARS, changesOf, FORMATS, weekStart, WEEKDAYS } from "./models/preferences.js"
import { offeredLanguage } from "./models/own-language.js"
import { changePreferences, currentChoices, currentPerson } from "./session.js"

const SYSTEM = "" // the value of "as the system has it"
const MONDAY = Date.UTC(2024, 0, 1)

class YourPreferences extends HTMLElement {
  #notice = null
  #selects = {}
  #sample = h("dl.sample", { "aria-live": "polite" })
  #trouble = h("p.field-error", { role: "alert" })
  #save = h("button.button", { type: "submit", "data-key": "save-preferences" }, t("Save"))

  show(notice) {
    this.#notice = notice
    const { preferences } = currentChoices()
    const languages = languageLinks().map(({ hreflang, textContent }) => [hreflang, textContent.trim()])
    this.#selects = {
      language: select("language", languages, offeredLanguage(preferences.language, languages.map(([tag]) => tag))),
      formats: select("formats", formats(preferences.formats), preferences.formats),
      clock: select("clock", [["24", t("24 hours")], ["12", t("12 hours")]], preferences.clock),
      firstDay: select("firstDay", WEEKDAYS.map(day => [day, dayName(day)]), preferences.firstDay),
      calendar: select("calendar", named("calendar", CALENDARS), preferences.calendar),
      zone: select("zone", zones(preferences.zone), preferences.zone),
    }
    const { language, formats: region, clock, firstDay, calendar, zone } = this.#selects
    // Names of the database of time zones.
    zone.translate = false
    render(this, h("section.panel.stack", { "aria-labelledby": "preferences-title" },
      h("h2", { id: "preferences-title", tabindex: "-1" }, t("Language and formats")),
      h("p", {}, t("What you choose here holds wherever you sign in, and in this browser also without a network.")),
      h("form.stack", { onsubmit: event => this.#submit(event), onchange: () => this.#showSample() },
        h("div.preference-fields", {},
          field(t("Language"), language), field(t("Dates, numbers and money"), region), field(t("Clock"), clock),
          field(t("Week begins on"), firstDay), field(t("Calendar"), calendar), field(t("Time zone"), zone)),
        this.#sample, this.#trouble,
        h("div.row", {}, this.#save))))
    this.#showSample()
  }

  forget() {
    render(this)
    this.#selects = {}
  }

  get #chosen() {
    return Object.fromEntries(Object.entries(this.#selects).map(([name, { value }]) => [name, value || undefined]))
  }

  #showSample() {
    const choices = { locale: currentPerson()?.locale ?? null, preferences: this.#chosen }
    const { time, number, money } = sample(choices, Date.now())
    render(this.#sample,
      line(t("Now"), time), line(t("Numbers"), `${number} · ${money}`),
      line(t("Week"), dayName(weekStart(baseLocale(choices), choices.preferences))))
  }

  async #submit(event) {
    event.preventDefault()
    if (this.#save.ariaDisabled === "true") return
    const { preferences } = currentChoices()
    const before = { ...preferences, language: offeredLanguage(preferences.language, languageLinks().map(link => link.hreflang)) }
    const change = changesOf(before, this.#chosen)
    this.#save.ariaDisabled = "true"
    render(this.#trouble)
    try {
      if (Object.keys(change).length > 0) await changePreferences(change)
      if (change.language && change.language !== language()) return showIn(change.language)
      this.#notice.show(t("Language and formats are saved."))
      this.dispatchEvent(new CustomEvent("preferences-changed", { bubbles: true }))
    } catch (error) {
      render(this.#trouble, icon("information"), h("span", {}, explainOwnData(error)))
    } finally {
      this.#save.ariaDisabled = null
    }
  }
}

function showIn(tag) {
  const address = new URL(location.href)
  address.searchParams.set("lang", tag)
  location.replace(address)
}

const languageLinks = () => Array.from(document.querySelectorAll("language-menu a[hreflang]"))

function select(name, options, chosen) {
  return h("select", { id: `preference-${name}`, name, "data-key": `preference-${name}` },
    h("option", { value: SYSTEM, selected: !chosen }, t("As the system has it")),
    options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)))
}

const field = (label, control) => h("div.field", {}, h("label", { for: control.id }, label), control)
const line = (name, words) => h("div", {}, h("dt", {}, name), h("dd", {}, words))

function dayName(day) {
  const date = MONDAY + WEEKDAYS.indexOf(day) * 86_400_000
  return new Intl.DateTimeFormat(language(), { weekday: "long", timeZone: "UTC" }).format(date)
}

// Tags with their names in the page's language, in its order of names.
function named(type, tags) {
  const names = new Intl.DisplayNames(language(), { type, languageDisplay: "standard" })
  return tags.map(tag => [tag, names.of(tag) ?? tag]).toSorted(([, left], [, right]) => compareNames(left, right))
}

const formats = chosen => named("language", chosen && !FORMATS.includes(chosen) ? [...FORMATS, chosen] : FORMATS)

function zones(chosen) {
  const known = Intl.supportedValuesOf("timeZone")
  return (chosen && !known.includes(chosen) ? [...known, chosen] : known).map(zone => [zone, zone.replaceAll("_", " ")])
}

customElements.define("your-preferences", YourPreferences)
