import { plainText, wholeNumberOf } from "../../Shared/models/typed.js"

// Reads a whole number that a person typed. Returns other text unchanged, so that the check can refuse it, and undefined for an
// optional field that is empty.
export function wholeNumber(text, isOptional) {
  const typed = plainText(text)
  return typed === "" && isOptional ? undefined : wholeNumberOf(typed)
}
