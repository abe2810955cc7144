// Sorts the server's field errors by basket line. A pointer is RFC 6901: "/lines/0/choices/1".

const FIELDS = ["item", "quantity", "choices", "note"]

// Returns a map from the line's index to the fields that were refused, in the order in which they were reported.
export function lineErrors(errors) {
  const byLine = new Map()
  for (const { pointer } of errors) {
    const [, list, index, field] = pointer.split("/")
    if (list !== "lines" || !/^\d+$/.test(index ?? "")) continue
    const fields = byLine.get(Number(index)) ?? []
    const known = FIELDS.includes(field) ? field : "item"
    if (!fields.includes(known)) fields.push(known)
    byLine.set(Number(index), fields)
  }
  return byLine
}
