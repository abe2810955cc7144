import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { deviceName } from "./device-name.js"

describe("the name of a device", () => {
  const cases = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0": "Firefox · Linux",
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36": "Chrome · Android",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0": "Edge · Windows",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Mobile/15E148 Safari/604.1": "iPhone",
    "something else": "This device",
  }
  for (const [program, name] of Object.entries(cases)) it(`is ${name}`, () => assert.equal(deviceName(program, "This device"), name))
})
