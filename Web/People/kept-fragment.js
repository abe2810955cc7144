// Keeps what stands behind # while somebody signs in with the provider: no server sees it, so none can send it back.

const KEY = "vicinity-fragment"

// To be called as the browser leaves for the provider.
export function keepFragment() {
  if (location.hash === "") sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, location.hash)
}

// Puts back what was kept, once, unless the address has something of its own.
export function restoreFragment() {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (kept !== null && location.hash === "") history.replaceState(history.state, "", kept)
}
