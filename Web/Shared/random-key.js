// A random key: for a request that may be sent again, or for a line of the basket.

const KEY_BYTES = 16

export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("")
}
