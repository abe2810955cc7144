import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { describe, it } from "node:test"
import { Catalogue } from "./catalogue.js"

// Babel's table; see Tests/EndToEnd/support/plural_table.py.
const { others, categories } = JSON.parse(readFileSync(new URL("../../../Tests/Tables/plurals.json", import.meta.url), "utf8"))
const numbers = [...Array.from({ length: 1001 }, (_, number) => String(number)), ...others]
const LETTERS = { zero: "0", one: "1", two: "2", few: "f", many: "m", other: "o" }

const shipped = readdirSync(new URL("../../locales/", import.meta.url)).filter(file => file.endsWith(".po")).map(file => file.slice(0, -3))

describe("plural categories", () => {
  for (const [language, rows] of Object.entries(categories)) {
    it(`W133 of Intl equal Babel's in ${language}`, () => {
      const rules = [0, 1, 2].map(digits => new Intl.PluralRules(language, { minimumFractionDigits: digits }))
      const letters = numbers.map(number => LETTERS[rules[number.split(".")[1]?.length ?? 0].select(Number(number))])
      assert.equal(letters.join(""), rows.join(""))
    })
  }

  for (const language of shipped) {
    it(`W133 of a message equal Babel's in ${language}`, () => {
      const catalogue = new Catalogue(language, { one: LETTERS })
      const expected = rows => [...rows.join("")].filter((_, index) => isShownAsItIs(numbers[index])).join("")
      const letters = numbers.filter(isShownAsItIs).map(number => catalogue.plural("one", "other", Number(number)))
      assert.equal(letters.join(""), expected(categories[language]))
    })
  }
})

// Whether a script shows the number so: it knows no decimal zeros at the end.
const isShownAsItIs = number => String(Number(number)) === number
