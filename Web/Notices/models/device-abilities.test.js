import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { Ability, deviceAbility } from "./device-abilities.js"

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0"
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1"
const IPAD = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15"
const device = more => ({
  canServerPush: true, isSecure: true, hasWorkerPush: true, hasWindowPush: false, permission: "default", wasRefused: false, isStandalone: false, program: FIREFOX,
  touchPoints: 0, isSubscribed: false, ...more,
})
const inTab = program => ({ program, touchPoints: 5, permission: null, hasWorkerPush: false })

describe("what a device can show", () => {
  const cases = [
    ["would show notices after a press", {}, Ability.off],
    ["shows them", { permission: "granted", isSubscribed: true }, Ability.on],
    ["was allowed, but is not on the server's list", { permission: "granted" }, Ability.off],
    ["W82 was refused in the browser", { permission: "denied" }, Ability.refused],
    ["W82 was refused earlier, which the browser has forgotten", { wasRefused: true }, Ability.refused],
    ["was refused earlier and allowed since", { wasRefused: true, permission: "granted", isSubscribed: true }, Ability.on],
    ["belongs to a server that cannot push", { canServerPush: false }, Ability.notOffered],
    ["is an iPhone in a tab of a server that cannot push", { ...inTab(IPHONE), canServerPush: false }, Ability.notOffered],
    ["came without TLS", { isSecure: false, hasWorkerPush: false }, Ability.insecure],
    ["has no push service", { hasWorkerPush: false }, Ability.unsupported],
    ["has no notifications", { permission: null }, Ability.unsupported],
    ["W83 has declarative push without a worker", { hasWorkerPush: false, hasWindowPush: true }, Ability.off],
    ["W81 is an iPhone in a tab", inTab(IPHONE), Ability.homeScreen],
    ["W81 is an iPad in a tab, which calls itself a Mac", inTab(IPAD), Ability.homeScreen],
    ["is a Mac", { program: IPAD, touchPoints: 0 }, Ability.off],
    ["is an iPhone on the Home Screen", { program: IPHONE, touchPoints: 5, isStandalone: true }, Ability.off],
    ["has iOS 16.3", inTab(IPHONE.replace("18_4", "16_3")), Ability.oldSystem],
    ["has iOS 16.4", inTab(IPHONE.replace("18_4", "16_4")), Ability.homeScreen],
    ["has iPadOS 15", inTab(IPAD.replace("17.5", "15.6")), Ability.oldSystem],
    ["is an iPhone without TLS", { ...inTab(IPHONE), isSecure: false }, Ability.insecure],
  ]
  for (const [name, more, expected] of cases) it(`that ${name}`, () => assert.equal(deviceAbility(device(more)), expected))
})
