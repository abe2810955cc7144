// Reads a whole number as people type it. Returns a text that is not a number as it is, so that the check can refuse it, and undefined
// for an empty field that may be empty.
export function wholeNumber(text, isOptional) {
  const typed = text.normalize("NFKC").trim()
  if (typed === "" && isOptional) return undefined
  return /^\d{1,9}$/.test(typed) ? Number(typed) : typed
}
