// Rules of attendance: what stands in the campus file as fields of a form, and back.

import { plainText } from "../../Shared/models/typed.js"

const CLOCK = /^(\d{1,4})(?::([0-5]\d))?$/u

// "8:00" or "8" as minutes; undefined when it is empty, null when it cannot be read.
export function minutesOf(text) {
  const clean = plainText(text)
  if (clean === "") return undefined
  const found = CLOCK.exec(clean)
  return found ? Number(found[1]) * 60 + Number(found[2] ?? 0) : null
}

// 480 as "8:00"; empty for nothing.
export const clockText = minutes => (minutes === undefined ? "" : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`)

// The versions of a document's rules in order, as [{ from, rules }]; from is null for rules that hold from the beginning.
export function versionsOf({ workRules }) {
  if (workRules === undefined) return []
  return (Array.isArray(workRules) ? workRules : [workRules]).map(({ from = null, ...rules }) => ({ from, rules }))
}

// The version that holds in a month; null before the first.
export const versionIn = (versions, month) => versions.findLast(({ from }) => from === null || from <= month) ?? null

// The document with these versions.
export function withVersions(document, versions) {
  const { workRules, ...rest } = document
  if (versions.length === 0) return rest
  return { ...rest, workRules: versions.length === 1 && versions[0].from === null ? versions[0].rules : versions.map(({ from, rules }) => (from === null ? rules : { from, ...rules })) }
}

// Rules that hold from a month, in the place of those that begin with the same month.
export function withVersion(versions, from, rules) {
  const others = versions.filter(version => version.from !== from)
  return [...others, { from, rules }].sort((left, right) => (left.from ?? "").localeCompare(right.from ?? ""))
}

const USUAL_HOUR = 5 // at which a day begins

// The hours at which days begin in order, as [{ from, hour }]; from is a date, or null for the hour that holds from the beginning.
export function dayHoursOf({ dayChangeHour = USUAL_HOUR }) {
  const list = Array.isArray(dayChangeHour) ? dayChangeHour.map(({ from = null, hour }) => ({ from, hour })) : [{ from: null, hour: dayChangeHour }]
  return list[0]?.from === null ? list : [{ from: null, hour: USUAL_HOUR }, ...list]
}

// The hour that holds on a date.
export const hourOn = (hours, date) => hours.findLast(({ from }) => from === null || from <= date).hour

// The document with an hour that holds from a date, in the place of the one that begins then.
export const withDayHour = (document, from, hour) => withDayHours(document,
  [...dayHoursOf(document).filter(each => each.from !== from), { from, hour }].sort((left, right) => (left.from ?? "").localeCompare(right.from ?? "")))

export const withoutDayHour = (document, from) => withDayHours(document, dayHoursOf(document).filter(each => each.from !== from))

// An hour that changes nothing is left out.
function withDayHours(document, hours) {
  const { dayChangeHour: _, ...rest } = document
  const changes = hours.filter(({ hour }, index) => index === 0 || hour !== hours[index - 1].hour)
  if (changes.length > 1) return { ...rest, dayChangeHour: changes.map(({ from, hour }) => (from === null ? { hour } : { from, hour })) }
  return changes[0].hour === USUAL_HOUR ? rest : { ...rest, dayChangeHour: changes[0].hour }
}

// months from one on, such as ["2026-11", "2026-12"].
export function monthsFrom(month, count) {
  const [year, number] = month.split("-").map(Number)
  return Array.from({ length: count }, (_, index) => new Date(Date.UTC(year, number - 1 + index, 1)).toISOString().slice(0, 7))
}

const LIMITS = ["dailyMinutes", "weeklyMinutes", "monthlyMinutes"]
const WORDS = ["attribution", "rounding", "weekBegins"]
const BREAKS = 2 // that a form shows at least

// The fields of a form about rules.
export function formOf(rules) {
  const [nightFrom = "", nightTo = ""] = (rules.night ?? "").split("-")
  const rows = (rules.breaks ?? []).map(({ afterMinutes, minutes }) => ({ after: clockText(afterMinutes), minutes: String(minutes) }))
  while (rows.length < BREAKS) rows.push({ after: "", minutes: "" })
  return {
    preset: rules.preset ?? "", ...Object.fromEntries(LIMITS.map(name => [name, clockText(rules[name])])),
    breaks: rules.breaks === undefined ? "" : rules.breaks.length === 0 ? "none" : "own", rows, paidBreaks: rules.paidBreaks === true, nightFrom, nightTo,
    ...Object.fromEntries(WORDS.map(name => [name, rules[name] ?? ""])),
  }
}

// The rules that a form says, and what cannot be read of it: { rules, mistakes }, with pointers seen from the rules.
export function rulesOf(form) {
  const rules = {}
  const mistakes = []
  const refuse = pointer => mistakes.push({ pointer, code: "value" })
  const put = (name, value) => {
    if (value === null) return refuse(`/${name}`)
    if (value !== undefined) rules[name] = value
  }
  if (form.preset !== "") rules.preset = form.preset
  for (const name of LIMITS) put(name, minutesOf(form[name]))
  if (form.breaks === "none") rules.breaks = []
  if (form.breaks === "own") {
    rules.breaks = form.rows.filter(({ after, minutes }) => after.trim() !== "" || minutes.trim() !== "").map(({ after, minutes }, index) => {
      const [afterMinutes, length] = [minutesOf(after), /^\d{1,4}$/u.test(plainText(minutes)) ? Number(plainText(minutes)) : null]
      if (!Number.isInteger(afterMinutes)) refuse(`/breaks/${index}/afterMinutes`)
      if (length === null) refuse(`/breaks/${index}/minutes`)
      return { afterMinutes, minutes: length }
    })
    if (rules.breaks.length === 0) refuse("/breaks/0/afterMinutes")
  }
  if (form.paidBreaks) rules.paidBreaks = true
  if (form.nightFrom !== "" && form.nightTo !== "") rules.night = `${form.nightFrom}-${form.nightTo}`
  else if (form.nightFrom !== form.nightTo) refuse("/night")
  for (const name of WORDS) if (form[name] !== "") rules[name] = form[name]
  return { rules, mistakes }
}

// What holds where the rules do not say: the preset's, else the usual.
export function effective(rules, presets) {
  const base = presets.find(({ id }) => id === rules.preset) ?? { breaks: [], night: "22:00-05:00", attribution: "start-day", rounding: "none", weekBegins: "monday" }
  return { ...base, ...rules }
}

// Mistakes of a check with the pointers of the form: the place of a version among others is left out.
export const ofForm = errors => errors.map(error => ({ ...error, pointer: error.pointer.replace(/^\/workRules(\/\d+)?(?=\/|$)/u, "") }))
