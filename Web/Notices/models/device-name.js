// Proposes what this browser is called among the person's devices: "Firefox · Linux", "iPhone".

import { passkeyName } from "../../People/models/passkey-name.js"

// The first that fits: others call themselves Chrome and Safari too.
const BROWSERS = [[/Firefox\//, "Firefox"], [/Edg\//, "Edge"], [/OPR\//, "Opera"], [/SamsungBrowser\//, "Samsung Internet"], [/Chrom(e|ium)\//, "Chrome"], [/Safari\//, "Safari"]]
const APPLE_MOBILE = ["iPhone", "iPad"]

// program: navigator.userAgent; other: the name of what is not known.
export function deviceName(program, other) {
  const system = passkeyName(program, [], other)
  if (APPLE_MOBILE.includes(system)) return system
  const browser = BROWSERS.find(([pattern]) => pattern.test(program))?.[1]
  return browser ? `${browser} · ${system}` : system
}
