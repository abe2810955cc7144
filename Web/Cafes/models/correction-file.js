// Reads a list of corrections from a CSV file (RFC 4180), also with semicolons or tabs, as spreadsheets write it in many countries.

import { exponent } from "../../Shared/models/money.js"

export const COLUMNS = ["person", "amount", "currency", "reason"]
const MOST = 1_000_000_000_000 // minor units, as the server has it
const REASON_LENGTH = 200 // characters
const ENTRIES = 2_000

// Returns { entries: [{ line, person, amount: { amount, currency }, reason }], mistakes: [{ line, kind, value }] }. With any
// mistake, nothing is entered.
export function correctionFile(text) {
  const rows = readTable(text)
  if (rows === null) return { entries: [], mistakes: [{ line: 1, kind: "quotes" }] }
  const [head, ...rest] = rows.filter(({ cells }) => cells.some(cell => cell !== ""))
  if (head === undefined) return { entries: [], mistakes: [{ line: 1, kind: "empty" }] }
  const names = head.cells.map(name => name.toLowerCase())
  const missing = COLUMNS.filter(name => !names.includes(name))
  if (missing.length > 0) return { entries: [], mistakes: [{ line: head.line, kind: "columns", value: missing.join(", ") }] }
  if (rest.length === 0) return { entries: [], mistakes: [{ line: head.line, kind: "empty" }] }
  if (rest.length > ENTRIES) return { entries: [], mistakes: [{ line: rest[ENTRIES].line, kind: "too-many", value: String(ENTRIES) }] }
  const entries = []
  const mistakes = []
  for (const { line, cells } of rest) {
    const found = Object.fromEntries(COLUMNS.map(name => [name, cells[names.indexOf(name)] ?? ""]))
    const entry = readEntry(found, (kind, value) => mistakes.push({ line, kind, value }))
    if (entry !== null) entries.push({ line, ...entry })
  }
  return { entries, mistakes }
}

function readEntry({ person, amount, currency, reason }, note) {
  const code = currency.toUpperCase()
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(person)) return note("person", person), null
  if (!/^[A-Z]{3}$/.test(code)) return note("currency", currency), null
  const minor = minorUnits(amount, code)
  if (minor === null) return note("amount", amount), null
  if (minor === 0) return note("zero", amount), null
  if (reason === "") return note("reason"), null
  if ([...reason].length > REASON_LENGTH) return note("reason-length", String(REASON_LENGTH)), null
  return { person, amount: { amount: minor, currency: code }, reason }
}

// "12.50", "-5" or "12,50"; null for other texts, because thousands separators could be mistaken for decimals.
function minorUnits(text, currency) {
  const match = /^([+-]?)(\d{1,13})(?:[.,](\d+))?$/.exec(text)
  const digits = exponent(currency)
  if (match === null || (match[3] ?? "").length > digits) return null
  const amount = Number(match[2] + (match[3] ?? "").padEnd(digits, "0"))
  if (amount > MOST) return null
  return match[1] === "-" && amount !== 0 ? -amount : amount
}

// Returns [{ line, cells }] with trimmed cells, or null for unbalanced quotation marks. line: from 1.
export function readTable(text) {
  const source = text.replace(/^\uFEFF/, "")
  const separator = separatorOf(source.slice(0, source.search(/[\r\n]|$/)))
  const rows = []
  let [cells, cell, line, start, isQuoted, wasQuoted] = [[], "", 1, 1, false, false]
  const endCell = () => {
    cells.push(wasQuoted ? cell : cell.trim())
    cell = ""
    wasQuoted = false
  }
  const endRow = () => {
    endCell()
    rows.push({ line: start, cells })
    cells = []
  }
  for (let index = 0; index < source.length; index += 1) {
    const letter = source[index]
    const isEnd = letter === "\n" || (letter === "\r" && source[index + 1] !== "\n")
    if (isQuoted) {
      if (letter === '"' && source[index + 1] === '"') {
        cell += '"'
        index += 1
      } else if (letter === '"') isQuoted = false
      else cell += letter
    } else if (letter === '"' && cell.trim() === "" && !wasQuoted) {
      cell = ""
      isQuoted = true
      wasQuoted = true
    } else if (letter === separator) endCell()
    else if (isEnd) endRow()
    else if (wasQuoted && letter.trim() !== "") return null
    else if (!wasQuoted && letter !== "\r") cell += letter
    if (isEnd) {
      line += 1
      if (!isQuoted) start = line
    }
  }
  if (isQuoted) return null
  if (cell !== "" || wasQuoted || cells.length > 0) endRow()
  return rows
}

function separatorOf(head) {
  const count = mark => head.split(mark).length
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

// The lines of a file that the server refused. errors: of the server's problem; entries: as they were sent.
export function refusedLines(errors, entries) {
  return (errors ?? []).flatMap(({ pointer, code }) => {
    const entry = entries[Number(/^\/entries\/(\d+)/.exec(pointer)?.[1])]
    return entry ? [{ line: entry.line, kind: code, value: code === "unknown-currency" ? entry.amount.currency : entry.person }] : []
  })
}
