// Photos of dishes on their way to the server.

const SIDE = 2560 // pixels; the server makes its sizes from it
const LARGE = 3_000_000 // bytes: beyond, a phone's connection takes too long

// Whether a photo is made smaller before it is sent.
export const isLarge = file => file.size > LARGE

// The size of a photo whose longer side is at most SIDE.
export function smallerSize({ width, height }) {
  const part = Math.min(1, SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * part)), height: Math.max(1, Math.round(height * part)) }
}
