// Proposes what a new passkey is called: the system of the device that makes it, with a number when that is taken.

const SYSTEMS = [[/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/CrOS/, "ChromeOS"], [/Mac OS X/, "Mac"], [/Windows/, "Windows"], [/Linux/, "Linux"]]

// program: navigator.userAgent; taken: the names of the passkeys that there are; other: the name for an unknown system.
export function passkeyName(program, taken, other) {
  const base = SYSTEMS.find(([pattern]) => pattern.test(program))?.[1] ?? other
  let name = base
  for (let number = 2; taken.includes(name); number++) name = `${base} ${number}`
  return name
}
