// A person's working hours as groups of days with the same hours. No function changes what it is given.

import { WEEKDAYS } from "../../People/models/preferences.js"

const NAMES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] // as the server names them
const RANGE = /^(\d\d:\d\d)[–-](\d\d:\d\d)$/
const DAY = 1440 // minutes

// The groups of a week from the server: [{ days, from, to, breakFrom, breakTo }], where days are "mon" to "sun".
export function groupsOf(week) {
  const groups = new Map()
  NAMES.forEach((name, index) => {
    const day = week[name]
    if (!day) return
    const key = `${day.hours} ${day.break ?? ""}`
    const [from, to] = timesOf(day.hours)
    const [breakFrom, breakTo] = timesOf(day.break)
    const group = groups.get(key) ?? { days: [], from, to, breakFrom, breakTo }
    group.days.push(WEEKDAYS[index])
    groups.set(key, group)
  })
  return [...groups.values()]
}

const timesOf = range => RANGE.exec(range ?? "")?.slice(1) ?? ["", ""]

// The week for the server. A day that is in two groups has the hours of the later one; an incomplete group is left out.
export function weekOf(groups) {
  const week = {}
  for (const group of groups.filter(group => missingOf(group) === null)) {
    for (const day of group.days) week[NAMES[WEEKDAYS.indexOf(day)]] = hoursOf(group)
  }
  return week
}

const hoursOf = ({ from, to, breakFrom, breakTo }) => ({ hours: `${from}–${to}`, ...(breakFrom && { break: `${breakFrom}–${breakTo}` }) })

// What is wrong with a group: "days", "hours", "break", or null.
export function missingOf({ days, from, to, breakFrom, breakTo }) {
  if (days.length === 0) return "days"
  if (!from || !to || from === to) return "hours"
  if (!breakFrom && !breakTo) return null
  if (!breakFrom || !breakTo || breakFrom === breakTo) return "break"
  const hours = minutesOf(from, to)
  const pause = minutesOf(breakFrom, breakTo)
  // A break after midnight belongs to the day on which work began.
  const shift = pause.start < hours.start ? DAY : 0
  return hours.start <= pause.start + shift && pause.end + shift <= hours.end ? null : "break"
}

function minutesOf(from, to) {
  const [start, end] = [from, to].map(time => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
  return { start, end: end > start ? end : end + DAY }
}

// The date on the clock of this device, such as "2026-12-24".
export function dateOf(time) {
  const [month, day] = [time.getMonth() + 1, time.getDate()].map(number => String(number).padStart(2, "0"))
  return `${time.getFullYear()}-${month}-${day}`
}

// The dates with one more, in order, each once; those before today are over and are left out.
export const withDayOff = (dates, date, today) => [...new Set([...dates, date])].filter(each => each >= today).toSorted()

// The wishes for the server; null stands for what the organisation says.
export function wishesOf({ window, usesOwnWeek, groups, daysOff, onDaysOff }) {
  return { window, week: usesOwnWeek ? weekOf(groups) : null, daysOff, onDaysOff }
}
