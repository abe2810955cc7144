// Whole numbers as people type them: a number; the text itself when it is none, so that the check says so; undefined for an empty
// field that may be empty.
export function wholeNumber(text, isOptional) {
  const typed = text.normalize("NFKC").trim()
  if (typed === "" && isOptional) return undefined
  return /^\d{1,9}$/.test(typed) ? Number(typed) : typed
}
