// A statement as a table of texts for a spreadsheet: times in ISO 8601, currencies in ISO 4217, amounts with a decimal point.

import { decimal } from "../../Shared/models/money.js"

// entries: as the server lists them; name: returns the purpose of an entry. The oldest entry comes first.
export function statementTable(entries, name) {
  return [
    ["time", "kind", "for", "order", "amount", "balance", "currency"],
    ...entries.toReversed().map(entry => [
      entry.at, entry.kind, name(entry), entry.order?.id ?? "", decimal(entry.amount), decimal(entry.balance), entry.amount.currency,
    ]),
  ]
}
