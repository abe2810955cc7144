// What the service worker does with each request: which it keeps for a time without the network, and what of an answer it keeps.
// Not a module, for the reason that Notices/models/push-message.js gives: it defines globalThis.keptRequests.

"use strict" // which keeps the functions below inside the block

{
  // The pages that open without the network.
  const PAGES = ["/order"]
  const API = "/api/v1/"
  const SESSION = `${API}session`
  // What these pages show: nothing else that the server says is kept.
  const ANSWERS = [SESSION, `${API}cafes`, `${API}orders`, `${API}favourites`, `${API}account`]
  const MENU = new RegExp(`^${API}cafes/[^/]+/menu$`)
  const ORDER = new RegExp(`^${API}orders/[^/]+$`)
  const STORED_AT = "Vicinity-Stored-At"

  // request: { method, url, mode }. Returns "file" for a file of this version of the pages, "page", "answer", "session" for a request
  // that may change who is signed in, or null for all that the worker leaves alone.
  function kindOf({ method, url, mode }, origin, version) {
    const address = new URL(url)
    if (address.origin !== origin) return null
    const { pathname } = address
    if (method !== "GET") return pathname === SESSION ? "session" : null
    if (mode === "navigate") return PAGES.includes(pathname) ? "page" : null
    if (pathname.startsWith(`/assets/${version}/`)) return "file"
    return ANSWERS.includes(pathname) || MENU.test(pathname) || ORDER.test(pathname) ? "answer" : null
  }

  // Whether the page at this address shows kept answers: the kitchen, say, must know that it has lost its link.
  const showsKept = url => url !== undefined && PAGES.includes(new URL(url).pathname)

  // The files that a page loads at once, as its HTML names them.
  const filesOf = html => [...new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address]) => address))]

  // A proxy in front of a server that is away answers for it.
  const isAway = status => status >= 502 && status <= 504

  // What is kept of the text of an answer: of a session not the token, with which nothing could be changed anyway.
  function kept(path, text) {
    if (path !== SESSION) return text
    try {
      return JSON.stringify({ ...JSON.parse(text), csrf: null })
    } catch {
      return text
    }
  }

  // Who is signed in, as a session says it; null for nobody.
  function personOf(text) {
    try {
      const { principal } = JSON.parse(text)
      return principal ? `${principal.kind}/${principal.id}` : null
    } catch {
      return null
    }
  }

  globalThis.keptRequests = { kindOf, showsKept, filesOf, isAway, kept, personOf, SESSION, STORED_AT }
}
