// Decides in which language a page should be: after a sign-in in the person's, else in one that the browser prefers.

// The address at which a page loads again in the person's language after a sign-in.
// address: the page's; shown: its language; offered: the available languages; cookies: as the document has them. Returns null
// when the language is right, is not offered, or another was chosen by hand in this browser. What the person chose for all of
// their devices goes before that; what their account says does not.
export function ownLanguageAddress(address, { principal, shown, offered, cookies }) {
  const chosen = offeredLanguage(principal?.preferences?.language, offered)
  const wanted = chosen ?? offeredLanguage(principal?.language, offered)
  if (wanted === null || wanted === shown || (chosen === null && /(?:^|;\s*)vicinity-language=/.test(cookies))) return null
  const own = new URL(address)
  own.searchParams.set("lang", wanted)
  return own.href
}

// The offered language of a tag such as "de-AT"; null when it is not offered.
export function offeredLanguage(tag, offered) {
  if (!tag) return null
  return [tag, tag.split("-")[0]].find(each => offered.includes(each)) ?? null
}

// The language that a browser prefers to the page's. wanted: the browser's languages, the best first. Returns null when the
// page is already in the best offered one, or none is offered.
export function preferredLanguage({ wanted, shown, offered }) {
  const best = wanted.map(tag => tag.split("-")[0].toLowerCase()).find(tag => offered.includes(tag))
  return best === undefined || best === shown ? null : best
}
