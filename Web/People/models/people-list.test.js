import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { isSameGrants } from "./grants.js"
import { accountState, peopleSearch, personChange } from "./people-list.js"

describe("the state of an account", () => {
  const cases = [
    [{ suspended: true, canSignIn: true, invited: true }, "suspended"],
    [{ suspended: false, canSignIn: true, invited: true }, "able"],
    [{ suspended: false, canSignIn: false, invited: true }, "invited"],
    [{ suspended: false, canSignIn: false, invited: false }, "none"],
  ]
  for (const [person, state] of cases) it(`is ${state}`, () => assert.equal(accountState(person), state))
})

describe("the search for people", () => {
  const people = [{ id: "lucia", name: "Lucía Ferreira", signInName: "lf@example.org" }, { id: "ada", name: "Ada Morgan" }]
  const search = peopleSearch(people, ({ id }) => (id === "ada" ? "cook at Main Café" : ""))
  const cases = [["", ["lucia", "ada"]], ["LUCIA", ["lucia"]], ["ferr luc", ["lucia"]], ["lf@", ["lucia"]], ["cafe", ["ada"]], ["xyz", []]]
  for (const [typed, found] of cases) it(`finds “${typed}”`, () => assert.deepEqual([...search(typed)], found))
})

describe("the change of a person", () => {
  const person = { name: "Ada Morgan", signInName: "ada@example.org", language: "en", locale: "en-GB", roles: ["employee"] }
  const form = { name: "Ada Morgan", signInName: "ada@example.org", language: "en", roles: ["employee"] }
  const change = more => personChange(person, { ...form, ...more }, isSameGrants)

  it("is null without a difference", () => assert.equal(change({ name: " Ada Morgan " }), null))
  it("names only what differs", () => assert.deepEqual(change({ name: "Ada King", roles: ["employee", "cook"] }), { name: "Ada King", roles: ["employee", "cook"] }))
  it("takes the locale along with another language", () => assert.deepEqual(change({ language: "de" }), { language: "de", locale: "de" }))
  it("leaves a sign-in name that is not there", () => assert.equal(personChange({ ...person, signInName: undefined }, { ...form, signInName: "" }, isSameGrants), null))
})
