// What becomes of a scanned code of an entrance.

const MARK = "#door="

// The code in an address; null without one.
export function scannedCode(hash) {
  if (!hash.startsWith(MARK)) return null
  const text = hash.slice(MARK.length)
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

// Whether a scan can still be confirmed. now: the server's time in milliseconds, or null before it is known.
export const isUsable = (scan, now) => now === null || now < Date.parse(scan.expiresAt)

// Reads a kept scan; null for anything else.
export function keptScan(text) {
  try {
    const scan = JSON.parse(text)
    return typeof scan?.scan === "string" ? scan : null
  } catch {
    return null
  }
}
