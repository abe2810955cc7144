import assert from "node:assert/strict"
import { describe, it } from "node:test"

import { csv } from "../../People/models/csv.js"
import { statementTable } from "./statement.js"

const euros = amount => ({ amount, currency: "EUR" })

describe("a statement for a spreadsheet", () => {
  it("has the oldest entry first, times by ISO 8601, currencies by ISO 4217 and amounts with a point", () => {
    const entries = [
      { at: "2026-11-27T11:00:00.000Z", kind: "payment", amount: euros(-950), balance: euros(50), order: { id: "01k", number: "A7" } },
      { at: "2026-11-26T11:00:00.000Z", kind: "top-up", amount: euros(1_000), balance: euros(1_000) },
    ]
    assert.deepEqual(statementTable(entries, ({ kind }) => `${kind}, in words`), [
      ["time", "kind", "for", "order", "amount", "balance", "currency"],
      ["2026-11-26T11:00:00.000Z", "top-up", "top-up, in words", "", "10.00", "10.00", "EUR"],
      ["2026-11-27T11:00:00.000Z", "payment", "payment, in words", "01k", "-9.50", "0.50", "EUR"],
    ])
  })

  it("keeps a reason with quotation marks and commas in one cell, and amounts below zero are numbers", () => {
    const entry = { at: "2026-11-26T11:00:00.000Z", kind: "correction", amount: euros(-5), balance: euros(-5) }
    const text = csv(statementTable([entry], () => 'Said "no", twice'))
    assert.equal(text.split("\r\n")[1], '2026-11-26T11:00:00.000Z,correction,"Said ""no"", twice",,-0.05,-0.05,EUR')
  })
})
