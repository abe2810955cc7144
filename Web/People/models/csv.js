// Writes a table as CSV (RFC 4180).

// What a spreadsheet reads as a formula begins with one of these, unless it is a number.
const FORMULA = /^[=+\-@\t\r](?!(?<=^-)[0-9]+(\.[0-9]+)?$)/

// rows: arrays of texts. The byte order mark makes spreadsheets read the text as UTF-8.
export const csv = rows => "\uFEFF" + rows.map(row => row.map(cell).join(",") + "\r\n").join("")

// An apostrophe keeps a spreadsheet from running the cell as a formula.
function cell(text) {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
