// Where to reload a page after a sign-in, so that it is in the language of the person.

// address: the page's; shown: its language; offered: the languages that there are; cookies: as the document has them.
// Answers an address, or null: when the language is right, is not offered, or was chosen by hand.
export function ownLanguageAddress(address, { principal, shown, offered, cookies }) {
  const wanted = principal?.language
  if (!wanted || wanted === shown || !offered.includes(wanted) || /(?:^|;\s*)vicinity-language=/.test(cookies)) return null
  const own = new URL(address)
  own.searchParams.set("lang", wanted)
  return own.href
}
