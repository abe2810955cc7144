import assert from "node:assert/strict"
import { afterEach, beforeEach, describe, it, mock } from "node:test"
import { setImmediate as others } from "node:timers/promises"
import { Problem, Unreachable } from "./http.js"
import { SectionLoader } from "./section-loader.js"

const FIRST_PAUSE = 2_000
const trouble = () => new Problem(500, {})

// The parts of an element that a failure uses.
class FakeElement {
  childNodes = []
  dataset = {}
  listeners = {}

  constructor(tag) { this.tag = tag }
  setAttribute() {}
  contains() { return false }
  append(...children) { this.childNodes.push(...children) }
  replaceChildren(...children) { this.childNodes = children }
  addEventListener(name, listener) { this.listeners[name] = listener }
}

const create = tag => new FakeElement(tag)
const buttonOf = part => part.node.childNodes.find(({ tag }) => tag === "button")

describe("a section of a page that may fail alone", () => {
  let answers, part

  // The loads that are under way, to be answered in any order.
  const begin = () => {
    const settled = part.reload()
    return { ...answers.at(-1), settled }
  }

  beforeEach(() => {
    globalThis.document = { createElement: create, createElementNS: (_, tag) => create(tag) }
    mock.timers.enable({ apis: ["setTimeout"] })
    answers = []
    part = new SectionLoader("again", () => new Promise((succeed, fail) => answers.push({ succeed, fail })))
  })
  afterEach(() => {
    mock.timers.reset()
    delete globalThis.document
  })

  it("shows its failure, and retries by itself and on a press", async () => {
    const look = begin()
    look.fail(trouble())
    await look.settled
    assert.equal(answers.length, 1)
    buttonOf(part).listeners.click()
    assert.equal(answers.length, 2)
    answers[1].fail(trouble())
    await others()
    mock.timers.tick(2 * FIRST_PAUSE)
    assert.equal(answers.length, 3)
    answers[2].succeed()
    await others()
    assert.equal(buttonOf(part), undefined)
  })

  it("throws without an answer, even after a later load has succeeded", async () => {
    const [first, second] = [begin(), begin()]
    second.succeed()
    await second.settled
    first.fail(new Unreachable())
    await assert.rejects(first.settled, Unreachable)
  })

  it("shows a failure even after a later load has succeeded, until it retries", async () => {
    const [first, second] = [begin(), begin()]
    second.succeed()
    await second.settled
    first.fail(trouble())
    await first.settled
    assert.notEqual(buttonOf(part), undefined)
    mock.timers.tick(FIRST_PAUSE)
    answers.at(-1).succeed()
    await others()
    assert.equal(buttonOf(part), undefined)
  })

  it("ignores the result of a load from before a reset", async () => {
    const [first, second] = [begin(), begin()]
    part.reset()
    first.fail(new Unreachable())
    second.fail(trouble())
    await Promise.all([first.settled, second.settled])
    assert.equal(buttonOf(part), undefined)
    mock.timers.tick(FIRST_PAUSE)
    assert.equal(answers.length, 2)
  })
})
