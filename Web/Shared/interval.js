export const LONGEST_TIMER = 2 ** 31 - 1 // milliseconds

// Calls act every so many milliseconds, until the signal is aborted.
export function every(milliseconds, act, signal) {
  const ticker = setInterval(act, milliseconds)
  signal.addEventListener("abort", () => clearInterval(ticker), { once: true })
}
