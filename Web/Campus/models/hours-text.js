// Hours as the campus file has them and as people type them.

import { plainText } from "../../Shared/models/typed.js"

export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

// "8-14:30, 17:00 – 22" becomes ["08:00-14:30", "17:00-22:00"]. What is no range stays, so that the check says so.
export function typedRanges(text) {
  return plainText(text).split(/[,;、،]/u).map(part => part.trim()).filter(part => part !== "").map(part => {
    const found = /^(\d{1,2})(?:[:.](\d{2}))?\s*[-–—~〜ー]\s*(\d{1,2})(?:[:.](\d{2}))?$/u.exec(part)
    if (!found) return part
    const [, hour, minute = "00", endHour, endMinute = "00"] = found
    return `${hour.padStart(2, "0")}:${minute}-${endHour.padStart(2, "0")}:${endMinute}`
  })
}

export const rangesText = ranges => (Array.isArray(ranges) ? ranges.join(", ") : "")

// The hours of each day, whichever form the file has: { monday: "08:00-14:30", … }.
export function weekTexts(hours) {
  return Object.fromEntries(DAYS.map(day => [day, rangesText(hours?.everyday ?? hours?.[day])]))
}

// The hours as the file has them, in the short form where all days are equal; null when no day has any.
export function hoursOf(texts) {
  const week = DAYS.map(day => [day, typedRanges(texts[day] ?? "")]).filter(([, ranges]) => ranges.length > 0)
  if (week.length === 0) return null
  const first = week[0][1].join()
  if (week.length === DAYS.length && week.every(([, ranges]) => ranges.join() === first)) return { everyday: week[0][1] }
  return Object.fromEntries(week)
}
