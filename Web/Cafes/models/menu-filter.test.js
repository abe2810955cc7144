import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { clashes, filtered, fits, fold, isFiltering, kept, noFilter, offered, presence, restored, toggled } from "./menu-filter.js"

const known = (contains = [], mayContain = []) => ({ known: true, contains, mayContain })
const unknown = { known: false, contains: [], mayContain: [] }
const dish = (name, allergens, diets, groups = [], summary) => ({ id: name, name, summary, allergens, diets, groups })
const choice = (name, allergens, diets, maximumQuantity = 1) => ({ id: name, name, allergens, diets, maximumQuantity })
const group = (minimum, ...choices) => ({ id: "g", minimum, maximum: 9, choices })
const avoiding = (...avoid) => ({ ...noFilter, avoid })
const eating = (...diets) => ({ ...noFilter, diets })
const looking = query => ({ ...noFilter, query })
const names = ({ sections }) => sections.flatMap(({ items }) => items.map(({ name }) => name))

const cow = choice("Whole milk", known(["milk"]), ["vegetarian"])
const oat = choice("Oat drink", known(["gluten"]), ["vegan", "vegetarian"])
const guest = choice("Guest milk", unknown)
const soup = dish("Crème brûlée", known(["milk", "eggs"], ["nuts"]), ["vegetarian"])
const bread = dish("Wheat bread", known(["wheat"]), ["vegan", "vegetarian"], [], "From Gdańsk")
const secret = dish("Dish of the day", unknown)
const latte = dish("Latte", known(), ["vegan", "vegetarian"], [group(1, cow, oat)])
const sections = [{ name: "Sweet", items: [soup, bread] }, { name: "Other", items: [secret, latte] }]

describe("the search of a menu", () => {
  it("folds case, accents and width in every language", () => {
    const same = [["CRÈME", "creme"], ["Straße", "STRASSE"], ["Smørrebrød", "smorrebrod"], ["Łosoś", "losos"], ["ｺｰﾋｰ", "コーヒー"], ["ラテ", "らて"],
      ["قَهْوَة", "قهوه"], ["أرز", "ارز"], ["비빔밥", "비빔밥".normalize("NFD")], ["ＴＥＡ", "tea"], ["jalapeño", "JALAPENO"]]
    for (const [left, right] of same) assert.equal(fold(left), fold(right), `${left} ${right}`)
  })

  it("keeps apart what sounds differ in", () => {
    assert.notEqual(fold("か"), fold("が"))
    assert.notEqual(fold("soup"), fold("soap"))
  })

  it("finds each word in the name, the sentence, the section or a choice", () => {
    const found = query => names(filtered(sections, looking(query)))
    assert.deepEqual(found("brulee"), ["Crème brûlée"])
    assert.deepEqual(found("GDANSK"), ["Wheat bread"])
    assert.deepEqual(found("sweet bread"), ["Wheat bread"])
    assert.deepEqual(found("oat"), ["Latte"])
    assert.deepEqual(found("  "), names({ sections }))
    assert.deepEqual(found("pizza"), [])
  })

  it("is no filter while there are only spaces", () => {
    assert.equal(isFiltering(looking("  ")), false)
    assert.equal(isFiltering(looking("a")), true)
  })
})

describe("the filter of a menu", () => {
  it("C20 shows nothing whose allergens are unknown as safe, and counts it", () => {
    const result = filtered(sections, avoiding("fish"))
    assert.deepEqual(names(result), ["Crème brûlée", "Wheat bread", "Latte"])
    assert.equal(result.unknown, 1)
    assert.equal(fits(secret, avoiding("fish")), "unknown")
    assert.equal(fits(dish("no statement", undefined), avoiding("fish")), "unknown")
  })

  it("C20 shows nothing whose diet is not stated as fitting", () => {
    assert.equal(fits(secret, eating("vegan")), "unknown")
    assert.equal(fits(dish("stated to fit none", known(), []), eating("vegan")), "no")
    assert.deepEqual(names(filtered(sections, eating("vegan"))), ["Wheat bread", "Latte"])
  })

  it("C19 C20 a trace is no more safe than an ingredient, and wheat is gluten", () => {
    assert.equal(fits(soup, avoiding("nuts")), "no")
    assert.equal(fits(bread, avoiding("gluten")), "no")
    assert.equal(presence(known(["gluten"]), "wheat"), "possible")
    assert.equal(presence(known([], ["wheat"]), "gluten"), "possible")
    assert.equal(presence(known(["milk"]), "gluten"), "absent")
    assert.equal(presence({ known: false, contains: ["milk"], mayContain: [] }, "milk"), "contained")
  })

  it("C18 C20 judges required choices: one that fits is enough, an unknown one is not", () => {
    assert.equal(fits(latte, avoiding("milk")), "choice")
    assert.equal(fits(latte, avoiding("eggs")), "yes")
    assert.equal(fits(latte, avoiding("milk", "gluten")), "no")
    const withGuest = dish("x", known(), ["vegan"], [group(1, cow, guest)])
    assert.equal(fits(withGuest, avoiding("milk")), "unknown")
    const pair = minimum => dish("y", known(), [], [group(minimum, cow, choice("Rice", known(), [], 2))])
    assert.equal(fits(pair(2), avoiding("milk")), "choice")
    assert.equal(fits(pair(3), avoiding("milk")), "no")
  })

  it("does not judge what may be left out", () => {
    assert.equal(fits(dish("z", known(), ["vegan"], [group(0, cow, guest)]), avoiding("milk")), "yes")
  })

  it("leaves out empty sections, and everything fits without a wish", () => {
    assert.deepEqual(filtered(sections, eating("vegan")).sections.map(({ name }) => name), ["Sweet", "Other"])
    assert.deepEqual(filtered(sections, looking("latte")).sections.map(({ name }) => name), ["Other"])
    assert.equal(filtered(sections, noFilter).count, 4)
  })

  it("names what a choice clashes with", () => {
    assert.deepEqual(clashes(cow, { ...avoiding("milk", "nuts"), diets: ["vegan"] }), { avoid: ["milk"], diets: ["vegan"] })
    assert.deepEqual(clashes(guest, avoiding("milk")), { avoid: ["milk"], diets: [] })
  })

  it("offers what the menu states, and what is in force", () => {
    const { diets, avoid } = offered({ sections }, { ...noFilter, avoid: ["fish"], diets: ["halal"] })
    assert.deepEqual(diets, ["vegan", "vegetarian", "halal"])
    assert.deepEqual(avoid.toSorted(), ["eggs", "fish", "gluten", "milk", "nuts", "wheat"])
  })

  it("is stored without the words, and not at all without a wish", () => {
    assert.equal(kept(looking("soup")), null)
    assert.deepEqual(kept({ query: "soup", diets: [], avoid: ["milk"] }), { diets: [], avoid: ["milk"] })
  })

  it("is restored from what was stored, whatever that is", () => {
    assert.deepEqual(restored(null), { query: "", diets: [], avoid: [] })
    assert.deepEqual(restored({ query: "x", diets: ["vegan", "raw", 7], avoid: ["milk"] }), { query: "", diets: ["vegan"], avoid: ["milk"] })
    assert.deepEqual(restored({ diets: "vegan", avoid: 3 }), { query: "", diets: [], avoid: [] })
  })

  it("is changed in one part", () => {
    const one = toggled(noFilter, "avoid", "milk", true)
    assert.deepEqual(one, avoiding("milk"))
    assert.deepEqual(toggled(one, "avoid", "milk", false), { ...noFilter })
    assert.deepEqual(noFilter.avoid, [])
  })
})
