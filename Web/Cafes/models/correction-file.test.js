import assert from "node:assert/strict"
import { describe, it } from "node:test"

import { csv } from "../../People/models/csv.js"
import { allMistakes, correctionFile, readTable, refusedLines } from "./correction-file.js"

const HEAD = "person,amount,currency,reason\n"
const euros = amount => ({ amount, currency: "EUR" })

describe("a file of corrections", () => {
  it("is read with its lines, amounts in minor units, and columns in any order (C25)", () => {
    const { entries, mistakes } = correctionFile("reason,person,note,currency,amount\r\n\"Meals, May\",ada,x,EUR,12.50\r\n\r\nBack,kenji,,jpy,-500\r\n")
    assert.deepEqual(mistakes, [])
    assert.deepEqual(entries, [
      { line: 2, person: "ada", amount: euros(1_250), reason: "Meals, May" },
      { line: 4, person: "kenji", amount: { amount: -500, currency: "JPY" }, reason: "Back" },
    ])
  })

  it("of a German spreadsheet has semicolons and decimal commas", () => {
    const { entries } = correctionFile("\uFEFFperson;amount;currency;reason\nada;12,5;EUR;Zuschuss\n")
    assert.deepEqual(entries, [{ line: 2, person: "ada", amount: euros(1_250), reason: "Zuschuss" }])
  })

  it("has its mistakes named by line, all at once", () => {
    const lines = ["ada,1,EUR,May", "Ada Morgan,1,EUR,May", "ada,1.234,EUR,May", "ada,1.5,JPY,May", "ada,0,EUR,May", "ada,1,€,May", "ada,1,EUR,", "ada,\"1,000.00\",EUR,May", `ada,1,EUR,${"x".repeat(201)}`]
    const { entries, mistakes } = correctionFile(HEAD + lines.join("\n"))
    assert.equal(entries.length, 1)
    assert.deepEqual(mistakes.map(({ line, kind }) => [line, kind]), [
      [3, "person"], [4, "amount"], [5, "amount"], [6, "zero"], [7, "currency"], [8, "reason"], [9, "amount"], [10, "reason-length"],
    ])
  })

  it("is refused as a whole when it has no such columns, no lines, or quotation marks that do not fit", () => {
    assert.deepEqual(correctionFile("name,amount\nada,1").mistakes, [{ line: 1, kind: "columns", value: "person, currency, reason" }])
    for (const text of ["", "\n\n", HEAD]) assert.equal(correctionFile(text).mistakes[0].kind, "empty")
    for (const text of [`${HEAD}ada,1,EUR,"May`, `${HEAD}ada,1,EUR,"May"x`]) assert.deepEqual(correctionFile(text).mistakes, [{ line: 1, kind: "quotes" }])
    assert.equal(correctionFile(HEAD + "ada,1,EUR,May\n".repeat(2_001)).mistakes[0].kind, "too-many")
  })

  it("of this product's own writing is read as it was written", () => {
    const rows = [["a", 'says "no"', "two\nlines", "1,5"], ["b", "", " ", "-1"]]
    assert.deepEqual(readTable(csv(rows)).map(({ cells }) => cells), [["a", 'says "no"', "two\nlines", "1,5"], ["b", "", "", "-1"]])
  })

  it("counts the lines of a cell with several", () => {
    assert.deepEqual(readTable('a\r\n"x\r\ny"\r\nb').map(({ line }) => line), [1, 2, 4])
  })

  it("gets the server's refusals by line", () => {
    const entries = [{ line: 2, person: "ada", amount: euros(1) }, { line: 5, person: "bob", amount: euros(1) }]
    const errors = [{ pointer: "/entries/1/person", code: "unknown-person" }, { pointer: "/key", code: "value" }]
    assert.deepEqual(refusedLines(errors, entries), [{ line: 5, kind: "unknown-person", value: "bob" }])
    assert.deepEqual(refusedLines([{ pointer: "/entries/0/amount/currency", code: "value" }], entries), [{ line: 2, kind: "unknown-currency", value: "EUR" }])
  })

  it("names all mistakes at once, those of this page and those of the server", async () => {
    const read = correctionFile(`${HEAD}ada,x,EUR,Lunch\nnobody,1,EUR,Lunch\nbob,1,ZZZ,Lunch\ncleo,1,EUR,Lunch\n`)
    const asked = []
    const mistakes = await allMistakes(read, async entries => {
      asked.push(entries.map(({ person }) => person))
      const unreadable = entries.filter(({ amount }) => amount.currency === "ZZZ")
      const unknown = entries.filter(({ person }) => person === "nobody")
      // The server says what it cannot read before it looks for people.
      return (unreadable.length > 0 ? unreadable : unknown).map(({ line, person }) => ({ line, kind: "no", value: person }))
    })
    assert.deepEqual(mistakes.map(({ line, kind }) => [line, kind]), [[2, "amount"], [3, "no"], [4, "no"]])
    assert.deepEqual(asked, [["nobody", "bob", "cleo"], ["nobody", "cleo"], ["cleo"]])
  })
})
