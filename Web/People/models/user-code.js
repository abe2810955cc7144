// Reads and spells the code that a screen shows, such as BCDF-GHJK: eight consonants, in two halves.

const LETTERS = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

// typed: in any case, with any blanks and hyphens. Returns the code as screens show it, or null.
export function userCode(typed) {
  const letters = typed.normalize("NFKC").toUpperCase().replace(/[\s\p{Pd}\u00AD_.]/gu, "")
  return LETTERS.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null
}

// The letters one by one, for screen readers: "B C D F, G H J K".
export const spelled = code => code.split("-").map(half => [...half].join(" ")).join(", ")
