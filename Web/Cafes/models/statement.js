// A statement as a table of texts, for a spreadsheet: times by ISO 8601, currencies by ISO 4217, amounts with a point.

import { decimal } from "../../Shared/models/money.js"

// entries: as the server lists them; name: says what an entry is for. The oldest comes first, as in a book.
export function statementTable(entries, name) {
  return [
    ["time", "kind", "for", "order", "amount", "balance", "currency"],
    ...entries.toReversed().map(entry => [
      entry.at, entry.kind, name(entry), entry.order?.id ?? "", decimal(entry.amount), decimal(entry.balance), entry.amount.currency,
    ]),
  ]
}
