import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { FavouriteList, favouritesFirst } from "./favourites.js"

const item = id => ({ id, name: id })
const menu = { sections: [
  { name: "Drinks", items: [item("flat"), item("tea")] },
  { name: "Food", items: [item("soup"), item("tea"), item("bread")] },
] }
const shown = sections => sections.map(({ name, items }) => [name, ...items.map(({ id }) => id)].join(" "))
const kept = (...pairs) => pairs.map(pair => {
  const [cafe, item] = pair.split("/")
  return { cafe: { id: cafe, name: cafe }, item: { id: item, name: item }, isOffered: true }
})

describe("favouritesFirst", () => {
  it("puts favourites first, in the menu's order, and each item once", () => {
    assert.deepEqual(shown(favouritesFirst(menu, new Set(["bread", "tea"]), "First")), ["First tea bread", "Drinks flat", "Food soup"])
  })

  it("leaves a menu unchanged without favourites, without a person, and with favourites of other menus", () => {
    for (const marked of [new Set(), null, new Set(["cake"])]) assert.equal(favouritesFirst(menu, marked, "First"), menu.sections)
  })

  it("leaves a section empty when all its items are favourites", () => {
    assert.deepEqual(shown(favouritesFirst(menu, new Set(["flat", "tea"]), "First")), ["First flat tea", "Drinks", "Food soup bread"])
  })
})

describe("FavouriteList", () => {
  const list = (...pairs) => {
    const list = new FavouriteList()
    list.take(kept(...pairs))
    return list
  }

  it("knows nothing before the server has answered, and after it has forgotten", () => {
    const one = new FavouriteList()
    assert.equal(one.of("main"), null)
    one.wish("main", "soup", true)
    assert.equal(one.of("main"), null)
    one.take(kept("main/tea"))
    one.forget()
    assert.equal(one.of("main"), null)
    one.take([])
    assert.deepEqual([...one.of("main")], [])
  })

  it("tells cafés apart", () => {
    const one = list("main/soup", "other/tea")
    assert.deepEqual([[...one.of("main")], [...one.of("other")], [...one.of("third")]], [["soup"], ["tea"], []])
  })

  it("is the same object while nothing changes, whatever the server says again", () => {
    const one = list("main/soup")
    const before = one.of("main")
    one.take(kept("main/soup", "other/tea"))
    assert.equal(one.of("main"), before)
    one.wish("main", "tea", true)
    assert.notEqual(one.of("main"), before)
    const wished = one.of("main")
    one.take(kept("main/soup", "main/tea"))
    one.settle("main", "tea", true)
    assert.equal(one.of("main"), wished)
  })

  it("shows a press at once, and undoes it when the server refuses", () => {
    const one = list("main/soup")
    one.wish("main", "soup", false)
    one.wish("main", "tea", true)
    assert.deepEqual([...one.of("main")], ["tea"])
    assert.deepEqual(one.wishes, [{ cafe: "main", item: "soup", isMarked: false }, { cafe: "main", item: "tea", isMarked: true }])
    one.settle("main", "soup", false)
    one.settle("main", "tea", true)
    assert.deepEqual(one.wishes, [])
    assert.deepEqual([...one.of("main")], ["soup"])
  })

  it("sends the last press, and nothing that an answer has settled", () => {
    const one = list()
    one.wish("main", "tea", true)
    assert.equal(one.wanted("main", "tea"), true)
    one.wish("main", "tea", false)
    one.take(kept("main/tea"))
    one.settle("main", "tea", true)
    assert.equal(one.wanted("main", "tea"), false)
    assert.deepEqual([...one.of("main")], [])
    one.settle("main", "tea", false)
    assert.equal(one.wanted("main", "tea"), null)
  })
})
