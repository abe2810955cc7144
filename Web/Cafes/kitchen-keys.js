// The keys of the kitchen, for a keyboard or a bump bar.

import { h } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"

// Keys and what they do. expo: whether this screen may give priority.
function keyWords(expo) {
  return [
    ["← ↑ → ↓", t("go from ticket to ticket")],
    ["1 … 9, 0", t("go to the ticket with this digit")],
    ["Enter", t("bump the ticket")],
    ["Shift + 1 … 9", t("bump a line of the ticket")],
    ["U", t("undo the last bump")],
    ["R", t("recall a ticket")],
    ["X", t("reject a ticket, or print it again")],
    expo && ["P", t("put the ticket before the others")],
    ["Page ↑ ↓", t("turn the page")],
    ["A", t("show what to make")],
    ["S", t("mark what is sold out")],
    ["L", t("show what is for later")],
    ["D", t("pause, or delay")],
    ["M", t("switch the sound on or off")],
    ["?", t("show the keys")],
  ].filter(Boolean)
}

// The most important keys, for the row at the foot of the screen.
export const keyHelp = expo => keyWords(expo).filter(([keys]) => ["← ↑ → ↓", "1 … 9, 0", "Enter", "U", "R", "?"].includes(keys))
  .map(([keys, words]) => h("span", {}, h("kbd", {}, keys), " ", words))

export const keyList = expo => h("dl.keys", {}, keyWords(expo).map(([keys, words]) =>
  h("div", {}, h("dt", {}, h("kbd", {}, keys)), h("dd", {}, words))))

// What a press of a key asks for: [name, argument], or null. A key that is held down asks once.
function keyMeaning({ key, code, shiftKey, repeat }) {
  if (key.startsWith("Arrow")) return ["move", key]
  if (repeat) return null
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code ?? "")
  if (digit) return [shiftKey ? "line" : "go", (Number(digit[1]) + 9) % 10]
  return MEANINGS.get(key.toLowerCase()) ?? null
}

// What a press of a key does on this screen, or null. acts: as of kitchen-page.js.
export function keyAction(event, grid, view, acts) {
  const { focused } = grid
  const [name, argument] = keyMeaning(event) ?? []
  switch (name) {
    case "move": return () => grid.move(argument)
    case "go": return grid.visible[argument] ? () => grid.focus(grid.visible[argument]) : null
    case "line": return focused?.lines[argument] ? () => pressLine(focused, focused.lines[argument], acts) : null
    case "turn": return () => grid.turn(grid.page + argument)
    case "undo": return () => acts.undo(focused)
    case "prioritise": return focused && view === "expo" ? () => acts.act({ ticket: focused.ticket, action: "prioritise", line: null }) : null
    case "more": return focused ? () => acts.more(focused.ticket) : null
    case "bump": return focused && event.target === focused ? () => bump(focused, acts) : null
    default: return acts[name] ?? null
  }
}

function bump({ ticket, stage }, { act }) {
  if (stage !== "done") act({ ticket, action: stage === "cancelled" ? "acknowledge" : "bump", line: null })
}

function pressLine({ ticket, stage }, line, { act }) {
  if (stage === "waiting" || stage === "preparing") act({ ticket, action: line.done ? "undo" : "bump", line: line.index })
}

const MEANINGS = new Map([
  ["?", ["settings"]], ["؟", ["settings"]], ["r", ["done"]], ["u", ["undo"]], ["p", ["prioritise"]], ["a", ["allDay"]], ["s", ["soldOut"]], ["l", ["later"]], ["d", ["pace"]],
  ["m", ["mute"]], ["x", ["more"]], ["pageup", ["turn", -1]], ["pagedown", ["turn", 1]], ["enter", ["bump"]], [" ", ["bump"]],
])
