"""axe as it is distributed, with two things done in less time; what it finds stays the same, which test_harness.py compares.

Of the processor time of a first run on the order page these were two fifths: axe is compiled for old browsers, so that each number of
each colour is an entry of a `WeakMap` of its own; and it parses the few colours of a page again for each element.
"""

from axe_playwright_python.sync_playwright import Axe

AS_DISTRIBUTED = Axe().axe_script
# A property of each object in the place of an entry.
PRIVATE_FIELDS = """
const WeakMap = class {
  key = Symbol()
  get (object) { return object[this.key] }
  has (object) { return Object.hasOwn(object, this.key) }
  set (object, value) { object[this.key] = value; return this }
  delete (object) { return delete object[this.key] }
}
const WeakSet = class {
  key = Symbol()
  has (object) { return Object.hasOwn(object, this.key) }
  add (object) { object[this.key] = true; return this }
  delete (object) { return delete object[this.key] }
}
"""
PARSE_EACH_COLOUR_ONCE = """
const { Color } = axe.commons.color
const { parseString } = Color.prototype
const known = new Map()
Color.prototype.parseString = function (text) {
  const colour = known.get(text)
  if (!colour) {
    parseString.call(this, text)
    known.set(text, new Color(this))
  } else {
    for (const part of ["r", "g", "b", "alpha"]) this[part] = colour[part]
  }
  return this
}
"""
SCRIPT = "(() => {" + PRIVATE_FIELDS + AS_DISTRIBUTED + PARSE_EACH_COLOUR_ONCE + "})()"
