// The language and the formats that a person chose. Each choice stands by itself; one that is missing is as the system has it:
// as the account says, or else the browser.

// The choices that pages know. Others, of a later program, are left alone.
export const NAMES = ["language", "formats", "zone", "calendar", "firstDay", "clock"]

// The server takes these calendars.
export const CALENDARS = [
  "gregory", "buddhist", "chinese", "coptic", "dangi", "ethiopic", "hebrew", "indian", "islamic-civil", "islamic-umalqura",
  "japanese", "persian", "roc",
]
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

// Ways of writing that are offered; any other language tag that somebody has is kept.
export const FORMATS = [
  "ar-AE", "ar-EG", "de-AT", "de-CH", "de-DE", "en-AU", "en-CA", "en-GB", "en-IN", "en-US", "es-AR", "es-ES", "es-MX", "es-UY",
  "fr-CA", "fr-CH", "fr-FR", "he-IL", "hi-IN", "it-IT", "ja-JP", "ko-KR", "nl-NL", "pl-PL", "pt-BR", "pt-PT", "sv-SE", "tr-TR",
  "uk-UA", "zh-Hans-CN", "zh-Hant-TW",
]

// A language tag with the calendar and the clock that were chosen.
export function formatTag(tag, { calendar, clock } = {}) {
  try {
    return new Intl.Locale(tag, {
      ...(calendar && { calendar }),
      ...(clock && { hourCycle: clock === "12" ? "h12" : "h23" }),
    }).toString()
  } catch {
    return tag // a choice that this browser does not know
  }
}

// The zone that was chosen, if this browser knows it; else undefined, which is the browser's own.
export function ownZone({ zone } = {}) {
  try {
    return zone && new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

// On which day a week begins, as "mon" to "sun": chosen, or usual where the formats come from.
export function weekStart(tag, { firstDay } = {}) {
  if (WEEKDAYS.includes(firstDay)) return firstDay
  const locale = new Intl.Locale(tag)
  const week = locale.getWeekInfo?.() ?? locale.weekInfo
  return WEEKDAYS[(week?.firstDay ?? 1) - 1]
}

// What changes from one set of choices to the other, with null for what goes back to the system's. Empty without a change.
export function changesOf(before, after) {
  return Object.fromEntries(NAMES.filter(name => (before[name] ?? null) !== (after[name] ?? null)).map(name => [name, after[name] ?? null]))
}

// What this device keeps of a person, so that pages are right before the server answers, and without it.
export const copyOf = ({ id, locale, language, preferences = {} }) => ({ person: id, locale, language, preferences })

// The choices that hold. principal: who is signed in, or null while that is not known; copy: what this device keeps, or null.
// A screen has none, whoever used the browser before.
export function presentChoices(principal, copy) {
  const source = principal ?? copy
  return { locale: source?.locale ?? null, preferences: source?.preferences ?? {} }
}
