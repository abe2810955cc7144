// Finds what the server would refuse in a new password, as far as a page can know it. The list of common ones is the server's.

export const SHORTEST = 10 // characters

// signInName: the e-mail address or staff number. Returns "too-short", "holds-name" or null.
export function passwordFault(password, signInName) {
  if (letters(password) < SHORTEST) return "too-short"
  const lower = password.toLowerCase()
  const name = signInName.trim().toLowerCase()
  const local = name.split("@")[0]
  const holds = name !== "" && (lower.includes(name) || ([...local].length >= 4 && lower.includes(local)))
  return holds ? "holds-name" : null
}

// As people count them: an accent or a flag is no letter of its own.
const letters = text => [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].length
