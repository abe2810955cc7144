// What this device can show while no page is open, as far as the browser tells before anybody is asked.

export const Ability = Object.freeze({
  on: "on", // notices come here
  off: "off", // they would after a press
  refused: "refused", // the person said no earlier
  homeScreen: "home-screen", // iOS and iPadOS push only to an app on the Home Screen
  oldSystem: "old-system", // iOS before 16.4
  insecure: "insecure", // the page came without TLS, and browsers have no push then
  unsupported: "unsupported",
  notOffered: "not-offered", // the server cannot push
})

const FIRST_WITH_PUSH = [16, 4] // of iOS and iPadOS

// device: { canServerPush, isSecure, hasWorkerPush, hasWindowPush, permission: "default", "granted", "denied" or null without
// notifications, wasRefused, isStandalone, program: navigator.userAgent, touchPoints, isSubscribed }.
export function deviceAbility(device) {
  if (!device.isSecure) return Ability.insecure
  if (!device.canServerPush) return Ability.notOffered
  if (isAppleMobile(device) && !device.isStandalone) return isOld(device.program) ? Ability.oldSystem : Ability.homeScreen
  if (device.permission === null || !(device.hasWorkerPush || device.hasWindowPush)) return Ability.unsupported
  if (device.permission === "denied" || (device.wasRefused && device.permission !== "granted")) return Ability.refused
  return device.permission === "granted" && device.isSubscribed ? Ability.on : Ability.off
}

// An iPad calls itself a Mac, which has no touch screen.
export const isAppleMobile = ({ program, touchPoints }) => /iPhone|iPad|iPod/.test(program) || (/Macintosh/.test(program) && touchPoints > 1)

function isOld(program) {
  const found = program.match(/ OS (\d+)_(\d+)/) ?? program.match(/Version\/(\d+)\.(\d+)/)
  if (!found) return false
  const [major, minor] = found.slice(1).map(Number)
  return major < FIRST_WITH_PUSH[0] || (major === FIRST_WITH_PUSH[0] && minor < FIRST_WITH_PUSH[1])
}
