// Reads a whole number that a person typed. Returns other text unchanged, so that the check can refuse it, and undefined for an
// optional field that is empty.
export function wholeNumber(text, isOptional) {
  const typed = text.normalize("NFKC").trim()
  if (typed === "" && isOptional) return undefined
  return /^\d{1,9}$/.test(typed) ? Number(typed) : typed
}
