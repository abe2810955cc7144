// Reads what people type into text fields. Japanese keyboards write full-width digits and colons, such as ０９：００.

// The text without spaces around it, in plain letters, digits and punctuation.
export const plainText = text => text.normalize("NFKC").trim()

// Text that is not a number stays as it was typed, so that a check can refuse it.
export function wholeNumberOf(text) {
  const plain = plainText(text)
  return /^\d{1,9}$/u.test(plain) ? Number(plain) : text
}

// A number in degrees, with a point or a comma; null for other text.
export function degreesOf(text) {
  const plain = plainText(text).replace("−", "-")
  return /^-?\d{1,3}([.,٫]\d+)?$/u.test(plain) ? Number(plain.replace(/[,٫]/u, ".")) : null
}
