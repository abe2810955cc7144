// In which language a page had better be: after a sign-in in the person's, else in one that the browser prefers.

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

// The language that a browser prefers to the one that a page is shown in. wanted: the browser's, the best first. Null when the
// page is in the best of those that are offered, or none of them is.
export function preferredLanguage({ wanted, shown, offered }) {
  const best = wanted.map(tag => tag.split("-")[0].toLowerCase()).find(tag => offered.includes(tag))
  return best === undefined || best === shown ? null : best
}
