// Waits for a moment in which the page has nothing to do.

const LIMIT = 3_000 // milliseconds after which it goes on although the page is busy

export function idle() {
  if (!globalThis.requestIdleCallback) return new Promise(resolve => setTimeout(resolve, LIMIT))
  return new Promise(resolve => requestIdleCallback(resolve, { timeout: LIMIT }))
}
