import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { csv } from "./csv.js"

const line = text => csv([[text]]).slice(1, -2)

describe("CSV", () => {
  it("ends each row, begins with the byte order mark, and separates cells", () => assert.equal(csv([["a", "b"], ["c", ""]]), "\uFEFFa,b\r\nc,\r\n"))
  it("quotes commas, quotation marks and line ends", () => {
    assert.equal(line("a, b"), '"a, b"')
    assert.equal(line('a "b"'), '"a ""b"""')
    assert.equal(line("a\nb"), '"a\nb"')
  })
  for (const text of ["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1"]) {
    it(`guards ${JSON.stringify(text)}`, () => assert.equal(line(text), `'${text}`))
  }
  it("guards a formula with a comma", () => assert.equal(line('=HYPERLINK("x","y")'), `"'=HYPERLINK(""x"",""y"")"`))
  it("leaves a hyphen inside", () => assert.equal(line("main-cafe"), "main-cafe"))
  it("leaves a number below zero", () => assert.equal(line("-0.05"), "-0.05"))
})
