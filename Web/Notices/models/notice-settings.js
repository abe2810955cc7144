// Changes of how somebody is notified. Each returns new settings; none changes those that it is given.

import { WEEKDAYS } from "../../People/models/preferences.js"

const HOURS = /^(\d\d:\d\d)[–-](\d\d:\d\d)$/

// The order with one kind of channel moved up (-1) or down (1); the same order at an end.
export function moved(order, kind, by) {
  const index = order.indexOf(kind)
  const target = index + by
  if (index < 0 || target < 0 || target >= order.length) return order
  return order.with(index, order[target]).with(target, kind)
}

export const isOn = (off, kind, channel) => !off.some(each => each.kind === kind && each.channel === channel)

export function switched(off, kind, channel, on) {
  const others = off.filter(each => each.kind !== kind || each.channel !== channel)
  return on ? others : [...others, { kind, channel }]
}

// { from, to } of "22:00–07:00"; null for anything else.
export function hoursOf(text) {
  const found = HOURS.exec(text ?? "")
  return found ? { from: found[1], to: found[2] } : null
}

export const hoursText = ({ from, to }) => `${from}–${to}`

// A span that ends before it begins ends on the next day.
export const endsNextDay = ({ from, to }) => to <= from

// What is missing of a span { days, from, to }: "days", "hours", or null.
export function missingOf({ days, from, to }) {
  if (days.length === 0) return "days"
  return from && to && from !== to ? null : "hours"
}

// The days in the order of the week, beginning with the person's first.
export function weekFrom(first) {
  const start = Math.max(0, WEEKDAYS.indexOf(first))
  return [...WEEKDAYS.slice(start), ...WEEKDAYS.slice(0, start)]
}
